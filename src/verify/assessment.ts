import type { Takings } from "../accounts/accounts.ts";
import {
  definitiveCodeOf,
  type Failure,
  type FailureAssessmentKind,
  isBlameless,
  type NotFoundReason,
} from "../core/failure.ts";
import { isPhone } from "../core/phone.ts";
import type { PaymentKind, VerifiedReceipt } from "../core/receipt.ts";
import { type CalendarDate, daysSince } from "../core/time.ts";
import { visibleDigits } from "../documents/account-digits.ts";
import { isUnderWay } from "../documents/undone/completion.ts";
import {
  type Claims,
  checkClaimedAmount,
  isAmountUnclear,
  largerAmountNamed,
  printedAmountsOf,
} from "./claims.ts";
import {
  areNamesApart,
  type BankNames,
  bankKeyOf,
  checkName,
  checkNumber,
  isOtherTill,
  isSameBank,
} from "./parties.ts";
import { isAhead, isOld, paidWhen } from "./payment-age.ts";

/**
 * What a receipt means for the merchant: the answer to "is this my money?". HTTP and the bot share this closed
 * list, in which the strongest kind stands first.
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

/** How the receiver relates to the saved accounts, and why that is unknown. */
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
  /** The digits agree with a saved account of another name. */
  | {
      readonly kind: "unknown";
      readonly why: "other_name";
      readonly savedName: string;
      readonly savedNumber: string;
    };

/** Why this receipt paid nobody, or only its own payer. */
export type NoPayment = "same_account" | Extract<PaymentKind, "withdrawal" | "airtime" | "bill">;

export type ReceiptAssessment = {
  readonly kind: ReceiptAssessmentKind;
  /** All kinds that hold, the strongest first; empty for `yours`. */
  readonly reasons: readonly ReceiptAssessmentKind[];
  readonly receiver: ReceiverRelation;
  readonly noPayment: NoPayment | null;
  /** A claimed amount in santim that is not the receipt's; null: none. */
  readonly claimedSantim: number | null;
  /** Whether that amount was read off a picture. */
  readonly isClaimPrinted: boolean;
  /** An amount in santim, more than the receipt's, that is named beside claims that agree; null: none. */
  readonly largerSantim: number | null;
  /** Whether an amount that is named could not be read for certain. */
  readonly isAmountUnclear: boolean;
  /** For `old`: the date lies ahead or can be read in two ways, so that the age is unknown. */
  readonly isDateInDoubt: boolean;
};

export type FailureAssessment = {
  readonly kind: FailureAssessmentKind;
  readonly reasons: readonly FailureAssessmentKind[];
};

/** An account or phone that the merchant saved. */
export type SavedAccount = {
  /** A provider's label or the printed name of another bank; empty for a phone and where it is not known. */
  readonly provider: string;
  /** Whole digits, or masked as a receipt prints them. */
  readonly number: string;
  /** `""` where none is known. */
  readonly name: string;
};

/** Everything beside the receipt that its assessment depends on. */
export type ReceiptCircumstances = {
  /** The saved accounts of the merchant. */
  readonly saved: readonly SavedAccount[];
  /** The merchant's earlier answer: "mine" about this receipt, or "not mine" about its receiver. */
  readonly answered: "mine" | "not_mine" | null;
  readonly claims: Claims;
  /** Whether another source showed the receipt to the merchant before. */
  readonly isSeenElsewhere: boolean;
  readonly banks: BankNames;
  readonly now: Date;
};

/** Whose the money is, whatever the age of the receipt. */
export const takingsOf = ({ receiver, noPayment }: ReceiptAssessment): Takings => {
  if (noPayment !== null || receiver.kind === "someone_else") return "others";
  return receiver.kind === "yours" ? "own" : "unknown";
};

/** Assesses a verified receipt. Pure. */
export const assessReceipt = (
  verified: VerifiedReceipt,
  circumstances: ReceiptCircumstances,
): ReceiptAssessment => {
  const { claims, isSeenElsewhere, now } = circumstances;
  const receiver = relationOf(verified, circumstances);
  const noPayment = noPaymentOf(verified);
  const claimedSantim = otherAmountOf(verified, claims);
  const isClaimPrinted = claimedSantim !== null && claims.printedSantim?.includes(claimedSantim) === true;
  const printed = printedAmountsOf(verified);
  const largerSantim = largerAmountNamed(claims, printed);
  const isUnclear = isAmountUnclear(claims, printed);
  const paid = paidWhen(verified.paymentDateIso);
  const isDateInDoubt = paid === null || isAhead(paid, now);
  const holds: Readonly<Record<ReceiptAssessmentKind, boolean>> = {
    // The receiver's account does not matter where nobody was paid.
    account_not_shown: receiver.kind === "not_shown" && noPayment === null,
    someone_else: receiver.kind === "someone_else",
    no_payment: noPayment !== null,
    other_amount: claimedSantim !== null,
    seen_before: isSeenElsewhere,
    old: isDateInDoubt || isOld(paid, now),
    receiver_unknown: receiver.kind === "unknown",
    yours: false,
  };
  const reasons = receiptAssessmentKinds.filter((kind) => holds[kind]);
  const [kind = "yours"] = reasons;
  return {
    kind,
    reasons,
    receiver,
    noPayment,
    claimedSantim,
    isClaimPrinted,
    largerSantim,
    isAmountUnclear: isUnclear,
    isDateInDoubt,
  };
};

const relationOf = (
  { receipt, receiverBank, isReceiverAccountShown }: VerifiedReceipt,
  { saved, answered, banks }: ReceiptCircumstances,
): ReceiverRelation => {
  if (!isReceiverAccountShown) return { kind: "not_shown" };
  if (answered === "mine") return { kind: "yours" };
  if (saved.length === 0) return answered === "not_mine" ? { kind: "someone_else" } : unknown("none_saved");
  const compared = saved.map((account) => ({
    account,
    relation: compare(account, { receipt, receiverBank, banks }),
  }));
  const found = compared.map(({ relation }) => relation);
  const otherNames = found.flatMap((one) => (one.why === "other_name" ? [one.savedNumber] : []));
  // An entry without a name decides nothing where the same number is saved with one.
  const isDecisive = ({ name, number }: SavedAccount): boolean =>
    name !== "" || !otherNames.some((other) => checkNumber(other, number) === "match");
  const told =
    compared.find(({ account, relation }) => relation.kind === "yours" && isDecisive(account))?.relation ??
    found.find(({ why }) => why === "other_name") ??
    found.find(({ why }) => why === "digits_hidden");
  if (answered !== "not_mine" && told !== undefined) return told;
  if (told?.kind === "yours") return told;
  const isOther = answered === "not_mine" || found.some(({ kind }) => kind === "someone_else");
  if (!isOther) return found.find(({ why }) => why === "bank_unknown") ?? unknown("none_at_this_bank");
  const isNamesake = saved.some(({ name }) => isSameName(name, receipt.receiver_name));
  return isNamesake && answered !== "not_mine" ? unknown("same_name_other_number") : { kind: "someone_else" };
};

type Printed = Pick<VerifiedReceipt, "receipt" | "receiverBank"> & { readonly banks: BankNames };

const compare = (
  { provider, number, name }: SavedAccount,
  { receipt, receiverBank, banks }: Printed,
): ReceiverRelation => {
  const printed = receipt.receiver_account;
  // A phone belongs to one person at every wallet. Any other number is an account at its own bank alone.
  const isComparable = isPhone(number) && isLikePhone(printed);
  if (!isComparable && receiverBank === null) return unknown("bank_unknown");
  if (!isComparable && !isSameBank(provider, receiverBank ?? "", banks)) return unknown("none_at_this_bank");
  const digits = checkNumber(number, printed);
  if (digits === "unknown") return unknown("digits_hidden");
  if (digits === "mismatch" || isOtherTill(number, printed))
    // One shop has a phone of each network, and a till or an account beside them.
    return networkOf(number) === networkOf(printed) ? { kind: "someone_else" } : unknown("none_at_this_bank");
  const isOtherName = name !== "" && areNamesApart(name, receipt.receiver_name);
  return isOtherName
    ? { kind: "unknown", why: "other_name", savedName: name, savedNumber: number }
    : { kind: "yours" };
};

const unknown = (
  why: Exclude<Extract<ReceiverRelation, { kind: "unknown" }>["why"], "other_name">,
): ReceiverRelation => ({ kind: "unknown", why });

/** Whether the names are equal, one continues the other, or they sound alike in two scripts. */
const isSameName = (saved: string, printed: string): boolean =>
  saved !== "" && printed !== "" && !printed.includes("*") && !areNamesApart(saved, printed);

/** Whether the visible beginning of a printed number is a mobile phone's. */
const isLikePhone = (printed: string): boolean => networkOf(printed) !== null;

/** The digit of a mobile phone's network, of a masked one too; null where the visible beginning of a number is no phone's. */
const networkOf = (number: string): string | null =>
  /^(?:251|0)([79])/.exec(visibleDigits(number)?.prefix ?? "")?.[1] ?? null;

/** Null: somebody else was paid. */
export const noPaymentOf = ({ receipt, paymentKind, receiverBank }: VerifiedReceipt): NoPayment | null => {
  if (paymentKind === "withdrawal" || paymentKind === "airtime" || paymentKind === "bill") return paymentKind;
  const { payer_account, receiver_account, payer_name, receiver_name } = receipt;
  if (payer_account === "" || payer_account !== receiver_account || receiverBank === null) return null;
  const visible = visibleDigits(receiver_account);
  // Two masked accounts may show equal digits by chance, so the names must agree as well.
  if (visible?.masked !== true) return "same_account";
  return checkName(payer_name, receiver_name) === "match" ? "same_account" : null;
};

const otherAmountOf = (verified: VerifiedReceipt, claims: Claims): number | null => {
  const printed = printedAmountsOf(verified);
  if (checkClaimedAmount(claims, printed) !== "mismatch") return null;
  const { amountSantim, totalSantim } = printed;
  const others = claims.amountsSantim.filter(
    (claimed) => claimed !== amountSantim && claimed !== totalSantim,
  );
  return others.length === 0 ? null : Math.max(...others);
};

/** The part of a question that the assessment of a failure depends on. */
export type FailureQuestion = {
  /** Account or phone digits that were asked together with the reference; absent where there were none. */
  readonly secondNumber?: string | undefined;
  /** Whether the caller chose the bank among several that the reference may be from. */
  readonly isBankChosen: boolean;
  readonly encodedDate: CalendarDate | null;
};

/** Assesses an answer without a receipt. Pure. */
export const assessFailure = (failure: Failure, asked: FailureQuestion, now: Date): FailureAssessment => {
  const kind = failureKindOf(failure, asked, now);
  return { kind, reasons: [kind] };
};

const failureKindOf = (failure: Failure, asked: FailureQuestion, now: Date): FailureAssessmentKind => {
  // Of all failures of a bank this one alone means that it has said something about the receipt.
  if (failure.code === "provider_format_changed") return "unreadable";
  if (isBlameless(failure)) return "no_answer";
  const code = definitiveCodeOf(failure);
  switch (code) {
    case "receipt_not_found":
      if (notFoundReasonOf(asked, now) === "other_number_possible") return "number_in_doubt";
      // Without a date nobody can tell whether the bank has had time to publish it.
      return asked.encodedDate === null || isRecent(asked.encodedDate, now) ? "not_found_yet" : "not_found";
    case "receipt_mismatch":
      return failure.mismatch === "account" ? "number_in_doubt" : "another_receipt";
    case "receipt_not_completed":
      return isUnderWay(failure.receiptStatus ?? "") ? "pending" : "undone";
    case null:
      return "not_asked";
  }
};

export const notFoundReasonOf = (asked: FailureQuestion, now: Date): NotFoundReason => {
  if (asked.secondNumber !== undefined || asked.isBankChosen) return "other_number_possible";
  return isRecent(asked.encodedDate, now) ? "too_recent" : "unknown";
};

/**
 * Whether a reference is of today or yesterday in Addis Ababa, so that its receipt may still appear. Tomorrow counts too,
 * for a clock that runs ahead.
 */
export const isRecent = (encodedDate: CalendarDate | null, now: Date): boolean =>
  encodedDate !== null && Math.abs(daysSince(encodedDate, now)) <= 1;

/**
 * Adds to a failure its assessment, why nothing was found, and when to ask again where the answer may change. A request
 * that was refused before any bank was asked stays as it is.
 */
export const assessedFailure = (failure: Failure, asked: FailureQuestion, now: Date): Failure => {
  const { kind } = assessFailure(failure, asked, now);
  if (kind === "not_asked") return failure;
  const assessed = { ...failure, assessment: kind };
  if (failure.code === "receipt_not_found") {
    const again = isRecent(asked.encodedDate, now) ? { retryAfterSeconds } : {};
    return { ...assessed, reason: notFoundReasonOf(asked, now), ...again };
  }
  return kind === "pending" ? { ...assessed, retryAfterSeconds } : assessed;
};

/** New receipts appear within minutes, so this is soon enough and no burden for a bank. */
const retryAfterSeconds = 120;

/** Whether the status says that the money went back to its payer. */
export const isReversed = ({ receiptStatus = "" }: Pick<Failure, "receiptStatus">): boolean =>
  /revers|refund|return|ተመላሽ|ተመልሷል/i.test(receiptStatus);

/** One mark for each kind, the same in HTTP and the bot. */
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

/** A verified receipt that is to be assessed, and how it was shown. */
export type ReceiptToAssess = {
  /** Label of the bank whose receipt it is. */
  readonly provider: string;
  readonly verified: VerifiedReceipt;
  readonly claims: Claims;
  /** Whether another source showed it to the merchant before. */
  readonly isSeenElsewhere: boolean;
};

type Receiver = { readonly bank: string; readonly number: string; readonly name: string };

type Dependencies = {
  readonly savedAccounts: { readonly of: (account: string) => Promise<readonly SavedAccount[]> };
  readonly receiverAnswers: {
    readonly of: (
      account: string,
      asked: {
        readonly receiver: Receiver;
        readonly receipt: { readonly provider: string; readonly reference: string };
      },
    ) => Promise<"mine" | "not_mine" | null>;
  };
  readonly banks: BankNames;
  readonly now: () => Date;
};

/**
 * Reads what a merchant (null: nobody) has saved and answered about a receiver. The result assesses without waiting, also
 * inside a transaction. Rejects while the database is away.
 */
export type PrepareAssessment = (
  account: string | null,
  toAssess: Omit<ReceiptToAssess, "isSeenElsewhere">,
) => Promise<(isSeenElsewhere: boolean) => ReceiptAssessment>;

export const createPrepareAssessment =
  ({ savedAccounts, receiverAnswers, banks, now }: Dependencies): PrepareAssessment =>
  async (account, toAssess) => {
    const { verified, claims } = toAssess;
    const [saved, answered] =
      account === null
        ? [[], null]
        : await Promise.all([
            savedAccounts.of(account),
            receiverAnswers.of(account, askedReceiverOf(toAssess, banks)),
          ]);
    return (isSeenElsewhere) =>
      assessReceipt(verified, { saved, answered, claims, isSeenElsewhere, banks, now: now() });
  };

/** Assesses a receipt for a merchant (null: nobody). Rejects while the database is away. */
export type Assessor = (account: string | null, toAssess: ReceiptToAssess) => Promise<ReceiptAssessment>;

export const createAssessor = (deps: Dependencies): Assessor => {
  const prepare = createPrepareAssessment(deps);
  return async (account, toAssess) => (await prepare(account, toAssess))(toAssess.isSeenElsewhere);
};

/** The receiver and the receipt about which "is that you?" is asked. */
export const askedReceiverOf = (
  { provider, verified }: Pick<ReceiptToAssess, "provider" | "verified">,
  banks: BankNames,
) => ({
  receiver: {
    bank: bankKeyOf(verified.receiverBank ?? "", banks),
    number: verified.receipt.receiver_account,
    name: verified.receipt.receiver_name,
  },
  receipt: { provider, reference: verified.receipt.transaction_reference },
});
