import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import { type FieldLabel, pickValues, type Synonyms, type Values, wordingsOf } from "./labelled.ts";
import { squeeze } from "./white-space.ts";

/** A label of a bilingual page, known by its English half after the slash. */
export type CellLabel = FieldLabel & {
  /** What else the English half may be: its letters without spaces, in lower case. */
  readonly pattern?: RegExp;
  /** Where the value stands: right of the label, or in the same column of the next row. */
  readonly value: "right" | "below";
};

/**
 * Values of the labelled cells. `provider_format_changed` unless each label is there exactly once (an
 * optional one at most once) and has a cell for its value.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readCells = <Labels extends Readonly<Record<string, CellLabel>>>(
  { rows }: HtmlDocument,
  labels: Labels,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  // Each text is squeezed once, however many labels are looked for.
  const table = rows.map((cells) => cells.map(toCell));
  const fitOf = (label: CellLabel): IsFit => {
    const wordings = wordingsOf(label, synonyms).map(squeeze);
    const endings = wordings.map((wording) => `/${wording}`);
    return ({ letters, english }) =>
      label.pattern?.test(english) === true ||
      wordings.includes(letters) ||
      endings.some((ending) => letters.endsWith(ending));
  };
  const headers = Object.values(labels)
    .filter(({ value }) => value === "below")
    .map(fitOf);
  const headerRows = table.flatMap((cells, row) =>
    headers.some((isFit) => isFit(cells[firstIn(cells)] ?? none)) ? [row] : [],
  );
  return pickValues(labels, (label: CellLabel) => {
    const fitting = fitOf(label);
    return label.value === "right" ? rightOf(table, fitting) : below(table, fitting, headerRows);
  });
};

/** A text of the page, the form in which labels are compared, and of that the half after the last slash. */
type Cell = { readonly text: string; readonly letters: string; readonly english: string };
type Table = readonly (readonly Cell[])[];
type IsFit = (cell: Cell) => boolean;

const none: Cell = { text: "", letters: "", english: "" };

const toCell = (text: string): Cell => {
  const letters = squeeze(text);
  return { text, letters, english: letters.slice(letters.lastIndexOf("/") + 1) };
};

/** Where a row's first text stands; -1: it has none. */
const firstIn = (cells: readonly Cell[]): number => cells.findIndex(({ text }) => text !== "");

/** The one text right of a label that opens its row, a colon's own cell aside; null when there is no cell or more than one text. */
const rightOf = (table: Table, fitting: IsFit): (string | null)[] =>
  table.flatMap((cells) => {
    const at = firstIn(cells);
    if (!fitting(cells[at] ?? none)) return [];
    const beside = cells.slice(at + 1).filter(({ text }) => text !== ":");
    const texts = beside.filter(({ text }) => text !== "");
    return [beside.length === 0 || texts.length > 1 ? null : (texts[0]?.text ?? "")];
  });

/** The text under a label of a header row; null when the next row has other columns. */
const below = (table: Table, fitting: IsFit, headerRows: readonly number[]): (string | null)[] =>
  headerRows.flatMap((row) => {
    const cells = table[row] ?? [];
    const under = table[row + 1];
    return cells.flatMap((cell, column) => {
      if (!fitting(cell)) return [];
      return [under?.length === cells.length ? (under[column]?.text ?? null) : null];
    });
  });
