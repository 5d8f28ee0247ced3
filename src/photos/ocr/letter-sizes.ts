import type { Mark } from "./printed-line.ts";

/** A character as it stands in a text, and the mark that it was read from. */
export type Letter = { readonly character: string; readonly mark: Mark | null };

/** What the letters of one piece of text have in common, in pixels of the picture; null where too few were seen. */
export type LetterSizes = {
  readonly capital: number;
  /** Height of a small letter without ends. */
  readonly small: number | null;
  /** Height of b, d, h and k, in most fonts a little more than a capital's. */
  readonly ascender: number | null;
  /** Width of a digit. */
  readonly digit: number;
  /** Width of an l where the text is known to have some: it has a tail in some fonts. */
  readonly tailed: number | null;
  /** Width of the upright of an i, and by how much it differs from one to the next. */
  readonly upright: { readonly width: number; readonly spread: number } | null;
};

/**
 * Measures the letters of a text in one font and size; null where it has too few capitals and digits. `known` are
 * those that were not only read: of a configured host.
 */
export const sizesOf = (letters: readonly Letter[], known: readonly Letter[]): LetterSizes | null => {
  const capital = middleOf(letters, /[BDEFHKLMNPRTUVXYZ2-57]/, ({ height }) => height);
  if (capital === null) return null;
  return {
    capital,
    small: middleOf(letters, /[aceimnrsuvxz]/, ({ height, isPieced }) => (isPieced ? null : height)),
    ascender: middleOf(letters, /[bdhk]/, ({ height }) => height),
    digit: middleOf(letters, /[235689]/, widthOf) ?? capital * usualDigit,
    tailed: middleOf(known, /l/, widthOf),
    upright: uprightOf(letters),
  };
};

/** Of the fonts that phones come with, by a capital's height. */
const usualDigit = 0.66;

export const widthOf = ({ height, proportion }: Mark): number | null =>
  height === null || proportion === null ? null : height * proportion;

const uprightOf = (letters: readonly Letter[]): LetterSizes["upright"] => {
  const widths = measuresOf(letters, /i/, ({ stroke, isPieced }) => (isPieced ? stroke : null));
  const width = widths[Math.floor(widths.length / 2)];
  return width === undefined || widths.length < 3
    ? null
    : { width, spread: Math.max(width * 0.012, ((widths.at(-1) ?? width) - (widths[0] ?? width)) / 3) };
};

/** The middle one of a measure of these characters; null for fewer than two of them. */
const middleOf = (...from: Parameters<typeof measuresOf>): number | null => {
  const measures = measuresOf(...from);
  return measures.length < 2 ? null : (measures[Math.floor(measures.length / 2)] ?? null);
};

/** A measure of these characters, from the least to the most. */
const measuresOf = (
  letters: readonly Letter[],
  characters: RegExp,
  measure: (mark: Mark) => number | null,
): readonly number[] =>
  letters
    .flatMap(({ character, mark }) =>
      mark !== null && characters.test(character) ? (measure(mark) ?? []) : [],
    )
    .toSorted((a, b) => a - b);
