import type { PdfFragment } from "../document.ts";

/** Fragments that stand on one baseline, left to right. */
export type Line = {
  readonly page: number;
  readonly baseline: number;
  readonly fragments: readonly PdfFragment[];
};

/** Distance of two lines of one text, in font sizes; what stands farther apart is another paragraph. */
export const leadingMax = 1.8;

/** A gap, in font sizes, that parts two cells of a line. */
export const cellGap = 0.8;

/** Groups a page's fragments into lines, top to bottom, not in the order of drawing. */
export const linesOf = (fragments: readonly PdfFragment[]): Line[] => {
  const lines: { page: number; baseline: number; fragments: PdfFragment[] }[] = [];
  const downwards = [...fragments].sort((a, b) => a.page - b.page || a.baseline - b.baseline);
  for (const fragment of downwards) {
    const line = lines.at(-1);
    // Two fonts of one row may sit a little apart; lines of wrapped text are farther.
    const sameLine =
      line !== undefined &&
      line.page === fragment.page &&
      fragment.baseline - line.baseline <= 0.4 * fragment.size;
    if (sameLine) line.fragments.push(fragment);
    else lines.push({ page: fragment.page, baseline: fragment.baseline, fragments: [fragment] });
  }
  for (const line of lines) line.fragments.sort((a, b) => a.left - b.left);
  return lines;
};

/** Widest space between two words of one text, and how far kerning may push letters together, in font sizes. */
const wordSpaceMax = 0.4;
const kerningMax = 0.2;

/** Texts that were drawn in pieces, words or letters, as one again: pieces of one size, a word's space apart. */
export const joinPieces = (fragments: readonly PdfFragment[]): readonly PdfFragment[] =>
  linesOf(fragments).flatMap((line) => {
    const texts: PdfFragment[] = [];
    for (const fragment of line.fragments) {
      const before = texts.at(-1);
      if (before !== undefined && goesOn(before, fragment))
        texts[texts.length - 1] = { ...before, text: textOf([before, fragment]), right: fragment.right };
      else texts.push(fragment);
    }
    return texts;
  });

const goesOn = (before: PdfFragment, { left, baseline, size }: PdfFragment): boolean => {
  const gap = (left - before.right) / size;
  const isLevel = Math.abs(baseline - before.baseline) <= 0.05 * size;
  return isLevel && Math.abs(size - before.size) < 0.1 && gap >= -kerningMax && gap <= wordSpaceMax;
};

/** How far a text, with kerning and trailing space, may reach into the next one, in font sizes. */
const overlapMax = 0.35;

/** Whether one text is drawn over another, so that what a person sees is neither. */
export const isOverdrawn = ({ fragments }: Pick<Line, "fragments">): boolean =>
  fragments.some((fragment, at) => {
    const before = fragments[at - 1];
    return before !== undefined && fragment.left < before.right - overlapMax * fragment.size;
  });

/** Text of neighbouring fragments: a gap of a seventh of the font size is a space. */
export const textOf = (fragments: readonly PdfFragment[]): string =>
  fragments.reduce((text, fragment, at) => {
    const before = fragments[at - 1];
    const apart = before === undefined || fragment.left - before.right > fragment.size / 7;
    return apart && text !== "" ? `${text} ${fragment.text}` : text + fragment.text;
  }, "");
