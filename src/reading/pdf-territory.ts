import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found, rightOf } from "./pdf-labels.ts";
import { type Line, leadingMax } from "./pdf-lines.ts";

/** Labels that share their left or their right edge. */
export type LabelColumn = { readonly left: number; readonly labels: readonly Found[] };

/**
 * The column that each fragment belongs to: on a label's line what is right of the label, on a line without a
 * label what continues a value. Where columns stand side by side the right one's come first.
 */
export const assignColumns = (
  lines: readonly Line[],
  columns: readonly LabelColumn[],
): ReadonlyMap<PdfFragment, LabelColumn> => {
  const columnAt = new Map(
    columns.flatMap((column) => column.labels.map((label) => [label, column] as const)),
  );
  const labels = [...columnAt.keys()];
  const took = new Map(labels.flatMap((label) => label.took.map((fragment) => [fragment, label] as const)));
  const untilNext = (fragments: readonly PdfFragment[]) => {
    const end = fragments.findIndex((fragment) => took.has(fragment));
    return end === -1 ? fragments : fragments.slice(0, end);
  };
  const besideOf = (column: LabelColumn) =>
    column.labels.flatMap((label) => label.beside.map(untilNext)).filter(({ length }) => length > 0);
  const labelLefts = new Map<number, number>();
  for (const { lines: own, left } of labels)
    for (const at of own) labelLefts.set(at, Math.min(left, labelLefts.get(at) ?? left));
  const reaches = columns.map((column) => ({
    column,
    reach: reachOf(column, besideOf(column), lines, labelLefts),
  }));

  const ownerOf = (fragment: PdfFragment, at: number): LabelColumn | undefined => {
    const label = took.get(fragment);
    if (label !== undefined) return columnAt.get(label);
    const beside = labels
      .filter((one) => one.lines.includes(at) && one.left <= fragment.left)
      .reduce<Found | undefined>((near, one) => (near && near.left > one.left ? near : one), undefined);
    const own = beside && columnAt.get(beside);
    const rivals = reaches.filter(
      ({ column, reach }) =>
        column !== own &&
        reach.has(at) &&
        column.left - edgeTolerance <= fragment.left &&
        (beside === undefined || column.left >= rightOf(beside) - edgeTolerance),
    );
    return rivals.reduce<LabelColumn | undefined>(
      (right, { column }) => (right === undefined || column.left > right.left ? column : right),
      own && rivals.every(({ column }) => column.left <= own.left) ? own : undefined,
    );
  };
  const owners = new Map<PdfFragment, LabelColumn>();
  for (const [at, { fragments }] of lines.entries())
    for (const fragment of fragments) {
      const owner = ownerOf(fragment, at);
      if (owner !== undefined) owners.set(fragment, owner);
    }
  return owners;
};

/**
 * Columns of which one may have a further line of another's value: a text without a label on its line, close to
 * and above or below a text of the other column.
 */
export const contestedColumns = (
  lines: readonly Line[],
  columns: readonly LabelColumn[],
  owners: ReadonlyMap<PdfFragment, LabelColumn>,
): ReadonlySet<LabelColumn> => {
  const took = new Set(columns.flatMap(({ labels }) => labels.flatMap((label) => label.took)));
  const labelled = new Map(
    columns.map((column) => [column, new Set(column.labels.flatMap((one) => one.lines))]),
  );
  const contested = new Set<LabelColumn>();
  const texts = lines.map(({ fragments }) => fragments.filter((one) => !took.has(one)));
  const all = texts.flat();
  for (const [at, here] of texts.entries()) {
    for (const one of here) {
      const owner = owners.get(one);
      if (owner !== undefined && labelled.get(owner)?.has(at)) continue;
      const close = all.filter((other) => isOver(one, other) && owners.get(other) !== owner);
      for (const column of [owner, ...close.map((other) => owners.get(other))])
        if (close.length > 0 && column !== undefined) contested.add(column);
    }
  }
  return contested;
};

const isOver = (one: PdfFragment, other: PdfFragment): boolean => {
  const distance = Math.abs(one.baseline - other.baseline);
  const isNext = one.page === other.page && distance > 0 && distance <= leadingMax * one.size;
  return isNext && one.left < other.right && other.left < one.right;
};

/**
 * The lines where a column's values may be: those of its labels and those that continue a value up or down.
 *
 * @param beside what stands beside the labels on their own lines
 * @param labelLefts where the first label begins, by the line it is on
 */
const reachOf = (
  { left, labels }: LabelColumn,
  beside: readonly (readonly PdfFragment[])[],
  lines: readonly Line[],
  labelLefts: ReadonlyMap<number, number>,
): ReadonlySet<number> => {
  const own = new Set(labels.flatMap((label) => label.lines));
  const reach = new Set(own);
  const isAtEdge = (fragment: PdfFragment): boolean =>
    beside.some(
      (value) =>
        Math.abs(fragment.left - (value[0]?.left ?? 0)) <= edgeTolerance ||
        Math.abs(fragment.right - (value.at(-1)?.right ?? 0)) <= edgeTolerance,
    );
  // Right of another column's label only a value's own edge tells that the value goes on.
  const isValue = (fragment: PdfFragment, at: number): boolean =>
    fragment.left >= (labelLefts.get(at) ?? Number.POSITIVE_INFINITY)
      ? isAtEdge(fragment)
      : fragment.left >= left - edgeTolerance;
  const follow = (start: number, step: 1 | -1): void => {
    let here = lines[start];
    for (let at = start + step; here !== undefined && !own.has(at); at += step) {
      const { page, baseline }: Line = here;
      const near = lines[at]?.fragments.filter(
        (fragment) =>
          fragment.page === page && Math.abs(fragment.baseline - baseline) <= leadingMax * fragment.size,
      );
      if (near === undefined || near.length === 0) return;
      if (!near.some((fragment) => isValue(fragment, at))) continue;
      reach.add(at);
      here = lines[at];
    }
  };
  for (const start of own) {
    follow(start, 1);
    follow(start, -1);
  }
  return reach;
};
