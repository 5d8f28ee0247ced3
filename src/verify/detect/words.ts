import { inCapitals } from "./shapes.ts";

/** A run of letters and digits. */
export type Piece = {
  /** In capitals; letters that only look Latin are replaced by the Latin ones, see `foreign`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether a letter or digit in it is not ASCII: it may be named in a refusal, never looked up. */
  readonly isForeign: boolean;
};

/** Pieces of a text in order, without the Amharic letters that stand against them (`በFT…`, `…D4ነው`). */
export const piecesOf = (text: string): readonly Piece[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: run, index }) => {
    let before = 0;
    while (before < run.length && isAmharicLetter(run.charAt(before))) before += 1;
    let end = run.length;
    while (end > before && isAmharicLetter(run.charAt(end - 1))) end -= 1;
    const word = run.slice(before, end);
    if (word === "") return [];
    const isForeign = /[^\p{ASCII}]/u.test(word);
    return [
      {
        text: isForeign ? latinOf(word) : inCapitals(word),
        start: index + before,
        end: index + end,
        isForeign,
      },
    ];
  });

/** Not its digits: one at the end of a reference belongs to it. */
const isAmharicLetter = (letter: string): boolean =>
  /\p{Script=Ethiopic}/u.test(letter) && !/\p{N}/u.test(letter);

/**
 * Blanks what is no reference and no account number: dates, times, amounts, masked numbers, mail addresses. The length is
 * kept, and what is blanked separates words.
 */
export const blankFigures = (text: string): string =>
  figures.reduce((rest, pattern) => rest.replace(pattern, (figure) => "\0".repeat(figure.length)), text);

const currency = "(?:ETB|BIRR|BR|ብር)";
const alone = String.raw`(?<![\p{L}\p{N}])`;
/** With the frame of a keycap, which would be left as a piece of the word behind it. */
const number = String.raw`[0-9]{1,15}(?:,[0-9]{3}){0,5}(?:\.[0-9]{1,2})?(?:\ufe0f?\u20e3)?`;

const figures: readonly RegExp[] = [
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,64}/gu,
  // Account numbers masked by letters.
  new RegExp(String.raw`${alone}[0-9]{1,8}X{3,12}[0-9]{2,6}(?![\p{L}\p{N}])`, "giu"),
  new RegExp(
    String.raw`${alone}(?:[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\2[0-9]{2,4})(?![\p{L}\p{N}]|[-/.][0-9])`,
    "gu",
  ),
  new RegExp(String.raw`${alone}[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![\p{L}\p{N}])`, "gu"),
  new RegExp(String.raw`${alone}${currency}\.?\s?${number}(?![\p{L}\p{N}])`, "giu"),
  new RegExp(String.raw`${alone}${number}\s?${currency}(?![\p{L}\p{N}])`, "giu"),
  new RegExp(String.raw`${alone}[0-9]{1,3}(?:,[0-9]{3}){1,5}(?:\.[0-9]{1,2})?(?![\p{L}\p{N}])`, "gu"),
  new RegExp(String.raw`${alone}[0-9]{1,15}\.[0-9]{1,2}(?![\p{L}\p{N}])`, "gu"),
];

/** What the eye would read, so that a look-alike can be told from a word of another language. */
const latinOf = (word: string): string =>
  [...word].map((letter) => (/\p{ASCII}/u.test(letter) ? inCapitals(letter) : latinLetter(letter))).join("");

const latinLetter = (letter: string): string => {
  const plain = letter.toUpperCase().normalize("NFD").charAt(0);
  const at = lookAlikes.indexOf(plain);
  if (at >= 0) return latins.charAt(at);
  if (/[A-Z]/.test(plain)) return plain;
  if (/\p{Nd}/u.test(letter)) return digitOf(letter);
  return /[፩-፱]/.test(letter) ? String(letter.charCodeAt(0) - "፩".charCodeAt(0) + 1) : "A";
};

/** Decimal digits of any script stand in rows of ten, from nought to nine. */
export const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (before < 50 && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
};

/** A text with Latin letters in the place of Cyrillic and Greek ones that look the same, each where it stood. */
export const withLatinLetters = (text: string): string =>
  text.replace(/[\u0370-\u052F]/g, (letter) => {
    const at = lookAlikes.indexOf(letter.toUpperCase());
    if (at < 0) return letter;
    const latin = latins.charAt(at);
    return letter === letter.toUpperCase() ? latin : latin.toLowerCase();
  });

const lookAlikes = "АВЕКМНОРСТХУІЈЅЗҒԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜ";
const latins = "ABEKMHOPCTXYIJS3FGQWABEZHIKMNOPTYXF";
