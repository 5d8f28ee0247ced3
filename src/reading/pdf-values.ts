import type { PdfFragment } from "./document.ts";
import { isNoLine, mayBeCentred } from "./pdf-doubts.ts";
import type { Found } from "./pdf-labels.ts";
import { isOverdrawn, type Line, leadingMax, linesOf, textOf } from "./pdf-lines.ts";
import { type Anchor, type Claim, distance, isClose, type Loose, rowsOf } from "./pdf-rows.ts";

/** A gap inside a line, in font sizes, that no value has: what follows may be of the value or beside the table. */
const columnGap = 4;

/**
 * The text that belongs to each label: what stands right of it, and the lines that continue that text.
 * A line without a label belongs to the label it stands nearer to, told by the widest gap between two
 * labels; where all gaps are alike, to the upper one. Null when a line inside the table is near to neither
 * label, when a label goes on in a further line, when lines above a label's middle are not matched by as many
 * below (one may be a heading), when values may as well be centred on their labels, when texts lie over each
 * other, or when a gap parts a value.
 *
 * @param asked on a page of several tables, the labels whose values matter: others have one only if it can be
 * told, and a text close to these that is neither in their labels' nor in their values' column makes them null
 */
export const valuesOf = (
  lines: readonly Line[],
  labels: readonly Found[],
  asked?: readonly Found[],
): ReadonlyMap<Found, string> | null => {
  const isCovered = ({ lines: own }: Found) =>
    own.some((at) => isOverdrawn({ fragments: lines[at]?.fragments ?? [] }));
  if (labels.some(isCovered)) return null;
  const rows = rowsOf(lines, labels);
  if (asked && rows.some((row) => row.kind === "indented" && isClose(row, rows, asked))) return null;
  const wanted = asked ?? labels;
  const claims = claimLines(rows, labels, wanted);
  const anchors = rows.flatMap((row) => (row.kind === "anchor" ? [row] : []));
  if (claims === null || mayBeCentred(anchors, claims, wanted)) return null;
  if (asked && isNoLine(anchors, claims, asked)) return null;
  const upperOf = new Map(anchors.slice(1).map(({ label }, at) => [label, anchors[at]?.label]));
  const values = new Map<Found, string>();
  for (const [label, claim] of claims) {
    const own = label.beside.flat();
    const continued = [...claim.above, ...claim.below].flatMap(({ fragments }) => fragments);
    const text = isBalanced(label, claim, own) ? joined([...own, ...continued]) : null;
    const upper = upperOf.get(label);
    // What is no value of the lower label may be one of the upper.
    const mayBeUpper = claim.above.length > 0 && upper && wanted.includes(upper);
    if (text !== null) values.set(label, text);
    else if (wanted.includes(label) || mayBeUpper) return null;
  }
  return values;
};

/** The lines without a label that fall to each; null when one is near to no label, between two of which one is wanted. */
const claimLines = (
  rows: ReturnType<typeof rowsOf>,
  labels: readonly Found[],
  wanted: readonly Found[],
): ReadonlyMap<Found, Claim> | null => {
  const claims = new Map<Found, Claim>(labels.map((label) => [label, { above: [], below: [] }]));
  let upper: Anchor | null = null;
  let loose: Loose[] = [];
  for (const row of rows) {
    if (row.kind === "stray") return null;
    if (row.kind === "indented") continue;
    if (row.kind === "loose") {
      loose.push(row);
      continue;
    }
    const matters = [upper, row].some((anchor) => anchor?.label && wanted.includes(anchor.label));
    if (!share(claims, upper, loose, row) && matters) return null;
    upper = row;
    loose = [];
  }
  share(claims, upper, loose, null);
  return claims;
};

const hasColumnGap = ({ fragments }: Line): boolean =>
  fragments.some((fragment, at) => {
    const before = fragments[at - 1];
    return before !== undefined && fragment.left - before.right > columnGap * fragment.size;
  });

/** Gives the loose lines between two anchors to the upper and the lower one; false when one is near to neither label. */
const share = (
  claims: ReadonlyMap<Found, Claim>,
  upper: Anchor | null,
  loose: readonly Loose[],
  lower: Anchor | null,
): boolean => {
  const split = splitOf(upper, loose, lower);
  const continuing = near(upper, loose.slice(0, split));
  const leading = near(lower, loose.slice(split).reverse());
  if (upper?.label) claims.get(upper.label)?.below.push(...continuing);
  if (lower?.label) claims.get(lower.label)?.above.push(...leading);
  const inside = Boolean(upper?.label) && Boolean(lower?.label);
  return !inside || continuing.length + leading.length === loose.length;
};

/**
 * A value has lines above its label's middle only when it is centred on it: as many above as below, evenly
 * spaced, in one size.
 */
const isBalanced = (label: Found, { above, below }: Claim, own: readonly PdfFragment[]): boolean => {
  if (above.length === 0) return true;
  // Between the lines of a wrapped label one line of the value may stand at the very middle.
  const oddMax = label.lines.length > 1 && own.length === 0 ? 1 : 0;
  if (Math.abs(below.length - above.length) > oddMax) return false;
  const fragments = [...above, ...below].flatMap((line) => line.fragments);
  const lines = linesOf([...own, ...fragments]);
  const sizes = [...own, ...fragments].map(({ size }) => size);
  const pitches = lines.slice(1).map(({ baseline }, at) => baseline - (lines[at]?.baseline ?? 0));
  return isEven(sizes) && isEven(pitches);
};

const isEven = (lengths: readonly number[]): boolean => Math.max(...lengths) <= 1.1 * Math.min(...lengths);

/** The lines, nearest first, that follow an anchor without a paragraph's distance. */
const near = (anchor: Anchor | null, lines: readonly Loose[]): readonly Loose[] => {
  const end = lines.findIndex((line, at) => {
    const before = at === 0 ? anchor : lines[at - 1];
    const gap = Math.min(Math.abs(distance(before, line)), Math.abs(distance(line, before)));
    return gap > leadingMax * line.size;
  });
  return end === -1 ? lines : lines.slice(0, end);
};

/** How many of the loose lines belong to the upper anchor: those before the widest gap, the last of equals. */
const splitOf = (above: Anchor | null, loose: readonly Loose[], below: Anchor | null): number => {
  const rows = [above, ...loose, below];
  const gaps = rows.slice(1).map((row, at) => distance(rows[at] ?? null, row));
  const widest = Math.max(...gaps);
  return gaps.findLastIndex((gap) => gap >= widest * 0.95);
};

/** The lines of one value as one text; null when two of them stand closer than lines of text can. */
const joined = (fragments: readonly PdfFragment[]): string | null => {
  const lines = linesOf(fragments);
  const isCrowded = lines.some(({ baseline, fragments: [head] }, at) => {
    const above = lines[at - 1];
    return above !== undefined && baseline - above.baseline < 0.8 * (head?.size ?? 0);
  });
  return isCrowded || lines.some(isOverdrawn) || lines.some(hasColumnGap)
    ? null
    : lines.map((line) => textOf(line.fragments)).join(" ");
};
