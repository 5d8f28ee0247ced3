import { type LetterSizes, widthOf } from "./letter-sizes.ts";
import type { Mark } from "./printed-line.ts";

/** How well each character that a mark may be explains it, best first: natural logarithms. */
export type Evidence = readonly (readonly [character: string, likelihood: number])[];

/**
 * What a mark may be: the reader's word for it, and what its likenesses would measure. For text of capitals, small
 * letters and digits at will, where nothing else tells O, o and 0, or I, l and 1 apart.
 */
export const evidenceOf = (mark: Mark, sizes: LetterSizes | null): Evidence =>
  likenessesOf(mark)
    .map((character) => [character, read(mark, character) + measured(mark, character, sizes)] as const)
    .toSorted(([, a], [, b]) => b - a);

/** Characters that were seen to be read for each other; brackets and bars are in no token. */
const groups = [
  "Il1i/LT|!",
  "0OoQ",
  "7Z2z",
  "EF=",
  "vVyY",
  "qg9",
  "jJ)]",
  "cC",
  "sS5",
  "wW",
  "xX",
  "uU",
  "kK",
  "pP",
];

/** The same for characters that may be read for each other. */
export const kindOf = (character: string): string =>
  groups.find((one) => one.includes(character)) ?? character;

const likenessesOf = ({ character, runnerUp }: Mark): readonly string[] => {
  const others = [runnerUp, ...kindOf(character)].filter((one) => /^[A-Za-z0-9+/=]$/.test(one));
  if (!/[A-Za-z0-9+/=]/.test(character)) return others.length === 0 ? [character] : [...new Set(others)];
  return kindOf(character) === character ? [character] : [...new Set([character, ...others])];
};

/** The reader is sure of many a thing that is not so, and of the size of letters it knows nothing. */
const read = ({ character, runnerUp, certainty }: Mark, taken: string): number => {
  if (taken === character) return Math.log(Math.max(Math.min(certainty, 0.9), 0.3));
  const least = /[)\]|!]/.test(character) || isTwin(character, taken) ? 0.1 : 0.02;
  return Math.log(Math.max(taken === runnerUp ? 1 - certainty : 0, least));
};

/** Whether nothing but their sizes tells two characters apart in print. */
const isTwin = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() ||
  ["Il1", "O0o"].some((twins) => twins.includes(one) && twins.includes(other));

/** A measure that a character would have, and how much it may differ by chance. */
type Expectation = { readonly is: number | null; readonly wanted: number | null; readonly spread: number };

const measured = (mark: Mark, taken: string, sizes: LetterSizes | null): number => {
  const expectations = [
    ...piecesOf(mark, taken),
    ...(sizes === null ? [] : sizesExpected(mark, taken, sizes)),
  ];
  const sum = expectations.reduce((total, { is, wanted, spread }) => {
    if (is === null || wanted === null) return total;
    // Beyond four times the spread something else is wrong, and it speaks no louder.
    return total - Math.min(4, Math.abs(is - wanted) / spread) ** 2 / 2;
  }, 0);
  return sum;
};

const piecesOf = ({ isPieced, foot, proportion }: Mark, taken: string): readonly Expectation[] => [
  { is: isPieced === null ? null : Number(isPieced), wanted: /[ij=]/.test(taken) ? 1 : 0, spread: 0.3 },
  { is: foot, wanted: feetOf(taken, proportion), spread: 0.12 },
];

/** I and 1 may have feet: I those that it has above, too, 1 broader ones than a bare 1 is wide. */
const feetOf = (taken: string, proportion: number | null): number | null => {
  if (taken === "I") return proportion !== null && proportion > 0.25 ? 0.95 : null;
  if (taken === "1") return proportion !== null && proportion > 0.47 ? 0.95 : 0.35;
  return feet[taken] ?? null;
};

/** How much of their width the lowest stroke of these takes. */
const feet: Readonly<Record<string, number>> = {
  ...{ E: 0.95, F: 0.25, L: 0.95, Z: 0.95, z: 0.95, "2": 0.95, "7": 0.22, g: 0.68, q: 0.33, T: 0.2 },
};

const sizesExpected = (mark: Mark, taken: string, sizes: LetterSizes): readonly Expectation[] => {
  const { capital, ascender } = sizes;
  const by = (value: number | null) => (value === null ? null : value / capital);
  const width = by(widthOf(mark));
  const isLevel = ascender !== null && ascender < capital * 1.015;
  return [
    { is: by(mark.height), wanted: by(heightOf(taken, sizes)), spread: /[Ilk]/.test(taken) ? 0.015 : 0.04 },
    { is: by(mark.drop), wanted: dropOf(taken), spread: 0.06 },
    { is: width, wanted: widthWanted(taken, width, sizes), spread: widthSpreads[taken] ?? 0.05 },
    // Where I is as high as l, only its upright may be a trifle broader.
    ...(isLevel
      ? [{ is: mark.stroke, wanted: uprightOf(taken, mark, sizes), spread: sizes.upright?.spread ?? 1 }]
      : []),
  ];
};

const heightOf = (taken: string, { capital, small, ascender }: LetterSizes): number | null => {
  if (/[A-IK-PR-Z0-9]/.test(taken)) return capital;
  if (/[acemnorsuvwxz]/.test(taken)) return small;
  return /[lbdhk]/.test(taken) ? ascender : null;
};

/** How far a character reaches below the line, by a capital's height; J and Q do so in some fonts. */
const dropOf = (taken: string): number | null => {
  if (/[gpqyj]/.test(taken)) return 0.27;
  if (taken === "Q") return 0.1;
  return /[J/=]/.test(taken) ? null : 0;
};

/** Widths by a capital's height; of 0 and O by a digit's width. */
const widthWanted = (
  taken: string,
  width: number | null,
  { capital, digit, tailed }: LetterSizes,
): number | null => {
  if (width === null) return null;
  if (taken === "l" && tailed !== null) return tailed / capital;
  if (taken === "0") return Math.min(width, (digit * 1.09) / capital);
  if (/[OQ]/.test(taken)) return Math.max(width, (digit * 1.22) / capital);
  // With feet or without.
  if (taken === "I" && width > 0.25) return clamped(width, 0.3, 0.4);
  const [least, most] = widths[taken] ?? [width, width];
  return clamped(width, least, most);
};

/** What differs more from font to font, and less. */
const widthSpreads: Readonly<Record<string, number>> = { "0": 0.03, O: 0.03, Q: 0.03, k: 0.08, K: 0.08 };

const widths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...{ I: [0.1, 0.2], l: [0.1, 0.2], i: [0.1, 0.2], "1": [0.28, 0.6], L: [0.5, 0.75], "/": [0.4, 0.6] },
  ...{ T: [0.65, 0.9], t: [0, 0.55], f: [0, 0.55], k: [0.5, 0.63], K: [0.68, 0.85] },
};

/** I is broader than i and l by a twentieth or a tenth. */
const uprightOf = (taken: string, { stroke }: Mark, { upright }: LetterSizes): number | null => {
  if (upright === null) return null;
  if (taken === "I") return upright.width * clamped((stroke ?? 0) / upright.width, 1.045, 1.1);
  return /[il]/.test(taken) ? upright.width : null;
};

const clamped = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);
