import { type Failure, fail } from "../failure.ts";
import type { ReadingContext } from "../providers/provider.ts";
import type { PaymentKind } from "../receipt.ts";
import { ok, type Result } from "../result.ts";
import type { PdfDocument } from "./document.ts";
import type { Printed } from "./judge.ts";
import { type FieldLabel, usualWordings } from "./labelled.ts";
import { paymentKindOf } from "./payment-kind.ts";
import { undoneTitle } from "./pdf-contradiction.ts";
import { readGrid } from "./pdf-grid.ts";
import { namedBank } from "./receiver-bank.ts";

const optional = (...names: FieldLabel["names"]) => ({ names, optional: true }) as const;

/** `2026-11-15 10:20:30`. */
export const iotaDate =
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
    date: { names: ["PAYMENT DATE"], shape: iotaDate },
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

/** What an operator can give synonyms for. */
export const iotaLabels = [...usualWordings(contract.labels, contract.row), ...contract.ends];

/** What is printed where there is nothing to say. */
const blank = /^(?:[-–—_ ]*|null)$/i;

/**
 * What iota's bilingual PDF prints. Its pages have a label for every kind of party and leave blank the ones that
 * a kind of payment does not need; `provider_format_changed` when two that mean the same differ.
 */
export const readIotaPdf = (
  document: PdfDocument,
  { label, settings }: ReadingContext,
): Result<Printed, Failure> => {
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
    perhapsSubtracted: discount === undefined || isDash(discount) ? [] : [discount],
  });
};

/** Only who bought one is told what was in the package. */
const kindOf = (type: string, contents: string): PaymentKind => {
  const kind = paymentKindOf(type);
  return blank.test(contents) || kind === "withdrawal" || kind === "bill" ? kind : "airtime";
};

const phone = /^\+?(?:251|0)[79][\d*]{4,9}$/;

/** Unlike a cell with nothing in it at all. */
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
  // Who buys a package for a number is not told whose it is.
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
