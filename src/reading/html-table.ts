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
  const headers = Object.values(labels).filter(({ value }) => value === "below");
  const isHeader = (cell: string) => headers.some((label) => fits(cell, label, synonyms));
  return pickValues(labels, (label: CellLabel) => {
    const fitting = (cell: string) => fits(cell, label, synonyms);
    return label.value === "right" ? rightOf(rows, fitting) : below(rows, fitting, isHeader);
  });
};

type Rows = HtmlDocument["rows"];

/** The one text right of a label that opens its row, a colon's own cell aside; null when there is no cell or more than one text. */
const rightOf = (rows: Rows, fitting: (cell: string) => boolean): (string | null)[] =>
  rows.flatMap((cells) => {
    const at = cells.findIndex((cell) => cell !== "");
    if (!fitting(cells[at] ?? "")) return [];
    const beside = cells.slice(at + 1).filter((cell) => cell !== ":");
    const texts = beside.filter((cell) => cell !== "");
    return [beside.length === 0 || texts.length > 1 ? null : (texts[0] ?? "")];
  });

/** The text under a label of a header row; null when the next row has other columns. */
const below = (
  rows: Rows,
  fitting: (cell: string) => boolean,
  isHeader: (cell: string) => boolean,
): (string | null)[] =>
  rows.flatMap((cells, row) => {
    if (!isHeader(cells.find((cell) => cell !== "") ?? "")) return [];
    const under = rows[row + 1];
    return cells.flatMap((cell, column) => {
      if (!fitting(cell)) return [];
      return [under?.length === cells.length ? (under[column] ?? null) : null];
    });
  });

const fits = (cell: string, label: CellLabel, synonyms: Synonyms): boolean => {
  const letters = squeeze(cell);
  if (label.pattern?.test(letters.slice(letters.lastIndexOf("/") + 1))) return true;
  const wordings = wordingsOf(label, synonyms).map(squeeze);
  return wordings.some((wording) => letters === wording || letters.endsWith(`/${wording}`));
};
