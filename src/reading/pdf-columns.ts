import type { PdfFragment } from "./document.ts";
import { edgeTolerance, type Found, rightOf } from "./pdf-labels.ts";
import { type Line, linesOf } from "./pdf-lines.ts";
import { assignColumns, contestedColumns, type LabelColumn } from "./pdf-territory.ts";
import { valuesOf } from "./pdf-values.ts";

/** Gap between two words of a value, in font sizes. */
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

/** Whether no gap parts the value on a label's own line. */
const isConnected = ({ beside }: Found): boolean =>
  beside.every((fragments) =>
    fragments
      .slice(1)
      .every(({ left, size }, at) => left - (fragments[at]?.right ?? left) <= wordGapMax * size),
  );
