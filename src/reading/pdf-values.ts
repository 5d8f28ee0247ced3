import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found } from "./pdf-labels.ts";
import { type Line, linesOf, textOf } from "./pdf-lines.ts";

/** Distance of two lines of one value, in font sizes; what stands farther apart is another paragraph. */
const leadingMax = 1.8;

/** Distance within which text above the first label may be its value's start rather than a heading. */
const tightLeadingMax = 1.35;

/** A gap inside a line, in font sizes, that no value has: what follows is beside the table. */
const columnGap = 4;

/**
 * The text that belongs to each label: what stands right of it, and the lines that continue that text.
 * A line without a label belongs to the label it stands nearer to, told by the widest gap between two
 * labels; where all gaps are alike, to the upper one. Null when a line inside the table is near to neither,
 * or crowds the first label so that it may be a heading or the start of the value.
 */
export const valuesOf = (
  lines: readonly Line[],
  labels: readonly Found[],
): ReadonlyMap<Found, string> | null => {
  const rows = withoutHeading(rowsOf(lines, labels));
  if (rows === null) return null;

  const pieces = new Map<Found, PdfFragment[]>(
    labels.map((label) => [label, label.beside.flatMap(inColumn)]),
  );
  let above: Anchor | null = null;
  let loose: Loose[] = [];
  for (const row of rows) {
    if (row.kind === "loose") {
      loose.push(row);
      continue;
    }
    if (!share(pieces, above, loose, row)) return null;
    above = row;
    loose = [];
  }
  share(pieces, above, loose, null);
  return new Map(labels.map((label) => [label, joined(pieces.get(label) ?? [])]));
};

/** A label's row, or (`label` null) a line that is no part of the table and ends the value above it. */
type Anchor = {
  readonly kind: "anchor";
  readonly label: Found | null;
  readonly page: number;
  readonly baseline: number;
};

/** A line without a label that may continue a value. */
type Loose = {
  readonly kind: "loose";
  readonly page: number;
  readonly baseline: number;
  readonly size: number;
  readonly fragments: readonly PdfFragment[];
};

type Row = Anchor | Loose;

const rowsOf = (lines: readonly Line[], labels: readonly Found[]): Row[] => {
  const labelled = new Set(labels.flatMap((label) => label.lines));
  const edge = labels[0]?.left ?? 0;
  const continues = continuation(labels, edge);
  const unlabelled = lines.flatMap((line, at): Row[] => {
    if (labelled.has(at)) return [];
    const { page, baseline } = line;
    const [head] = line.fragments;
    if (head !== undefined && continues(head))
      return [{ kind: "loose", page, baseline, size: head.size, fragments: inColumn(line.fragments) }];
    // Text right of the values stands beside the table; text at the labels' edge or left of it ends a value.
    return head !== undefined && head.left > edge + edgeTolerance
      ? []
      : [{ kind: "anchor", label: null, page, baseline }];
  });
  const anchors = labels.map((label) => anchorOf(lines, label));
  return [...anchors, ...unlabelled].sort((a, b) => a.page - b.page || a.baseline - b.baseline);
};

/** Where a label's value is expected: its first line with text beside it, else the middle of the label. */
const anchorOf = (lines: readonly Line[], label: Found): Anchor => {
  const own = label.lines.map((at) => lines[at]).filter((line) => line !== undefined);
  const beside = own[label.beside.findIndex((fragments) => fragments.length > 0)];
  const middle = own.reduce((sum, line) => sum + line.baseline, 0) / own.length;
  return { kind: "anchor", label, page: own[0]?.page ?? 0, baseline: beside?.baseline ?? middle };
};

/**
 * Whether a line that starts with this fragment can continue a value: inside the columns' width that the
 * values themselves show, or, where label and value are one run of text, at the labels' own edge.
 */
const continuation = (labels: readonly Found[], edge: number): ((head: PdfFragment) => boolean) => {
  const apart = labels.filter(({ alone }) => alone);
  if (apart.length * 2 < labels.length) return (head) => Math.abs(head.left - edge) <= edgeTolerance;
  const shown = apart.flatMap(({ beside }) => beside.flatMap(inColumn));
  const left = Math.min(...shown.map((fragment) => fragment.left));
  const right = Math.max(...shown.map((fragment) => fragment.right));
  return (head) => head.left >= left - edgeTolerance && head.left < right;
};

const inColumn = (fragments: readonly PdfFragment[]): readonly PdfFragment[] => {
  const end = fragments.findIndex((fragment, at) => {
    const before = fragments[at - 1];
    return before !== undefined && fragment.left - before.right > columnGap * fragment.size;
  });
  return end === -1 ? fragments : fragments.slice(0, end);
};

/**
 * Text above the first label that does not start where its value starts is a heading, which ends there; null
 * when it stands so close that it may be the start of a centred value.
 */
const withoutHeading = (rows: readonly Row[]): Row[] | null => {
  const at = rows.findIndex((row) => row.kind === "anchor" && row.label !== null);
  const first = rows[at];
  const isHeading = (row: Row, index: number): row is Loose =>
    index < at && row.kind === "loose" && first?.kind === "anchor" && !startsAlike(row, first);
  const crowds = (row: Row, index: number) =>
    isHeading(row, index) && distance(row, first) <= tightLeadingMax * row.size;
  if (rows.some(crowds)) return null;
  return rows.map((row, index) =>
    isHeading(row, index) ? { kind: "anchor", label: null, page: row.page, baseline: row.baseline } : row,
  );
};

const startsAlike = (row: Loose, { label }: Anchor): boolean => {
  const own = label?.beside.flat()[0];
  const head = row.fragments[0];
  // A value that stands beside the middle of its label has no line of its own to compare with.
  return own === undefined || (head !== undefined && Math.abs(own.left - head.left) <= edgeTolerance);
};

/** Gives the loose lines between two anchors to the upper and the lower one; false when one is near to neither label. */
const share = (
  pieces: Map<Found, PdfFragment[]>,
  above: Anchor | null,
  loose: readonly Loose[],
  below: Anchor | null,
): boolean => {
  const split = splitOf(above, loose, below);
  const upper = near(above, loose.slice(0, split));
  const lower = near(below, loose.slice(split).reverse());
  for (const [anchor, lines] of [
    [above, upper],
    [below, lower],
  ] as const) {
    const label = anchor?.label ?? null;
    if (label !== null) pieces.get(label)?.push(...lines.flatMap(({ fragments }) => fragments));
  }
  const inside = Boolean(above?.label) && Boolean(below?.label);
  return !inside || upper.length + lower.length === loose.length;
};

/** The lines, nearest first, that follow an anchor without a paragraph's distance. */
const near = (anchor: Anchor | null, lines: readonly Loose[]): readonly Loose[] => {
  const end = lines.findIndex((line, at) => {
    const before = at === 0 ? anchor : lines[at - 1];
    return Math.abs(distance(before, line)) > leadingMax * line.size;
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

type Place = { readonly page: number; readonly baseline: number };

const distance = (upper: Place | null | undefined, lower: Place | null | undefined): number =>
  upper && lower && upper.page === lower.page ? lower.baseline - upper.baseline : Number.POSITIVE_INFINITY;

const joined = (fragments: readonly PdfFragment[]): string =>
  linesOf(fragments)
    .map((line) => textOf(line.fragments))
    .join(" ");
