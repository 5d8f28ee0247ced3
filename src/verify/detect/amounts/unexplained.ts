import { isClaim, type MeantAmount, santimOf } from "./meanings.ts";
import { isOfBank, saidByPerson } from "./whose-words.ts";
import { withFeesBefore } from "./with-total.ts";

/**
 * Whether a person names an amount beside a claim that may be a payment of its own: a gift, a loan, or more than a bank
 * takes for a fee. `fee 500 birr, sent 1250 birr` says what was sent.
 */
export const namesUnexplained = (text: string, meant: readonly MeantAmount[]): boolean => {
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
