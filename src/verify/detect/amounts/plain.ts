import { partitionPoint } from "../../../core/partition-point.ts";
import { digitOf } from "../words.ts";
import { bars } from "./doubts.ts";
import { numberInWords, numberOf } from "./number-words.ts";

/** A text with plain amounts. `typedPlaceOf` gives the place in the text as it was typed of a place in this one. */
type PlainText = { readonly text: string; readonly typedPlaceOf: (at: number) => number };

/**
 * Writes each amount of a cleaned text in the form that amounts are read in. These become `ETB 12,500`:
 * `ETB *12,500.00*`, `ETB (12,500.00)`, `12,5OO.00`, `E T B 12,500`, `፲፪ ሺህ ፭፻ ብር`.
 */
export const withPlainAmounts = (text: string): PlainText =>
  steps.reduce<PlainText>(apply, { text, typedPlaceOf: (at) => at });

type Step = {
  readonly pattern: RegExp;
  /** What is read instead of a match in a text. */
  readonly plain: (found: RegExpExecArray, text: string) => string;
};

type Edit = {
  readonly start: number;
  readonly end: number;
  /** The same in the text before. */
  readonly from: number;
  readonly to: number;
};

const apply = ({ text, typedPlaceOf }: PlainText, { pattern, plain }: Step): PlainText => {
  const edits: Edit[] = [];
  const parts: string[] = [];
  let [taken, length] = [0, 0];
  for (const found of text.matchAll(pattern)) {
    const written = plain(found, text);
    if (written === found[0]) continue;
    const to = found.index + found[0].length;
    parts.push(text.slice(taken, found.index), written);
    const start = length + found.index - taken;
    length = start + written.length;
    edits.push({ start, end: length, from: found.index, to });
    taken = to;
  }
  if (edits.length === 0) return { text, typedPlaceOf };
  const before = (at: number): number => {
    const edit = edits[partitionPoint(edits, ({ start }) => start <= at) - 1];
    if (edit === undefined) return at;
    return at < edit.end ? Math.min(edit.from + at - edit.start, edit.to) : edit.to + at - edit.end;
  };
  return { text: parts.join("") + text.slice(taken), typedPlaceOf: (at) => typedPlaceOf(before(at)) };
};

/** Currency words in letters of either case. The patterns below need case: `O` and `I` stand for digits. */
const currency = "(?:[Ee][Tt][Bb]|[Bb][Ii][Rr][Rr]?[Ss]?|[Bb][Rr]|[Qq]arshii?|QARSHII?|ብር|ቅርሺ)";
const number = "[0-9]{1,15}(?:[.,'’][0-9]{1,15}){0,5}";
const noWordBefore = String.raw`(?<![\p{L}\p{N}])`;
const noWordBehind = String.raw`(?![\p{L}\p{N}])`;

/** A number of another script, `፻፳፭`, in digits. What is not formed as one, such as `፩፪`, may be read in two ways. */
const fromEthiopic = (written: string): string => {
  if (!ethiopicNumber.test(written)) return written;
  const below = (part: string): number => {
    const [hundreds, rest] = part.includes("፻") ? part.split("፻") : [null, part];
    const small = (digits = ""): number =>
      [...digits].reduce((sum, one) => sum + (ethiopicValues.get(one) ?? 0), 0);
    return (hundreds === null ? 0 : (small(hundreds) || 1) * 100) + small(rest);
  };
  const [tenThousands, rest] = written.includes("፼") ? written.split("፼") : [null, written];
  const high = tenThousands === null ? 0 : (below(tenThousands ?? "") || 1) * 10_000;
  return String(high + below(rest ?? ""));
};

const ethiopicNumber = /^(?:(?:[፲-፺]?[፩-፱]?፻)?[፲-፺]?[፩-፱]?፼)?(?:[፲-፺]?[፩-፱]?፻)?[፲-፺]?[፩-፱]?$/;

const ethiopicValues: ReadonlyMap<string, number> = new Map(
  [..."፩፪፫፬፭፮፯፰፱፲፳፴፵፶፷፸፹፺"].map((one, at) => [one, at < 9 ? at + 1 : (at - 8) * 10]),
);

/** Digits, and letters that are typed for them. */
const like = "[0-9OoIlዐ]";
const likeDigits = String.raw`(?:(?<![\p{L}\p{N}.,])|(?<=${noWordBefore}${currency}))${like}{1,12}(?:[.,'’]${like}{1,12}){0,5}(?:${noWordBehind}|(?=${currency}${noWordBehind}))`;
const currencyBefore = new RegExp(String.raw`${noWordBefore}${currency}[.:]?\s{0,3}$`, "u");
const currencyBehind = new RegExp(
  String.raw`^\s?(?:Eth(?:iopian)?\.? |የኢትዮ[ጵጲ]ያ )?${currency}[ንናምስ]?${noWordBehind}`,
  "u",
);

const isBesideCurrency = (text: string, start: number, end: number): boolean =>
  currencyBefore.test(text.slice(Math.max(0, start - 12), start)) ||
  currencyBehind.test(text.slice(end, end + 24));

/**
 * `12500.000` and `1,25,00.00` with two decimals and no commas: more decimals than santim, where what stands before is no
 * group of thousands, and commas at other places. Only beside a currency word such a number is an amount.
 */
const withTwoDecimals: Step["plain"] = ({ 0: written, index }, text) => {
  const [, birr, decimals = ""] =
    /^([0-9]{4,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})[.,]([0-9]{3,15})$/.exec(written) ??
    /^([0-9]{1,12})\.([0-9]{4,15})$/.exec(written) ??
    /^((?:[0-9]{1,4},){1,4}[0-9]{1,4})\.([0-9]{2})$/.exec(written) ??
    [];
  const isGrouped = /^[0-9]{1,3}(?:,[0-9]{3})*(?:,[0-9]{3}|\.[0-9]{1,2})$/.test(written);
  if (birr === undefined || isGrouped || !isBesideCurrency(text, index, index + written.length))
    return written;
  return `${birr.replaceAll(",", "")}.${decimals.slice(0, 2)}`;
};

/** `12,5OO.00`, or `125OO` beside a currency word. */
const withDigits: Step["plain"] = ({ 0: written, index }, text) => {
  if (!/[0-9]/.test(written) || !/[^0-9.,'’]/.test(written)) return written;
  const digits = written.replace(/[Ooዐ]/g, "0").replace(/[Il]/g, "1");
  const isMoney = /^[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]{1,2})?$|^[0-9]{3,12}\.[0-9]{2}$/.test(digits);
  return isMoney || isBesideCurrency(text, index, index + written.length) ? digits : written;
};

/** A phone beside a currency word, which belongs to another number. Blanked, or an absurd amount would be read. */
const phone =
  /(?<![\p{L}\p{N}*•#+]|[0-9][.,:/-])(?:(?:\+?251[ -]?|0)[1-9](?:[ -]?[0-9]){8}|[79](?:(?:-?[0-9]){8}|[0-9]{2}(?: [0-9]{2}){3}))(?![\p{N}*•#%]|[.,:/-][0-9])/gu;
/** An account before `birr 1250`, blanked likewise. */
const account = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:/*•#+-])[0-9]{10,16}(?=\s?${currency}[.:]?\s{0,2}[1-9])`,
  "gu",
);
const gluedBehind = new RegExp(`^${currency}`, "u");
const withoutPhone: Step["plain"] = ({ 0: written, index }, text) => {
  const end = index + written.length;
  const isBeside =
    isBesideCurrency(text, index, end) || gluedBehind.test(text.slice(end, end + 8).trimStart());
  return isBeside ? "\0" : written;
};

/** `one thousand 250 birr`. What ends in digits may be two numbers, unless the currency word follows. */
const withWordsCounted: Step["plain"] = ({ 0: written, index }, text) => {
  const isBefore = currencyBefore.test(text.slice(Math.max(0, index - 12), index));
  const all = written.trimEnd();
  const isMoneyBehind = currencyBehind.test(text.slice(index + all.length, index + all.length + 24));
  // `ETB ten thousand, 3 shirts`
  const words = isBefore && !isMoneyBehind ? all.replace(/(?<! fi)[^\p{L}\p{N}]{1,3}[0-9.]{1,6}$/u, "") : all;
  const end = index + words.length;
  const isMoney =
    isMoneyBehind ||
    (isBefore && (!/[0-9]$/.test(words) || / fi [0-9.]{1,6}$/.test(words))) ||
    (paidBefore.test(text.slice(Math.max(0, index - 30), index)) &&
      endsThere.test(text.slice(end, end + 12))) ||
    paidBehind.test(text.slice(end, end + 14));
  const counted =
    isMoney && !isPartOfNumber(words, text.slice(Math.max(0, index - 16), index), text.slice(end, end + 8))
      ? numberOf(words)
      : null;
  return counted === null ? written : `${counted.toFixed(2)}${written.slice(words.length)}`;
};

/** `sent twelve thousand five hundred`, `አስራ ሁለት ሺህ አምስት መቶ ልኬያለሁ`. */
const paidBefore =
  /(?<!\p{L})(?:sent|paid|received|transferr?ed|deposited|amount|total|sum)(?: (?:you|of|is|the|only)){0,3}:? ?$/iu;
const endsThere =
  /^ ?(?:$|[.,;!)\n\0]|(?:only|to|from|by|via|for|on|today|now|already|ref)(?!\p{L})|[A-Z0-9]{10})/iu;
const paidBehind = /^ ?(?:ልኬ|ልከ|ተልኳ|ከፍያ|ከፈል|አስገብ|ገብቷ|ተከፍ|ሰዲደ|ከፊለ|ergee|ergam|kaffal|galch)/iu;

/** Beside a word that may tell more of the number: `fourtyy thousand 500`, `kuma tokkko fi dhibba 2`. */
const isPartOfNumber = (words: string, before: string, behind: string): boolean =>
  (/(?:^|[^\p{L}])(?:fi|and|&|ena|እና|ና|ke) $/iu.test(before) && !/^(?:and|fi)/.test(words)) ||
  / fi$/.test(words) ||
  /^[- ]?(?:fi|and|&)(?!\p{L}| ?[0-9])/iu.test(behind) ||
  (/^(?:thousand|hundred|million|shih?\b|meto|[ሺሽ]|መቶ|ሚሊ)/i.test(words) &&
    /\p{L}[-,]? ?$/u.test(before) &&
    !/(?:^|[^\p{L}])(?:a|of|sent|paid|received|you|birr|ETB|ብር|qarshii) $/iu.test(before));

const opening = String.raw`[*_~\x60"'“‘„«‹(\[{<]`;
const closing = String.raw`[*_~\x60"'”’»›)\]}>]`;

const opened = new RegExp(opening);

/** Behind a currency word: marks that say nothing, with the number's own sign and a colon left to stand. */
const marks = String.raw`[^\S\n]{0,2}[^\p{L}\p{N}\p{M}\s.,:;!?#%/\\\0\ufffd+=−-]{1,4}[^\S\n]{0,2}`;

const innerOf: Step["plain"] = ({ 0: written, groups = {} }) => groups.inner ?? written;

/** `12500`, `12,500.00`, `12.5k`, up to nine digits before any mark. */
const amountBehind = "[1-9][0-9]{0,8}(?![0-9])(?:[.,'’][0-9]{1,15}){0,5}k?";

const steps: readonly Step[] = [
  // `1️⃣2️⃣`: the frames of the digits.
  { pattern: /(?<=[0-9])\u20e3/g, plain: () => "" },
  { pattern: /(?![0-9])\p{Nd}/gu, plain: ({ 0: digit }) => digitOf(digit) },
  { pattern: /(?<=[0-9])[٫٬](?=[0-9])/g, plain: ({ 0: mark }) => (mark === "٫" ? "." : ",") },
  { pattern: phone, plain: withoutPhone },
  { pattern: account, plain: () => "\0" },
  // Beside digits it is another number, such as that of a list's item.
  {
    pattern: /(?<![0-9\u1369-\u137c] ?)[\u1369-\u137c]{1,16}(?! ?[0-9\u1369-\u137c])/g,
    plain: ({ 0: written }) => fromEthiopic(written),
  },
  // `ለ5 ሰው 250 250 ብር`: a number said twice is what each pays
  {
    pattern:
      /(?<=(?<![\p{L}\p{N}])[ለየበ]?(?:[2-9][0-9]{0,2}|ሁለት|ሶስት|ሦስት|አራት|አምስት|ስድስት|ሰባት|ስምንት|ዘጠኝ|አስር) ?(?:ሰ[ዎው]ች?|ሰዎች|ልጆች|እቃ|ፍሬ|ቀን|people|persons) )([0-9]{2,3}) \1(?= ?ብር)/gu,
    plain: ({ 1: piece = "" }) => `እያንዳንዱ ${piece}`,
  },
  // `12 ሺህ ተኩል`: and a half
  { pattern: /(?<=[ሺሽ][ህሕኅ]?) ?ተኩል(?!\p{L})/gu, plain: () => " 500" },
  { pattern: numberInWords, plain: withWordsCounted },
  // `12ሺ500`
  { pattern: /(?<=[0-9] ?(?:[ሺሽ][ህሕኅ]?|መቶ))(?=[0-9])/g, plain: () => " " },
  // `E T B`, `b i r r`, `B1rr`
  {
    pattern: new RegExp(
      `${noWordBefore}(?:[Ee][ ._*-]{1,2}[Tt][ ._*-]{1,2}[Bb]|[Bb][ ._*-]{1,2}[Ii][ ._*-]{1,2}[Rr][ ._*-]{1,2}[Rr]|[Bb][1lI|!][Rr]{2})${noWordBehind}`,
      "gu",
    ),
    plain: ({ 0: written }) => (/^e/i.test(written) ? "ETB" : "Birr"),
  },
  { pattern: new RegExp(`${noWordBefore}ብ[ .]{1,2}ር${noWordBehind}`, "gu"), plain: () => "ብር" },
  { pattern: new RegExp(likeDigits, "gu"), plain: withDigits },
  // `625 + 625 birr`
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,:/#*•+] ?)[1-9][0-9]{2,6}(?= ?(?:\+|እና) ?[1-9][0-9]{1,6} ?${currency}${noWordBehind})`,
      "gu",
    ),
    plain: ({ 0: written }) => `${written} Birr`,
  },
  // `1300-50 birr`
  {
    pattern: new RegExp(
      String.raw`(?:(?<![\p{L}\p{N}.,:/#*•+-] ?)|(?<=(?<!\p{L})(?:sent|paid|price|total|transferred) ))[1-9][0-9]{2,6}(?= ?[-–−] ?(?<less>[1-9][0-9]{1,5}) ?${currency}${noWordBehind})`,
      "gu",
    ),
    plain: ({ 0: written, groups = {} }) =>
      Number(groups.less) < Number(written) ? `${written} Birr` : written,
  },
  // `12 and half thousand`, `12500-00 birr`, `500ን ቅርሺ`
  { pattern: /(?<=[0-9]) and (?:a )?half(?= (?:thousand|million))/gi, plain: () => ".5" },
  {
    pattern: new RegExp(
      String.raw`(?<=[0-9]{3})(?:[;:]|-(?=00))(?=[0-9]{2}\s?${currency}${noWordBehind})`,
      "gu",
    ),
    plain: () => ".",
  },
  { pattern: /(?<=[0-9])ን(?=\s?(?:ቅርሺ|ብር))/gu, plain: () => "" },
  // `12,500/= birr`, `12500/-`
  {
    pattern: new RegExp(String.raw`(?<=[0-9])\/[=-]{1,3}(?=\s?${currency}${noWordBehind})`, "gu"),
    plain: () => "",
  },
  {
    pattern: /(?<=(?<![0-9.,])[1-9][0-9,]{2,8}(?:\.[0-9]{2})?)\/[=-]{1,3}(?![0-9=-])/g,
    plain: () => " Birr",
  },
  // `1 2 5 0 0 birr`
  {
    pattern: new RegExp(
      String.raw`(?<![\p{N}.,] ?)(?<!\p{L})[1-9](?: [0-9.,]){3,14}(?=\s?${currency}${noWordBehind})`,
      "gu",
    ),
    plain: ({ 0: written }) => written.replaceAll(" ", ""),
  },
  // `#12500birr`, `•12,500 birr`; behind more such marks stands the end of a number.
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}\p{M}#•*/%.,-])[#•*/%](?=${amountBehind}\s?${currency}${noWordBehind}(?![.:]?\s{0,2}[0-9]))`,
      "gu",
    ),
    plain: () => " ",
  },
  // `paid12500birr`
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}])[A-Za-z]{3,12}(?=[1-9][0-9.,]{2,11}\s?${currency}${noWordBehind}(?![.:]?\s{0,2}[0-9]))`,
      "gu",
    ),
    plain: ({ 0: written }) => `${written} `,
  },
  // `ETB 1 2 5 0 0 . 0 0`
  {
    pattern: new RegExp(
      String.raw`(?<=${noWordBefore}${currency}[.:]?\s{0,2})[0-9](?: [0-9.,]){3,14}(?![0-9])`,
      "gu",
    ),
    plain: ({ 0: written }) => written.replaceAll(" ", ""),
  },
  // `*ETB* 12,500`, `*12,500.00* ETB`, `"12,500"`
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#•*])([*_~\x60]{1,3})(?<inner>${currency})\.?\1(?![\p{L}\p{N}#•*])`,
      "gu",
    ),
    plain: innerOf,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#•*]|[0-9]\s)(?!\()${opening}{1,3} ?(?<inner>${number}k?) ?${closing}{1,3}(?![\p{L}\p{N}#•*]|\s{0,2}[0-9]|\s?${currency}[.:]?\s{0,2}[0-9])`,
      "gu",
    ),
    plain: innerOf,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}#•*])\( ?(?<inner>${number}k?) ?\)(?=\s?${currency}${noWordBehind}(?![.:]?\s{0,2}[0-9]))`,
      "gu",
    ),
    plain: innerOf,
  },
  // `12,500 💵 birr`
  {
    pattern: new RegExp(
      String.raw`(?<=[0-9])\s?[\p{So}~_\x60"”’»*>]{1,4}\s?(?=${currency}${noWordBehind}(?![.:]?\s{0,2}[0-9]))`,
      "gu",
    ),
    plain: () => " ",
  },
  // `ETB = 12500`, `Amount (ETB): 12500`
  {
    pattern: new RegExp(
      String.raw`(?<=(?<![\p{L}\p{N}]|[0-9]k?\s?\(?)${currency}\.?)[)\]]?\s?[:=፦፡–—>-]{1,3}\s{0,3}(?=[1-9][0-9]{0,8}(?![0-9]))`,
      "gu",
    ),
    plain: () => " ",
  },
  // `ETB (12,500.00)`, `ETB*12,500.00*`, `ETB → 12,500`
  {
    pattern: new RegExp(
      String.raw`(?<=${noWordBefore}${currency}[.:]?)(?<marks>${marks})(?<![${bars}])(?<inner>[1-9][0-9]{0,6}(?![0-9])(?:[.,'’][0-9]{1,15}){0,5}(?: [0-9]{3}(?![0-9])){0,3}(?:\.[0-9]{2}(?![0-9]))?k?)(?<end> ?${closing}{1,3})?(?![\p{L}\p{N}•*%]|[-/:][0-9]|[.,]?\s{1,2}[0-9]{3}(?![0-9]))`,
      "gu",
    ),
    plain: ({ 0: written, groups = {} }) => {
      const { marks: before = "", inner = "", end = "" } = groups;
      const isOpened = opened.test(before);
      // `paid in ETB (2 shirts) 1250`
      if (end === "" && (inner.length < 3 || isOpened || /[*•]{2}/.test(before))) return written;
      return ` ${inner}${isOpened ? "" : end}`;
    },
  },
  {
    pattern: /(?<![0-9][.,]?)[0-9]{1,12}(?:[.,][0-9]{1,15}){1,5}(?![.,]?[0-9])/g,
    plain: withTwoDecimals,
  },
];
