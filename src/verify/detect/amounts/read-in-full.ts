import type { Part } from "../message-parts.ts";
import { makesMoreOrLess } from "./multipliers.ts";
import { looksLikeNumberWord } from "./number-words.ts";
import { isAdvert, isOfBank, sentencesIn } from "./whose-words.ts";

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
export const isReadInFull = (text: string, amounts: readonly Part[], receipts: readonly Part[]): boolean => {
  const known = withoutFigures(withoutPlaces(text, [...amounts, ...receipts]), knownFigures);
  const rest = withoutFigures(known, bareNumbers);
  return (
    !foreignAmount.test(text) &&
    amounts.every((amount) => isPlain(text, rest, amount) && !isJoined(known, amount)) &&
    !mayBePrices(known) &&
    !mayHoldNumber(rest, isOfBank(text) ? withoutAsides(rest) : rest)
  );
};

/**
 * A text without what a bank advertises in it, and without the names that a bank says or greets, such as
 * `from MILLION TESFAYE` or `to THIRD EYE PLC`.
 */
const withoutAsides = (rest: string): string =>
  sentencesIn(rest)
    .filter(({ text }) => !isAdvert(text))
    .map(({ text }) =>
      text.replace(nameOfParty, (name, at: number) =>
        (isOfBank(text) || isGreeted.test(text.slice(0, at))) && isWholeName(name) ? " " : name,
      ),
    )
    .join("");

const isGreeted = /(?:Dear|ውድ) $/;

/**
 * One word that counts may be part of a name, but not behind it, as in `from HANA TWICE`, and not before what is counted,
 * as in `from Ten Customers` or `ለ ሁለት ሰዎች`.
 */
const isWholeName = (name: string): boolean => {
  const words: readonly string[] = name.match(/\p{L}+/gu) ?? [];
  const counting = words.filter((word) => looksLikeNumberWord(word) || makesMoreOrLess(word));
  const [count] = counting;
  if (count === undefined) return true;
  const behind = words.slice(words.indexOf(count) + 1);
  return (
    counting.length === 1 &&
    behind.length > 0 &&
    !countOfAmharic.test(count) &&
    !behind.some((word) => counted.test(word) || isPluralOf(word, count))
  );
};

/** Amharic counts that are no names of people, as ሚሊዮን and ሺበሺ are. */
const countOfAmharic = /^(?:[\u1200-\u135a]{1,2}|(?![ሚሺ])[\u1200-\u135a]+)$/;
/** What is paid, who pays, and how often, also of one. */
const counted =
  /^(?:payment|transfer|deposit|transaction|instal?lment|amount|money|birr|price|sum|order|part|half|time|round|people|person|men|women|of|us|equal|together|more|extra|other|ሰው|ክፍያ|ገንዘብ|ብር|ጊዜ|ዙር|ደንበኛ|ሱቅ|እጥፍ)$/iu;

/** `Customers`, `ደንበኞች`; and the name Yohannes behind the name Million is none. */
const isPluralOf = (word: string, count: string): boolean =>
  (/^million$/i.test(count) ? /[^aeious]s$/iu : /(?:[^aious]|ie)s$/iu).test(word) ||
  /[ሆሎሖሞሦሮሶሾቆቦቶቾኆኖኞኦኮኾዎዖዞዦዮዶጆጎጦጮጶጾፆፎፖ]ች$/u.test(word);

const capitalized = String.raw`\p{Lu}(?:[\p{L}'’&/-]|\.(?=\p{L})){0,30}`;
const nameOfParty = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:from|to|by|Dear) )${capitalized}(?: (?!(?:ETB|Birr|BIRR|Br)(?!\p{L}))${capitalized}){1,5}(?!\p{L}| ?(?:ETB|Birr|BIRR|birr))|(?<=(?<!\p{L})(?:[ከለ]|ውድ) )[\u1200-\u135a]{2,12}(?: [\u1200-\u135a]{2,12}){1,3}(?= ?\(| (?:ተቀብለዋል|ልከዋል|አስተላልፈዋል))`,
  "gu",
);

const withoutFigures = (text: string, figures: readonly RegExp[]): string =>
  figures.reduce((blanked, figure) => blanked.replace(figure, blank), text);

const blank = (figure: string): string => "\0".repeat(figure.length);

const withoutPlaces = (text: string, places: readonly Part[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(at, start)), "\0".repeat(end - Math.max(at, start)));
    at = end;
  }
  return parts.join("") + text.slice(at);
};

const isPlain = (text: string, rest: string, { start, end }: Part): boolean =>
  plainAmount.test(text.slice(start, end).replace(plainNumber, "0")) &&
  standsBehind.test(rest.slice(Math.max(0, start - 24), start)) &&
  standsBefore.test(rest.slice(end, end + 16));

const plainNumber =
  /(?<![0-9.,])(?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,12})(?:\.[0-9]{1,2})?(?![0-9]|[.,][0-9])/g;

/** `ETB 0`, `0 birr`, `0 ሺህ 0 ብር`, `one thousand 0 birr`. */
const plainAmount = /^(?:[\p{L}0 ]|(?<=\p{L})[.:])*\)?$/u;

const currencies = "(?:usd|dollars?|euros?|eur|aed|sar|kes|rupees?|pounds?|gbp|cny|yuan)";
const otherCurrency = `(?!${currencies}(?!\\p{L}))`;
/** `USD 1250` */
const foreignAmount = new RegExp(String.raw`(?<!\p{L})${currencies}[.:]? ?[0-9]`, "iu");

/** Pictures that a person may read as a zero, as digits, or as money. */
const tellingPicture = "[🔟💯🔢⭕🅾💲💵💴💶💷💰💸⚪⚫🔴🔵🔘⏺🟠-🟫⚽🏀]";
const picture = String.raw`(?!${tellingPicture})\p{Extended_Pictographic}`;

/**
 * A line's beginning, a preposition or a reference; or a word of two letters or more or a picture, then a space or a mark.
 * Then what opens.
 */
const standsBehind = new RegExp(
  String.raw`(?:(?:^(?:\.{3}[^\S\n])?|[\n\0]|(?<!\p{L})[በከለየ])[^\S\n]*|(?:[\n\0]|\p{L}{2}['’]?|ተ\.እ\.ታ\.?)(?:[^\S\n]+|[:=፦፡][^\S\n]*|[)"”»]?-?[.,;!?።፣፤]?[^\S\n]+(?:[&+–-] )?)|${picture}\p{Emoji_Modifier}?[^\S\n]+)["“'*_(]{0,2}$`,
  "u",
);

/** The text's end, a space and a word, or a mark of a sentence; before it an ending of an Amharic or Tigrinya word. */
const standsBefore = new RegExp(
  String.raw`^(?:[ንምናስ]|ነ[ውዉ])?[)\]"”'*_]{0,2}(?:$|[\n\0]|[^\S\n]?[.,;:!?።፣፤]{1,3}(?=$|[\s\0]|\p{L}{2})|[^\S\n]+(?:$|[\n\0]|[("“'*]?${otherCurrency}(?:\p{L}{2}|[በከለየ][ \0])|[&+–-] [\p{L}\0]|${picture}))`,
  "iu",
);

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|meskerem|ti[kq]i?mt|h[ie]dar|ta[hk]i?sas|tir|yekatit|megabit|mi?y?azia|ginbot|sene|hamle|nehase|pagume|መስከረም|ጥቅምት|ህዳር|ኅዳር|ሕዳር|ታህሳስ|ታኅሳስ|ጥር|የካቲት|መጋቢት|ሚያዝያ|ግንቦት|ሰኔ|ሐምሌ|ሀምሌ|ነሐሴ|ነሀሴ|ጳጉሜ";
/** Also behind a preposition: `በ15/11/26`. */
const alone = String.raw`(?<![\p{N}.,/*•#+-])(?:(?<!\p{L})|(?<=(?<!\p{L})[በከለየ]))`;
const ends = String.raw`(?![\p{L}\p{N}*•#%/+-]|[.,:][0-9])`;
const currency = "(?:ETB|birr|br(?![a-z])|ብር|qarshii?|ቅርሺ)";
const money = String.raw`(?! ?(?:${currency}|k\b))`;
const moneyWord =
  "(?:amount|amt|total|sum|price|cost|pay|paid|sent|received|credited|transferred|deposited|መጠን)";
/** Not where a word says that money was moved: `12500 sent`, `amount: 12500`. */
const notPaid = String.raw`${money}(?! ?(?:(?:is|was|birr|ETB) )?(?:paid|sent|received|transferred|deposited|only|ልኬ|ከፍያ)(?!\p{Script=Latin}))`;
const notMoneyBefore = String.raw`(?<!(?<!\p{L})(?:${moneyWord}|(?<!account )${currency})[^\p{L}\p{N}\n]{0,4})`;

/** What bears a number. */
const thing = (things: string): string =>
  String.raw`(?<!\p{L}|(?<!\p{L})(?:paid|sent|bought)(?: for)?(?: the| a| my)? )(?:${things})`;
const numbered = (things: string, digits: string): RegExp =>
  new RegExp(`(?<=${thing(things)}[.:]? )${digits}${ends}${notPaid}`, "giu");

const orders = "order|ትዕዛዝ";
const places = "table|room|house|block|floor|shop|booth|box|ticket|bus|plate|code|invoice|ጠረጴዛ|ክፍል|ቤት";
const sizes = "size|grade|seat|ክፍል";
const numberMark = "(?:(?:no|number|nr|ቁጥር)(?: is)?[.:]? ?)";

const day = "(?:0?[1-9]|[12][0-9]|3[01])";
const month = "(?:0?[1-9]|1[0-2])";
const year = "(?:(?:19|20)[0-9]{2}|[1-9][0-9])";

/** Digits that are no money. */
const knownFigures: readonly RegExp[] = [
  // `ETB 0.00`, and not the zeros of `ETB 1250 0.00 birr`
  new RegExp(
    String.raw`(?<!\0[^\p{L}\p{N}\n]{0,2})${alone}(?:(?:ETB|birr|ብር)[.:]? ?0(?:\.00?)?|0(?:\.00?)? ?(?:ETB|birr|ብር))${ends}`,
    "giu",
  ),
  // Mail addresses, and names of a chat
  /(?<![\p{L}\p{N}._%+-])(?!ETB|birr|paid|sent|total|amount)[A-Za-z](?![A-Za-z0-9._%+-]{0,63}[0-9]{5})[A-Za-z0-9._%+-]{0,63}@[A-Za-z][A-Za-z-]{1,30}(?:\.[A-Za-z][A-Za-z-]{1,30}){1,3}(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])@(?![A-Za-z0-9_]{0,31}[0-9]_?[0-9]_?[0-9])[A-Za-z][A-Za-z0-9_]{2,31}(?![\p{L}\p{N}_])/gu,
  // Masked numbers
  new RegExp(
    String.raw`${notMoneyBefore}(?<![\p{L}\p{N}.,/*•#+])(?:[0-9]{1,13}[*•]{3,12}[0-9]{2,6}|[*•]{3,12}[0-9]{2,4})(?![\p{L}\p{N}*•#%/+-]|[.,:][0-9])${notPaid}`,
    "giu",
  ),
  new RegExp(`${notMoneyBefore}${alone}[0-9]{3,13}[*•]{2}[0-9]{2,6}${ends}${notPaid}`, "giu"),
  new RegExp(`${alone}[0-9]{1,8}[Xx]{3,12}[0-9]{2,6}${ends}`, "gu"),
  // Dates and times
  new RegExp(
    String.raw`${alone}(?:(?:19|20)[0-9]{2}([-/.])${month}\1${day}|(?:${day}([-/.])${month}\2|${month}([-/.])${day}\3)${year})(?=$|[\s\0T,;)።]|\.(?![0-9]))${money}`,
    "giu",
  ),
  new RegExp(
    String.raw`${alone}(?:(?:${months})\.? ${day}(?:st|nd|rd|th)?(?: ቀን)?|${day}(?:st|nd|rd|th)?[ -](?:${months})\.?)(?:(?:,? ?[ -]|\/)(?:19|20)[0-9]{2})?(?: ?(?:ዓ\.?ም|E\.?C|G\.?C)\.?)?${ends}${money}`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{N}.,/:-])(?:(?<!\p{L})|(?<=(?<!\p{L})[በከለየT]))(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{3})?)?Z?(?: ?[AP]\.?M\.?)?${ends}${money}`,
    "giu",
  ),
  // Phones and accounts
  new RegExp(String.raw`(?<![\p{L}\p{N}.,/*•#])(?:\+?251|0)[ -]?[79](?:[ -]?[0-9]){8}${ends}${money}`, "giu"),
  new RegExp(`${notMoneyBefore}${alone}[79](?:[ -]?[0-9]){8}${ends}${notPaid}`, "giu"),
  new RegExp(
    String.raw`${notMoneyBefore}${alone}(?:[1-9][0-9]{9,19}|0[0-9]{11,15})(?![\p{L}\p{N}*•#%+-]|[.,:/][0-9])${notPaid}`,
    "giu",
  ),
  // References of others: letters and digits by turns, and not only letters that are like digits
  /(?<![\p{L}\p{N}])(?![A-Z0-9]*(?:ETB|BIRR|QARSHI|PAID|SENT|AMOUNT|TOTAL|PAY|TRANSFER|DEPOSIT|CASH|PRICE|CREDIT|RECEIVED|ONLY))(?=[A-Z0-9]*[AC-HJKMNPRT-Y])(?=[A-Z]*[0-9]+[A-Z]+[0-9]|[0-9]*[A-Z]+[0-9]+[A-Z])[A-Z0-9]{8,40}(?![\p{L}\p{N}])/gu,
  // Shares, fees and balances without a currency word
  new RegExp(String.raw`${alone}[0-9]{1,2}(?:\.[0-9]{1,2})? ?%(?! ?(?:of|ከ)|[\p{L}\p{N}])`, "giu"),
  /(?<=(?<!\p{L})(?:charge|fee|VAT|tax|levy|recovery|DRRF)[)\0]{0,6}(?: of| is|[:-]){0,2} {0,2})[0-9]{1,3}\.[0-9]{2}(?![\p{L}\p{N}]|[.,][0-9])/giu,
  /(?<=(?<!\p{L})balance(?: is|:){0,2} {1,2})[0-9]{1,3}(?:,[0-9]{3}){0,4}\.[0-9]{2}(?![\p{L}\p{N}]|[.,][0-9])/giu,
  // `*127#`, `call 994`, `24/7`, `100MB`
  /(?<![\p{L}\p{N}*#])\*[0-9]{2,4}(?:\*[0-9]{1,4}){0,3}#/gu,
  new RegExp(
    String.raw`(?<=(?<!\p{L})(?:call|dial|sms to|text to|contact|help ?line)(?: us| our| at| on| to| center| centre){0,2}:? {1,2})(?:[0-9]{3}|[89][0-9]{3}|0000)${ends}${notPaid}`,
    "giu",
  ),
  new RegExp(String.raw`${alone}[0-9]{1,4} ?(?:MB|GB)(?![\p{L}\p{N}])`, "gu"),
  /(?<![\p{L}\p{N}.,/-])24\/7(?![\p{L}\p{N}/])/gu,
  // `1. `
  /(?<=(?:^|\n) ?)[0-9]{1,2}[.)](?= [\p{L}\0])/gu,
  // `order #45123`, `table no 7`
  new RegExp(
    `(?<=${thing(`${orders}|${places}|${sizes}`)} ?${numberMark}?#? ?(?<=#|${numberMark}))[0-9]{1,6}${ends}${notPaid}`,
    "giu",
  ),
  numbered(sizes, "[0-9]{1,2}"),
];

/** `order 4512`, `table 7`, and not `paid for the house 950`: numbers that no mark says to be one. */
const bareNumbers: readonly RegExp[] = [numbered(orders, "[0-9]{1,4}"), numbered(places, "[0-9]{1,3}")];

/** `house 950, shop 900`: two of them are perhaps what each costs. */
const mayBePrices = (known: string): boolean => (known.match(/[0-9]{3,}/g) ?? []).length > 1;

/** `order 9500 and 1250 birr`, `order 9500 - 1250 birr`, `1250 birr plus table 950`, `ቤት 950 ከ1250 ብር ጋር`: perhaps both are money. */
const isJoined = (known: string, { start, end }: Part): boolean =>
  joinedBefore.test(known.slice(Math.max(0, start - 40), start)) ||
  joinedBehind.test(known.slice(end, end + 40));

const joint = String.raw`(?:(?<!\p{L})(?:and|plus|with|also|then|fi|waliin|እና|ና|ጋር|ደግሞ|እንዲሁም|በተጨማሪ|ተጨማሪ|ምስ|ከምኡውን)(?!\p{L})|[&+]|(?<!\p{L})ከ(?= ?$))`;
const joinedBefore = new RegExp(
  String.raw`[0-9]{2}[^0-9.!?።\n]{0,16}?${joint}[^0-9.!?።\n]{0,16}$|[0-9]{3} ?[,;–-] ?$`,
  "iu",
);
const joinedBehind = new RegExp(String.raw`^[^0-9.!?።\n]{0,16}?${joint}[^0-9.!?።\n]{0,16}[0-9]{2}`, "iu");

/** Any digit, of whatever kind; words that count; and letters that may stand for digits. */
const mayHoldNumber = (text: string, words: string): boolean =>
  /[\p{N}🔟💯🔢]/u.test(text) ||
  (words.match(/\p{L}+/gu) ?? []).some(looksLikeNumberWord) ||
  makesMoreOrLess(words) ||
  mayBeSpelledInLetters(text);

/** `IO,OOO birr`, `ETB 12,SOO`, `paid lZ 500 birr`, `ETB 1250 ooo`, and not `so 500 birr` or `Txn ID`. */
const mayBeSpelledInLetters = (text: string): boolean =>
  [...text.matchAll(digitLike)].some(
    ({ index, 0: word }) =>
      /^[Ooዐ]{2,}$/.test(word) ||
      (!/^(?:[Ss]o|I[DdB]|.)[.,]*$/.test(word) &&
        (moneyBehind.test(text.slice(index + word.length, index + word.length + 12)) ||
          moneyBefore.test(text.slice(Math.max(0, index - 12), index)))),
  );

const digitLike = /(?<![\p{L}\p{N}])[OoIlZzSsBQD|ዐ][OoIlZzSsBQD|ዐ.,]{1,30}(?![\p{L}\p{N}])/gu;
/** An amount that is read, or a currency word. */
const moneyBehind = new RegExp(String.raw`^[^\p{L}\p{N}\n]{0,3}(?:\0|${currency})`, "iu");
const moneyBefore = new RegExp(String.raw`(?:\0|(?<!\p{L})${currency})[^\p{L}\p{N}\n]{0,3}$`, "iu");
