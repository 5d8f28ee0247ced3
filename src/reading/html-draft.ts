import { type Attributes, isBlock, isCell, isParting, isUnseen } from "./html-elements.ts";

/** A stretch of a page's pieces: the first, and the one behind the last. */
export type Span = { readonly from: number; readonly to: number };

/** A page as far as the parser has told of it; see `Page` for what becomes of it. */
export type Draft = {
  /** From the page itself to the innermost element. */
  readonly open: Element[];
  title: string | null;
  /** The first title, as long as it is open. */
  heading: Element | null;
  readonly pieces: string[];
  readonly rows: Row[];
  readonly titles: Span[];
  readonly rowsOfSeveral: Span[];
  readonly blocks: Span[];
  tables: number;
  /** Tables in no title. */
  ownTables: number;
};

/** An element that is not closed yet, and how much of everything stands before it. */
type Element = {
  readonly name: string;
  readonly isHidden: boolean;
  readonly pieces: number;
  readonly blocks: number;
  readonly tables: number;
  readonly ownTables: number;
  /** The row that a cell right below belongs to. */
  row: Row | null;
};

type Row = { readonly cells: Span[]; holdsTable: boolean; holdsOwnTable: boolean };

export const createDraft = (): Draft => ({
  open: [pageItself()],
  title: null,
  heading: null,
  pieces: [],
  rows: [],
  titles: [],
  rowsOfSeveral: [],
  blocks: [],
  tables: 0,
  ownTables: 0,
});

const pageItself = (): Element => ({
  name: "",
  isHidden: false,
  pieces: 0,
  blocks: 0,
  tables: 0,
  ownTables: 0,
  row: null,
});

const innermost = ({ open }: Draft): Element => open.at(-1) ?? pageItself();

/** An element begins. */
export const open = (draft: Draft, name: string, attributes: Attributes): void => {
  const parent = innermost(draft);
  const isHidden = parent.isHidden || isUnseen(name, attributes);
  if (!isHidden) placeInRow(draft, parent, name);
  const element: Element = {
    name,
    isHidden,
    pieces: draft.pieces.length,
    blocks: draft.blocks.length,
    tables: draft.tables,
    ownTables: draft.ownTables,
    row: name === "tr" && !isHidden ? addRow(draft) : null,
  };
  draft.open.push(element);
  if (name === "title" && draft.title === null) {
    draft.title = "";
    draft.heading = element;
  }
  if (name === "table" && !isHidden) {
    draft.tables += 1;
    draft.ownTables += 1;
  }
};

/** Pages lose a `<tr>` here and there; browsers show the cells behind it as a row all the same. */
const placeInRow = (draft: Draft, parent: Element, name: string): void => {
  if (parent.name === "tr") return;
  if (!isCell(name)) parent.row = null;
  else if (draft.open.length > 1) parent.row ??= addRow(draft);
};

const addRow = ({ rows }: Draft): Row => {
  const row: Row = { cells: [], holdsTable: false, holdsOwnTable: false };
  rows.push(row);
  return row;
};

/** A text, or part of one, comes. */
export const write = (draft: Draft, text: string): void => {
  if (draft.heading !== null) draft.title += text;
  if (!innermost(draft).isHidden) draft.pieces.push(text);
};

/** The innermost element ends. */
export const close = (draft: Draft): void => {
  const element = draft.open.pop();
  if (element === undefined) return;
  if (element === draft.heading) draft.heading = null;
  const { name, isHidden, row } = element;
  if (isHidden) return;
  if (isParting(name)) draft.pieces.push(" ");
  const span = { from: element.pieces, to: draft.pieces.length };
  if (isCell(name)) addToRow(draft, element, span);
  if (name === "title") {
    takeOut(draft, element, draft.titles, span);
    draft.ownTables = element.ownTables;
  } else if (name === "tr" && row !== null && row.cells.length > 1 && !row.holdsOwnTable)
    takeOut(draft, element, draft.rowsOfSeveral, span);
  else if (isBlock(name) && draft.blocks.length === element.blocks) draft.blocks.push(span);
};

const addToRow = (draft: Draft, cell: Element, span: Span): void => {
  const { row } = innermost(draft);
  if (row === null) return;
  row.cells.push(span);
  row.holdsTable ||= draft.tables > cell.tables;
  row.holdsOwnTable ||= draft.ownTables > cell.ownTables;
};

/** What was found within is no longer of the page's own, nor are spans within this one worth keeping. */
const takeOut = (draft: Draft, { blocks }: Element, spans: Span[], span: Span): void => {
  draft.blocks.length = blocks;
  while ((spans.at(-1)?.from ?? -1) >= span.from) spans.pop();
  spans.push(span);
};
