import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found, type Wording } from "./pdf-labels.ts";
import { type Line, linesOf } from "./pdf-lines.ts";
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
  const whole = linesOf(fragments).flatMap((line) => {
    const shown: PdfFragment[] = [];
    for (const fragment of line.fragments) {
      const text = labelIn(fragment, shown.at(-1), wordings);
      if (text === null) {
        shown.push(fragment);
        continue;
      }
      const isAlone = !shown.some((one) => joined.has(one)) || opensLabel(text, inRow);
      const label = { ...fragment, text, left: takeHalf(shown, fragment, isAlone) };
      shown.push(label);
      joined.add(label);
    }
    return shown;
  });
  return { fragments: whole, joined };
};

/** The label that a fragment is or ends in, once a slash was before it; null when it is none. */
const labelIn = (
  { text, left, size }: PdfFragment,
  before: PdfFragment | undefined,
  wordings: readonly Wording[],
): string | null => {
  const isSecond = before?.text.endsWith("/") && left - before.right <= halvesGapMax * size;
  return secondHalf(text, wordings) ?? (isSecond && opensLabel(text, wordings) ? text : null);
};

/** Takes away what belongs to a label's first half, and tells where that begins. */
const takeHalf = (shown: PdfFragment[], label: PdfFragment, isAlone: boolean): number => {
  let { left } = label;
  let gapMax = halvesGapMax;
  for (let half = shown.at(-1); half !== undefined; half = shown.at(-1)) {
    const isMissing = isAlone && !/\p{Script=Ethiopic}/u.test(half.text);
    if (isReadable(half.text) || left - half.right > (isMissing ? missingGapMax : gapMax) * label.size) break;
    left = half.left;
    gapMax = half.text === "/" ? halvesGapMax : wordsGapMax;
    shown.pop();
  }
  return left;
};

/** Words and numbers in Latin letters are no half of an Amharic label. */
const isReadable = (text: string): boolean => /^[ -.0-~]*$/.test(text) && /[A-Za-z0-9]{3}/.test(text);

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
        isAligned(half, found) && (half.text.endsWith("/") || (joined.has(head) && /[^ -~]/.test(half.text))),
    );
    const half = fragments[place];
    if (half === undefined) continue;
    return {
      ...found,
      lines: [at, ...found.lines],
      beside: [fragments.slice(place + 1), ...found.beside],
      took: [...found.took, half],
    };
  }
  return found;
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
