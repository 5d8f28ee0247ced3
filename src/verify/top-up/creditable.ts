import type { ReceivingAccount, TopUpTerms } from "../../config/top-up-file.ts";
import { type Failure, fail } from "../../core/failure.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { ok, type Result } from "../../core/result.ts";
import { hourMs } from "../../core/time.ts";
import { collapse } from "../../core/white-space.ts";
import { visibleDigits } from "../../documents/account-digits.ts";
import { paysNobody } from "../../documents/payment-kind.ts";
import { internationally } from "../parties.ts";

/**
 * Whether a verified receipt is a payment to this account that may be credited (design 5). Failures:
 * `receipt_mismatch` for a payment to somebody else or to nobody certain; `receipt_not_creditable` with what is
 * amiss: `kind`, `date`, `age`, `amount`.
 */
export const checkPayment = (
  verified: VerifiedReceipt,
  accounts: readonly ReceivingAccount[],
  terms: TopUpTerms,
  now: Date,
): Result<true, Failure> => {
  const { payer_name, payer_account, receiver_name, receiver_account } = verified.receipt;
  const isOurs = accounts.some(
    ({ account, name }) => isSameName(name, receiver_name) && agrees(account, receiver_account),
  );
  if (!isOurs || !verified.isReceiverAccountShown) return fail("receipt_mismatch", { subject: "topup" });
  const isToOneself = payer_account === receiver_account && isSameName(payer_name, receiver_name);
  if (isToOneself || paysNobody(verified.paymentKind))
    return fail("receipt_not_creditable", { subject: "kind" });
  const ageMs = ageOf(verified.paymentDateIso, now);
  if (ageMs === null) return fail("receipt_not_creditable", { subject: "date" });
  if (ageMs > terms.maxAgeHours * hourMs) return fail("receipt_not_creditable", { subject: "age" });
  const isWithin = verified.amountMinor >= terms.minSantim && verified.amountMinor <= terms.maxSantim;
  return isWithin ? ok(true) : fail("receipt_not_creditable", { subject: "amount" });
};

/** The whole name: only white space and the case of letters may differ. A masked name is another one. */
const isSameName = (ours: string, printed: string): boolean => folded(ours) === folded(printed);

const folded = (name: string): string => collapse(name.normalize("NFC")).toLowerCase();

/** Fewer visible digits than this prove nothing. */
const visibleDigitsMin = 4;

/** Every digit that is printed is one of ours in its place, and there are enough; unmasked, the number is ours as a whole. */
const agrees = (ours: string, printed: string): boolean => {
  const visible = visibleDigits(internationally(printed.replace(/^\+/, "")));
  if (visible === null) return false;
  const { prefix, suffix, masked } = visible;
  return writingsOf(ours).some((whole) => {
    if (!masked) return suffix === whole;
    const shown = prefix.length + suffix.length;
    const fits = shown >= visibleDigitsMin && shown <= whole.length;
    return fits && whole.startsWith(prefix) && whole.endsWith(suffix);
  });
};

/** A phone that is masked may have been printed as it is dialled within the country. */
const writingsOf = (ours: string): readonly string[] => {
  const whole = internationally(ours);
  return /^251[79]\d{8}$/.test(whole) ? [whole, `0${whole.slice(3)}`] : [whole];
};

/** Of a day without a time its first moment counts. Null: in doubt, or ahead by more than a clock may be. */
const ageOf = (paidAtIso: string | null, now: Date): number | null => {
  if (paidAtIso === null) return null;
  const paidAt = Date.parse(paidAtIso.includes("T") ? paidAtIso : `${paidAtIso}T00:00:00+03:00`);
  const ageMs = now.getTime() - paidAt;
  return ageMs < -hourMs ? null : ageMs;
};
