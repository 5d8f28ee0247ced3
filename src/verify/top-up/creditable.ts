import type { ReceivingAccount, TopUpTerms } from "../../config/top-up-file.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { internationally, isPhone, phoneForms } from "../../core/phone.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { ok, type Result } from "../../core/result.ts";
import { hourMs } from "../../core/time.ts";
import { collapse } from "../../core/white-space.ts";
import { visibleDigits } from "../../documents/account-digits.ts";
import { paysNobody } from "../../documents/payment-kind.ts";
import { type BankNames, isRecognisable, isSameBank } from "../parties.ts";

/**
 * Checks that a verified receipt is a payment to us, at our own bank, that may be credited. Failures:
 * `receipt_mismatch` for a payment to others; `receipt_not_creditable` with its cause.
 */
export const checkPayment = (
  verified: VerifiedReceipt,
  accounts: readonly ReceivingAccount[],
  terms: TopUpTerms,
  banks: BankNames,
  now: Date,
): Result<true, Failure> => {
  const { payer_name, payer_account, receiver_name, receiver_account } = verified.receipt;
  // Another bank may have an account of the same visible digits, under a name that the payer typed.
  const isAtOurBank = ({ provider }: ReceivingAccount) =>
    verified.receiverBank !== null && isSameBank(provider, verified.receiverBank, banks);
  const isOurs = accounts.some(
    (ours) =>
      isAtOurBank(ours) && isSameName(ours.name, receiver_name) && agrees(ours.account, receiver_account),
  );
  if (!isOurs || !verified.isReceiverAccountShown) return fail("receipt_mismatch", { cause: "topup" });
  const isToOneself = payer_account === receiver_account && isSameName(payer_name, receiver_name);
  if (isToOneself || paysNobody(verified.paymentKind))
    return fail("receipt_not_creditable", { cause: "kind" });
  const ageMs = ageOf(verified.paymentDateIso, now);
  if (ageMs === null) return fail("receipt_not_creditable", { cause: "date" });
  if (ageMs > terms.maxAgeHours * hourMs) return fail("receipt_not_creditable", { cause: "age" });
  const isWithin = verified.amountMinor >= terms.minSantim && verified.amountMinor <= terms.maxSantim;
  return isWithin ? ok(true) : fail("receipt_not_creditable", { cause: "amount" });
};

/** Names must be equal but for white space and case. A masked name differs. */
const isSameName = (ours: string, printed: string): boolean => folded(ours) === folded(printed);

const folded = (name: string): string => collapse(name.normalize("NFC")).toLowerCase();

/** All printed digits are ours in their places, and there are enough. An unmasked number is ours as a whole. */
const agrees = (ours: string, printed: string): boolean => {
  const visible = visibleDigits(internationally(printed.replace(/^\+/, "")));
  if (visible === null) return false;
  const { prefix, suffix, masked } = visible;
  return writingsOf(ours).some((whole) => {
    if (!masked) return suffix === whole;
    const fits = isRecognisable(prefix, suffix) && prefix.length + suffix.length <= whole.length;
    return fits && whole.startsWith(prefix) && whole.endsWith(suffix);
  });
};

/** A masked phone may be printed in its national form. */
const writingsOf = (ours: string): readonly string[] => {
  const whole = internationally(ours);
  return isPhone(whole) ? phoneForms(whole) : [whole];
};

/** A day without a time counts from its first moment. Null: the date is in doubt or lies ahead. */
const ageOf = (paidAtIso: string | null, now: Date): number | null => {
  if (paidAtIso === null) return null;
  const paidAt = Date.parse(paidAtIso.includes("T") ? paidAtIso : `${paidAtIso}T00:00:00+03:00`);
  const ageMs = now.getTime() - paidAt;
  return ageMs < -hourMs ? null : ageMs;
};
