import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found } from "./pdf-labels.ts";
import { type Line, linesOf } from "./pdf-lines.ts";
import { valuesOf } from "./pdf-values.ts";

/** Labels that share their left or their right edge. */
export type LabelColumn = { readonly left: number; readonly labels: readonly Found[] };

/** Distance of two lines of one value, and gap between two of its words, in font sizes. */
const leadingMax = 1.8;
const wordGapMax = 2;

/** Each label in the column of its left or of its right edge, whichever has more labels. */
export const columnsOf = (labels: readonly Found[]): readonly LabelColumn[] => {
  const columns: LabelColumn[] = [];
  let rest = labels;
  while (rest.length > 0) {
    let largest: readonly Found[] = [];
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

const leftOf = ({ left }: Found): number => left;

const rightOf = ({ took }: Found): number => Math.max(...took.map(({ right }) => right));

/**
 * The values of the labels that are asked for, each read among the labels of its column as if the other columns
 * were not there. Null when a value cannot be told from what is around it.
 *
 * @param find the labels of any part of the page, by the same fragments
 */
export const valuesInColumns = (
  lines: readonly Line[],
  columns: readonly LabelColumn[],
  asked: readonly Found[],
  find: (lines: readonly Line[]) => readonly Found[],
): ReadonlyMap<Found, string> | null => {
  const values = new Map<Found, string>();
  const territory = createTerritory(lines, columns);
  for (const column of columns) {
    const wanted = column.labels.filter((label) => asked.includes(label));
    if (wanted.length === 0) continue;
    const heads = new Set(column.labels.map(headOf));
    const wantedHeads = new Set(wanted.map(headOf));
    const own = linesOf(territory(column));
    const labels = apart(find(own).filter((label) => heads.has(headOf(label))));
    const here = labels.filter((label) => wantedHeads.has(headOf(label)));
    const texts = valuesOf(own, labels, here);
    for (const label of here) {
      const one = wanted.find((other) => headOf(other) === headOf(label));
      const text = texts?.get(label);
      if (one === undefined || text === undefined || !isConnected(label, own, labels)) return null;
      values.set(one, text);
    }
  }
  return values.size === asked.length ? values : null;
};

export const headOf = ({ took: [head] }: Found): PdfFragment | undefined => head;

/** Labels whose values begin on one edge stand apart from them, however near that edge is. */
const apart = (labels: readonly Found[]): readonly Found[] => {
  const edges = labels.flatMap((label) => valueLeft(label) ?? []);
  const [edge = 0] = edges;
  const isColumn = edges.length > 1 && edges.every((other) => Math.abs(other - edge) <= edgeTolerance);
  return isColumn ? labels.map((label) => ({ ...label, alone: true })) : labels;
};

const valueLeft = ({ beside }: Found): number | undefined =>
  beside.flatMap(([value]) => (value === undefined ? [] : [value.left]))[0];

/**
 * Whether nothing is doubtful about a label's own line: no wide gap in the value, and, where values follow
 * their labels in running text, no further line that is neither running text nor of another label.
 */
const isConnected = (label: Found, lines: readonly Line[], labels: readonly Found[]): boolean => {
  const gaps = label.beside.flatMap((fragments) =>
    fragments.slice(1).map(({ left, size }, at) => (left - (fragments[at]?.right ?? left)) / size),
  );
  if (gaps.some((gap) => gap > wordGapMax)) return false;
  if (labels.filter(({ alone }) => alone).length * 2 >= labels.length) return true;
  const last = label.lines.at(-1) ?? 0;
  const [line, below] = [lines[last], lines[last + 1]];
  const [head] = below?.fragments ?? [];
  if (line === undefined || below === undefined || head === undefined || below.page !== line.page)
    return true;
  const isNext = below.baseline - line.baseline <= leadingMax * head.size;
  const isLabelled = labels.some(({ lines: own }) => own.includes(last + 1));
  return !isNext || isLabelled || head.left <= label.left + edgeTolerance;
};

/**
 * Which fragments belong to a column: on a label's line those right of the label, on a line without a label
 * those that continue a value. Where columns stand side by side the right one's come first.
 */
const createTerritory = (lines: readonly Line[], columns: readonly LabelColumn[]) => {
  const columnAt = new Map(
    columns.flatMap((column) => column.labels.map((label) => [label, column] as const)),
  );
  const labels = [...columnAt.keys()];
  const took = new Map(labels.flatMap((label) => label.took.map((fragment) => [fragment, label] as const)));
  const labelled = new Set(labels.flatMap((label) => label.lines));
  const reaches = columns.map((column) => ({
    column,
    reach: reachOf(column, lines, (at) => labelled.has(at)),
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
  return (column: LabelColumn): readonly PdfFragment[] =>
    lines.flatMap(({ fragments }, at) => fragments.filter((fragment) => ownerOf(fragment, at) === column));
};

/** The lines where a column's values may be: those of its labels and those that continue a value up or down. */
const reachOf = (
  { left, labels }: LabelColumn,
  lines: readonly Line[],
  isLabelled: (at: number) => boolean,
): ReadonlySet<number> => {
  const own = new Set(labels.flatMap((label) => label.lines));
  const reach = new Set(own);
  const edges = labels.flatMap((label) => valueLeft(label) ?? []);
  const from = Math.min(...edges);
  // Beside another column's label only a value's own left edge tells that the value goes on.
  const isValue = (fragment: PdfFragment, at: number): boolean =>
    isLabelled(at)
      ? edges.some((edge) => Math.abs(fragment.left - edge) <= edgeTolerance)
      : fragment.right > from && fragment.left >= left - edgeTolerance;
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
