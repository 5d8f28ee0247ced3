import type { AmountFound } from "./amounts.ts";
import { latinSpellings } from "./latin-spellings.ts";
import { isSaidRightBefore } from "./moved.ts";

/** `half of 5000 birr`, `2500 birr, I sent half`: what the paid amount is a part of or stands for. */
export const isWholeOfPart = (text: string, amount: AmountFound): boolean => {
  const { start, end } = amount;
  const before = text.slice(Math.max(0, start - 64), start);
  const behind = text.slice(end, end + 50);
  return (
    partBefore.test(before) ||
    numberBefore.test(before) ||
    advanceBefore.test(before) ||
    isMoreThan(outOfBehind.exec(behind), amount) ||
    (outOfPaidBehind.test(behind) && isMoreThan(outOfBefore.exec(before), amount)) ||
    (paidBehind.test(behind) && isMoreThan(fromBefore.exec(before), amount)) ||
    (wholeBefore.test(before) && partBehind.test(behind)) ||
    (!isSaidRightBefore(text, start) && partSentBehind.test(behind))
  );
};

/** ላይ, "out of", is also "on top of": `300 ብር ላይ 500 ብር ጨምሬ ልኬያለሁ`. */
const isMoreThan = (part: RegExpExecArray | null, { santim }: AmountFound): boolean =>
  part !== null && santim > Number((part.groups?.part ?? "").replaceAll(",", "")) * 100;

/** `half`, `two thirds`, `1/4`, `½` as it is cleaned, `50%`, `fifty percent`; and not all of it. */
const part = String.raw`(?:(?<!\p{L})(?:half|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?)|(?<![0-9.,/⁄])[1-9][/⁄][1-9][0-9]?|(?<![0-9.,])[1-9][0-9]?(?:\.[0-9]{1,2})? ?(?:%|per ?cent)|(?<!hundred) per ?cent)`;

const partWord = String.raw`(?:ግማሽ|ግማሹ|ሩብ|ሲሶ|እኩሌታ|ፍርቂ|ርብኢ|walakka|kurmaan)\p{L}{0,3}(?!\p{L})`;

const inAdvance = "(?:deposit|advance|down ?payment|part payment)";

/** `half of 5000 birr`, `instead of 5000 birr`, `1250 birr as a deposit of 5000 birr`, `walakkaa qarshii 5000`. */
const partBefore = new RegExp(
  String.raw`(?:(?:${part}(?: (?:as )?(?:an? )?(?:${inAdvance}|payment|up ?front|price))?|(?<!\p{L})instead|(?:^|[\s(])[0-9][0-9.,]{2,11} ?(?:birr|ETB|ብር)? ?(?:as )?(?:an? )?${inAdvance})(?: ?(?:out )?(?:of|from) | for (?<=(?:${inAdvance}|payment) for )|(?= (?:the|my|your|our) ) )(?:(?:the|an?|my|your|our|his|her|this|that|of|total|full|whole|price|amount|bill|rent|payment|cost) ){0,4}|(?<!\p{L})(?:walakkaa|ግማሽ|ፍርቂ)(?: (?:kan|ናይ))? የ?)$`,
  "iu",
);

/** `1250 of 5000 birr`, `1250 birr paid of 5000 birr`. */
const numberBefore =
  /(?:^|[\s(])[0-9][0-9.,]{1,11} ?(?:ETB|birr|br\.?|ብር)? (?:(?:is |was )?(?:sent|paid) )?(?:out )?of (?:the )?$/i;

/** `deposit for the 5000 birr`. */
const advanceBefore =
  /\b(?:deposit|advance|down ?payment|part payment) (?:for|towards?) (?:the|an?|my|your|our|his|her) $/i;

const outOf = `(?:keessaa|irraa|ውስጥ|ውሽጢ|ላይ|${latinSpellings("ውስጥ|ላይ")})`;

/** `qarshii 5000 keessaa 1250`, `5000 ብር ውስጥ 1250 ብር`, `ke 5000 birr wst 1250 birr`. */
const outOfBehind = new RegExp(
  // `5000 ብር ላይ 8 ሺ ብር`: a factor behind makes more of it.
  String.raw`^ ?${outOf},? (?:qarshii |ብር )?(?<part>[0-9][0-9,]{0,11}(?:\.[0-9]{1,2})?)(?![.,]?[0-9]| ?(?:[ሺሽ]|መቶ|(?:k|thousand|hundred|sh?ih?|meto|kuma|dhibba)(?![a-z])))`,
  "i",
);

/** `1250 ብር ከ5000 ብር ላይ ከፍያለሁ`, `1250 birr ke 5000 birr wst lekalehu`. */
const outOfBefore =
  /(?<part>(?<![0-9.,])[0-9][0-9,]{0,11}(?:\.[0-9]{1,2})?) ?(?:birr|ETB|ብር|ቅርሺ) (?:ከ ?|ካብ |k[ea]b? ?)(?:ብር )?$/i;
const outOfPaidBehind = new RegExp(String.raw`^ ?${outOf} \p{L}`, "iu");

/** `1250 ብር ካብ 5000 ብር ከፊለ`. Amharic ከ is also "with" or "more than". */
const fromBefore =
  /(?<part>(?<![0-9.,])[0-9][0-9,]{0,11}(?:\.[0-9]{1,2})?) ?(?:birr|ETB|ብር|ቅርሺ|qrshi) (?:ካብ|kab) $/i;
const paidBehind = /^ ?(?:ከፊለ|ከፊልና|ሰዲደ|ሰዲድና|ለኢኸ|ልኢኸ|kefile|sedide)/i;

/** `የ2500 ብር ግማሽ`, `ከ2500 ብር ላይ 50%`, `ናይ 2500 ቅርሺ ፍርቂ`. */
const wholeBefore = /(?<!\p{L})(?:[የከ]|ናይ |kan )$/iu;

const partBehind = new RegExp(`^ ?(?:(?:ላይ|ውስጥ|ውሽጢ) )?(?:${part}|${partWord})`, "iu");

/** `2500 birr, I sent half`, `2500 birr, 50% sent`. */
const partSentBehind = new RegExp(
  String.raw`^[^0-9]{0,24}(?:(?<!\p{L})(?:sent|paid|sending|paying|send|pay) (?:you )?(?:the |only |an? |one |two )?${part}(?! ?of(?!\p{L}))|ግማሹን|walakkaa isaa)|^ ?[,;.፣]? ?(?:(?:my |the |only |and ){0,2}${part} (?:is |was |of it )?(?:sent|paid|transferr?ed|deposited)(?!\p{L})|(?:${part}|${partWord}) (?:ልኬ|ልከ|ከፍያ|ከፈል|ሰዲደ|ከፊለ|ergee|kaffal))`,
  "iu",
);
