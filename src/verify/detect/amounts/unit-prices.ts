import { foldSounds } from "../../../core/fold-sounds.ts";
import type { AmountFound } from "./amounts.ts";
import { sumBehind } from "./sums.ts";

/** `2 x 625 birr`, `625 birr each`: a price. */
export const isUnitPrice = (text: string, { start, end }: AmountFound): boolean =>
  (piecesIn(text, start) !== undefined && !sumBehind.test(text.slice(end, end + 24))) ||
  pieceBehind.test(text.slice(end, end + 14)) ||
  eachBefore.test(text.slice(Math.max(0, start - 32), start)) ||
  eachBehind.test(text.slice(end, end + 36));

/** `2 x `, `2 shirts at `: the pieces before a price. */
const piecesIn = (text: string, start: number): string | undefined => {
  const before = text.slice(Math.max(0, start - 32), start);
  return (ethiopicPiecesBefore.exec(before) ?? piecesBefore.exec(before))?.[0];
};

/** How many pieces are named right beside the price of one; null: no number says so. */
export const unitsOf = (text: string, { start, end }: AmountFound): number | null => {
  const before = piecesIn(text, start);
  const behind = countBehind.exec(text.slice(end, end + 24))?.[0];
  const count = /[0-9]{1,4}(?:\.[0-9]{1,2})?/.exec(before ?? behind ?? "")?.[0];
  const number = Number(count ?? onlyCountBeside(text, start, end) ?? 0);
  return number > 0 ? number : null;
};

/** `paid for 50 pcs, each 250 birr`: the one number of things near a price of each. */
const onlyCountBeside = (text: string, start: number, end: number): string | null => {
  const near = `${text.slice(Math.max(0, start - 48), start)}\0${text.slice(end, end + 48)}`;
  const found = [...near.matchAll(countOfThings)];
  // `15 days rent, 2500 birr per month`
  const isOfLonger = /^ ?(?:per|an?|\/) ?(?:week|month|year)/i.test(text.slice(end, end + 12));
  if (isOfLonger && /(?:day|night)s/i.test(found[0]?.[0] ?? "")) return null;
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
};

const countOfThings =
  /(?<![\p{L}\p{N}.,:/#-])(?<!(?:size|no|number|order|room|table|floor|house|block|seat|at)\.? )([2-9]|[1-9][0-9]{1,2}) ?(?:(?!min|sec|hour|hrs|birr|time|thous|hundred)[a-z]{2,12}s|pcs?|kg|kilo|people|men|women|children|of us)(?!\p{L}| ago| later)/giu;

/** `5 ሰው በነፍስ ወከፍ 250 ብር`, `nama shaniif qarshii 250`: perhaps the price of one of so many. */
export const isBesideCount = (text: string, { start, end }: AmountFound): boolean =>
  countBefore.test(text.slice(Math.max(0, start - 30), start)) || countBeside.test(text.slice(end, end + 30));

/** `625 birr two times`, `twice 625 birr`. */
export const isRepeated = (text: string, { start, end }: AmountFound): boolean =>
  timesBefore.test(text.slice(Math.max(0, start - 20), start)) || timesBehind.test(text.slice(end, end + 20));

/** `paid 250 birr 50 times`; null: no digits say how often. */
export const timesPaid = (text: string, { end }: AmountFound): number | null => {
  const count = /^,? ?([1-9][0-9]?) ?times(?!\p{L})/iu.exec(text.slice(end, end + 12))?.[1];
  return count === undefined ? null : Number(count);
};

const times =
  "(?:twice|thrice|(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|[1-9][0-9]) times|ሁለቴ|ሶስቴ|ክልተ ግዜ|(?:ሁለት|ሶስት) ጊዜ|(?:yeroo|si['’]a) (?:lama|sadii))";

const timesBefore = new RegExp(String.raw`(?<!\p{L})${times}(?: of)? $`, "iu");

const timesBehind = new RegExp(String.raw`^,? ?${times}(?!\p{L})`, "iu");

const counts = String.raw`(?<![\p{L}\p{N}.,:/])[ለየበ]?(?:[2-9]|[1-9][0-9]|(?:two|three|four|five|six|seven|eight|nine|ten|ሁለት|ሶስት|አራት|አምስት|ስድስት|ሰባት|ስምንት|ዘጠኝ|አስር|lama|sadii|afur|shan|jaha|torba|saddeet|sagal|kudhan|(?:le)?(?:hulet|sost|arat|ami?st|sidist|sebat|simint|zetegn|asir))\p{L}{0,3})(?![\p{N}.,:/%])`;

const countBefore = new RegExp(String.raw`${counts}[^0-9.!?።\n]{0,24}$`, "iu");

const countBeside = new RegExp(String.raw`^[^0-9.!?።\n]{0,24}${counts}`, "iu");

/** `625 birr x 2`, `625 birr each for 2 shirts`, `625 birr per night for 2 nights`, and not `625 birr *127#`, a code to dial. */
const countBehind =
  /^ ?(?:[x×*] ?(?![0-9]{3}[0-9*]{0,12} ?#)|(?:each|apiece|per [a-z]{2,8})(?: for| x|,) )[0-9]{1,4}(?![0-9.,]| ?(?:(?:birr|ETB|br|ብር)(?![a-z])|min|sec|hours? ago|[ap]m(?![a-z])))/i;

/** `2 x 625 birr`, `2 shoes at 625 birr`, `2 shirts x 625 birr`, `2 of 625 birr`, and not `payment 2 of 625 birr`. */
const piecesBefore =
  /(?:^|[\s(])(?:(?!1 ?[x×*])[0-9]{1,4}(?:\.[0-9]{1,2})? ?[x×*] ?|(?:[2-9]|[1-9][0-9]{1,3}|[0-9]{1,3}\.[0-9]{1,2}) ?(?!birr|thousand|hundred|etb|br )[a-z]{2,14}(?: [a-z]{2,14})? ?[x×*] ?|(?:[2-9]|[1-9][0-9]{1,3}) (?!birr|thousand|hundred)(?:[a-z]{2,14}s|people|men|women|children|kg|kilo|km|usd)(?: (?:of )?[a-z]{2,14})? (?:at|@) |(?<!(?:payment|part|instal?lment|transfer|step) )[2-9] of (?:the )?)$|(?:^|\s)[ለበ]?እያንዳንዱ $/i;

const ethiopicMonths =
  "መስከረም|ጥቅምት|[ሀህ]ዳር|ታህሳስ|ታህሣሥ|ጥር|የካቲት|መጋቢት|ሚያዝያ|ሚያዚያ|ግንቦት|ሰኔ|ሀምሌ|ነሀሴ|ጳጉሜ|ጥቅምቲ|ጥሪ|ለካቲት|ጉንበት|ነሓሰ";

/** `2 ቀን በ625 ብር`, `ለ 5 ሰዎች በነፍስ ወከፍ 250 ብር`; and not `15 ህዳር በ1250 ብር`, a date. */
const ethiopicPiecesBefore = new RegExp(
  String.raw`(?<![^\s(ለየ])(?:[2-9]|[1-9][0-9]{1,2}) ?(?!ሰ[ኣአ]ት|ደቂቃ|ወር|ብር|ሺ|መቶ|ቁጥር|(?:${ethiopicMonths})(?!\p{L}))[\u1200-\u135a]{2,8} (?:[\u1200-\u135a]{2,8} )?(?:በ ?|በየ|(?:[ለበ]?(?:እያንዳንዱ|እያንዳንዳቸው)|በነፍስ ወከፍ) )$`,
  "u",
);

/** `20 እንቁላል በ1250 ብር`: for all of them, or each of them. */
export const isPerhapsOfAll = (text: string, start: number): boolean =>
  /(?<!\p{L})በ ?$/u.test(text.slice(Math.max(0, start - 3), start));

/** `625 birr x 2`, `625 birr each`, `625 birr per kilo`, `625 birr/night`; and not `625 birr *127#`. */
const pieceBehind =
  /^ ?(?:[x×*] ?(?!1(?![0-9])|[0-9]{3}[0-9*]{0,12} ?#)[0-9]|each\b|እያንዳንዱ|(?:per |\/ ?)(?:pcs?|piece|item|kilo|kg|month|person|night|day|week|hour|head|unit|pair|box|bag|lit(?:er|re)|met(?:er|re)|ticket|seat)\b)/i;

const unit =
  "(?:pcs?|piece|item|unit|pair|kilo|kg|person|head|student|child|hour|day|night|week|month|year|trip|ticket|seat|shirt)";

const often = "(?:hour|night|dai|week|month|year)ly";

/** Words for each of several, in Amharic, Oromo and Tigrinya, which stand on either side of a price. */
const each = foldSounds(
  String.raw`(?:[በለየን]?(?:እያንዳን[ዱድዳዷ]\p{L}{0,4}|ነፍ[ስሲ] ?ወከፍ\p{L}{0,2})|በ(?:የ(?!ካቲት)\p{L}{2,8}|ወር|ሳምንት|ቀን|[አዓ]መት|ሰ[አዓ]ት|ኪሎ|ሊትር|ሜትር|ፍሬ|ሰው)|የ(?:ቀን|ወር|ሳምንት)|(?<![0-9] ?)ኪሎ|[ለየ]?(?:አን[ዱዷ]|አንድ (?:ሰው|ልጅ))|(?:ኣብ |[ንብ])(?:ወርሒ|መዓልቲ|ሰሙን|ዓመት|ሰብ|ኪሎ)|ንሓደ(?: ሰብ)?|ሕድሕድ\p{L}{0,3}|(?:tokko )?tokkoo?f|tokkotti|mataa?tti|namatti|ji['’]?aan|(?:kiiloo|nama|guyyaa|ji['’]?a) (?:tokko|1)|(?:guyyaa|ji['’]?a|torban?ii?|torbee|waggaa|sa['’]aatii?|kiiloo?)tti)`,
);

/** `each shirt 625 birr`, `monthly 625 birr`, `በወር 625 ብር`, `tokkoof qarshii 250`. */
const eachBefore = new RegExp(
  String.raw`(?<!\p{L})(?:(?:(?:each|every)(?: (?:one|of us|${unit}))?|per ${unit})(?: (?:is|paid|sent|costs?|at|for))?|apiece|${often}(?: (?:paid|sent|at))?|${each}|(?:ወርሃ|ሳምንታ|እለታ|[አኣ]መታ|መ[ኣአ]ልታ|ሰሙና)ዊ):? ?$`,
  "iu",
);

/** `625 birr a month`, `250 birr daily`, `250 birr apiece`, `625 birr for each shirt`; and not `a month ago` or `monthly rent`. */
const eachBehind = new RegExp(
  String.raw`^,? ?(?:(?:for )?(?:each|every)(?!\p{L})|apiece(?!\p{L})|(?:an?|per) ${unit}(?!\p{L}| (?:ago|before|earlier|back|later|early|late|in advance)(?!\p{L}))|${often}(?= ?(?:$|[.,;!?)\n\0]|(?:for|since|from)(?!\p{L})|[A-Z0-9]{10}))|${each}(?!\p{L}| ?[:፦]? ?[0-9]))`,
  "iu",
);
