import type { PdfDocument } from "./document.ts";
import type { Synonyms } from "./labelled.ts";
import { type Found, findLabels, wordingOf } from "./pdf-labels.ts";
import { type Line, linesOf, textOf } from "./pdf-lines.ts";
import { collapse } from "./white-space.ts";

/**
 * Texts of the lines between two headings or labels, top to bottom; null unless each of both opens exactly one
 * line, in this order.
 */
export const readBetween = (
  document: PdfDocument,
  upper: readonly string[],
  lower: readonly string[],
  synonyms: Synonyms,
): readonly string[] | null => {
  const lines = linesOf(document.fragments);
  const span = spanBetween(lines, [upper, lower], synonyms);
  return span === null ? null : lines.slice(...span).map(({ fragments }) => collapse(textOf(fragments)));
};

/** The same lines by their indexes, the end not among them. */
export const spanBetween = (
  lines: readonly Line[],
  [upper, lower]: readonly [readonly string[], readonly string[]],
  synonyms: Synonyms,
): [start: number, end: number] | null => {
  const lineOf = (names: readonly string[]): number => {
    const known = names.flatMap((name) => [name, ...(synonyms[name] ?? [])]);
    const wordings = known.map((name) => wordingOf("", name));
    const found = findLabels(lines, wordings).filter((one) => opensLine(one, lines));
    return found.length === 1 ? (found[0]?.lines[0] ?? -1) : -1;
  };
  const [first, last] = [lineOf(upper), lineOf(lower)];
  return first === -1 || last <= first ? null : [first + 1, last];
};

/** Whether nothing stands left of a label on its line. */
export const opensLine = ({ took, lines: [at = -1] }: Found, lines: readonly Line[]): boolean =>
  lines[at]?.fragments[0] === took[0];
