import { looksLikeNumberWord } from "./number-words.ts";

type Place = { readonly start: number; readonly end: number };

/**
 * Whether everything in a typed text that a person may take for a number is understood: each amount is written plainly
 * and stands apart, and all other digits belong to a receipt or to something known that is no money, such as a date, a
 * phone, or a masked account. Only what such a text claims is confirmed: of any other, a person may read more than was
 * read here. Pure, and linear in the text.
 *
 * @param text cleaned, with its links blanked
 * @param amounts what was read as an amount
 * @param receipts where receipts are named
 */
export const isReadInFull = (
  text: string,
  amounts: readonly Place[],
  receipts: readonly Place[],
): boolean => {
  const rest = knownFigures.reduce(
    (blanked, figure) => blanked.replace(figure, blank),
    withoutPlaces(text, [...amounts, ...receipts]),
  );
  return amounts.every((amount) => isPlain(text, rest, amount)) && !mayHoldNumber(rest);
};

const blank = (figure: string): string => "\0".repeat(figure.length);

const withoutPlaces = (text: string, places: readonly Place[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(at, start)), "\0".repeat(end - Math.max(at, start)));
    at = end;
  }
  return parts.join("") + text.slice(at);
};

const isPlain = (text: string, rest: string, { start, end }: Place): boolean =>
  plainAmount.test(text.slice(start, end).replace(plainNumber, "0")) &&
  standsBehind.test(rest.slice(Math.max(0, start - 24), start)) &&
  standsBefore.test(rest.slice(end, end + 16));

const plainNumber =
  /(?<![0-9.,])(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,12})(?:\.[0-9]{1,2})?(?![0-9]|[.,][0-9])/g;

/** `ETB 0`, `0 birr`, `0 ሺህ 0 ብር`, `one thousand 0 birr`. */
const plainAmount = /^(?:[\p{L}0 ]|(?<=\p{L})[.:])*\)?$/u;

const otherCurrency = "(?!(?:usd|dollars?|euros?|eur|aed|sar|kes|rupees?|pounds?|gbp|cny|yuan)(?!\\p{L}))";

/**
 * A line's beginning, a word of two letters or more, a preposition, a reference, or the end of a sentence; then space, and
 * what opens.
 */
const standsBehind =
  /(?:^|[\n\0…]|\p{L}{2}['’]?|(?<!\p{L})[በከለየ])(?:[^\S\n]*|[:=፦፡][^\S\n]*|[)"”»]?-?[.,;!?።፣፤]?[^\S\n]+(?:[&+–-] )?)["“'*_(]{0,2}$/u;

/** The text's end, a space and a word, or a mark of a sentence. */
const standsBefore = new RegExp(
  String.raw`^[\u1200-\u135a]{0,4}[)\]"”'*_]{0,2}(?:$|[\n\0]|[^\S\n]?[.,;:!?።፣፤]{1,3}(?=$|[\s\0]|\p{L}{2})|[^\S\n]+(?:$|[\n\0]|[("“'*]?${otherCurrency}(?:\p{L}{2}|[በከለየ][ \0])|[&+–-] [\p{L}\0]|(?![🔟💯🔢⭕🅾💲💵💰])\p{Extended_Pictographic}))`,
  "iu",
);

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|meskerem|ti[kq]i?mt|h[ie]dar|ta[hk]i?sas|tir|yekatit|megabit|mi?y?azia|ginbot|sene|hamle|nehase|pagume|መስከረም|ጥቅምት|ህዳር|ኅዳር|ሕዳር|ታህሳስ|ታኅሳስ|ጥር|የካቲት|መጋቢት|ሚያዝያ|ግንቦት|ሰኔ|ሐምሌ|ሀምሌ|ነሐሴ|ነሀሴ|ጳጉሜ";
/** Also behind a preposition: `በ15/11/26`. */
const alone = String.raw`(?<![\p{N}.,/*•#+-])(?:(?<!\p{L})|(?<=(?<!\p{L})[በከለየ]))`;
const ends = String.raw`(?![\p{L}\p{N}*•#%/+-]|[.,:][0-9])`;
const money = String.raw`(?! ?(?:ETB|birr|br\b|ብር|qarshii?|ቅርሺ|k\b))`;

/** Digits that are no money. */
const knownFigures: readonly RegExp[] = [
  // Mail addresses, and names of a chat
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}/gu,
  /(?<![p{L}p{N}])@[A-Za-z][A-Za-z0-9_]{2,31}/g,
  // `ETB 0.00`
  new RegExp(
    String.raw`${alone}(?:(?:ETB|birr|ብር)[.:]? ?0(?:\.00?)?|0(?:\.00?)? ?(?:ETB|birr|ብር))${ends}`,
    "giu",
  ),
  // Masked numbers
  /(?<![\p{L}\p{N}.,/*•#+])[0-9]{0,13}[*•]{3,12}[0-9]{2,6}(?![\p{L}\p{N}*•#%/+-]|[.,:][0-9])/gu,
  new RegExp(`${alone}[0-9]{3,13}[*•]{2}[0-9]{2,6}${ends}`, "gu"),
  new RegExp(`${alone}[0-9]{1,8}[Xx]{3,12}[0-9]{2,6}${ends}`, "gu"),
  // Dates and times
  new RegExp(
    String.raw`${alone}(?:[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\2(?:[0-9]{4}|[0-9]{2}))(?=$|[\s\0T,;)።]|\.(?![0-9]))`,
    "gu",
  ),
  new RegExp(
    String.raw`${alone}(?:(?:${months})\.? [0-9]{1,2}(?:st|nd|rd|th)?(?: ቀን)?|[0-9]{1,2}(?:st|nd|rd|th)?[ -](?:${months})\.?)(?:,? ?[ -](?:19|20)[0-9]{2})?(?: ?(?:ዓ\.?ም|E\.?C|G\.?C)\.?)?${ends}${money}`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{N}.,/:-])(?:(?<!\p{L})|(?<=(?<!\p{L})[በከለየT]))[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{3})?)?Z?(?: ?[AP]\.?M\.?)?${ends}`,
    "giu",
  ),
  // Phones and accounts
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,/*•#])(?:\+?251|0)?[ -]?[79](?:[ -]?[0-9]){8}${ends}${money}`,
    "giu",
  ),
  new RegExp(
    String.raw`${alone}(?:[1-9][0-9]{9,19}|0[0-9]{11,15})(?![\p{L}\p{N}*•#%+-]|[.,:/][0-9])${money}`,
    "giu",
  ),
  // References of others
  /(?<![\p{L}\p{N}])(?!ETB|BIRR|BR[0-9])(?=[A-Z0-9]*[0-9])(?=[A-Z0-9]*[A-Z])[A-Z0-9]{8,40}(?![\p{L}\p{N}])/gu,
  // Shares, fees and balances without a currency word
  new RegExp(String.raw`${alone}[0-9]{1,2}(?:\.[0-9]{1,2})? ?%(?! ?(?:of|ከ)|[\p{L}\p{N}])`, "giu"),
  /(?<=(?<!\p{L})(?:charge|fee|VAT|tax|levy|recovery|DRRF)[)\0]{0,6}(?: of| is|[:-]){0,2} {0,2})[0-9]{1,3}\.[0-9]{2}(?![\p{L}\p{N}]|[.,][0-9])/giu,
  /(?<=(?<!\p{L})balance(?: is|:){0,2} {1,2})[0-9]{1,3}(?:,[0-9]{3}){0,4}\.[0-9]{2}(?![\p{L}\p{N}]|[.,][0-9])/giu,
  // `*127#`, `call 994`, `24/7`, `100MB`
  /(?<![\p{L}\p{N}*#])\*[0-9]{2,4}(?:\*[0-9]{1,4}){0,3}#/gu,
  new RegExp(
    String.raw`(?<=(?<!\p{L})(?:call|dial|sms to|text to|contact|help ?line)(?: us| our| at| on| to| center| centre){0,2}:? {1,2})[0-9]{3,4}${ends}${money}`,
    "giu",
  ),
  new RegExp(String.raw`${alone}[0-9]{1,4} ?(?:MB|GB)(?![\p{L}\p{N}])`, "gu"),
  /(?<![\p{L}\p{N}.,/-])24\/7(?![\p{L}\p{N}/])/gu,
  // `1. `
  /(?<=(?:^|\n) ?)[0-9]{1,2}[.)](?= [\p{L}\0])/gu,
  // `order 4512`, `order #4512`, `table 7`
  new RegExp(
    String.raw`(?<=(?<!\p{L})(?:order|table|room|house|block|floor|shop|booth|box|ticket|bus|plate|code|ትዕዛዝ|ጠረጴዛ|ክፍል|ቤት)(?: (?:no|number|nr|ቁጥር))?[.:]?[ #]{1,2})[0-9]{1,6}${ends}${money}`,
    "giu",
  ),
];

/** Any digit, of whatever kind; and words that count. */
const mayHoldNumber = (text: string): boolean =>
  /[\p{N}🔟💯🔢]/u.test(text) ||
  (text.match(/\p{L}+/gu) ?? []).some(looksLikeNumberWord) ||
  counting.test(text);

/** Words beside an amount that make more or less of it. */
const counting =
  /(?<!\p{L})(?:half|quarter|third|double|triple|twice|thrice|times|dozens?|couple|lakhs?|each|per|apiece|every|k|thou|grand|እያንዳን\p{L}*|እጥፍ|ጊዜ|ግማሽ|ተኩል|ሩብ|walakkaa|tokkoon|yeroo|ፍርቂ|ነፍሲ)(?!\p{L})|[×%‰$€£]/iu;
