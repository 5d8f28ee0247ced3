import type { AmountFound } from "./amounts.ts";
import type { AmountPlace } from "./places.ts";

/**
 * `450 birr cash`, `yesterday I sent 500 birr`, `500 birr yesterday too`: beside another amount it is of another
 * payment.
 */
export const isPaidApart = ({ text, amount, from, to, next }: AmountPlace): boolean =>
  inCash.test(text.slice(amount.end, to)) ||
  (otherTime.test(text.slice(Math.max(from, amount.start - 40), amount.start)) && !isOfNow(text, amount)) ||
  hadBehind.test(text.slice(amount.end, Math.min(to + 20, amount.end + 40))) ||
  gotBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start)) ||
  othersBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start)) ||
  namedOtherBefore.test(text.slice(Math.max(from, amount.start - 40), amount.start)) ||
  beforeBehind.test(text.slice(amount.end, amount.end + 16)) ||
  isTimeBehind(text.slice(amount.end, Math.min(to, amount.end + 30)), to === next);

/** In `1250 ብር ልኬያለሁ ትናንት 3000 ብር ልኬ ነበር` it is said of the amount that follows. */
const isTimeBehind = (behind: string, isUpToNext: boolean): boolean =>
  otherTimeBehind.test(behind) && !(isUpToNext && timeOfNext.test(behind));

/** `3000 ብር ልኬ ነበር`, `qarshii 3000 ergee ture`: had sent. */
const hadBehind = /^ ?[^.,;!?።፣፤\n0-9]{0,20}(?<!\p{L})(?:ነበር|ture)(?!\p{L})/iu;

/** `I withdrew 5000 birr`, `Abebe sent me 5000 birr`, `በካሽ 200 ብር`: not what was paid with this receipt. */
const gotBefore =
  /(?<!\p{L})(?:(?:I|we) (?:have |had )?(?:already )?(?:withdrew|withdrawn|received|got|deducted)|(?:I|we) had (?:already )?(?:sent|paid)|(?:sent|gave|paid|transferr?ed) (?:me|us))(?: (?:your|the|a|only))?:? ?$|(?<!\p{L})በ(?:ካሽ|ጥሬ(?: ገንዘብ)?|እጅ) ?$/iu;

/** `my wife paid you 200 birr`, `ወንድሜ 200 ብር ልኳል`: another payer's. */
const othersBefore =
  /(?<!\p{L})(?:(?:my|our|his|her|the other) \p{L}{2,12}|(?:customer|client|buyer|passenger|guest|tenant|student)s?|he|she|they|somebody|someone)(?: (?:has|have|had|also|already)){0,2} (?:sent|paid|gave|transferr?ed|deposited)(?: (?:you|u|only|the)){0,2}:? ?$|(?<!\p{L})(?:(?:ባለቤቴ|ሚስቴ|ባሌ|ልጄ|ወንድሜ|እህቴ|እናቴ|አባቴ|ጓደኛዬ|ጓደኛየ|ሰበይተይ|ሰብኣየይ|ሃወይ|ሃብተይ|ኣርከይ|ደንበኛ(?:ዬ|የ|ው|ዋ))|(?:haati manaa|abbaan manaa|obboleess[ai]|obboleett[ii]i|hiriyaan) (?:koo|kiyya))(?: \p{L}{1,10}){0,2} ?$/iu;

/** `Abel paid 300 birr`, and not `Already paid 300 birr`. */
const namedOtherBefore =
  /(?<![\p{L}\p{N}])(?!(?:Already|Just|Now|Also|Have|Successfully|Amount|Money|Total|Birr|Payment|Half|Only|Cash|Part|Fully|Today|Deposit|Advance|And|Then|Customer|You) )\p{Lu}\p{Ll}{2,14} (?:paid|sent|gave|transferr?ed|deposited)(?: you)? $/u;

/** `300 birr before, now 1250`. */
const beforeBehind = /^ before(?: ?[,.;&]| (?:and|now|but)(?!\p{L}))/iu;

const inCash =
  /^ ?\)?,? ?(?:(?:was|is|paid|given) )?(?:in )?(?:cash\b(?! (?:transfer|deposit|out|in)\b)|[በ]?(?:ካሽ|ጥሬ))/i;

const otherTimes =
  "yesterday|last (?:week|month|night|time|year)|(?:days?|weeks?|months?|years?) (?:ago|earlier)|(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day|previously (?:sent|paid|transferr?ed|deposited)|ትናንት|ትላንት|ባለፈው|kaleessa|ትማሊ";

/** Up to the amount no other sentence begins. */
const otherTime = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${otherTimes})(?!\p{L})[^.!?።፤\n]{0,30}$`, "iu");

const otherTimeBehind = new RegExp(
  String.raw`^[^.,;!?።፣፤\n0-9]{0,20}(?<!\p{L})(?:${otherTimes})(?!\p{L})`,
  "iu",
);

const timeOfNext = new RegExp(
  String.raw`^[^0-9]{0,16}(?:[\u1200-\u135a]{2}[ሁል]|[a-z](?:eera|aniiru)) (?:${otherTimes})(?: (?:ደግሞ|ድማ))? ?$`,
  "iu",
);

export const isOfNow = (text: string, { start, end }: AmountFound): boolean =>
  nowBefore.test(text.slice(Math.max(0, start - 24), start)) || nowBehind.test(text.slice(end, end + 28));

const now = String.raw`(?:today|now|this (?:week|month|time|morning)|ዛሬ|አሁን|har['’]?a|amma|ሎሚ|ህጂ)(?!\p{L})`;

const nowBefore = new RegExp(
  String.raw`(?<!\p{L})(?:${now}|(?:here|this)(?: is|['’]s))(?: ?[:,] ?| (?:it is|i (?:have )?|we |sent|paid|sending|another|again|also|only|just|ደግሞ|ድማ|immoo))*\s?$`,
  "iu",
);

const nowBehind = new RegExp(`^ ?(?:(?:paid|sent|transferred|deposited) )?${now}`, "iu");
