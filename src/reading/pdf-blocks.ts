import type { PdfDocument } from "./document.ts";
import type { Synonyms } from "./labelled.ts";
import { type Found, findLabels, wordingOf } from "./pdf-labels.ts";
import { isOverdrawn, joinPieces, type Line, leadingMax, linesOf, textOf } from "./pdf-lines.ts";
import { type PayersTexts, payersTexts, withoutTyped } from "./pdf-payers-text.ts";
import { collapse } from "./white-space.ts";

/**
 * Texts of the lines between a heading and a label, top to bottom; null unless each of both opens exactly one
 * line, in this order, and no text between them lies over another.
 */
export const readBetween = (
  document: PdfDocument,
  heading: readonly string[],
  label: readonly string[],
  synonyms: Synonyms,
): readonly string[] | null => {
  const lines = linesOf(document.fragments);
  const payers = payersTexts(joinPieces(document.fragments), synonyms);
  const [first, last] = [heading, label].map((names) => lineOpenedBy(lines, names, synonyms, payers));
  if (first === undefined || last === undefined || last <= first) return null;
  const between = lines.slice(first + 1, last);
  return between.some(isOverdrawn) ? null : between.map(({ fragments }) => collapse(textOf(fragments)));
};

const lineOpenedBy = (
  lines: readonly Line[],
  names: readonly string[],
  synonyms: Synonyms,
  payers: PayersTexts,
): number | undefined => {
  const known = names.flatMap((name) => [name, ...(synonyms[name] ?? [])]);
  const wordings = known.map((name) => wordingOf("", name));
  const found = withoutTyped(
    findLabels(lines, wordings).filter((one) => opensLine(one, lines)),
    payers,
  );
  return found.length === 1 ? found[0]?.lines[0] : undefined;
};

/** Whether nothing stands left of a label on its line. */
export const opensLine = ({ took, lines: [at = -1] }: Found, lines: readonly Line[]): boolean =>
  lines[at]?.fragments[0] === took[0];

/**
 * The page above and below a heading, each with all its lines but those of the other empty, so that places in
 * it stay the same. What stands above the first label, or aside, is left out of both.
 */
export const blocksOf = (
  lines: readonly Line[],
  found: readonly Found[],
  { heading, asideUntil }: { readonly heading: readonly string[]; readonly asideUntil: readonly string[] },
  synonyms: Synonyms,
  payers: PayersTexts,
): readonly (readonly Line[])[] => {
  const parts = lineOpenedBy(lines, heading, synonyms, payers) ?? 0;
  const until = lineOpenedBy(lines, asideUntil, synonyms, payers) ?? 0;
  const from = firstLine(lines, found);
  const labelled = new Set(found.flatMap((one) => one.lines));
  const only = (isOwn: (at: number) => boolean) =>
    lines.map((line, at) => {
      const isAside = at > parts && at < until && !labelled.has(at);
      return isOwn(at) && at >= from && !isAside ? line : { ...line, fragments: [] };
    });
  return [only((at) => at < parts), only((at) => at >= parts)];
};

/**
 * Where the form begins: at its first label when that has a value of one line, which can have no further lines
 * above it, and else at the top of the page.
 */
const firstLine = (lines: readonly Line[], found: readonly Found[]): number => {
  const labelled = new Set(found.flatMap((one) => one.lines));
  const first = Math.min(...labelled);
  const [line, next] = [lines[first], lines[first + 1]];
  if (line === undefined || next === undefined) return 0;
  const size = Math.max(...next.fragments.map((fragment) => fragment.size));
  const isNear = next.page === line.page && next.baseline - line.baseline <= leadingMax * size;
  const isShort = found.every(
    ({ lines: own, beside }) => !own.includes(first) || (own.length === 1 && beside.flat().length > 0),
  );
  return isShort && (labelled.has(first + 1) || !isNear) ? first : 0;
};
