/** A place where a person may read another amount than is read here. */
export type UnclearAmount = {
  /** What a person may read; 0 where nobody can say. */
  readonly santim: number;
  /** Code units of the text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
};

type Read = { readonly start: number; readonly end: number };

/**
 * Amounts of a plain text that are read only in part or not at all: `12, 500.00 birr`, `ETB 12-500`, `ETB 12,5ØØ`. What is
 * read of them proves nothing. Where the number lies inside of them, the part that is read overlaps.
 *
 * @param read what is read as an amount
 */
export const unclearAmountsIn = (text: string, read: readonly Read[]): readonly UnclearAmount[] => [
  ...read.flatMap((amount) => goesOnBefore(text, amount) ?? goesOnBehind(text, amount) ?? []),
  ...unreadIn(text, read),
];

/** Marks and spaces that may stand inside a number; others, as in `500 + 250` and `500 (250 each)`, part two. */
const gap = String.raw`(?:\p{Lm}|[^\p{L}\p{N}\n()[\]{}+=&@%?!\0\ufffd]){1,3}`;

/** `12, 500.00 birr` of which `500.00 birr` is read, and `❶2,500 birr`. */
const goesOnBefore = (text: string, { start, end }: Read): UnclearAmount | null => {
  const before = text.slice(Math.max(0, start - 24), start);
  const [, written = "", whole = "", decimals = ""] =
    /^(([0-9]{1,3})(?![0-9])[0-9,.'’ ]*?(\.[0-9]{2})?)(?![0-9])/.exec(text.slice(start, end)) ?? [];
  if (written === "") return null;
  if (gluedBefore.test(before)) return { santim: 0, start: start - 1, end };
  const [joined, group = ""] = groupBefore.exec(before) ?? [];
  if (joined === undefined || whole.length !== 3 || isListItem.test(before)) return null;
  const behind = written.slice(0, written.length - decimals.length).replace(/[^0-9]/g, "");
  return { santim: santimOf(group + behind, decimals), start: start - joined.length, end };
};

/** A sign that is read as a digit: a number of another kind, a letter that is neither Latin nor Ethiopic, a bar; `1Z,500`. */
const gluedBefore =
  /(?:[\p{No}\p{Nl}]|(?![\p{Script=Latin}\p{Script=Ethiopic}])\p{L}|(?<![\p{L}|¦ǀ])[|¦ǀ]|(?<![\p{L}\p{N}]{3})[0-9][A-Za-z]{1,2}[.,])$/u;
/** Behind a reference and a date stands another number. */
const groupBefore = new RegExp(String.raw`(?<![0-9][.,:/'’-]?|[\p{L}\p{N}]{4})([0-9]{1,3})${gap}$`, "u");
const isListItem = /(?:^|\n)[0-9][.)] ?$/;

/** `ETB 12-500` of which `ETB 12` is read, and `ETB 1,250ooo`. */
const goesOnBehind = (text: string, { start, end }: Read): UnclearAmount | null => {
  const written = text.slice(start, end);
  const [, digits = ""] = /([0-9]{1,3}(?:,[0-9]{3}){0,3})$/.exec(written) ?? [];
  if (digits === "" || /[0-9][.,'’ ]$/.test(written.slice(0, -digits.length))) return null;
  const behind = text.slice(end, end + 24);
  if (/^[oOоОοΟØøՕօ]/u.test(behind)) return { santim: 0, start, end: end + 1 };
  const [joined, group = "", decimals = ""] = groupBehind.exec(behind) ?? [];
  if (joined === undefined) return null;
  const goesOn = /^[^\p{L}\p{N}\n]{0,2}[0-9]/u.test(behind.slice(joined.length));
  return {
    santim: goesOn ? 0 : santimOf(digits.replace(/,/g, "") + group, decimals),
    start,
    end: end + joined.length,
  };
};

const groupBehind = new RegExp(String.raw`^${gap}([0-9]{3})(\.[0-9]{2})?(?![\p{L}\p{N}]|[:/-][0-9])`, "u");

const santimOf = (birr: string, decimals: string): number =>
  Number(birr) * 100 + Number(decimals.slice(1) || 0);

/** Currency words beside digits of which nothing is read: `ETB*12,500.00`, `12 thou birr`, `12500 (in ETB)`. */
const unreadIn = (text: string, read: readonly Read[]): readonly UnclearAmount[] => {
  const covered = [...read].sort((a, b) => a.start - b.start);
  const isRead = (start: number, end: number) => covered.some((one) => one.start < end && one.end > start);
  return [...text.matchAll(currency)].flatMap(({ index, 0: word }) => {
    const end = index + word.length;
    if (isRead(index, end)) return [];
    if (scaleBefore.test(text.slice(Math.max(0, index - 12), index)))
      return [{ santim: 0, start: index, end }];
    const places = [figureBehind(text, end), figureBefore(text, index)];
    return places.flatMap((place) =>
      place === null || !mayBeAmount(text.slice(place.start, place.end)) || isRead(place.start, place.end)
        ? []
        : [{ santim: 0, ...place }],
    );
  });
};

/** Also within a word, as in `receivedETB12,500`. */
const currency = /ETB|birr|ብር|qarshii?|ቅርሺ/giu;

/** The digits right behind a place, also glued to a few letters, up to the next space. */
const figureBehind = (text: string, at: number): Read | null => {
  const [all = "", figure = ""] =
    /^(?:[^\p{L}\p{N}\n]{0,4}|[^\p{L}\p{N}\n]{0,3}[\p{L}№]{1,4}\.?)(\p{N}\S{0,23})/u.exec(
      text.slice(at, at + 40),
    ) ?? [];
  return figure === "" ? null : { start: at + all.length - figure.length, end: at + all.length };
};

/** The word with digits before a place, with at most two short words between. */
const figureBefore = (text: string, at: number): Read | null => {
  const line =
    text
      .slice(Math.max(0, at - 48), at)
      .split("\n")
      .at(-1) ?? "";
  let start = at;
  for (const [words, word] of line.split(" ").reverse().entries()) {
    start = words === 0 ? at - word.length : start - 1 - word.length;
    if (/\p{N}/u.test(word)) return isReference.test(word) ? null : { start, end: start + word.length };
    const isShort = /^[^\p{L}]{0,3}(?:\p{L}{1,6}|&)?[^\p{L}]?$/u.test(word);
    if (!isShort || words === 3) return null;
  }
  return null;
};

/** Digits behind four letters or more are part of a word. */
const isReference = /\p{L}{4}|\p{L}\p{N}{3,12}\p{L}/u;

/** `አስራ ሁለት ተኩል ሺህ ብር` */
const scaleBefore = /(?:[ሺሽ][ህሕኅ]?ን?|መቶ|thousand|hundred|million|shih?)\s?$/iu;

/** Not a date, a time, an account's number, masked digits, a share, or a reference. */
const mayBeAmount = (figure: string): boolean =>
  !/^[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{1,4}|^[0-9]{1,2}:[0-9]{2}|[0-9]{9}|\*{2}|%|\/[A-Za-z]/.test(
    figure,
  ) && !/^(?=.*[0-9])(?=.*[A-Z]{2})[A-Z0-9]{8}/.test(figure);

/**
 * Whether signs for text from right to left turn digits of a text as it was sent: a person sees them in another order.
 * Signs of a name or a phone that keep its order turn nothing.
 */
export const turnsDigits = (text: string): boolean =>
  text
    .split("\n")
    .some(
      (line) =>
        isBeforeDigit(line, turning) ||
        line.split(/[\p{Script=Latin}\p{Script=Ethiopic}]/u).some((part) => isBeforeDigit(part, fromRight)),
    );

const isBeforeDigit = (text: string, sign: RegExp): boolean => {
  const at = text.search(sign);
  return at >= 0 && /\p{N}/u.test(text.slice(at));
};

/** They turn letters of every script. */
const turning = /[\u202b\u202e\u2067]/;
/**
 * Marks and letters of Hebrew, Arabic and their like: digits between them and the next other letter go with them. Two
 * numbers in Arabic digits do so by themselves.
 */
const fromRight =
  /[\u061c\u200f]|(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]|[\u0660-\u0669] {1,4}(?=[\u0660-\u0669])/u;
