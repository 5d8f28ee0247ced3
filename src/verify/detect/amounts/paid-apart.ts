import { foldSounds } from "../../../core/fold-sounds.ts";
import type { AmountFound } from "./amounts.ts";
import { latinSpellings } from "./latin-spellings.ts";
import type { AmountPlace } from "./places.ts";
import { isSummedUp } from "./sums.ts";

/**
 * `450 birr cash`, `yesterday I sent 500 birr`, `500 birr yesterday too`: beside another amount it is of another
 * payment.
 */
export const isPaidApart = (place: AmountPlace): boolean => {
  const { text, amount, from, to, last, next } = place;
  const before = text.slice(Math.max(from, amount.start - 40), amount.start);
  const behind = text.slice(amount.end, amount.end + 48);
  return (
    inCash.test(text.slice(amount.end, to)) ||
    (otherTime.test(before) &&
      !isOfNow(text, amount) &&
      !(from === last && timeOfLast.test(text.slice(from, from + 40)))) ||
    hadBehind.test(text.slice(amount.end, Math.min(to + 20, amount.end + 40))) ||
    gotBefore.test(before) ||
    othersBefore.test(before) ||
    namedOtherBefore.test(before) ||
    beforeBehind.test(behind) ||
    isTimeBehind(text.slice(amount.end, Math.min(to, amount.end + 30)), to === next) ||
    notToYouBehind.test(behind) ||
    isAskedOfOther(place) ||
    isSumUpToThis(place)
  );
};

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

/** `300 birr before, now 1250`, `300 birr before this`, and not `300 birr before noon`. */
const beforeBehind =
  /^ before(?: (?:this|that)(?: (?:one|payment|transfer))?)?(?: ?(?:[,.;&!?\n]|$)| (?:and|now|but)(?!\p{L}))/iu;

const notToYou = [
  "not (?:to|for) (?:you|u)(?! to )",
  "(?:ለአንተ|ላንተ|ለአንቺ|ላንቺ|ለእርስዎ|ለእናንተ|ለናንተ) (?:ግን )?አይደለም",
  `(?:${latinSpellings("ለአንተ|ላንተ|ለአንቺ|ላንቺ")}) ${latinSpellings("አይደለም")}`,
  "(?:siif|isiniif) miti",
  "ን(?:ዓኻ|ዓኺ|ዓኹም|ዓኻትኩም|ስኻ|ስኺ|ስኹም) (?:ግን )?ኣይኮነን",
];

/** `20,000 birr to Abel, not to you`, `20,000 ብር ከፍያለሁ ለአንተ አይደለም`. */
const notToYouBehind = new RegExp(
  foldSounds(String.raw`^[^.!?።\n0-9]{0,30}(?<!\p{L})(?:${notToYou.join("|")})(?!\p{L})`),
  "iu",
);

/** `Have you received the 20,000 birr from Abel?` beside a bank's message that names another payer. */
const isAskedOfOther = ({ text, amount: { start, end } }: AmountPlace): boolean => {
  if (!askedBefore.test(text.slice(Math.max(0, start - 40), start))) return false;
  const asked = payerAskedOf.exec(text.slice(end, end + 48));
  if (asked === null) return false;
  const others = text.slice(0, start) + text.slice(end + asked[0].length);
  const name = (asked.groups?.name ?? "").toLowerCase();
  return payerNamed.test(others) && !others.toLowerCase().includes(name);
};

const askedBefore = /(?<!\p{L})(?:have|did) you (?:already )?(?:received?|got|get|seen?) (?:the|that) $/iu;
const payerAskedOf = /^ from (?<name>\p{Lu}\p{Ll}{1,14})(?: \p{Lu}\p{Ll}{1,14}){0,2} ?\?/u;
const payerNamed = /[0-9] ?(?:[Bb]irr|ETB)? from \p{Lu}/u;

/** `with this 1250 birr I have paid 6250 birr in total`, `in total 6250 birr, this 1250 birr is the last`. */
const isSumUpToThis = (place: AmountPlace): boolean => {
  const {
    text,
    amount: { start, end },
  } = place;
  return (
    (withThisBefore.test(text.slice(Math.max(0, start - 64), start)) ||
      lastOneBehind.test(text.slice(end, end + 96))) &&
    isSummedUp(place)
  );
};

const withThis =
  "(?:(?:with|including) this(?: (?:payment|transfer)(?: of)?)?|ከዚህ|ይህንን?|ይሄንን?|ምስዚ|ነዚ|kana|yihe?nn?i?)";
const anAmount = "(?:(?:ETB|birr|ብር|qarshii|ቅርሺ) ?)?[0-9][0-9.,]{1,11} ?(?:ETB|birr|ብር|ቅርሺ)?";
const lastOne = String.raw`(?:the |my |our |isa |ናይ )?(?:(?:last|final)(?! (?:week|month|night|time|year|\p{L}{3,6}day))|የ?መጨረሻ\p{L}{0,2}|dhumaa?(?:ti|ti dha)?|መወዳእታ|(?:${latinSpellings("የመጨረሻ|መጨረሻ")})(?:w|wa)?)(?!\p{L})`;

const withThisBefore = new RegExp(
  String.raw`(?<!\p{L})${withThis} ${anAmount}(?: [^0-9.!?።\n]{0,30})?$`,
  "iu",
);
const lastOneBehind = new RegExp(
  String.raw`^[^0-9!?\n]{0,30}(?<!\p{L})(?:this|ይህ|ይሄ|kun|እዚ|yihe?) (?:is |payment |of )?${anAmount} (?:is |ነው )?${lastOne}`,
  "iu",
);

const inCash =
  /^ ?\)?,? ?(?:(?:was|is|paid|given) )?(?:in )?(?:cash\b(?! (?:transfer|deposit|out|in)\b)|[በ]?(?:ካሽ|ጥሬ))/i;

const asSaid = "(?:said|agreed|discussed|mentioned|talked|told|spoke)";

const kezih = latinSpellings("ከዚህ");

const otherTimes = foldSounds(
  [
    "yesterday|last (?:week|month|night|time|year)|(?:days?|weeks?|months?|years?) (?:ago|earlier)|(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day",
    `previously(?! ${asSaid})|so far|(?<!${asSaid} )before (?:this|that|now)(?=,? (?:I|we) )`,
    "[የከ]?(?:ት[ናላ]ን[ትቱ]|[ባያ]ለፈው)ን?|እስካሁን|እስከ (?:አሁን|ዛሬ)|ከ(?:ዚህ (?:በፊት|ቀደም)|አሁን በፊት)(?! እን[ዳደ])",
    "kaleessa|(?:ji['’]a|torban|torbee|bara|waggaa|yeroo|guyyaa) darb[ea]|kanaan dura|h(?:ang|amm)a ammaatti",
    "ትማሊ|ዝሓለፈት?|ክሳ[ብዕ] (?:ሕጂ|ሎሚ)|ቅድሚ (?:ሕጂ|እዚ)",
    `(?:ye?|ke?)?(?:${latinSpellings("ትናንት|ትላንት|ባለፈው|ያለፈው|ትማሊ|እስካሁን")})`,
    `${kezih} (?:${latinSpellings("በፊት|ቀደም")})(?! end)`,
  ].join("|"),
);

/** `previous payment 5000 birr`. The last one may be this. */
const otherPayments = foldSounds(
  "(?:previous|earlier|prior) (?:payment|transfer|deposit|instal?lment)s?|(?:የቀድሞ|የበፊት)ው? ክፍያ|kaffaltii (?:darbe|duraa)",
);

/** Up to the amount no other sentence begins. */
const otherTime = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${otherTimes}|${otherPayments})(?!\p{L})[^.!?።፤\n]{0,30}$`,
  "iu",
);

/** In `Abel sent 3000 birr yesterday, I sent 1250 birr` it is said of the amount before. */
const timeOfLast = new RegExp(`^ (?:${otherTimes}) ?, ?(?:(?:and|but) )?(?:I|we) `, "iu");

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

const now = String.raw`(?:today|now|this (?:week|month|time|morning)|የ?ዛሬው?|የ?አሁን|የአሁኑ|har['’]?a|amma|kan (?:har['’]?aa|ammaa)|ሎሚ|ህጂ|${latinSpellings("ዛሬ|አሁን")})(?!\p{L})`;

/** What a customer calls his own beside another's payment. */
const mine = "(?:mine(?: is|['’]s)?|የእ?ኔ|kan (?:koo|kiyya)|ናተይ)";

const nowBefore = new RegExp(
  String.raw`(?<!\p{L})(?<!(?:until|till|before|እስከ|ክሳ[ብእ]|ቅድሚ) )(?:${now}|${mine}|${withThis}|(?:here|this)(?: is|['’]s))(?: ?[:,]| (?:it is|i(?: have)?|we|sent|send|paid|pay|sending|another|again|also|only|just|ደግሞ|ድማ|immoo)){0,8}\s?$`,
  "iu",
);

const nowBehind = new RegExp(
  `^ ?(?:(?:(?:paid|sent|transferred|deposited) )?${now}|(?:is |ነው )?${lastOne})`,
  "iu",
);
