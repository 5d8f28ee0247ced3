import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found } from "./pdf-labels.ts";
import { type Line, leadingMax } from "./pdf-lines.ts";

/** A label's row, or (`label` null) a line that is no part of the table and ends the value above it. */
export type Anchor = Place & { readonly kind: "anchor"; readonly label: Found | null };

/** A line without a label that may continue a value. */
export type Loose = Place & {
  readonly kind: "loose";
  readonly size: number;
  readonly fragments: readonly PdfFragment[];
};

/** Lines without a label that fall to one. */
export type Claim = { readonly above: Loose[]; readonly below: Loose[] };

/** First and last baseline of what stands there. */
type Place = { readonly page: number; readonly top: number; readonly bottom: number };

/** A lone text close below a label, at its edge: the label goes on, and is not the one it was taken for. */
type Stray = Place & { readonly kind: "stray" };

/** A line that begins right of the labels' edge and left of the values: of neither, if it is close to them. */
type Indented = Place & { readonly kind: "indented"; readonly size: number };

type Row = Anchor | Loose | Stray | Indented;

/** Whether an indented line is close to a label that matters or to a line that may continue a value. */
export const isClose = (one: Indented, rows: readonly Row[], asked: readonly Found[]): boolean =>
  rows.some((row) => {
    if (row.kind !== "loose" && !(row.kind === "anchor" && row.label && asked.includes(row.label)))
      return false;
    return Math.max(distance(row, one), distance(one, row)) <= leadingMax * one.size;
  });

/** What stands in a table, top to bottom. */
export const rowsOf = (lines: readonly Line[], labels: readonly Found[]): Row[] => {
  const labelled = new Set(labels.flatMap((label) => label.lines));
  const edge = labels[0]?.left ?? 0;
  const { continues, valuesRight } = continuation(labels, edge);
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
    if (!isRight) return [{ kind: "anchor", label: null, ...place }];
    return head.left < valuesRight ? [{ kind: "indented", ...place, size: head.size }] : [];
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
    const isClose = below > 0 && below <= labelLeadingMax * head.size;
    // A footer in larger type may stand as close.
    const isLike = label.took.some(({ size }) => Math.abs(head.size - size) <= size / 20);
    return isClose && isLike && Math.abs(head.left - label.left) <= edgeTolerance;
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
const continuation = (labels: readonly Found[], edge: number): Continuation => {
  const apart = labels.filter(({ alone }) => alone);
  if (apart.length * 2 < labels.length) {
    const isAtEdge = (head: PdfFragment) => Math.abs(head.left - edge) <= edgeTolerance;
    return { continues: isAtEdge, valuesRight: Number.POSITIVE_INFINITY };
  }
  const shown = apart.flatMap(({ beside }) => beside.flat());
  const valuesLeft = Math.min(...shown.map((fragment) => fragment.left));
  const valuesRight = Math.max(...shown.map((fragment) => fragment.right));
  // The label above or below shows how far to the left a value may begin there.
  const rightOf = ({ took }: Found) => Math.max(...took.map((fragment) => fragment.right));
  const leftAt = (head: PdfFragment) => Math.min(valuesLeft, ...neighbours(labels, head).map(rightOf));
  return {
    continues: (head) => head.left >= leftAt(head) - edgeTolerance && head.left < valuesRight,
    valuesRight,
  };
};

/** The nearest labels above and below. */
const neighbours = (labels: readonly Found[], { page, baseline }: PdfFragment): readonly Found[] => {
  const here = labels.filter(({ took: [first] }) => first?.page === page);
  const heightOf = ({ took: [first] }: Found) => first?.baseline ?? 0;
  const above = here.filter((label) => heightOf(label) <= baseline);
  const below = here.filter((label) => heightOf(label) > baseline);
  return [
    ...above.toSorted((a, b) => heightOf(b) - heightOf(a)).slice(0, 1),
    ...below.toSorted((a, b) => heightOf(a) - heightOf(b)).slice(0, 1),
  ];
};

type Continuation = {
  readonly continues: (head: PdfFragment) => boolean;
  /** Where the longest value ends. */
  readonly valuesRight: number;
};

export const distance = (upper: Place | null | undefined, lower: Place | null | undefined): number =>
  upper && lower && upper.page === lower.page ? lower.top - upper.bottom : Number.POSITIVE_INFINITY;
