import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import type { PaymentKind } from "../core/receipt.ts";
import { ok, type Result } from "../core/result.ts";
import type { JsonDocument, PdfDocument } from "../documents/document.ts";
import { member, textOfJson } from "../documents/json/fields.ts";
import { optional, usualWordings } from "../documents/labelled.ts";
import { namedBank, paymentKindOf } from "../documents/payment-kind.ts";
import { readGrid } from "../documents/pdf/grid.ts";
import { undoneTitle } from "../documents/pdf/not-completed.ts";
import { type PrintedFields, validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, onlyReceipts } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { letterDate } from "./encoded-date.ts";
import { readReceiptUrl } from "./link-address.ts";
import type { ReadingContext, ReceiptLink } from "./provider.ts";
import { eitherField, linkField, notTogether, referenceField } from "./request-fields.ts";

/** iota, a mobile operator's wallet: JSON around a bilingual PDF, found by the transaction's number alone. */

/** `2026-11-15 10:20:30`. */
const dateShape =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})$/;

const contract = {
  labels: {
    sender: optional("SENDER NAME"),
    senderNumber: optional("SENDER NUMBER", "SENDER PHONE NUMBER"),
    buyer: optional("BUYER NAME"),
    buyerNumber: optional("BUYER PHONE NUMBER", "BUYER NUMBER"),
    receiver: optional("RECEIVER NAME"),
    receiverNumber: optional("RECEIVER PHONE NUMBER", "RECEIVER NUMBER"),
    receiverAccount: optional("RECEIVER ACCOUNT NUMBER"),
    business: optional("RECEIVER BUSINESS NAME"),
    businessNumber: optional("RECEIVER BUSINESS NUMBER"),
    reference: { names: ["TRANSACTION ID"] },
    commission: { names: ["SERVICE FEE"] },
    discount: optional("DISCOUNT"),
    vat: { names: ["+ 15% VAT", "15% VAT"] },
    total: { names: ["TOTAL"] },
    bank: optional("BANK NAME"),
    package: optional("PACKAGE DETAILS"),
    documentType: { names: ["TRANSACTION TYPE"] },
    status: optional("TRANSACTION STATUS", "PAYMENT STATUS", "STATUS"),
  },
  row: {
    receiptNumber: { names: ["RECEIPT NO", "RECEIPT NO."], shape: /^[A-Z0-9][A-Z0-9/_-]{2,39}$/i },
    date: { names: ["PAYMENT DATE"], shape: dateShape },
    amount: { names: ["SETTLED AMOUNT"], shape: /^(?:ETB ?)?[\d,]+(?:\.\d{1,2})?(?: ?(?:Birr|ETB))?$/i },
  },
  ends: [
    ...["SENDER TIN NO", "BUYER TIN NO", "RECEIVER TIN NO", "TRANSACTION DETAIL", "TRANSACTION DETAILS"],
    ...[
      "TOTAL AMOUNT IN WORDS",
      "TOTAL AMOUNT IN WORD",
      "PAYMENT METHOD",
      "PAYMENT CHANNEL",
      "PAYMENT REASON",
    ],
    ...["VALIDITY PERIOD", "SCAN TO VERIFY"],
  ],
  bilingual: true,
} as const;

/** The whole sentence of a miss. A host or a table that was not found says nothing about the receipt. */
const notFound =
  /^(?:(?:error|sorry)[:,.!]? )?(?:(?:the )?(?:transaction|receipt|record|payment|trxno)(?: (?:number|no\.?|id|details?))?(?: [A-Z0-9]{8,16})? (?:(?:was |is )?not found|(?:does not|doesn't) exist)|no (?:such )?(?:record|transaction|receipt)s?(?: (?:was |were )?found| exists?)?(?: for (?:this|the given) (?:transaction ?|receipt ?)?(?:number|id)?)?|invalid transaction(?: (?:number|no\.?|id|reference))?)[.!]?$/i;

const answers: AnswerRules<"json"> = {
  receipts: ["json"],
  // A miss has an error's code, and no PDF.
  notFound: ({ document }) =>
    document.kind === "json" &&
    !["", "0"].includes(textAt(document, "responseCode")) &&
    textAt(document, "base64Data") === "" &&
    notFound.test(textAt(document, "responseDescription")),
};

const number = /^[A-Z0-9]{8,16}$/;

/** A year letter A stands for 2006: U is 2026. */
const encodedDate = (id: string) => letterDate(id, 2006);

export const iota = defineProvider({
  label: "iota",
  limited: false,
  holdsAccounts: false,
  contractVersion: 2,
  labels: [...usualWordings(contract.labels, contract.row), ...contract.ends],

  shapes: [
    {
      pattern: /^(?<transactionId>[A-Z][A-L][1-9A-V][A-Z0-9]{7})$/,
      width: "narrow",
      missing: [],
      encodedDate,
    },
    { pattern: /^(?<transactionId>(?!FT)[A-Z0-9]{8,16})$/, width: "loose", missing: [] },
  ],

  readLink: (link) =>
    idIn(link) === undefined ? undefined : { kind: "receipt", request: { url: link.link }, missing: [] },

  request: z
    .strictObject({
      transactionId: referenceField(number, "8 to 16 letters and digits").optional(),
      url: linkField().optional(),
    })
    .refine(...notTogether(["url"], ["transactionId"]))
    .superRefine(eitherField("transactionId", "url")),

  resolve: ({ transactionId = "", url }, settings) => {
    if (url === undefined) return ok(transactionId);
    const link = readReceiptUrl(url, settings);
    if (!link.ok) return link;
    const id = idIn(link.value);
    return id === undefined ? fail("reference_malformed", { param: "url" }) : ok(id);
  },

  locate: (id, settings) => {
    const request = {
      url: `${settings.apiUrl ?? settings.url}/api/receipt/getReceipt?trxNo=${id}`,
      headers: { ...browserHeaders, accept: "application/json", referer: `${settings.url}/` },
      statuses: [200],
    };
    const page = `${settings.url}/receipt/${id}`;
    return { canonical: id, encodedDate: encodedDate(id), page, requests: [request] };
  },

  read: onlyReceipts(answers, (document, id, context) => {
    const pdf = documentIn(document);
    if (!pdf.ok) return pdf;
    const printed = readPdf(pdf.value, context);
    if (!printed.ok) return printed;
    return validateFields(
      printed.value,
      { reference: id },
      {
        reference: /^[A-Z0-9]{8,16}$/i,
        accounts: /^\+?\d+\*+\d*$|^\+?\d{3,20}$/,
        dates: [dateShape],
        amounts: "plain",
        shows: ["commission", "vat_on_commission"],
        encodedDate: encodedDate(id),
        pdfAvailable: true,
      },
      context,
    );
  }),
});

/** `/receipt/<id>` as people get it, `/api/receipt/getReceipt?trxNo=<id>` as it is fetched. */
const idIn = ({ path, query }: ReceiptLink): string | undefined => {
  const isFetched = /^\/api\/receipt\/getReceipt\/?$/i.test(path);
  const fields = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const word = isFetched ? fields.get("trxno") : /^\/receipt\/([^/]+)\/?$/i.exec(path)?.[1];
  const id = word?.toUpperCase() ?? "";
  return number.test(id) ? id : undefined;
};

/** What stands around the PDF under a key; `""` where nothing does. */
const textAt = ({ root }: JsonDocument, key: string): string => textOfJson(member(root, key)) ?? "";

/** The PDF inside; the code beside it says why there is none. */
const documentIn = (document: JsonDocument): Result<PdfDocument, Failure> => {
  const code = textAt(document, "responseCode");
  if (code === "") return fail("provider_format_changed", { detail: "no response code" });
  if (code !== "0") return fail("provider_error", { detail: "response code" });
  return document.embedded?.key === "base64Data"
    ? ok(document.embedded.document)
    : fail("provider_format_changed", { detail: "no document" });
};

/** What is printed where there is nothing to say. */
const blank = /^(?:[-–—_ ]*|null)$/i;

/**
 * What iota's bilingual PDF prints. Its pages have a label for every kind of party and leave blank the ones that
 * a kind of payment does not need; `provider_format_changed` when two that mean the same differ.
 */
const readPdf = (
  document: PdfDocument,
  { label, settings }: ReadingContext,
): Result<PrintedFields, Failure> => {
  const cells = readGrid(document, contract, settings.labels);
  if (!cells.ok) return cells;
  const parties = partiesOf(cells.value);
  if (parties === null) return fail("provider_format_changed", { detail: "parties" });
  // Where no bank is named, wallets and businesses are iota's own, and an account lies somewhere else.
  const bank = namedBank(cells.value.bank);
  const isBusiness = !blank.test(cells.value.businessNumber ?? "");
  const { reference, date, amount, total, documentType, status, commission, vat, discount } = cells.value;
  return ok({
    ...parties,
    documentType: undoneTitle(document, settings.labels) ?? (blank.test(documentType) ? "" : documentType),
    transactionType: documentType,
    paymentKind: kindOf(documentType, cells.value.package ?? ""),
    receiverBank: bank ?? (isBusiness || phone.test(parties.receiver.account) ? label : null),
    isTill: isBusiness && bank === undefined,
    reference,
    ...(status === undefined || blank.test(status) ? {} : { status }),
    date,
    amount,
    total,
    ...(isDash(commission) ? {} : { commission }),
    ...(isDash(vat) ? {} : { vat }),
    perhapsSubtracted: [discount === undefined || isDash(discount) ? undefined : discount],
  });
};

/** Only receipts of packages say what was in the package. */
const kindOf = (type: string, contents: string): PaymentKind => {
  const kind = paymentKindOf(type);
  return blank.test(contents) || kind === "withdrawal" || kind === "bill" ? kind : "airtime";
};

const phone = /^\+?(?:251|0)[79][\d*]{4,9}$/;

/** Whether a cell holds a dash or another mark for nothing, unlike an empty cell. */
const isDash = (text: string): boolean => text !== "" && blank.test(text);

type Party = "sender" | "senderNumber" | "buyer" | "buyerNumber" | "receiver" | "receiverNumber";
type Cells = Readonly<
  Partial<Record<Party | "receiverAccount" | "business" | "businessNumber", string | undefined>>
>;

/** Each number stands under one of several labels, the others being blank; null when two differ. */
const partiesOf = (cells: Cells) => {
  const payer = theOne(cells.sender, cells.buyer);
  const payerAccount = theOne(cells.senderNumber, cells.buyerNumber);
  const account = theOne(cells.receiverNumber, cells.receiverAccount, cells.businessNumber);
  if (payer === null || payerAccount === null || account === null) return null;
  const isBusiness = !blank.test(cells.businessNumber ?? "");
  const names = [cells.receiver, cells.business].map((name) => (blank.test(name ?? "") ? "" : (name ?? "")));
  const [first = "", second = ""] = isBusiness ? names.toReversed() : names;
  const receiver = first === "" ? second : first;
  // A package for another number is printed without its owner's name.
  const isUnnamed = receiver === "" && cells.sender === undefined && cells.buyer !== undefined;
  return {
    payer: { name: payer, account: payerAccount },
    receiver: { name: receiver, account },
    absent: isUnnamed ? (["receiver_name"] as const) : [],
  };
};

const theOne = (...texts: (string | undefined)[]): string | null => {
  const [text = "", ...others] = new Set(texts.filter((one) => one !== undefined && !blank.test(one)));
  return others.length === 0 ? text : null;
};
