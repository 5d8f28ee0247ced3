import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found, type Wording } from "./pdf-labels.ts";
import type { Line } from "./pdf-lines.ts";
import { collapse } from "./white-space.ts";

/** How far apart, in font sizes, two halves of one label may stand, and two words of a half. */
const halvesGapMax = 1.5;
const wordsGapMax = 0.8;

/** The same where the font has no such letters, so that most of a half is missing and nothing else is near. */
const missingGapMax = 4;

/** Longest first half of a label, in characters. */
const halfLengthMax = 80;

/**
 * A bilingual page with the first halves of its labels taken away: `<Amharic> / SENDER NAME` becomes
 * `SENDER NAME`, as wide as the whole. The Amharic half may be a run of its own, or unreadable where the font
 * has no Amharic letters. Everything else stays as it is.
 *
 * @param inRow those of the wordings that stand side by side, with no value between them
 * @returns `joined`: the fragments that were changed; one that turns out to be no label makes the page unreadable
 */
export const withoutFirstHalves = (
  fragments: readonly PdfFragment[],
  wordings: readonly Wording[],
  inRow: readonly Wording[],
): { readonly fragments: readonly PdfFragment[]; readonly joined: ReadonlySet<PdfFragment> } => {
  const joined = new Set<PdfFragment>();
  let page = [...fragments].sort((a, b) => a.page - b.page || a.baseline - b.baseline || a.left - b.left);
  for (const fragment of page) {
    if (secondHalf(fragment.text, wordings) === null && !opensLabel(fragment.text, wordings)) continue;
    // The two halves' fonts may set their lines a little apart, and so may the tables side by side.
    const line = page
      .filter((other) => other.left < fragment.left && isBeside(other, fragment))
      .sort((a, b) => a.left - b.left);
    const text = labelIn(fragment, line.at(-1), wordings);
    if (text === null) continue;
    const isAlone = !line.some((one) => joined.has(one)) || opensLabel(text, inRow);
    const { left, half } = firstHalf(line, fragment, isAlone);
    const label = { ...fragment, text, left };
    page = page.flatMap((other) => (other === fragment ? [label] : half.has(other) ? [] : [other]));
    joined.add(label);
  }
  return { fragments: page, joined };
};

const isBeside = (one: PdfFragment, other: PdfFragment): boolean =>
  one.page === other.page && Math.abs(one.baseline - other.baseline) <= 0.4 * other.size;

/** The label that a fragment is or ends in, once a slash was before it; null when it is none. */
const labelIn = (
  { text, left, size }: PdfFragment,
  before: PdfFragment | undefined,
  wordings: readonly Wording[],
): string | null => {
  const isSecond = before?.text.endsWith("/") && left - before.right <= halvesGapMax * size;
  return secondHalf(text, wordings) ?? (isSecond && opensLabel(text, wordings) ? text : null);
};

/** What of the line before it belongs to a label's first half, and where that begins. */
const firstHalf = (line: readonly PdfFragment[], label: PdfFragment, isAlone: boolean) => {
  const half = new Set<PdfFragment>();
  let { left } = label;
  let gapMax = halvesGapMax;
  for (const one of line.toReversed()) {
    const isMissing = isAlone && !/\p{Script=Ethiopic}/u.test(one.text);
    if (isReadable(one.text) || left - one.right > (isMissing ? missingGapMax : gapMax) * label.size) break;
    left = one.left;
    gapMax = one.text === "/" ? halvesGapMax : wordsGapMax;
    half.add(one);
  }
  return { left, half };
};

/** Words and numbers in Latin letters are no half of an Amharic label; a rate such as `15%` may stand in both. */
const isReadable = (text: string): boolean =>
  /^[ -.0-~]*$/.test(text) && /[A-Za-z0-9]{2}/.test(text) && !/^\+? ?\d+ ?%$/.test(text);

/** The label with its first half, where that stands on a line of its own above. */
export const withHalfAbove = (
  found: Found,
  lines: readonly Line[],
  joined: ReadonlySet<PdfFragment>,
): Found => {
  const [first = 0] = found.lines;
  const [head] = found.took;
  if (head === undefined) return found;
  for (let at = first - 1; at >= 0 && isCloseAbove(lines[at], head); at--) {
    const fragments = lines[at]?.fragments ?? [];
    const place = fragments.findIndex(
      (half) =>
        isAligned(half, found) &&
        !isReadable(half.text) &&
        (half.text.endsWith("/") || joined.has(head) || /\p{Script=Ethiopic}/u.test(half.text)),
    );
    if (place === -1) continue;
    const end = endOfHalf(fragments, place);
    return {
      ...found,
      lines: [at, ...found.lines],
      beside: [fragments.slice(end), ...found.beside],
      took: [...found.took, ...fragments.slice(place, end)],
    };
  }
  return found;
};

/** Behind the last word of a half that stands in several pieces. */
const endOfHalf = (fragments: readonly PdfFragment[], from: number): number => {
  let end = from + 1;
  const goesOn = (one: PdfFragment | undefined, before: PdfFragment | undefined) =>
    one !== undefined &&
    before !== undefined &&
    /\p{Script=Ethiopic}/u.test(one.text) &&
    one.left - before.right <= wordsGapMax * one.size;
  while (goesOn(fragments[end], fragments[end - 1])) end++;
  return end;
};

const isCloseAbove = (line: Line | undefined, { page, baseline, size }: PdfFragment): boolean =>
  line?.page === page && baseline - line.baseline <= 2 * size;

/** Whether two lines of one label share their left edge, their right edge or their middle. */
const isAligned = (half: PdfFragment, { left, took }: Found): boolean => {
  const [head] = took;
  const right = took.filter(({ baseline }) => baseline === head?.baseline).at(-1)?.right ?? left;
  const offsets = [half.left - left, half.right - right, (half.left + half.right - left - right) / 2];
  return offsets.some((offset) => Math.abs(offset) <= edgeTolerance);
};

/** What follows the slash, when a label begins there. */
const secondHalf = (text: string, wordings: readonly Wording[]): string | null => {
  for (let at = text.indexOf("/"); at !== -1 && at <= halfLengthMax; at = text.indexOf("/", at + 1)) {
    const rest = collapse(text.slice(at + 1));
    if (opensLabel(rest, wordings)) return rest;
  }
  return null;
};

/** Whether the text begins with a label's first word and goes on like the label, as far as both go. */
const opensLabel = (text: string, wordings: readonly Wording[]): boolean => {
  const letters = collapse(text)
    .replace(/[ '’:]/g, "")
    .toLowerCase();
  return wordings.some((wording) => {
    const firstWord = Math.min(...wording.wordEnds);
    return (
      letters.length >= firstWord &&
      (letters.startsWith(wording.letters) || wording.letters.startsWith(letters))
    );
  });
};
