import { type Failure, fail } from "../failure.ts";
import type { CalendarDate, ReadingContext } from "../providers/provider.ts";
import type { PaymentKind, Reading } from "../receipt.ts";
import { ok, type Result } from "../result.ts";
import { type Comparison, compareDigits } from "./account-digits.ts";
import { readAmounts } from "./amounts.ts";
import { formatPrinted, formatSantim } from "./money.ts";
import { isBlank, paymentKindOf, paysNobody } from "./payment-kind.ts";
import { isoAsPrinted, isoOf, type LocalMoment, readMoment } from "./printed-date.ts";
import { isBankName } from "./receiver-bank.ts";
import { completionOfStatus } from "./status-word.ts";
import { saysUndone } from "./undone.ts";

export type Party = { readonly name: string; readonly account: string };

/** What a document prints beside its own labels, white space collapsed, nothing converted. */
export type Printed = {
  readonly documentType: string;
  readonly reference: string;
  /** Absent for documents that only exist for completed payments. */
  readonly status?: string;
  readonly date: string;
  readonly payer: Party;
  readonly receiver: Party;
  readonly amount: string;
  readonly commission?: string;
  readonly vat?: string;
  /** Further printed parts of the total, and parts that may be in it (see `readAmounts`). */
  readonly surcharges?: readonly string[];
  readonly levy?: string;
  readonly perhapsAdded?: readonly string[];
  readonly perhapsSubtracted?: readonly string[];
  /** Absent where no total is printed: it is then the sum of the parts. */
  readonly total?: string;
  /** The bank's own words for the kind of payment, never the payer's. Unset or blank: a transfer. */
  readonly transactionType?: string;
  /** Where more than these words decides. */
  readonly paymentKind?: PaymentKind;
  /** A provider's label or the printed name of the receiver's bank; null: it is not known. */
  readonly receiverBank: string | null;
  /** Whether the document calls the receiver's number a till's, so that a short one is an account all the same. */
  readonly isTill?: boolean;
  /** Fields that this kind of document has no place for; the parties hold `""` there. */
  readonly absent?: readonly AbsentField[];
};

/** What a genuine receipt may lack, of whatever kind; never its reference, date, amount or the receiver's account. */
export type AbsentField = "payer_name" | "payer_account" | "receiver_name";

/** The question, as far as the document must repeat it. */
export type Asked = {
  /** Absent where the receipt was asked for by a token that it does not print. */
  readonly reference?: string;
  /** Last digits of one party's account. `isWhole`: they are the complete number. */
  readonly account?: AskedAccount;
  /** A phone number in each way that it may be printed. */
  readonly phone?: readonly string[];
};

type AskedAccount = { readonly digits: string; readonly isWhole: boolean };

/** How one provider prints, and which optional fields its record shows (spec 2.2, 2.3). */
export type Style = {
  readonly reference: RegExp;
  readonly accounts: RegExp;
  /** Fewest digits behind a mask that tell one account from another; 3 unless the provider shows fewer. */
  readonly visibleMin?: number;
  readonly dates: readonly RegExp[];
  /** `printed`: with the page's own separators and decimals. */
  readonly amounts: "plain" | "thousands" | "printed";
  readonly shows: readonly ("commission" | "vat_on_commission")[];
  /** Date that the reference carries; it only decides whether the printed order of day and month is in doubt. */
  readonly encodedDate: CalendarDate | null;
  readonly pdfAvailable: boolean;
};

/**
 * The rules of truth (design 6), the same for every provider: a document that meets all of them is Verified.
 * Otherwise, in this order: `provider_format_changed` (reference or account unreadable), `receipt_mismatch`,
 * `receipt_not_completed` (with the printed word), `provider_format_changed` (all else).
 */
export const judge = (
  printed: Printed,
  asked: Asked,
  style: Style,
  { settings, now }: ReadingContext,
): Result<Reading, Failure> => {
  if (!style.reference.test(printed.reference)) return changed("reference");
  const paymentKind = printed.paymentKind ?? paymentKindOf(printed.transactionType ?? "");
  const { payer } = printed;
  const { receiver, absent } = receiverOf(printed, paymentKind);
  const unlessAbsent = (field: LackingField, text: string) => (absent.includes(field) ? [] : [text]);
  const accounts = [
    ...unlessAbsent("payer_account", payer.account),
    ...unlessAbsent("receiver_account", receiver.account),
  ];
  if (!accounts.every((account) => style.accounts.test(account))) return changed("account");
  if (asked.reference !== undefined && printed.reference.toUpperCase() !== asked.reference.toUpperCase())
    return fail("receipt_mismatch", { mismatch: "reference" });
  const parties = [payer, receiver].map(({ account }) => compareAsked(account, asked, style));
  if (!parties.includes("agree") && parties.includes("differ"))
    // The masked one may be the account that was asked, and nobody can tell.
    return parties.includes("unknown")
      ? changed("account")
      : fail("receipt_mismatch", { mismatch: "account" });

  const completion = printed.status === undefined ? "completed" : completionOfStatus(printed.status);
  if (completion === "unknown") return changed("status");
  if (completion === "not_completed")
    return fail("receipt_not_completed", { receiptStatus: printed.status ?? "" });
  // A receipt of a reversal is none of the payment.
  const undoing = [printed.transactionType ?? "", printed.documentType].find((type) => saysUndone(type));
  if (undoing !== undefined) return fail("receipt_not_completed", { receiptStatus: undoing });

  const names = [...unlessAbsent("payer_name", payer.name), ...unlessAbsent("receiver_name", receiver.name)];
  if (!names.every(isName)) return changed("name");
  if (printed.documentType === "") return changed("document type");
  const date = readMoment(printed.date, style.dates);
  if (date === null || !isPlausible(date, now)) return changed("date");
  const amounts = readAmounts(printed);
  if (amounts === null) return changed("amounts");

  const show = (santim: number, text = "") =>
    style.amounts === "printed"
      ? (formatPrinted(text) ?? formatSantim(santim))
      : formatSantim(santim, style.amounts);
  const optional = (field: "commission" | "vat_on_commission", santim: number | null, text?: string) =>
    style.shows.includes(field) && santim !== null ? { [field]: show(santim, text) } : {};
  return ok({
    receipt: {
      bank: settings.bank,
      document_type: printed.documentType,
      status: "Verified",
      transaction_reference: printed.reference,
      payment_date: printed.date,
      payer_name: payer.name,
      payer_account: payer.account,
      receiver_name: receiver.name,
      receiver_account: receiver.account,
      transferred_amount: show(amounts.amount, printed.amount),
      ...optional("commission", amounts.commission, printed.commission),
      ...optional("vat_on_commission", amounts.vat, printed.vat),
      total_debited: show(amounts.total, printed.total),
      pdf_available: style.pdfAvailable,
    },
    amountMinor: amounts.amount,
    paymentDateIso: isInDoubt(date, style.encodedDate) ? null : isoAsPrinted(date),
    totalCheck: amounts.totalCheck,
    absentFields: [...absent],
    paymentKind,
    receiverBank: printed.receiverBank,
    isReceiverAccountShown:
      !isBankName(receiver.name) && (printed.isTill === true || isAccount(receiver.account)),
  });
};

type LackingField = AbsentField | "receiver_account";

/** Cash, airtime and bills come to nobody: their layouts may leave the receiver's cells empty, the account's too. */
const receiverOf = (
  { receiver, absent = [] }: Printed,
  kind: PaymentKind,
): { readonly receiver: Party; readonly absent: readonly LackingField[] } => {
  const { name, account } = receiver;
  if (!paysNobody(kind)) return { receiver, absent };
  const lacking: readonly LackingField[] = [
    ...absent.filter((field) => field !== "receiver_name"),
    ...(isBlank(name) ? (["receiver_name"] as const) : []),
    ...(isBlank(account) ? (["receiver_account"] as const) : []),
  ];
  return {
    receiver: { name: isBlank(name) ? "" : name, account: isBlank(account) ? "" : account },
    absent: lacking,
  };
};

/** The code of a bank or a service is shorter than anybody's account or phone, and some banks print words instead. */
const isAccount = (account: string): boolean => account.includes("*") || /\d{7}/.test(account);

const changed = (clause: string) => fail("provider_format_changed", { detail: `contract: ${clause}` });

/** Whether a printed account is the one that was asked, in whichever way it is written; `agree` when none was. */
const compareAsked = (account: string, { account: digits, phone = [] }: Asked, style: Style): Comparison => {
  const writings = [
    ...(digits === undefined ? [] : [digits]),
    ...phone.map((one) => ({ digits: one, isWhole: true })),
  ];
  const found = writings.map((one) => compareDigits(account, one.digits, one.isWhole, style.visibleMin));
  if (found.length === 0 || found.includes("agree")) return "agree";
  return found.includes("unknown") ? "unknown" : "differ";
};

/**
 * A name holds a letter; what a page prints for an empty cell (`_`, `-`, `null`) is none, nor is what a font
 * without the letters' meaning leaves of it.
 */
const isName = (name: string): boolean =>
  /\p{L}/u.test(name) && !/[\p{Co}\ufffd]/u.test(name) && name.length <= 200 && name !== "null";

const dayMs = 86_400_000;

/** Not before 2015 and at most a day ahead. */
const isPlausible = (date: LocalMoment, now: Date): boolean => {
  const at = Date.parse(isoOf(date));
  return date.year >= 2015 && at <= now.getTime() + dayMs;
};

/** The day that the reference carries fits the printed one only when day and month change places. */
const isInDoubt = (date: LocalMoment, encoded: CalendarDate | null): boolean => {
  if (encoded === null || date.day > 12) return false;
  const apart = (month: number, day: number) =>
    Math.abs(Date.UTC(date.year, month - 1, day) - Date.UTC(encoded.year, encoded.month - 1, encoded.day));
  return apart(date.month, date.day) > 3 * dayMs && apart(date.day, date.month) <= 3 * dayMs;
};
