import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found, type Wording } from "./pdf-labels.ts";
import { type Line, linesOf } from "./pdf-lines.ts";
import { collapse } from "./white-space.ts";

/** How far apart, in font sizes, the two halves of one label may stand. */
const halvesGapMax = 1.5;

/** Longest first half of a label, in characters. */
const halfLengthMax = 80;

/**
 * A bilingual page with the first halves of its labels taken away: `<Amharic> / SENDER NAME` becomes
 * `SENDER NAME`, as wide as the whole. The Amharic half may be a run of its own, or unreadable where the font
 * does not say what its signs mean. Everything else stays as it is.
 *
 * @returns `joined`: the fragments that were changed; one that turns out to be no label makes the page unreadable
 */
export const withoutFirstHalves = (
  fragments: readonly PdfFragment[],
  wordings: readonly Wording[],
): { readonly fragments: readonly PdfFragment[]; readonly joined: ReadonlySet<PdfFragment> } => {
  const joined = new Set<PdfFragment>();
  const all = linesOf(fragments).flatMap((line) => {
    const halves: PdfFragment[] = [];
    for (const fragment of line.fragments) {
      const second = secondHalf(fragment.text, wordings);
      const before = halves.at(-1);
      const follows = before?.text.endsWith("/") && isNear(before, fragment) && !joined.has(before);
      if (second === null && !(follows && opensLabel(fragment.text, wordings))) {
        halves.push(fragment);
        continue;
      }
      const label = { ...fragment, text: second ?? fragment.text, left: fragment.left };
      for (let half = halves.at(-1); half !== undefined; half = halves.at(-1)) {
        if (joined.has(half) || !isNear(half, label)) break;
        label.left = half.left;
        halves.pop();
      }
      halves.push(label);
      joined.add(label);
    }
    return halves;
  });
  return { fragments: all, joined };
};

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

const isNear = (before: PdfFragment, after: PdfFragment): boolean =>
  after.left - before.right <= halvesGapMax * after.size;
