import type { AmountFound } from "./amounts.ts";

type LooseNumber = Pick<AmountFound, "santim" | "start" | "end">;

/**
 * Numbers of three digits or more that no pattern of amounts reads, behind a word for money or before one: `Total: 12500`,
 * `12500 my friend paid`. They claim nothing. Dates, phones, account numbers and references are none.
 */
export const looseNumbersIn = (text: string): readonly LooseNumber[] =>
  [...text.matchAll(plainNumber)].flatMap(({ 0: written, index }) => {
    const digits = written.replaceAll(" ", "");
    const end = index + written.length;
    const before = text.slice(Math.max(0, index - 40), index);
    const behind = text.slice(end, end + 40);
    const isBesideCurrency = currencyBeside.test(before) || currencyBehind.test(behind);
    const isLabelled = /[:=፦፡]\s{0,2}$/.test(before);
    const isYear = /^(?:19|20)[0-9]{2}$/.test(digits) && !isLabelled;
    const isOther = digits.length > 7 || isYear || isNumbered.test(before);
    if (isOther && !isBesideCurrency) return [];
    const isMoney =
      isBesideCurrency ||
      labelBefore.test(before) ||
      (clauseBefore.test(before) && (paidBehind.test(behind) || pictureBehind.test(behind))) ||
      ethiopicPaidBehind.test(behind);
    return isMoney ? [{ santim: Number(digits) * 100, start: index, end }] : [];
  });

const plainNumber =
  /(?:(?<![\p{L}\p{N}*•#]|[0-9][.,:/-])|(?<=(?<!\p{L})(?:paid|sent|amount|total|received|birr|ETB)))(?!(?<=\+)251 ?[79])(?:[1-9][0-9]{0,2}(?: [0-9]{3}){1,2}|[1-9][0-9]{2,8})(?!(?!birr|ETB|ብር)\p{L}|[\p{N}*•%:]|\/(?!birr|ETB|ብር)|[.,-][0-9])/giu;
const currencyBeside =
  /(?:^|[^\p{L}\p{N}])(?:ETB|birr\p{L}{0,4}|br|ብር|qarshii?n?|ቅርሺ)[^\p{L}\p{N}\n]{0,4}$|[$💰💵💸💲] ?$/iu;
const currencyBehind = /^[^\p{L}\p{N}]{0,3}(?:ETB|birr|ብር|qarshi|ቅርሺ)|^ ?[$💰💵💸💲]/iu;
const isNumbered =
  /(?:^|[^\p{L}])(?:ቁጥር|ኮድ|አካውንት\p{L}?|ሂሳብ\p{L}?|number|no|nr|acc|acct|account|a\/c|ref|reference|id|code|order|room|invoice|receipt|table|phone|tel|pin|txn|trx|transaction|tin|lakk\p{L}*)[^\p{L}\p{N}]{0,4}$/iu;
const labelBefore =
  /(?:^|[^\p{L}\p{N}])(?:amount|amt|total|sum|payment|pay|payed|pd|paid|sent|snt|send|trf|received|transferr?ed|transfer|deposit|deposited|credit|credited|debit|debited|value|money|cash|price|cost|bill|maallaq\p{L}{1,3}|hang\p{L}{1,3}|waliigal\p{L}{1,3}|gati\p{L}{1,2}|baay['’]?in\p{L}{1,3}|[የበለከ]?(?:መጠ[ንኑ]|ክፍያ|ገንዘ[ብቡ]|ጠቅላላ|አጠቃላይ|ድምር|ዋጋ|ክፍሊት|ብሩ|ልኬ|ልከ|ከፍያ|ከፈል|ተላከ|ተከፈለ|ላክ|ላኩ|ተልኳ|አስገባ|አስገብ|ሰዲድ|ሰዲደ|ከፊለ)\p{L}{0,5}|erge\p{L}{1,6}|kaffal\p{L}{1,6}|baasi\p{L}{1,4})(?: (?:is|was|of|in|you|paid|sent|done|the|exactly|only|total|full|about|ነው)){0,2}[^\p{L}\p{N}]{0,8}$/iu;
/** `I have 12500 paid`, and not `order 12500 paid`. */
const clauseBefore =
  /(?:^|[\n.,;!?()\0፣፤።“"'=+&-]|(?<!\p{L})(?:I|we|just|have|has|the|you|of|hi|hello|dear|ok|yes|and|also|already|sir|here|now|today))\s{0,2}$/iu;
const paidBehind =
  /^[^\p{L}\p{N}\n]{0,3}(?:(?:is|was|has been|have been|already|just|successfully) ){0,2}(?:paid|sent|transferr?ed|deposited|received|credited|done|only|to you|for|from|keessaa|ውስጥ)(?!\p{L})/iu;
/** `12500 ✅`, and nothing else before the reference. */
const pictureBehind =
  /^ ?(?:\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f? ?){1,6}\s{0,2}(?:$|\0|[A-Z0-9]{8})/u;
const ethiopicPaidBehind =
  /^ ?(?:[\p{L}]{1,12} ){0,3}?(?:ልኬ|ልከ|ልኮ|የ?ላ[ክኩ]|የ?ተላከ|ተልኳ|ከፍያ|ከፍዬ|ከፍሎ|ከፈል|ተከፍ|ገብቷ|ገብቶ|ገቢ|አስገባ|አስገብ|ደርሶ|ደርሷ|ሰዲደ|ለኢኸ|ለኣኽ|ኣእትየ|ከፊለ|ergee|ergam|kaffalee|kaffalam|galchee|galii)/iu;
