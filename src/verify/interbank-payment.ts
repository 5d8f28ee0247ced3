import type { PaymentLeg } from "../accounts/accounts.ts";
import { asPayersReference, type VerifiedReceipt } from "../core/receipt.ts";
import { dayOf, hourMs } from "../core/time.ts";
import { visibleDigits } from "../documents/account-digits.ts";
import { type BankNames, bankKeyOf, spelledWordsOf } from "./parties.ts";

/** As few digits as a masked account shows at its end where it can be recognised. */
const lastDigits = 3;
/** So many words of a name at most. Banks cut it at its end. */
const nameWords = 2;

/**
 * What a receipt tells of its payment that the other bank's receipt of it tells, too: the day, the amount, the receiver's
 * last digits and the payer's first names; and the payer's bank's reference. Null where it tells too little of them. Many
 * banks do not name the bank that they pay to, so a receipt of an unknown one is the payer's bank's.
 *
 * @param provider label of the bank whose receipt it is
 */
export const paymentLegOf = (
  provider: string,
  verified: VerifiedReceipt,
  banks: BankNames,
): PaymentLeg | null => {
  const isReceiving = bankKeyOf(verified.receiverBank ?? "", banks) === provider;
  const reference = isReceiving
    ? verified.payersReference
    : asPayersReference(verified.receipt.transaction_reference);
  const byReference = reference === undefined ? null : { toldByReference: ["reference", reference] };
  const byParties = toldByParties(verified);
  return byReference === null && byParties === null ? null : { isReceiving, ...byReference, ...byParties };
};

const toldByParties = ({
  receipt,
  amountMinor,
  paymentDateIso,
  isReceiverAccountShown,
}: VerifiedReceipt): Pick<PaymentLeg, "told" | "toldAtNight"> | null => {
  const suffix = visibleDigits(receipt.receiver_account)?.suffix ?? "";
  const names = spelledWordsOf(receipt.payer_name).slice(0, nameWords);
  const isTold = isReceiverAccountShown && suffix.length >= lastDigits && paymentDateIso !== null;
  if (!isTold || names.length === 0 || names.some((name) => name.includes("*"))) return null;
  const told = [String(amountMinor), suffix.slice(-lastDigits), ...names];
  const night = nightOf(paymentDateIso);
  return {
    told: [paymentDateIso.slice(0, 10), ...told],
    ...(night !== null && { toldAtNight: [night, ...told] }),
  };
};

/**
 * The night of a payment between 22:00 and 2:00, by its evening; null for any other and where no time is printed. The
 * receiver's bank dates a payment when it arrives, which may be after midnight.
 */
const nightOf = (paidAtIso: string): string | null => {
  const [, hour] = /T(\d\d)/.exec(paidAtIso) ?? [];
  if (hour === undefined || (hour >= "02" && hour < "22")) return null;
  return `night ${dayOf(new Date(Date.parse(paidAtIso) - 12 * hourMs))}`;
};
