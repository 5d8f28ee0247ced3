/** An amount of money in a text, in whatever form banks and people write one. */
export type AmountFound = {
  readonly santim: number;
  /** Code units of the text, with the currency word; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Where the number itself begins. */
  readonly numberAt: number;
  readonly hasCurrency: boolean;
  /** Written as money is: with two decimals, with separators between thousands, or in thousands such as `5k`. */
  readonly isMoneyLike: boolean;
};

/** Stands in a printed text for each digit of an amount that could not be read for sure. */
export const unreadDigit = "�";

/**
 * Every amount of a cleaned text, in its order: numbers with a currency word, and numbers that stand alone, which
 * only the words around them can make an amount. Dates, times, percentages, masked and longer numbers are none.
 */
export const amountsIn = (text: string): readonly AmountFound[] =>
  [...text.matchAll(amountPattern)].flatMap(({ index, 0: written, groups = {} }) => {
    const { before, kind, number = "", times, rest, after } = groups;
    const end = index + written.length;
    const hasCurrency = before !== undefined || after !== undefined;
    if (!hasCurrency && (number.includes(" ") || isOtherFigure(text, index, end))) return [];
    const isCounted = times !== undefined || kind !== undefined;
    // `12,5k`
    const counted = writtenSantim(isCounted ? number.replace(/,(?=[0-9]$)/, ".") : number);
    if (counted === null) return [];
    const santim = isCounted ? counted * factorOf([kind, times].join(" ")) + restOf(rest) : counted;
    if (!Number.isSafeInteger(santim)) return [];
    return [
      {
        santim,
        start: index,
        end,
        numberAt: index + (before ?? "").length + (kind ?? "").length,
        hasCurrency,
        isMoneyLike: isCounted || /[.,'’ ]/.test(number),
      },
    ];
  });

/** Digits of birr that are read, so that santim stay exact; nobody pays more. */
const birrDigitsMax = 12;

/**
 * `1,250.00`, `1250.5`, `12 500.00`, `1.250,00`, `12,50,000` in santim. Null for what can be read in two ways, such as
 * `1,25`, which may be the beginning of a longer number, and for what is no amount, such as `15.11.2026`.
 */
const writtenSantim = (written: string): number | null => {
  const parts = written.split(/[., '’]/);
  const marks = written.replace(/[0-9]/g, "");
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  const lastMark = marks.at(-1) ?? "";
  const isPoint = lastMark === "." && last.length <= 2;
  // `12,500,00`, with a comma for the point.
  const isAfterThousands = parts.length > 2 && parts.slice(1, -1).every(({ length }) => length === 3);
  const isComma =
    lastMark === "," &&
    last.length === 2 &&
    (marks.includes(".") || first.length > 3 || (isAfterThousands && first.length <= 3));
  const hasDecimals = parts.length > 1 && (isPoint || isComma);
  const groups = hasDecimals ? parts.slice(0, -1) : parts;
  const between = hasDecimals ? marks.slice(0, -1) : marks;
  if (!isGrouped(groups, between)) return null;
  const birr = groups.join("");
  if (birr.length > birrDigitsMax) return null;
  return Number(birr) * 100 + (hasDecimals ? Number(last.padEnd(2, "0")) : 0);
};

/** What words such as `k`, `ሺህ` or `hundred thousand` multiply a number by; 1 without any. */
const factorOf = (words: string): number =>
  factors.reduce((factor, { pattern, value }) => (pattern.test(words) ? factor * value : factor), 1);

const factors = [
  { value: 100, pattern: /hundred|መቶ|dhibba/i },
  { value: 1000, pattern: /k\b|thousand|grand|[ሺሽ]|kuma/i },
  { value: 1_000_000, pattern: /million|mln|\bm\b|(?<=[0-9])m\b|ሚሊ/i },
] as const;

/** What follows thousands in `12 ሺህ 5 መቶ 50`, in santim. */
const restOf = (rest = ""): number =>
  [...rest.matchAll(/(?<number>[0-9.]+)(?<times>[^0-9]*)/g)].reduce(
    (sum, { groups = {} }) => sum + (writtenSantim(groups.number ?? "") ?? 0) * factorOf(groups.times ?? ""),
    0,
  );

/** Whether separators stand where thousands are parted, all of one kind; `12,50,000` is the other way to group. */
const isGrouped = (groups: readonly string[], marks: string): boolean => {
  const [first = "", ...others] = groups;
  if (others.length === 0) return true;
  if (first.length > 3 || first === "0" || new Set(marks).size > 1) return false;
  const isOfThree = others.every(({ length }) => length === 3);
  const isOfTwo = marks.startsWith(",") && others.slice(0, -1).every(({ length }) => length === 2);
  return isOfThree || (isOfTwo && others.at(-1)?.length === 3 && first.length <= 2);
};

/** A number without a currency word that is part of a date, a time, a word, a percentage or a masked number. */
const isOtherFigure = (text: string, start: number, end: number): boolean =>
  /[0-9]:$|\+$|[0-9][.,'’-]$/.test(text.slice(Math.max(0, start - 2), start)) ||
  /^(?:[A-Za-z0-9%*•#]|\s?%|[-/:.,][0-9])/.test(text.slice(end, end + 2));

const latin =
  "(?:E\\.?T\\.?B|(?:Eth(?:iopian)?\\.? )?Bir(?:r(?:s|i{1,2})?)?|Brr?|Qarshii?(?:n(?! ?[0-9]{1,2}(?![0-9.,])))?)";
const ethiopic = "(?:(?:(?:[የበ]|ናይ )ኢትዮ[ጵጲ]ያ )?(?:ብር|ብሮች)|ቅርሺ)";
const before = String.raw`(?:(?<![A-Za-z0-9])${latin}|(?<!\p{L})[የበከለ]?${ethiopic})[.:=፡፦]{0,2}\s{0,3}[-+−]?\s?`;
// With an ending, as in ብርን; other letters make a name of it.
const word = String.raw`(?:${latin}(?![A-Za-z])|${ethiopic}[ንናምስ]?(?!\p{L})|(?<=(?<![0-9.,])[1-9][0-9.,]{3,8}\s?)ብሩን?(?!\p{L}))`;
const spaced = String.raw`(?<![0-9] )[0-9]{1,3}(?: [0-9]{3}){1,3}(?:\.[0-9]{2}(?![0-9])|(?=\s?\(?${word}))`;
/** `ETB 12 500`: the currency word before it says that both are one number. */
const spacedBehind = String.raw`(?<=(?:ETB|Birr|Br|ብር)\.? ?)[0-9]{1,3}(?: [0-9]{3}){1,3}(?![0-9.,:/-]| [0-9])`;
/** `12 k birr`, `1M birr`, `ETB 12 k`: such a letter alone is a unit of another kind. */
const letters = String.raw`k(?![A-Za-z])| k(?=\s?\(?${word})| ?(?:m|mln)(?=\s?\(?${word})|(?<=(?:ETB|Birr|Br|ብር)\.? ?[0-9.,]{1,8}) ?(?:k|m|mln)(?![A-Za-z])`;
const number = `${spaced}|${spacedBehind}|[0-9]{1,15}(?:[.,'’][0-9]{1,15}){0,5}`;

/** `5ሺ`, `2 hundred thousand`; `12 grand sent`, and not `table 12 Grand Hotel`; `kuma 5`. */
const factor = String.raw`(?:(?:(?:thousand|hundred|million)|(?<=(?:sent|paid)(?: you)? [0-9.,]{1,6} ?)grand|grand(?= ?\(?${word}| (?:is |was )?(?:sent|paid|transferr?ed|deposited|done)(?![a-z])))(?![A-Za-z])|(?:[ሺሽ][ህሕኅ]?ን?|መቶ|ሚሊ[ዮየ]ን)(?:(?!\p{L})|(?=${ethiopic})))`;
const factorBefore = "(?<kind>(?<![A-Za-z])(?:kuma|dhibba) )?";
/** A smaller number behind thousands belongs to them: `12 ሺህ 5 መቶ`, `12ሺ 500`, `2 thousand and 50 birr`. */
const fewer = String.raw`(?: (?:and |እና )?[0-9]{1,3}(?:\.[0-9]{1,2})?(?: ?${factor}|(?=\s?\(?${word})|(?<= [0-9]{3})(?![A-Za-z0-9%*•#]|[.,:/-][0-9])))`;

const amountPattern = new RegExp(
  String.raw`(?:(?<before>${before})|(?<![A-Za-z0-9*•#/%]))${factorBefore}(?<number>${number})(?:(?<times>${letters}|(?: ?${factor}){1,2})(?<rest>${fewer}{0,2}))?(?<after>\s?\(?${word}\)?)?`,
  "giu",
);
