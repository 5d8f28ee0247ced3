import { isClaim, type MeantAmount, santimOf } from "./meant-amounts.ts";
import { isOfBank, saidByPerson } from "./whose-words.ts";

/** Whether a word says that an amount is with the fees, or a bank speaks of both and no person of a third. */
export const isTotalNamed = (text: string, meant: readonly MeantAmount[]): boolean =>
  (isOfBank(text) && areAllOfBank(text, meant)) ||
  meant.some(
    ({ isTotal, start, end }) =>
      isTotal ||
      withFeesBefore.test(text.slice(Math.max(0, start - 32), start)) ||
      withFeesBehind.test(text.slice(end, end + 32)),
  );

const areAllOfBank = (text: string, meant: readonly MeantAmount[]): boolean => {
  const isSaidByPerson = saidByPerson(text);
  const ofBank = new Set(santimOf(meant.filter((amount) => !isSaidByPerson(amount))));
  return meant.every(({ santim, meaning }) => ofBank.has(santim) || !isClaim({ meaning }));
};

/** `with fees 1256 birr`, `1256 birr was debited`, `ከነኮሚሽኑ 1256 ብር`. */
const withFees =
  "debited|deducted|charged|(?:with|incl\\.?|including) (?:the |all |bank |service |transfer )?(?:fees?|charges?|commission|vat|tax)|ከነ\\p{L}{2,8}|(?:ኮሚሽን|ቫት)\\p{L}{0,3} ጨምሮ|ተቆር[ጠጧ]\\p{L}{0,4}";

export const withFeesBefore = new RegExp(
  String.raw`(?<!\p{L})(?:${withFees})(?: (?:is|was|it))?[ :=]{0,2}$`,
  "iu",
);

const withFeesBehind = new RegExp(
  String.raw`^,? ?\(?(?:(?:was|is|were|has|have|been) ){0,2}(?:${withFees})(?!\p{L})`,
  "iu",
);
