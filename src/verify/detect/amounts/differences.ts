import { amountsMax, type Claims } from "../../claims.ts";
import { type MeantAmount, santimOf } from "./meant-amounts.ts";

/** `1500 birr - 250 birr`, `250 birr off 1500 birr`, `client paid 1500 birr, commission 250 birr`. */
export const differencesIn = (text: string, amounts: readonly MeantAmount[]): Pick<Claims, "lessSantim"> => {
  const largest = Math.max(0, ...santimOf(amounts.slice(0, amountsMax)));
  const lessSantim = amounts.slice(0, amountsMax).flatMap((amount, at) => {
    const next = amounts[at + 1];
    if (next === undefined || Math.max(amount.santim, next.santim) !== largest) return [];
    const between = text.slice(amount.end, next.start);
    const behind = text.slice(next.end, next.end + 24);
    const before = text.slice(Math.max(0, amount.start - 24), amount.start);
    const isLess =
      between.length < 60 &&
      (/^ ?[-–−] ?$/.test(between) ||
        lessWord.test(between) ||
        lessBehind.test(behind) ||
        (lessBefore.test(before) && amount.santim < next.santim));
    return isLess && amount.santim !== next.santim ? [Math.abs(amount.santim - next.santim)] : [];
  });
  return lessSantim.length > 0 ? { lessSantim } : {};
};

const less =
  "(?:discount|off|change|back|returned|refund(?:ed)?|commission|less|minus|deduct(?:ed)?|cut|kept|keep)(?!\\p{L})|ቅናሽ|ኮሚሽን|ተ?ቀን[ሶሰሼሳ]|ሲቀነስ|ተ?መል[ሰስ]|hir['’]i|komishin|deebi";

const lessWord = new RegExp(String.raw`(?<!\p{L})(?:${less})`, "iu");

const lessBehind = new RegExp(String.raw`^ ?(?:\p{L}{1,8} )?(?:${less})`, "iu");

const lessBefore = new RegExp(String.raw`(?<!\p{L})(?:${less})(?: (?:is|of|was))? ?:? ?$`, "iu");
