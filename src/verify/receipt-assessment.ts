import type { Takings } from "../accounts/accounts.ts";
import type { ReceiverAnswer } from "../accounts/receiver-answers.ts";
import type { SavedAccount } from "../accounts/saved-accounts.ts";
import { isPhone } from "../core/phone.ts";
import type { PaymentKind, VerifiedReceipt } from "../core/receipt.ts";
import { visibleDigits } from "../documents/account-digits.ts";
import {
  amountAlsoNamed,
  type Claims,
  checkClaimedAmount,
  isAmountUnclear,
  receiptAmountsOf,
} from "./claims.ts";
import { areNamesApart, type BankNames, checkName, checkNumber, isOtherTill, isSameBank } from "./parties.ts";
import { isAhead, isOld, paidWhen } from "./payment-age.ts";

/**
 * What a receipt means for the merchant: the answer to "is this my money?". Every face shares this closed
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
type NoPayment = "same_account" | Extract<PaymentKind, "withdrawal" | "airtime" | "bill">;

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
  /** An amount in santim that is named beside claims that do not contradict; see `amountAlsoNamed`. */
  readonly alsoNamedSantim: number | null;
  /** Whether an amount that is named could not be read for certain. */
  readonly isAmountUnclear: boolean;
  /** For `old`: the date lies ahead or can be read in two ways, so that the age is unknown. */
  readonly isDateInDoubt: boolean;
};

/** What of a saved account the receiver is compared with. */
export type ComparedAccount = Pick<SavedAccount, "provider" | "number" | "name">;

/** Everything beside the receipt that its assessment depends on. */
export type ReceiptCircumstances = {
  /** The saved accounts of the merchant. */
  readonly saved: readonly ComparedAccount[];
  /** The merchant's earlier answer: "mine" about this receipt, or "not mine" about its receiver. */
  readonly answered: ReceiverAnswer | null;
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
  const printed = receiptAmountsOf(verified);
  const alsoNamedSantim = amountAlsoNamed(claims, printed);
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
    alsoNamedSantim,
    isAmountUnclear: isUnclear,
    isDateInDoubt,
  };
};

/**
 * "Mine" was said of this very receipt, and decides wherever it shows an account. "Not mine" was said of its receiver, and
 * decides unless a saved account matches; then the person has saved it since.
 */
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
  const isDecisive = ({ name, number }: ComparedAccount): boolean =>
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
  { provider, number, name }: ComparedAccount,
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
  const printed = receiptAmountsOf(verified);
  if (checkClaimedAmount(claims, printed) !== "mismatch") return null;
  const { amountSantim, totalSantim } = printed;
  const others = claims.amountsSantim.filter(
    (claimed) => claimed !== amountSantim && claimed !== totalSantim,
  );
  return others.length === 0 ? null : Math.max(...others);
};
