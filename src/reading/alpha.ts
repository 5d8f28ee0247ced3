import { type Failure, fail } from "../failure.ts";
import type { Answer, ReadingContext } from "../providers/provider.ts";
import type { PaymentKind, Reading } from "../receipt.ts";
import type { Result } from "../result.ts";
import { yearAndDay } from "../text/encoded-date.ts";
import { isBlockPage } from "./block-page.ts";
import { pdfTitle } from "./document-title.ts";
import { judge, type Style } from "./judge.ts";
import { usualWordings } from "./labelled.ts";
import { paymentKindOf } from "./payment-kind.ts";
import { undoneTitle } from "./pdf-contradiction.ts";
import { readTable } from "./pdf-table.ts";

/** alpha's receipt and its branches' slip: one page as PDF. */

/** A complete account number has 13 digits, so that its visible beginning can be compared too. */
const accountDigits = 13;

const contract = {
  labels: {
    payer: { names: ["Payer"] },
    payerAccount: { names: ["Account"] },
    receiver: { names: ["Receiver"] },
    receiverAccount: { names: ["Account"] },
    date: { names: ["Payment Date & Time"] },
    reference: { names: ["Reference No. (VAT Invoice No)"] },
    reason: { names: ["Reason / Type of service"] },
    amount: { names: ["Transferred Amount"] },
    commission: { names: ["Commission or Service Charge"] },
    vat: { names: ["15% VAT on Commission"] },
    total: { names: ["Total amount debited from customers account"] },
    // Not on the receipts we know; where one is printed it decides.
    status: {
      names: ["Transaction Status", "Payment Status", "Status of Transaction", "Status"],
      optional: true,
    },
  },
  heading: "Payment / Transaction Information",
  ends: ["Amount in Word"],
} as const;

/** What an operator can give synonyms for. */
export const pageLabels = [...usualWordings(contract.labels), ...contract.ends];

/** The kind of document, as the page is headed. */
export const title = "VAT Invoice / Customer Receipt";

const titleWording = /VAT Invoice ?\/ ?Customer Receipt/i;

/** All that the page says of a receipt that the provider does not have. */
const notFound = /^you are not allowed to see this data(?:[,.]? ?please check your link)?[.!]?$/i;

/** `11/15/2026, 9:08:00 PM`: month first. */
const date =
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}),? (?<hour>\d{1,2}):(?<minute>\d{2}):(?<second>\d{2}) (?<half>[AP]M)$/i;

/** How alpha's record is shaped, whatever document it comes from. */
export const style = {
  reference: /^FT[A-Z0-9]{10}$/i,
  accounts: /^\d*\*+\d+$|^\d{8,}$/,
  dates: [date],
  amounts: "plain",
  shows: ["commission"],
  encodedDate: null,
  pdfAvailable: true,
} as const satisfies Style;

/** alpha's own accounts, whole or as it masks them: `1****4321`. Receivers at other banks have other numbers, or none. */
const ownAccount = /^1\*+\d{4}$|^1\d{12}$/;

/** alpha names no bank on any document: a number that is not of its own kind may lie anywhere. */
export const bankOf = (account: string, label: string): string | null =>
  ownAccount.test(account) ? label : null;

/**
 * The reason is in the payer's words, so that a payment stays a transfer whatever they say. Only where the money did not
 * leave the payer's own account are they believed to name a withdrawal.
 */
const kindOf = (reason: string, payerAccount: string, receiverAccount: string): PaymentKind =>
  payerAccount === receiverAccount && paymentKindOf(reason) === "withdrawal" ? "withdrawal" : "transfer";

/** What the look-up asked for, and what the page must therefore repeat. */
type Asked = { readonly transactionRef: string; readonly accountNumber: string };

/** The record of an answer to a reference and an account's digits, or why there is none. */
export const readPage = (
  { status, document }: Answer,
  { transactionRef, accountNumber }: Asked,
  context: ReadingContext,
): Result<Reading, Failure> => {
  if (document.kind === "html") {
    if (!document.asksForPassword && notFound.test(document.text)) return fail("receipt_not_found");
    if (isBlockPage(document.text)) return fail("provider_blocked");
  }
  if (status !== 200 || document.kind !== "pdf")
    return fail("provider_format_changed", { detail: `${status} ${document.kind}` });

  const cells = readTable(document, contract, context.settings.labels);
  if (!cells.ok) return cells;
  const { payer, payerAccount, receiver, receiverAccount, reason, ...printed } = cells.value;
  const isWhole = accountNumber.length === accountDigits;
  return judge(
    {
      ...printed,
      documentType:
        undoneTitle(document, context.settings.labels) ??
        pdfTitle(document, title, titleWording, context.settings.labels),
      payer: { name: payer, account: payerAccount },
      receiver: { name: receiver, account: receiverAccount },
      paymentKind: kindOf(reason, payerAccount, receiverAccount),
      receiverBank: bankOf(receiverAccount, context.label),
    },
    {
      reference: transactionRef,
      account: { digits: isWhole ? accountNumber : accountNumber.slice(-8), isWhole },
    },
    { ...style, encodedDate: yearAndDay(transactionRef, 2) },
    context,
  );
};
