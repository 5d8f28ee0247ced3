import { type AnyNode, type Element, isTag } from "domhandler";
import { isPayersLabel } from "../labelled.ts";
import { isCell } from "./elements.ts";
import { type Texts, withoutBlemishes } from "./texts.ts";
import { elementsIn } from "./tree.ts";
import { sightIn, type View } from "./view.ts";

/** A row of a table by its cells, those aside that are hidden and empty. Around a table it is layout. */
export type Row = { readonly cells: readonly Element[]; readonly isLayout: boolean };

/** In page order. */
export const rowsOf = (view: View, texts: Texts): readonly Row[] => {
  const rows: Row[] = [];
  const holdsTable = holdersOf(
    view,
    (element) => element.name === "table" && sightIn(view, element) !== "hidden",
  );
  for (const node of view.nodes)
    for (const together of cellsTogether(view, node)) {
      const cells = together.filter((cell) => sightIn(view, cell) !== "hidden" || texts.of(cell) !== "");
      if (cells.some((cell) => sightIn(view, cell) !== "hidden"))
        rows.push({ cells, isLayout: cells.some((cell) => holdsTable.has(cell)) });
    }
  return rows;
};

/** Whether a table stands beside the label of what a person typed: its rows would be read as the bank's. */
export const isTypedLayout = ({ cells: [label, ...beside], isLayout }: Row, texts: Texts): boolean =>
  isLayout && beside.length > 0 && label !== undefined && isPayersLabel(withoutBlemishes(texts.of(label)));

/** All elements of a kind, and all that lies around one. */
export const holdersOf = (view: View, isWanted: (element: Element) => boolean): ReadonlySet<AnyNode> => {
  const holders = new Set<AnyNode>();
  for (const node of view.nodes) {
    if (!isTag(node) || !isWanted(node)) continue;
    for (let one: AnyNode | null = node; one !== null && !holders.has(one); one = one.parent)
      holders.add(one);
  }
  return holders;
};

/** Pages lose a `<tr>` here and there; browsers show the cells behind it as a row all the same. */
const cellsTogether = (view: View, node: AnyNode): readonly (readonly Element[])[] => {
  if (isTag(node) && node.name === "tr") return [elementsIn(node).filter(isCell)];
  const rows: Element[][] = [];
  let row: Element[] | null = null;
  for (const child of elementsIn(node)) {
    if (isCell(child)) {
      if (row === null) {
        row = [];
        rows.push(row);
      }
      row.push(child);
    } else if (sightIn(view, child) !== "hidden") row = null;
  }
  return rows;
};
