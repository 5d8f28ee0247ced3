import { type AnyNode, type Element, isTag } from "domhandler";
import type { Passage } from "../document.ts";
import { isPayersLabel } from "../labelled.ts";
import { isStatusLabel } from "../undone/unfinished.ts";
import { isTable, labelLengthMax } from "./elements.ts";
import type { Row } from "./rows.ts";
import type { Run } from "./runs.ts";
import { type Texts, withoutBlemishes } from "./texts.ts";
import { closest, shortTextIn } from "./tree.ts";
import type { View } from "./view.ts";

type PassagePlace = Pick<Passage, "labels" | "next" | "isInRow" | "isAmongOthers">;

/** Where on the page an element stands: beside which texts. */
export const placesIn = (view: View, rows: readonly Row[], texts: Texts, runs: readonly Run[]) => {
  const rowsByCell = new Map(
    rows.flatMap((row) =>
      row.isLayout || row.cells.length < 2 ? [] : row.cells.map((cell): [AnyNode, Row] => [cell, row]),
    ),
  );
  const cellAround = (node: AnyNode): { readonly cell: Element; readonly row: Row } | null => {
    const cell = closest(node, (one) => rowsByCell.has(one) || one.name === "table");
    const row = cell && rowsByCell.get(cell);
    return cell && row ? { cell, row } : null;
  };
  const blocksByCell = new Map<Element, Set<Element>>();
  for (const { owner } of runs) {
    const cell = cellAround(owner)?.cell;
    if (cell && cell !== owner)
      blocksByCell.set(cell, (blocksByCell.get(cell) ?? new Set<Element>()).add(owner));
  }
  const headings = headingsOf(rows);
  const isTyped = (heading: Element): boolean =>
    view.behindPayersLabel.has(heading) && isPayersLabel(withoutBlemishes(texts.of(heading)));
  const isNamed = (cell: Element | undefined): boolean =>
    cell !== undefined && /\p{L}{2}/u.test(texts.of(cell));
  const namedCells = new Map<Row, readonly Element[]>();
  /** The cells of a row but for those that hold a colon alone. */
  const namedCellsOf = (row: Row): readonly Element[] => {
    const known = namedCells.get(row) ?? row.cells.filter((one) => texts.of(one) !== ":");
    namedCells.set(row, known);
    return known;
  };
  return {
    isInRow: (owner: AnyNode): boolean => cellAround(owner) !== null,
    of: (owner: AnyNode): PassagePlace => {
      const found = cellAround(owner);
      if (found === null)
        return {
          labels: labelsBefore(owner, texts),
          next: valueAfter(owner, texts),
          isInRow: false,
          isAmongOthers: false,
        };
      const { cell, row } = found;
      const named = namedCellsOf(row);
      const others = named.includes(cell)
        ? named
        : row.cells.filter((one) => one === cell || named.includes(one));
      const at = others.indexOf(cell);
      const [before, after] = [others[at - 1], others[at + 1]];
      const heading = headings(row)?.cells[row.cells.indexOf(cell)];
      // In a column with a heading the cell before it is another column's value, unless a payer typed the headings.
      const label = heading === undefined || (isTyped(heading) && isNamed(before)) ? before : heading;
      return {
        labels: label === undefined || label === cell ? [] : [texts.of(label)],
        next: after === undefined ? null : withoutBlemishes(texts.of(after)),
        isInRow: true,
        isAmongOthers: (blocksByCell.get(cell)?.size ?? 0) >= blocksMin,
      };
    },
  };
};

/** What payers type, and a name with its address, is of fewer blocks. */
const blocksMin = 4;

/** For a row of a table whose columns are headed, the row of their headings. */
const headingsOf = (rows: readonly Row[]): ((row: Row) => Row | undefined) => {
  const headings = new Map<AnyNode, Row>();
  const tableOf = ({ cells: [cell] }: Row): Element | null => (cell ? closest(cell, isTable) : null);
  for (const row of rows) {
    const table = tableOf(row);
    const isHeading = row.cells.every(({ name }) => name === "th");
    if (table !== null && isHeading && !headings.has(table)) headings.set(table, row);
  }
  return (row) => {
    const table = tableOf(row);
    const heading = table === null ? undefined : headings.get(table);
    return heading !== row && heading?.cells.length === row.cells.length ? heading : undefined;
  };
};

/** The term that a text describes, or the element before it when the two form a pair. */
const labelsBefore = (owner: AnyNode, texts: Texts): readonly string[] => {
  for (let node = owner; isTag(node); ) {
    const before = neighbour(node, "prev");
    if (node.name === "dd")
      return before !== null && isTag(before) && before.name === "dt" ? [texts.of(before)] : [];
    if (before !== null) {
      const isSecondOfTwo = neighbour(before, "prev") === null && neighbour(node, "next") === null;
      return isSecondOfTwo && isTag(before) && !/^h\d$/.test(before.name) ? textOfShort(before, texts) : [];
    }
    if (neighbour(node, "next") !== null || node.parent === null) return [];
    node = node.parent;
  }
  return [];
};

/** What describes a term, or the second element of a pair whose first one is no heading. */
const valueAfter = (owner: AnyNode, texts: Texts): string | null => {
  for (let node = owner; isTag(node) && !/^h\d$/.test(node.name); ) {
    const behind = neighbour(node, "next");
    if (behind !== null) {
      const isPair = neighbour(node, "prev") === null && neighbour(behind, "next") === null;
      const isDescribed = node.name === "dt" && isTag(behind) && behind.name === "dd";
      return isTag(behind) && (isPair || isDescribed) ? (textOfShort(behind, texts)[0] ?? null) : null;
    }
    if (node.name === "dt" || neighbour(node, "prev") !== null || node.parent === null) return null;
    node = node.parent;
  }
  return null;
};

/** The label of a status with what stands behind it in its line, where one of both at least is an element of its own. */
export const statusesInLinesOf = (
  view: View,
  texts: Texts,
  holdsBlock: ReadonlySet<AnyNode>,
): readonly (readonly [label: string, value: string])[] =>
  view.nodes.flatMap((node) => {
    if (holdsBlock.has(node) || shortTextIn(node, 0) !== null) return [];
    const before = neighbour(node, "prev");
    if (before === null || holdsBlock.has(before) || !(isTag(node) || isTag(before))) return [];
    const label = shortTextIn(before, labelLengthMax) ?? "";
    return isStatusLabel(label) ? textOfShort(node, texts).map((value) => [label, value] as const) : [];
  });

/** The next node on one side that says anything. */
const neighbour = (node: AnyNode, side: "prev" | "next"): AnyNode | null => {
  let one = node[side];
  while (one !== null && shortTextIn(one, 0) !== null) one = one[side];
  return one;
};

const textOfShort = (node: AnyNode, texts: Texts): readonly string[] =>
  shortTextIn(node, labelLengthMax) === null ? [] : [withoutBlemishes(texts.of(node))];
