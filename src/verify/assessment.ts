import type { Failure, FailureAssessmentKind, NotFoundReason } from "../core/failure.ts";
import type { PaymentKind, Reading } from "../core/receipt.ts";
import type { CalendarDate } from "../core/time.ts";
import { daysSince } from "../core/time.ts";
import { visibleDigits } from "../documents/account-digits.ts";
import { type BankNames, isSameBank } from "./banks.ts";
import { type Claims, checkClaimedAmount, printedAmountsOf } from "./claims.ts";
import { checkName } from "./expectations.ts";
import { isAhead, isOld, paidWhen } from "./paid-when.ts";
import { checkNumber, isPhone } from "./receivers.ts";

/**
 * What a receipt means for the merchant who asks (design 10): the answer to "is this my money?". The closed list that
 * chat and API share. The kinds of a real receipt come in the order in which the strongest is told first.
 */
export const receiptAssessmentKinds = [
  "account_not_shown",
  "someone_else",
  "no_payment",
  "other_amount",
  "seen_before",
  "old",
  "receiver_unknown",
  "yours",
] as const;

export type ReceiptAssessmentKind = (typeof receiptAssessmentKinds)[number];
type AssessmentKind = ReceiptAssessmentKind | FailureAssessmentKind;

/** How the receiver relates to the accounts that are saved, and where that is not certain, why. */
type ReceiverRelation =
  | { readonly kind: "yours" | "someone_else" | "not_shown"; readonly why?: undefined }
  | {
      readonly kind: "unknown";
      readonly why:
        | "none_saved"
        | "none_at_this_bank"
        | "bank_unknown"
        | "digits_hidden"
        | "same_name_other_number";
    }
  /** The digits agree with a saved account whose name is another. */
  | {
      readonly kind: "unknown";
      readonly why: "other_name";
      readonly savedName: string;
      readonly savedNumber: string;
    };

/** Why money did not come to anybody by this receipt, or only back to its payer. */
export type NoPayment = "same_account" | Extract<PaymentKind, "withdrawal" | "airtime" | "bill">;

export type ReceiptAssessment = {
  readonly kind: ReceiptAssessmentKind;
  /** Every kind that holds, the strongest first; none for `yours`. */
  readonly reasons: readonly ReceiptAssessmentKind[];
  readonly receiver: ReceiverRelation;
  readonly noPayment: NoPayment | null;
  /** The amount in santim that is claimed and is not the receipt's; null: none. */
  readonly claimedSantim: number | null;
  /** Whether that amount was read off a picture. */
  readonly isClaimPrinted: boolean;
  /** Of `old`: the date lies ahead or can be read in two ways, so that nobody can say how old the receipt is. */
  readonly isDateInDoubt: boolean;
};

export type FailureAssessment = {
  readonly kind: FailureAssessmentKind;
  readonly reasons: readonly FailureAssessmentKind[];
};

/** An account or phone that the merchant saved as their own. */
export type SavedAccount = {
  /** A provider's label or the printed name of another bank; `""` for a phone, and where it is not known. */
  readonly provider: string;
  /** Whole digits, or masked as a receipt prints them. */
  readonly number: string;
  /** `""` where none is known. */
  readonly name: string;
};

/** What is known beside the receipt. */
export type ReceiptCircumstances = {
  /** The saved accounts of the account that judges. */
  readonly saved: readonly SavedAccount[];
  /** What the merchant answered before: of this very receipt "mine", or of its receiver "not mine". */
  readonly answered: "mine" | "not_mine" | null;
  readonly claims: Claims;
  /** Whether the account that judges saw the receipt before, otherwise than by this very message. */
  readonly isSeenBefore: boolean;
  readonly banks: BankNames;
  readonly now: Date;
};

/** Whether the money came to the merchant, however old the receipt is or often it was shown. */
export const isTakings = ({ receiver, noPayment }: ReceiptAssessment): boolean =>
  receiver.kind === "yours" && noPayment === null;

/** Judges a verified receipt. Pure. */
export const assessReceipt = (reading: Reading, circumstances: ReceiptCircumstances): ReceiptAssessment => {
  const { claims, isSeenBefore, now } = circumstances;
  const receiver = relationOf(reading, circumstances);
  const noPayment = noPaymentOf(reading);
  const claimedSantim = otherAmountOf(reading, claims);
  const isClaimPrinted = claimedSantim !== null && claims.printedSantim?.includes(claimedSantim) === true;
  const paid = paidWhen(reading.paymentDateIso);
  const isDateInDoubt = paid === null || isAhead(paid, now);
  const holds: Readonly<Record<ReceiptAssessmentKind, boolean>> = {
    // Whose account it was does not matter where nobody was paid.
    account_not_shown: receiver.kind === "not_shown" && noPayment === null,
    someone_else: receiver.kind === "someone_else",
    no_payment: noPayment !== null,
    other_amount: claimedSantim !== null,
    seen_before: isSeenBefore,
    old: isDateInDoubt || isOld(paid, now),
    receiver_unknown: receiver.kind === "unknown",
    yours: false,
  };
  const reasons = receiptAssessmentKinds.filter((kind) => holds[kind]);
  const [kind = "yours"] = reasons;
  return { kind, reasons, receiver, noPayment, claimedSantim, isClaimPrinted, isDateInDoubt };
};

/** From what the receipt prints of its receiver to what that is for the merchant. */
const relationOf = (
  { receipt, receiverBank, isReceiverAccountShown }: Reading,
  { saved, answered, banks }: ReceiptCircumstances,
): ReceiverRelation => {
  if (!isReceiverAccountShown) return { kind: "not_shown" };
  if (answered === "mine") return { kind: "yours" };
  if (saved.length === 0) return answered === "not_mine" ? { kind: "someone_else" } : unknown("none_saved");
  const found = saved.map((account) => compare(account, { receipt, receiverBank, banks }));
  const told =
    found.find(({ kind }) => kind === "yours") ??
    found.find(({ why }) => why === "other_name") ??
    found.find(({ why }) => why === "digits_hidden");
  if (answered !== "not_mine" && told !== undefined) return told;
  if (told?.kind === "yours") return told;
  const isOther = answered === "not_mine" || found.some(({ kind }) => kind === "someone_else");
  if (!isOther) return found.find(({ why }) => why === "bank_unknown") ?? unknown("none_at_this_bank");
  const isNamesake = saved.some(({ name }) => isSameName(name, receipt.receiver_name));
  return isNamesake && answered !== "not_mine" ? unknown("same_name_other_number") : { kind: "someone_else" };
};

type Printed = Pick<Reading, "receipt" | "receiverBank"> & { readonly banks: BankNames };

const compare = (
  { provider, number, name }: SavedAccount,
  { receipt, receiverBank, banks }: Printed,
): ReceiverRelation => {
  const printed = receipt.receiver_account;
  // A phone is the same person's at every wallet; any other number is an account only at its own bank.
  const isComparable = isPhone(number) && isLikePhone(printed);
  if (!isComparable && receiverBank === null) return unknown("bank_unknown");
  if (!isComparable && !isSameBank(provider, receiverBank ?? "", banks)) return unknown("none_at_this_bank");
  const digits = checkNumber(number, printed);
  if (digits === "unknown") return unknown("digits_hidden");
  if (digits === "mismatch") return { kind: "someone_else" };
  const isOtherName = name !== "" && checkName(name, receipt.receiver_name) === "mismatch";
  return isOtherName
    ? { kind: "unknown", why: "other_name", savedName: name, savedNumber: number }
    : { kind: "yours" };
};

const unknown = (
  why: Exclude<Extract<ReceiverRelation, { kind: "unknown" }>["why"], "other_name">,
): ReceiverRelation => ({ kind: "unknown", why });

/** Whether one name is the other, or goes on where it ends. */
const isSameName = (saved: string, printed: string): boolean =>
  saved !== "" && printed !== "" && !printed.includes("*") && checkName(saved, printed) !== "mismatch";

/** Whether what is visible of a printed number begins like a mobile phone's. */
const isLikePhone = (printed: string): boolean => {
  const visible = visibleDigits(printed);
  return visible !== null && /^(?:251|0)[79]/.test(visible.prefix);
};

const noPaymentOf = ({ receipt, paymentKind, receiverBank }: Reading): NoPayment | null => {
  if (paymentKind === "withdrawal" || paymentKind === "airtime" || paymentKind === "bill") return paymentKind;
  const { payer_account, receiver_account, payer_name, receiver_name } = receipt;
  if (payer_account === "" || payer_account !== receiver_account || receiverBank === null) return null;
  const visible = visibleDigits(receiver_account);
  // Of a masked account others may show the same digits: then only one and the same name says that it is one account.
  if (visible?.masked !== true) return "same_account";
  return checkName(payer_name, receiver_name) === "match" ? "same_account" : null;
};

const otherAmountOf = (reading: Reading, claims: Claims): number | null => {
  const printed = printedAmountsOf(reading);
  if (checkClaimedAmount(claims, printed) !== "mismatch") return null;
  const { amountSantim, totalSantim } = printed;
  const others = claims.amountsSantim.filter(
    (claimed) => claimed !== amountSantim && claimed !== totalSantim,
  );
  return others.length === 0 ? null : Math.max(...others);
};

/** The question, as far as an answer without a receipt depends on it. */
export type AskedQuestion = {
  /** Account or phone digits that were asked together with the reference; absent where it stood alone. */
  readonly secondNumber?: string | undefined;
  /** Whether the asker chose the bank among several that the reference may be from. */
  readonly isBankChosen: boolean;
  readonly encodedDate: CalendarDate | null;
};

/** Judges an answer without a receipt. Pure. */
export const assessFailure = (failure: Failure, asked: AskedQuestion, now: Date): FailureAssessment => {
  const kind = failureKindOf(failure, asked, now);
  return { kind, reasons: [kind] };
};

const failureKindOf = (failure: Failure, asked: AskedQuestion, now: Date): FailureAssessmentKind => {
  switch (failure.code) {
    case "receipt_not_found":
      if (notFoundReasonOf(asked, now) === "other_number_possible") return "number_in_doubt";
      // Without a date nobody can tell whether the bank has had time to publish it.
      return asked.encodedDate === null || isRecent(asked.encodedDate, now) ? "not_found_yet" : "not_found";
    case "receipt_mismatch":
      return failure.mismatch === "account" ? "number_in_doubt" : "another_receipt";
    case "receipt_not_completed":
      return isUnderWay(failure) ? "pending" : "undone";
    case "provider_format_changed":
      return "unreadable";
    case "provider_error":
    case "provider_tls_failure":
    case "provider_blocked":
    case "provider_unavailable":
    case "provider_timeout":
    case "overloaded":
    case "internal_error":
      return "no_answer";
    default:
      return "not_asked";
  }
};

export const notFoundReasonOf = (asked: AskedQuestion, now: Date): NotFoundReason => {
  if (asked.secondNumber !== undefined || asked.isBankChosen) return "other_number_possible";
  return isRecent(asked.encodedDate, now) ? "too_recent" : "unknown";
};

/**
 * Whether a reference is of today or yesterday in Addis Ababa, so that its receipt may still appear. Tomorrow's is, too,
 * for a clock that runs ahead; a later day is no day of a payment.
 */
export const isRecent = (encodedDate: CalendarDate | null, now: Date): boolean =>
  encodedDate !== null && Math.abs(daysSince(encodedDate, now)) <= 1;

/**
 * A failure with what it means for whoever asked: its assessment, why nothing was found, and when to ask again where
 * the answer may still change. What is refused before anything is asked of a bank stays as it is.
 */
export const judgedFailure = (failure: Failure, asked: AskedQuestion, now: Date): Failure => {
  const { kind } = assessFailure(failure, asked, now);
  if (kind === "not_asked") return failure;
  const judged = { ...failure, assessment: kind };
  if (failure.code === "receipt_not_found") {
    const again = isRecent(asked.encodedDate, now) ? { retryAfterSeconds } : {};
    return { ...judged, reason: notFoundReasonOf(asked, now), ...again };
  }
  return kind === "pending" ? { ...judged, retryAfterSeconds } : judged;
};

/** New receipts appear within minutes; whoever asks so often hears of it soon and troubles no bank. */
const retryAfterSeconds = 120;

/** Whether the status of a receipt that is not completed may still change; a reversed one stays reversed. */
const isUnderWay = ({ receiptStatus = "" }: Pick<Failure, "receiptStatus">): boolean =>
  underWay.has(receiptStatus.toLowerCase());

/** Whether the status says that the money went back to its payer. */
export const isReversed = ({ receiptStatus = "" }: Pick<Failure, "receiptStatus">): boolean =>
  /revers|refund|return|ተመላሽ|ተመልሷል/i.test(receiptStatus);

const underWay: ReadonlySet<string> = new Set([
  "pending",
  "processing",
  "in progress",
  "queued",
  "submitted",
  "on hold",
  "initiated",
]);

/** One mark for each kind, the same on every face (design 10). */
export const marks: Readonly<Record<AssessmentKind, "✅" | "❓" | "⚠️" | "🕓" | "❌" | "⏳" | "🚫">> = {
  yours: "✅",
  receiver_unknown: "❓",
  someone_else: "⚠️",
  account_not_shown: "⚠️",
  no_payment: "⚠️",
  other_amount: "⚠️",
  seen_before: "⚠️",
  old: "⚠️",
  undone: "❌",
  pending: "🕓",
  number_in_doubt: "❓",
  not_found_yet: "🕓",
  not_found: "❌",
  another_receipt: "❌",
  unreadable: "⚠️",
  no_answer: "⏳",
  not_asked: "🚫",
};
