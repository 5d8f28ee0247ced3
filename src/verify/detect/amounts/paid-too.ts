import { amountsMax, type Claims } from "../../claims.ts";
import { isClaim, type MeantAmount, santimOf } from "./meant-amounts.ts";
import { joins } from "./sums.ts";
import { isOfBank, saidByPerson } from "./whose-words.ts";
import { withFeesBefore } from "./with-total.ts";

/**
 * `bill 1200 birr, tip 50 birr`: where no verb says what was paid, a price may be a part of it. What a claimed amount is
 * added to may be one in any case: `fee 950 birr and 1250 birr sent`.
 */
export const withPrices = (claims: Claims, meant: readonly MeantAmount[]): Claims => {
  const { amountsSantim, areTransferred, besideSantim = [] } = claims;
  if (amountsSantim.length === 0) return claims;
  const isOpen = !areTransferred && besideSantim.length === 0;
  const added = meant.filter(
    ({ isAddedTo, isPrice, meaning, santim }, at) =>
      (isAddedTo && amountsSantim.includes(meant[at + 1]?.santim ?? 0)) ||
      (isOpen && isPrice && (meaning === "other" || !amountsSantim.includes(santim))),
  );
  const beside = [...besideSantim, ...santimOf(added)].slice(0, amountsMax);
  return beside.length > 0 ? { ...claims, besideSantim: beside } : claims;
};

/**
 * `sent 1250 birr and remaining 500 birr sent`: what a word explains away beside a claim is a payment of its own where it
 * is said to be paid too, or `and` makes it share the verb. Banks say so of their fees.
 */
export const withPaidToo = (text: string, claims: Claims, meant: readonly MeantAmount[]): Claims => {
  const { amountsSantim, besideSantim = [] } = claims;
  if (amountsSantim.length === 0) return claims;
  const isSaidByPerson = saidByPerson(text);
  const paid = meant.filter((amount, at) => {
    const isClaimed = meant.some(
      ({ meaning }, other) =>
        other !== at && (meaning === "transferred" || (meaning === "unsaid" && amount.meaning !== "rest")),
    );
    return (
      isClaimed &&
      isSaidByPerson(amount) &&
      isPaidToo(text, amount, meant[at - 1]?.end ?? null, meant[at + 1]?.start ?? null)
    );
  });
  const beside = [...besideSantim, ...santimOf(paid)].slice(0, amountsMax);
  return paid.length > 0 ? { ...claims, besideSantim: beside } : claims;
};

const explained: ReadonlySet<MeantAmount["meaning"]> = new Set(["other", "balance", "conflicting"]);

const isPaidToo = (text: string, amount: MeantAmount, last: number | null, next: number | null): boolean => {
  const { meaning, start, end } = amount;
  if (meaning === "rest") return true;
  if (!explained.has(meaning) || amount.isOfOne || amount.isPrice || amount.isAddedTo) return false;
  const before = text.slice(Math.max(last ?? 0, start - 40), start);
  const behind = text.slice(end, end + 24);
  if (takenOff.test(before) || takenOff.test(behind) || paidLater.test(behind)) return false;
  return (
    meaning === "conflicting" ||
    isSaidPaid(text, amount, next) ||
    (meaning === "balance" &&
      next !== null &&
      !saidOfAccount.test(before) &&
      joins.test(text.slice(end, next))) ||
    (last !== null &&
      joins.test(text.slice(last, start)) &&
      !saidOfAccount.test(before) &&
      !leftBehind.test(behind))
  );
};

/** `delivery fee 100 birr, sent 1250 birr`: the verb is of the amount behind it. */
const isSaidPaid = (text: string, { end }: MeantAmount, next: number | null): boolean => {
  const verb = paidBehind.exec(text.slice(end, end + 36))?.[0] ?? null;
  if (verb === null) return false;
  const isOfNext =
    next !== null && /^[^\p{L}\p{N}]{0,3}(?:you )?$/u.test(text.slice(end + verb.length, next));
  return !isOfNext || !/(?:ed|paid|sent)$/i.test(verb);
};

const takenOff =
  /discount|refund|revers|cash ?back|(?<!\p{L})(?:minus|less|off|save)(?!\p{L})|ቅናሽ|ተመላሽ|ቀን[ሰሶሼሳ]|መል[ሰስ]|hir['’]i/iu;

const paidLater =
  /(?<!\p{L})(?:tomorrow|later|next|soon|on delivery|will|not|ነገ)(?!\p{L})|ይቀራ|ይቀረ|እልካ|እከፍላ|እልክ|አለ(?!\p{L})|nan (?:ergi|kaffal)/iu;

const paidBehind =
  /^,? ?(?:\p{L}{1,10} )?(?:(?:was|is|also|too|already) ){0,2}(?:(?:paid|sent|transferr?ed|deposited|settled|cleared)(?!\p{L})|ልኬ|ልከና|ከፍያለ|ከፍዬ|ከፈልኩ|ተልኳ|ተከፍሏ|አስገብቻ|ergee|kaffale|kaffalam|ergam|ሰዲደ|ልኢኸ|ለኢኸ|ከፊለ)/iu;

const saidOfAccount =
  /(?:my|your|account|available|current) (?:[a-z]{1,9} )?balance|(?<!\p{L})(?:is|was|has) $/iu;

const leftBehind = /^ ?(?:is |are )?(?:left|remain|balance|rest|ቀሪ|ይቀ|hafa|ተሪፉ)/iu;

/**
 * Whether a person names an amount beside a claim that is explained away and may be a payment of its own all the same: a
 * gift, a loan, or more than a bank takes for a fee. `fee 500 birr, sent 1250 birr` says what was sent.
 */
export const mayNamePaidToo = (text: string, meant: readonly MeantAmount[]): boolean => {
  const isSaidByPerson = saidByPerson(text);
  // A chat names no balance of an account.
  if (!isOfBank(text) && meant.some(({ isOfAccount }) => isOfAccount)) return false;
  const claimed = meant.filter(({ meaning }) => isClaim({ meaning }) && meaning !== "perhaps");
  const feeMax = Math.max(Math.max(...santimOf(claimed)) / 10, smallFeeSantim);
  return meant.some((amount, at) => {
    const { mayBePaidToo, isFee, santim, start, end } = amount;
    const isLarge =
      santim > feeMax &&
      !withFeesBefore.test(text.slice(Math.max(0, start - 32), start)) &&
      !verbOfNext.test(text.slice(end, meant[at + 1]?.start ?? end));
    return (
      (mayBePaidToo || (isFee && isLarge)) &&
      claimed.some((other) => other !== amount) &&
      isSaidByPerson(amount)
    );
  });
};

/** Banks take a few birr, or a small share of what is paid. */
const smallFeeSantim = 2_000;

const verbOfNext =
  /^ ?[,;.፣] ?(?:(?:I|we|and|so|have) ){0,3}(?:sent|paid|transferr?ed|deposited)(?: you)? ?$/i;
