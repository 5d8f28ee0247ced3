import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found } from "./pdf-labels.ts";
import { isOverdrawn, type Line, linesOf, textOf } from "./pdf-lines.ts";

/** Distance of two lines of one value, in font sizes; what stands farther apart is another paragraph. */
const leadingMax = 1.8;

/** A gap inside a line, in font sizes, that no value has: what follows may be of the value or beside the table. */
const columnGap = 4;

/**
 * The text that belongs to each label: what stands right of it, and the lines that continue that text.
 * A line without a label belongs to the label it stands nearer to, told by the widest gap between two
 * labels; where all gaps are alike, to the upper one. Null when a line inside the table is near to neither
 * label, when a label goes on in a further line, when lines above a label's middle are not matched by as many below (one may be a heading), when
 * texts lie over each other, or when a gap parts a value.
 *
 * @param asked the labels whose values matter; around the others anything may stand
 */
export const valuesOf = (
  lines: readonly Line[],
  labels: readonly Found[],
  asked: readonly Found[] = labels,
): ReadonlyMap<Found, string> | null => {
  if (
    labels.some((label) => label.lines.some((at) => isOverdrawn({ fragments: lines[at]?.fragments ?? [] })))
  )
    return null;
  const claims = new Map<Found, Claim>(labels.map((label) => [label, { above: [], below: [] }]));
  let upper: Anchor | null = null;
  let loose: Loose[] = [];
  for (const row of rowsOf(lines, labels)) {
    if (row.kind === "stray") return null;
    if (row.kind === "loose") {
      loose.push(row);
      continue;
    }
    const matters = [upper, row].some((anchor) => anchor?.label && asked.includes(anchor.label));
    if (!share(claims, upper, loose, row) && matters) return null;
    upper = row;
    loose = [];
  }
  share(claims, upper, loose, null);
  const values = new Map<Found, string>();
  for (const [label, claim] of claims) {
    if (!asked.includes(label)) continue;
    const own = label.beside.flat();
    if (!isBalanced(label, claim, own)) return null;
    const continued = [...claim.above, ...claim.below].flatMap(({ fragments }) => fragments);
    const text = joined([...own, ...continued]);
    if (text === null) return null;
    values.set(label, text);
  }
  return values;
};

/** Lines without a label that fall to one. */
type Claim = { readonly above: Loose[]; readonly below: Loose[] };

/** A label's row, or (`label` null) a line that is no part of the table and ends the value above it. */
type Anchor = Place & { readonly kind: "anchor"; readonly label: Found | null };

/** A line without a label that may continue a value. */
type Loose = Place & {
  readonly kind: "loose";
  readonly size: number;
  readonly fragments: readonly PdfFragment[];
};

/** First and last baseline of what stands there. */
type Place = { readonly page: number; readonly top: number; readonly bottom: number };

/** A lone text close below a label, at its edge: the label goes on, and is not the one it was taken for. */
type Stray = Place & { readonly kind: "stray" };

type Row = Anchor | Loose | Stray;

const rowsOf = (lines: readonly Line[], labels: readonly Found[]): Row[] => {
  const labelled = new Set(labels.flatMap((label) => label.lines));
  const edge = labels[0]?.left ?? 0;
  const continues = continuation(labels, edge);
  const unlabelled = lines.flatMap((line, at): Row[] => {
    if (labelled.has(at)) return [];
    const place = { page: line.page, top: line.baseline, bottom: line.baseline };
    // A colon that did not fit on its label's line is no text of its own.
    const shown = line.fragments[0]?.text === ":" ? line.fragments.slice(1) : line.fragments;
    const [head] = shown;
    if (head === undefined) return [];
    const isRight = head.left > edge + edgeTolerance;
    if (continues(head) || (isRight && isBesideWrapped(lines, labels, line)))
      return [{ kind: "loose", ...place, size: head.size, fragments: shown }];
    if (isOneText(shown) && isPartOfLabel(lines, labels, line)) return [{ kind: "stray", ...place }];
    // Text right of the values stands beside the table; text at the labels' edge or left of it ends a value.
    return isRight ? [] : [{ kind: "anchor", label: null, ...place }];
  });
  const anchors = labels.map((label) => anchorOf(lines, label));
  return [...anchors, ...unlabelled].sort((a, b) => a.page - b.page || a.top - b.top);
};

const isOneText = (fragments: readonly PdfFragment[]): boolean =>
  fragments.every((fragment, at) => {
    const before = fragments[at - 1];
    return before === undefined || fragment.left - before.right <= fragment.size;
  });

/** Distance of two lines of one label, in font sizes. */
const labelLeadingMax = 1.35;

const isPartOfLabel = (lines: readonly Line[], labels: readonly Found[], line: Line): boolean =>
  labels.some((label) => {
    const last = lines[label.lines.at(-1) ?? 0];
    const [head] = line.fragments;
    if (last === undefined || head === undefined || last.page !== line.page || !label.alone) return false;
    const below = line.baseline - last.baseline;
    return (
      below > 0 && below <= labelLeadingMax * head.size && Math.abs(head.left - label.left) <= edgeTolerance
    );
  });

/** Whether a line stands between the first and the last line of one label: as much beside it as on one of them. */
const isBesideWrapped = (
  lines: readonly Line[],
  labels: readonly Found[],
  { page, baseline }: Line,
): boolean =>
  labels.some((label) => {
    const first = lines[label.lines[0] ?? 0];
    const last = lines[label.lines.at(-1) ?? 0];
    return first && last && first.page === page && first.baseline < baseline && baseline < last.baseline;
  });

/** Where a label's value is expected: its lines with text beside them, else the middle of the label. */
const anchorOf = (lines: readonly Line[], label: Found): Anchor => {
  const baselines = label.lines.map((at) => lines[at]?.baseline ?? 0);
  const beside = baselines.filter((_, at) => label.beside[at]?.length);
  const middle = baselines.reduce((sum, baseline) => sum + baseline, 0) / baselines.length;
  const page = lines[label.lines[0] ?? 0]?.page ?? 0;
  return { kind: "anchor", label, page, top: beside[0] ?? middle, bottom: beside.at(-1) ?? middle };
};

/**
 * Whether a line that starts with this fragment can continue a value: right of the labels and within what the
 * values show of their column, or, where label and value are one run of text, at the labels' own edge.
 */
const continuation = (labels: readonly Found[], edge: number): ((head: PdfFragment) => boolean) => {
  const apart = labels.filter(({ alone }) => alone);
  if (apart.length * 2 < labels.length) return (head) => Math.abs(head.left - edge) <= edgeTolerance;
  const shown = apart.flatMap(({ beside }) => beside.flat());
  const labelsRight = Math.max(...apart.flatMap(({ took }) => took.map((fragment) => fragment.right)));
  const left = Math.min(labelsRight, ...shown.map((fragment) => fragment.left));
  const right = Math.max(...shown.map((fragment) => fragment.right));
  return (head) => head.left >= left - edgeTolerance && head.left < right;
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

const distance = (upper: Place | null | undefined, lower: Place | null | undefined): number =>
  upper && lower && upper.page === lower.page ? lower.top - upper.bottom : Number.POSITIVE_INFINITY;

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
