import { type Failure, fail } from "../failure.ts";
import type { Answer, ReadingContext } from "../providers/provider.ts";
import type { PaymentKind, Reading } from "../receipt.ts";
import type { Result } from "../result.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { isBlockPage } from "./block-page.ts";
import type { PdfDocument } from "./document.ts";
import { bankLinesIn } from "./document-title.ts";
import { member, textOfJson } from "./json-fields.ts";
import { judge } from "./judge.ts";
import { type Synonyms, usualWordings } from "./labelled.ts";
import { paymentKindOf } from "./payment-kind.ts";
import { readBetween } from "./pdf-blocks.ts";
import { undoneTitle } from "./pdf-contradiction.ts";
import { readForm } from "./pdf-form.ts";
import { leadsElsewhere } from "./receiver-bank.ts";

/** eta's receipt: one page as PDF, labels on the left, the row of the amount named after the kind of transaction. */

const detail = ["Transaction Detail", "Transaction Details"] as const;
const charge = ["Service Charge"] as const;

const contract = {
  labels: {
    date: { names: ["Date"] },
    payer: { names: ["Payer name"] },
    payerAccount: { names: ["Payer account no.", "Payer account no"] },
    receiver: { names: ["Recipient name"] },
    receiverAccount: { names: ["Recipient account no.", "Recipient account no"] },
    reference: { names: ["Reference No", "Reference No."] },
    status: { names: ["Transaction status"] },
    commission: { names: charge },
    vat: { names: ["VAT 15%"] },
    total: { names: ["Total Amount Paid"] },
  },
  ends: ["Invoice No.", "Invoice No", "Total amount in word", "Total amount in words"],
  // The row of the amount is named after the kind of transaction, so it is known by its place.
  heading: detail,
  asideUntil: charge,
} as const;

const notFound = /^transaction not found\.?$/i;

/** What an operator can give synonyms for. */
export const etaLabels = [...usualWordings(contract.labels), ...contract.ends, ...detail];

/** `15-Nov-2026`, perhaps with `, 10:20:30 am`. */
const date =
  /^(?<day>\d{1,2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{4})(?:,? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[ap]m))?$/i;

/** A reference of 16 characters, and the last eight digits of either party's account. */
export type EtaQuestion = { readonly digits: string; readonly reference: string };

/** The record of an answer, or why there is none. */
export const readEtaPdf = (
  { status, document }: Answer,
  { digits, reference }: EtaQuestion,
  context: ReadingContext,
): Result<Reading, Failure> => {
  if (document.kind === "json" && notFound.test(textOfJson(member(document.root, "messages")) ?? ""))
    return fail("receipt_not_found");
  if (document.kind === "html" && isBlockPage(document.text)) return fail("provider_blocked");
  if (status !== 200 || document.kind !== "pdf")
    return fail("provider_format_changed", { detail: `${status} ${document.kind}` });

  const cells = readForm(document, contract, context.settings.labels);
  if (!cells.ok) return cells;
  const rows = readBetween(document, detail, charge, context.settings.labels) ?? [];
  const amount = amountIn(rows);
  if (amount === null) return fail("provider_format_changed", { detail: "not one amount" });
  const { payer, payerAccount, receiver, receiverAccount, ...printed } = cells.value;
  const type = rows.map((row) => row.replace(amount, "")).join(" ");
  return judge(
    {
      ...printed,
      amount,
      documentType:
        undoneTitle(document, context.settings.labels) ?? titleOf(document, context.settings.labels),
      payer: { name: payer, account: payerAccount },
      receiver: { name: receiver, account: receiverAccount },
      transactionType: type,
      paymentKind: kindOf(type, reference),
      receiverBank: isOwn(type, reference, receiverAccount) ? context.label : null,
    },
    { reference, account: { digits, isWhole: false } },
    {
      reference: /^[A-Z0-9]{16}$/i,
      accounts: /^\+?\d*\*+\d+$|^\+?\d{8,20}$/,
      dates: [date],
      amounts: "plain",
      shows: ["commission", "vat_on_commission"],
      encodedDate: yearAndDay(reference, 7),
      pdfAvailable: true,
    },
    context,
  );
};

/** The row of the amount is named after the kind; in the reference stands a code that is the bank's as well. */
const kindOf = (type: string, reference: string): PaymentKind => {
  const code = codeOf(reference);
  const kind = paymentKindOf(type);
  if (code === "ATCW" || code === "ATWR") return "withdrawal";
  if (code === "PORE") return kind === "withdrawal" ? kind : "merchant";
  return kind;
};

/**
 * No document names the receiver's bank. At eta lie accounts of its own shape, whole or masked, unless the kind of payment
 * or its code says that the money went out.
 */
const isOwn = (type: string, reference: string, account: string): boolean =>
  codeOf(reference) !== "IBET" && !leadsElsewhere(type) && /^\d{3}\*+\d{4}$|^\d{16}$/.test(account);

const codeOf = (reference: string): string => reference.slice(3, 7).toUpperCase();

/** The one amount that the rows print, at the end of its row; null when there is another number of amounts. */
const amountIn = (rows: readonly string[]): string | null => {
  const found = rows.flatMap((row) => row.match(/(?:ETB|Birr) ?\d[\d.,]{0,20}/gi) ?? []);
  // A number before the currency may belong to the kind: `WALLET 911000000 ETB 20.00`.
  const rest = rows.map((row) => found.reduce((text, amount) => text.replace(amount, "|"), row));
  found.push(...rest.flatMap((row) => row.match(/(?<!\d[.,]?)\d[\d.,]{0,20} ?(?:ETB|Birr)\b/gi) ?? []));
  const [amount] = found;
  if (amount === undefined || found.length > 1) return null;
  const row = rows.find((one) => one.endsWith(amount))?.slice(0, -amount.length);
  // What stands right before an amount may be its sign.
  return row !== undefined && /(?:^|[\p{L}\p{N}).:]) ?$/u.test(row) ? amount : null;
};

/** The document's own line, such as `Transaction Receipt`. */
const titleOf = (document: PdfDocument, synonyms: Synonyms): string => {
  const lines = bankLinesIn(document, synonyms);
  const isTitle = /^[\p{L} /&-]{3,60} receipt$/iu;
  const found = lines.flatMap((line) => /transaction receipt$/i.exec(line) ?? isTitle.exec(line) ?? []);
  return found[0] ?? "";
};
