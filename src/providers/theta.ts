import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { daysSince } from "../core/time.ts";
import type { HtmlDocument } from "../documents/document.ts";
import { isBlockPage } from "../documents/html/block-page.ts";
import { optional, readCells, right, rowsWith } from "../documents/html/fields.ts";
import { asStatus, type Synonyms, usualWordings, type Values } from "../documents/labelled.ts";
import { namedBank, paymentKindOf } from "../documents/payment-kind.ts";
import { completionOf } from "../documents/undone/completion.ts";
import { type PrintedFields, validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, onlyReceipts, pageSays } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { numberDate } from "./encoded-date.ts";
import { readReceiptUrl } from "./link-address.ts";
import type { ReadingContext } from "./provider.ts";
import { eitherField, linkField, notTogether, referenceField } from "./request-fields.ts";

/** theta, a commercial bank: an HTML page of five kinds, found by a token that begins with the transaction's number. */

/** Rows of three cells, in a customer's block and in a transaction's block of five kinds. */
const contract = {
  date: right("Transaction Date", "Transaction Time"),
  documentType: right("Transaction Type"),
  status: asStatus(optional("Transaction Status", "Payment Status", "Status")),
  amount: right("Amount"),
  charge: optional("Charge"),
  vat: optional("VAT"),
  accountNumber: optional("Account No"),
  senderName: optional("Sender Name"),
  senderAccount: optional("Sender Account"),
  beneficiaryName: optional("Beneficiary Name"),
  beneficiaryAccount: optional("Beneficiary Account"),
  beneficiaryBank: optional("Beneficiary Bank"),
  receiverName: optional("Receiver Name"),
  receiverAccount: optional("Receiver Account"),
  recipient: optional("Recipient"),
  merchant: optional("Merchant"),
  till: optional("Till Number"),
  phone: optional("Phone Number"),
  sourceAccount: optional("Source Account"),
  transactionId: right("Transaction ID"),
};

/** In the customer's block, and of a transfer to beta's wallet in the transaction's block too. */
const customer = { name: optional("Customer Name") };

/** The number: twelve hexadecimal digits to the end of 2025, then ten in base 36. After it a key of four to eight. */
const token = /^-?(?<reference>(?:[0-9A-F]{12}|[0-9A-Z]{10})-[0-9A-Z]{4,8})$/;
const sharedToken = /\/-((?:[0-9A-F]{12}|[0-9A-Z]{10})-[0-9A-Z]{4,8})(?![0-9A-Z-])/gi;

const numberOf = (reference: string): string => reference.replace(/^-/, "").split("-")[0] ?? "";
const radixOf = (number: string): 16 | 36 => (number.length === 12 ? 16 : 36);

const dateOf = (reference: string) => numberDate(numberOf(reference), radixOf(numberOf(reference)));

const answers: AnswerRules<"html"> = {
  receipts: ["html"],
  notFound: pageSays(/^(?:receipt not found|invalid receipt id)[.!]?$/i),
  // The bank refuses malformed tokens by this status. Ours are well formed, so it refuses us, whatever the page says.
  blocked: ({ text }, status) => status === 403 || isBlockPage(text),
};

/** `2026-05-18 02:41:20 PM`, `2026-06-07 11:22:03`, `2026-06-22`. */
const dates = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[AP]M)$/i,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
];

/** Its messages print 15 digits, `YYMMDDHHMM` and five more; its receipts are found by the token of their link alone. */
const hasPrintedNumber = (text: string, now: Date): boolean =>
  [...text.matchAll(/(?<![A-Za-z0-9])(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{5}(?![A-Za-z0-9])/g)].some((found) => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
    const days = daysSince({ year: 2000 + year, month, day }, now);
    const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60;
    return isDay && year >= 20 && days >= -1;
  });

export const theta = defineProvider({
  label: "theta",
  limited: false,
  contractVersion: 2,
  labels: usualWordings(contract, customer),

  shapes: [
    {
      pattern: token,
      width: "narrow",
      missing: [],
      encodedDate: (word) => dateOf(word),
    },
  ],

  readLink: ({ link, path }) =>
    tokenIn(path) === undefined ? undefined : { kind: "receipt", request: { url: link }, missing: [] },

  unlookable: { hasNumber: hasPrintedNumber },

  request: z
    .strictObject({
      url: linkField().optional(),
      reference: referenceField(token, "12 hexadecimal or 10 characters, - and 4 to 8").optional(),
    })
    .refine(...notTogether(["url"], ["reference"]))
    .superRefine(eitherField("url", "reference")),

  // A token of either kind finds the receipt, which is then printed with that token's number.
  receiptId: (reference) => {
    const number = numberOf(reference);
    const value = Number.parseInt(number, radixOf(number));
    return Number.isSafeInteger(value) ? value.toString(36).toUpperCase() : number;
  },

  // The token without its leading dash, whichever way it was given.
  resolve: ({ url, reference = "" }, settings) => {
    if (url === undefined) return ok(reference.replace(/^-/, ""));
    const link = readReceiptUrl(url, settings);
    if (!link.ok) return link;
    const found = tokenIn(link.value.path);
    return found === undefined ? fail("reference_malformed", { param: "url" }) : ok(found);
  },

  locate: (asked, settings) => {
    const request = {
      url: `${settings.url}/-${asked}`,
      headers: { ...browserHeaders, accept: "text/html" },
      statuses: [200, 403],
    };
    return { canonical: asked, encodedDate: dateOf(asked), page: request.url, requests: [request] };
  },

  read: onlyReceipts(answers, (document, asked, context) => {
    const page = readPage(document, context);
    if (!page.ok) return page;
    const { transactionId, ...printed } = page.value;
    const shared = [...`${document.links.join(" ")} ${document.text}`.matchAll(sharedToken)];
    if (shared.some(([, other]) => other?.toUpperCase() !== asked))
      return fail("receipt_mismatch", { mismatch: "reference" });

    const number = numberOf(asked);
    return validateFields(
      { ...printed, reference: writtenLike(number, transactionId) },
      { reference: number },
      {
        reference: /^[0-9A-Z]+$/,
        accounts: /^\+?\d+\*+\d+$|^\+?\d{3,20}$/,
        dates,
        amounts: "printed",
        shows: ["commission", "vat_on_commission"],
        encodedDate: null,
        pdfAvailable: false,
      },
      context,
    );
  }),
});

const tokenIn = (path: string): string | undefined =>
  token.exec(path.replace(/^\//, "").replace(/\/$/, "").toUpperCase())?.groups?.reference;

/** The printed number of 15 digits, written as the token writes it; `""` when it is none. */
const writtenLike = (number: string, transactionId: string): string =>
  /^\d{15}$/.test(transactionId)
    ? BigInt(transactionId).toString(radixOf(number)).toUpperCase().padStart(number.length, "0")
    : "";

type Row = keyof typeof contract | "customerName" | "phoneName";

/** A kind of transaction, known by the rows of its receiver; no kind has another's. `needs`: its other rows. */
type Kind = {
  readonly receiver: { readonly account: Row; readonly name?: Row };
  readonly needs: readonly Row[];
};

const kinds: readonly Kind[] = [
  // IPS Bank Transfer; the older ones print a charge as well.
  {
    receiver: { account: "beneficiaryAccount", name: "beneficiaryName" },
    needs: ["senderName", "senderAccount", "vat"],
  },
  // Send To Bank
  {
    receiver: { account: "receiverAccount", name: "receiverName" },
    needs: ["senderName", "senderAccount", "charge", "vat"],
  },
  // Send Money, to a wallet: its receiver has a number and no name
  { receiver: { account: "recipient" }, needs: ["customerName", "accountNumber"] },
  // Merchant Payment
  { receiver: { account: "till", name: "merchant" }, needs: ["senderName", "accountNumber"] },
  // Transfer to beta's wallet
  {
    receiver: { account: "phone", name: "phoneName" },
    needs: ["customerName", "accountNumber", "sourceAccount", "charge", "vat"],
  },
];

/**
 * Whether a fee, a bank or the sender stands where the bank prints none: before the transaction's block, or behind the
 * reason. A payer may type rows into a name and into the reason.
 */
const areOutOfOrder = (document: HtmlDocument, { receiver }: Kind, synonyms: Synonyms): boolean => {
  const { date, documentType, reason, senderName, ...rows } = rowsWith(document, placed, synonyms);
  const start = Math.min(date, documentType);
  // A payment to a merchant has the sender's name behind the reason.
  const beforeReason = [...Object.values(rows), ...(receiver.account === "till" ? [] : [senderName])];
  return (
    [...beforeReason, senderName].some((row) => row !== -1 && row < start) ||
    (reason !== -1 && beforeReason.some((row) => row > reason))
  );
};

const placed = {
  date: contract.date,
  documentType: contract.documentType,
  charge: contract.charge,
  vat: contract.vat,
  senderName: contract.senderName,
  senderAccount: contract.senderAccount,
  sourceAccount: contract.sourceAccount,
  beneficiaryBank: contract.beneficiaryBank,
  reason: right("Reason"),
};

/** All that the page prints but the reference, which it prints as a number of 15 digits. */
type PrintedPage = Omit<PrintedFields, "reference"> & { readonly transactionId: string };

/** `provider_format_changed` unless the rows are those of exactly one kind. Synonyms: by a label's usual wording. */
const readPage = (
  document: HtmlDocument,
  { label, settings }: ReadingContext,
): Result<PrintedPage, Failure> => {
  const read = readRows(document, settings.labels);
  if (!read.ok) return read;
  const rows = read.value;
  const kind = kindOf(rows);
  if (kind === null) return fail("provider_format_changed", { detail: "rows of no kind" });
  if (areOutOfOrder(document, kind, settings.labels))
    return fail("provider_format_changed", { detail: "order of rows" });
  const { account, name } = kind.receiver;
  const { date, documentType, amount, transactionId } = rows;
  return ok({
    date,
    documentType,
    amount,
    transactionId,
    ...statusOf(rows.status, document.title),
    ...(isEmpty(rows.charge) ? {} : { commission: rows.charge }),
    ...(isEmpty(rows.vat) ? {} : { vat: rows.vat }),
    payer: {
      name: rows.senderName ?? rows.customerName ?? "",
      account: withoutBank(rows.senderAccount ?? rows.accountNumber ?? ""),
    },
    receiver: {
      name: name === undefined ? "" : (rows[name] ?? ""),
      account: withoutBank(rows[account] ?? ""),
    },
    transactionType: documentType,
    ...(name === "merchant" && paymentKindOf(documentType) === "other" ? { paymentKind: "merchant" } : {}),
    receiverBank: namedBank(rows.beneficiaryBank) ?? (isOwn(account, rows[account] ?? "") ? label : null),
    isTill: account === "till",
    absent: name === undefined ? ["receiver_name"] : [],
  });
};

/**
 * Whether a receiver whose bank the page does not name is theta's own: its tills, what it marks as an account or wallet
 * behind a slash, and accounts of its own shape. IPS transfers lead to other banks, and phones to beta's wallet.
 */
const isOwn = (row: Row, printed: string): boolean => {
  if (row === "till") return true;
  if (row === "beneficiaryAccount" || row === "phone") return false;
  return /\/(?:BANK|WALLET)$/i.test(printed) || /^01\d{3}\*+\d{3,4}$|^01\d{12}$/.test(printed);
};

/** Whether the page has no value there: it prints `-` in empty cells. A cell without any text is unknown. */
const isEmpty = (text: string | undefined): text is undefined | "-" => text === undefined || text === "-";

type Rows = Values<typeof contract> & { readonly customerName?: string; readonly phoneName?: string };

const readRows = (document: HtmlDocument, synonyms: Synonyms): Result<Rows, Failure> => {
  const { date, documentType } = contract;
  const opens = (row: readonly string[]) =>
    [{ date }, { documentType }].some((label) => readCells({ ...document, rows: [row] }, label, synonyms).ok);
  const start = document.rows.findIndex(opens);
  const cells = readCells(document, contract, synonyms);
  if (!cells.ok) return cells;
  const before = readCells({ ...document, rows: document.rows.slice(0, start) }, customer, synonyms);
  if (!before.ok) return before;
  const after = readCells({ ...document, rows: document.rows.slice(start) }, customer, synonyms);
  if (!after.ok) return after;
  return ok({
    ...cells.value,
    ...(before.value.name === undefined ? {} : { customerName: before.value.name }),
    ...(after.value.name === undefined ? {} : { phoneName: after.value.name }),
  });
};

/** The kind whose rows are all there, and no other kind's. */
const kindOf = (rows: Rows): Kind | null => {
  const has = (row: Row | undefined) => row !== undefined && rows[row] !== undefined;
  const [kind, ...others] = kinds.filter(({ receiver }) => has(receiver.account) || has(receiver.name));
  if (kind === undefined || others.length > 0) return null;
  const { receiver, needs } = kind;
  return [receiver.account, receiver.name ?? receiver.account, ...needs].every(has) ? kind : null;
};

/** The status is in a row, or else in the title if that says how the transaction went. No row outdoes a title of failure. */
const statusOf = (row: string | undefined, title: string): { readonly status?: string } => {
  const outcome = /^transaction (?!(?:receipt|details?|information|slip)$)(.+)$/i.exec(title)?.[1];
  const words = outcome === undefined ? title.split(" ") : [outcome, ...title.split(" ")];
  const status = words.find((word) => completionOf(word) === "not_completed") ?? row ?? outcome;
  return status === undefined ? {} : { status };
};

/** `01425******7400/BANK` */
const withoutBank = (account: string): string => account.split("/")[0]?.trim() ?? "";
