import type { PdfFragment } from "../document.ts";
import { edgeTolerance, type FoundLabel, rightOf } from "./labels.ts";
import { type Line, leadingMax, linesOf } from "./lines.ts";
import { valuesOf } from "./values.ts";

/** Gap between two words of a value, in font sizes. */
const wordGapMax = 2;

/** Each label in the column of its left or of its right edge, whichever has more labels. */
export const columnsOf = (labels: readonly FoundLabel[]): readonly LabelColumn[] => {
  const columns: LabelColumn[] = [];
  let rest = labels;
  while (rest.length > 0) {
    let largest: readonly FoundLabel[] = [];
    for (const one of rest) {
      for (const edge of [leftOf, rightOf]) {
        const column = rest.filter((other) => Math.abs(edge(other) - edge(one)) <= edgeTolerance);
        if (column.length > largest.length) largest = column;
      }
    }
    const taken = largest;
    columns.push({ left: Math.min(...taken.map(leftOf)), labels: taken });
    rest = rest.filter((label) => !taken.includes(label));
  }
  return columns;
};

const leftOf = ({ left }: FoundLabel): number => left;

/**
 * The values of the labels that are asked for, each read among the labels of its column as if the other columns
 * were not there. Null when a value cannot be told from what is around it.
 *
 * @param find the labels of any part of the page, by the same fragments
 */
export const valuesInColumns = (
  lines: readonly Line[],
  columns: readonly LabelColumn[],
  asked: readonly FoundLabel[],
  find: (lines: readonly Line[]) => readonly FoundLabel[],
): ReadonlyMap<FoundLabel, string> | null => {
  const values = new Map<FoundLabel, string>();
  const ownerOf = assignColumns(lines, columns);
  const contested = contestedColumns(lines, columns, ownerOf);
  for (const column of columns) {
    const wanted = column.labels.filter((label) => asked.includes(label));
    if (wanted.length === 0) continue;
    if (contested.has(column)) return null;
    const heads = new Set(column.labels.map(headOf));
    const wantedHeads = new Set(wanted.map(headOf));
    const own = linesOf(
      lines.flatMap(({ fragments }) => fragments.filter((one) => ownerOf.get(one) === column)),
    );
    const labels = apart(find(own).filter((label) => heads.has(headOf(label)))).map((label) => ({
      ...label,
      left: column.left,
    }));
    const here = labels.filter((label) => wantedHeads.has(headOf(label)));
    const texts = valuesOf(own, labels, here);
    for (const label of here) {
      const one = wanted.find((other) => headOf(other) === headOf(label));
      const text = texts?.get(label);
      if (one === undefined || text === undefined || !isConnected(label)) return null;
      values.set(one, text);
    }
  }
  return values.size === asked.length ? values : null;
};

export const headOf = ({ took: [head] }: FoundLabel): PdfFragment | undefined => head;

/** Marks all labels as standing apart if their values share a left edge, even one that is very near. */
const apart = (labels: readonly FoundLabel[]): readonly FoundLabel[] => {
  const edges = labels.flatMap((label) => valueLeft(label) ?? []);
  const [edge = 0] = edges;
  const isColumn = edges.length > 1 && edges.every((other) => Math.abs(other - edge) <= edgeTolerance);
  return isColumn ? labels.map((label) => ({ ...label, alone: true })) : labels;
};

const valueLeft = ({ beside }: FoundLabel): number | undefined =>
  beside.flatMap(([value]) => (value === undefined ? [] : [value.left]))[0];

/** Whether no gap parts the value on a label's own line. */
const isConnected = ({ beside }: FoundLabel): boolean =>
  beside.every((fragments) =>
    fragments
      .slice(1)
      .every(({ left, size }, at) => left - (fragments[at]?.right ?? left) <= wordGapMax * size),
  );

/** Labels that share their left or their right edge. */
type LabelColumn = { readonly left: number; readonly labels: readonly FoundLabel[] };

/**
 * The column that each fragment belongs to: on a label's line what is right of the label, on a line without a
 * label what continues a value. Where columns stand side by side the right one's come first.
 */
const assignColumns = (
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
      .reduce<FoundLabel | undefined>((near, one) => (near && near.left > one.left ? near : one), undefined);
    const own = beside && columnAt.get(beside);
    const others = reaches.filter(
      ({ column, reach }) =>
        column !== own &&
        reach.has(at) &&
        column.left - edgeTolerance <= fragment.left &&
        (beside === undefined || column.left >= rightOf(beside) - edgeTolerance),
    );
    return others.reduce<LabelColumn | undefined>(
      (right, { column }) => (right === undefined || column.left > right.left ? column : right),
      own && others.every(({ column }) => column.left <= own.left) ? own : undefined,
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
const contestedColumns = (
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
  // Right of another column's label a value only goes on if it starts or ends at the values' edge.
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
