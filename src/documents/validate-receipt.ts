import { type Failure, fail } from "../core/failure.ts";
import { formatPrinted, formatSantim, parseSantim } from "../core/money.ts";
import type { PaymentKind, TotalCheck, UnverifiedReceipt, VerifiedReceipt } from "../core/receipt.ts";
import { ok, type Result } from "../core/result.ts";
import { type CalendarDate, dayMs, isoAsPrinted, isoOf, type LocalMoment, readMoment } from "../core/time.ts";
import type { ReadingContext } from "../providers/provider.ts";
import { type Comparison, compareDigits } from "./account-digits.ts";
import { saysNotCompleted } from "./contradiction.ts";
import type { Document } from "./document.ts";
import { isOtherDocument, isOtherHeading } from "./document-title.ts";
import type { Synonyms } from "./labelled.ts";
import { namesOtherCurrency } from "./other-currency.ts";
import { isBankName, isBlank, paymentKindOf, paysNobody } from "./payment-kind.ts";
import { completionOfStatus } from "./undone/fields.ts";
import { kindGoesOnToUndoing, typeSaysUndone } from "./undone/types.ts";

export type Party = { readonly name: string; readonly account: string };

/** What a document prints beside its own labels, white space collapsed, nothing converted. */
export type PrintedFields = {
  readonly documentType: string;
  readonly reference: string;
  /** Absent for documents that only exist for completed payments. */
  readonly status?: string;
  readonly date: string;
  readonly payer: Party;
  readonly receiver: Party;
  readonly amount: string;
  /** This and `vat` are absent where the page has no place for them. */
  readonly commission?: string;
  readonly vat?: string;
  /** Further parts of the total, such as a stamp duty. Here and below `undefined` is a row that the page does not have. */
  readonly surcharges?: readonly (string | undefined)[];
  /** The disaster-recovery levy where it has a row of its own. */
  readonly levy?: string;
  /** Parts that pages show whether or not they are in the total: a tax inside the price, a discount given before. */
  readonly perhapsAdded?: readonly (string | undefined)[];
  readonly perhapsSubtracted?: readonly (string | undefined)[];
  /** Absent where no total is printed: it is then the sum of the parts. */
  readonly total?: string;
  /** The bank's own words for the kind of payment, never the payer's. Unset or blank: a transfer. */
  readonly transactionType?: string;
  /** Set by a provider that knows the kind from more than these words. */
  readonly paymentKind?: PaymentKind;
  /** A provider's label or the printed name of the receiver's bank; null: it is not known. */
  readonly receiverBank: string | null;
  /** The payer's bank's own reference of the payment, printed beside this receipt's. */
  readonly payersReference?: string | undefined;
  /** Whether the document calls the receiver's number a till's, so that a short one is an account all the same. */
  readonly isTill?: boolean;
  /** Fields that this kind of document has no place for; the parties hold `""` there. */
  readonly absent?: readonly AbsentField[];
};

/** What a genuine receipt of any kind may lack; never its reference, date, amount or the receiver's account. */
export type AbsentField = "payer_name" | "payer_account" | "receiver_name";

/** The question, as far as the document must repeat it. */
export type AskedFields = {
  /** Absent where the receipt was asked for by a token that it does not print. */
  readonly reference?: string;
  /** Last digits of one party's account. `isWhole`: they are the complete number. */
  readonly account?: AskedAccount;
  /** A phone number in each way that it may be printed. */
  readonly phone?: readonly string[];
};

type AskedAccount = { readonly digits: string; readonly isWhole: boolean };

/** How one provider prints, and which optional fields its record shows. */
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
 * The rules about the document around the fields: it is headed as a receipt, and names nowhere another currency, nor
 * says that the payment was not completed. `provider_format_changed` otherwise. Nothing else makes a receipt Verified.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const validateDocument = (
  document: Document,
  unverified: UnverifiedReceipt,
  synonyms: Synonyms,
): Result<VerifiedReceipt, Failure> => {
  const { bank, document_type, ...printed } = unverified.receipt;
  const { payer_name, receiver_name } = printed;
  if (isOtherDocument(document, synonyms))
    return fail("provider_format_changed", { detail: "headed as another kind of document" });
  if (namesOtherCurrency(document, unverified, synonyms))
    return fail("provider_format_changed", { detail: "currency" });
  if (saysNotCompleted(document, synonyms, [payer_name, receiver_name]))
    return fail("provider_format_changed", { detail: "not completed, it says elsewhere" });
  return ok({ ...unverified, receipt: { bank, document_type, status: "Verified", ...printed } });
};

/**
 * The rules about the fields, the same for every provider. Otherwise, in this order: `provider_format_changed` (reference or account unreadable), `receipt_mismatch`,
 * `receipt_not_completed` (with the printed word), `provider_format_changed` (all else).
 */
export const validateFields = (
  printed: PrintedFields,
  asked: AskedFields,
  style: Style,
  { settings, now }: ReadingContext,
): Result<UnverifiedReceipt, Failure> => {
  if (!style.reference.test(printed.reference)) return formatChanged("reference");
  const paymentKind = printed.paymentKind ?? paymentKindOf(printed.transactionType ?? "");
  const { payer } = printed;
  const { receiver, absent } = receiverOf(printed, paymentKind);
  const unlessAbsent = (field: LackingField, text: string) => (absent.includes(field) ? [] : [text]);
  const accounts = [
    ...unlessAbsent("payer_account", payer.account),
    ...unlessAbsent("receiver_account", receiver.account),
  ];
  if (!accounts.every((account) => style.accounts.test(account))) return formatChanged("account");
  if (asked.reference !== undefined && printed.reference.toUpperCase() !== asked.reference.toUpperCase())
    return fail("receipt_mismatch", { mismatch: "reference" });
  const parties = [payer, receiver].map(({ account }) => compareAsked(account, asked, style));
  if (!parties.includes("agree") && parties.includes("differ"))
    // The masked account may be the one that was asked for, but too few digits show.
    return parties.includes("unknown")
      ? formatChanged("account")
      : fail("receipt_mismatch", { mismatch: "account" });

  const completion = printed.status === undefined ? "completed" : completionOfStatus(printed.status);
  if (completion === "unknown") return formatChanged("status");
  const notCompleted = (receiptStatus: string) =>
    fail("receipt_not_completed", { receiptStatus, printedReference: printed.reference });
  if (completion === "not_completed") return notCompleted(printed.status ?? "");
  // A receipt of a reversal does not prove the payment.
  const undoing = [printed.transactionType ?? "", printed.documentType].find(
    (type) => typeSaysUndone(type) || kindGoesOnToUndoing(type),
  );
  if (undoing !== undefined) return notCompleted(undoing);
  if (isOtherHeading(printed.transactionType ?? "")) return formatChanged("transaction type");

  const names = [...unlessAbsent("payer_name", payer.name), ...unlessAbsent("receiver_name", receiver.name)];
  if (!names.every(isName)) return formatChanged("name");
  if (printed.documentType === "") return formatChanged("document type");
  const date = readMoment(printed.date, style.dates);
  if (date === null || !isPlausible(date, now)) return formatChanged("date");
  const amounts = readAmounts(printed);
  if (amounts === null) return formatChanged("amounts");

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
    ...(printed.payersReference !== undefined && { payersReference: printed.payersReference }),
    isReceiverAccountShown:
      !isBankName(receiver.name) && (printed.isTill === true || isAccount(receiver.account)),
  });
};

type LackingField = AbsentField | "receiver_account";

/** Cash, airtime and bills have no receiver, so their layouts may leave the receiver's name and account empty. */
const receiverOf = (
  { receiver, absent = [] }: PrintedFields,
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

/** Whether it is an account or a phone number: codes of banks and services are shorter, and some banks print words. */
const isAccount = (account: string): boolean => account.includes("*") || /\d{7}/.test(account);

const formatChanged = (clause: string) => fail("provider_format_changed", { detail: `contract: ${clause}` });

/** Whether a printed account is the one that was asked, in whichever way it is written; `agree` when none was. */
const compareAsked = (
  account: string,
  { account: digits, phone = [] }: AskedFields,
  style: Style,
): Comparison => {
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

/** Whether a date is not before 2015 and at most a day ahead. */
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

/** Amounts in santim with the relation of the total to its parts. */
type Amounts = {
  readonly amount: number;
  readonly commission: number | null;
  readonly vat: number | null;
  readonly total: number;
  readonly totalCheck: TotalCheck;
};

/**
 * Reads and adds up. Null when an amount cannot be read, when nothing was transferred, or when the total
 * cannot come from its parts. A total that is not printed is their sum.
 */
const readAmounts = (printed: PrintedFields): Amounts | null => {
  const amount = parseSantim(printed.amount);
  const commission = parseOptional(printed.commission);
  const vat = parseOptional(printed.vat);
  const levy = parseOptional(printed.levy);
  const surcharge = sum(printed.surcharges ?? []);
  const added = sum(printed.perhapsAdded ?? []);
  const subtracted = sum(printed.perhapsSubtracted ?? []);
  if (amount === null || amount === 0) return null;
  if (commission === undefined || vat === undefined || levy === undefined) return null;
  if (surcharge === null || added === null || subtracted === null) return null;
  const known = amount + (commission ?? 0) + (vat ?? 0) + surcharge + (levy ?? 0);
  // Our own sum of the parts cannot confirm them.
  if (printed.total === undefined) return { amount, commission, vat, total: known, totalCheck: "unknown" };
  const total = parseSantim(printed.total);
  if (total === null || total === 0) return null;
  const totals = [known, known + added, known - subtracted, known + added - subtracted];
  const totalCheck = checkTotal(total, totals, commission !== null && vat !== null ? commission : null, levy);
  return totalCheck === null ? null : { amount, commission, vat, total, totalCheck };
};

/**
 * `totals`: what the printed parts can add up to; `commission` null: not all parts are printed. A printed `levy`
 * is one of the parts; only where none is printed may the total hold one unseen.
 */
const checkTotal = (
  total: number,
  totals: readonly number[],
  commission: number | null,
  levy: number | null,
): TotalCheck | null => {
  if (commission === null) return total >= Math.min(...totals) ? "unknown" : null;
  if (totals.includes(total)) return levy === null || levy === 0 ? "exact" : "levy";
  if (levy !== null) return null;
  const levyMax = Math.ceil((commission * 5) / 100) + 1;
  return totals.some((known) => total > known && total - known <= levyMax) ? "levy" : null;
};

/** `null`: not printed; `undefined`: printed and unreadable. */
const parseOptional = (text: string | undefined): number | null | undefined =>
  text === undefined ? null : (parseSantim(text) ?? undefined);

const sum = (texts: readonly (string | undefined)[]): number | null => {
  let santim = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    const part = parseSantim(text);
    if (part === null) return null;
    santim += part;
  }
  return santim;
};
