import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import { labelClause, type Synonyms, type Values } from "./labelled.ts";
import { squeeze } from "./white-space.ts";

/** A label of a bilingual page, known by its English half after the slash. */
export type CellLabel = {
  /** How the English half may read, the usual wording first, or a pattern for its letters without spaces in lower case. */
  readonly text: readonly string[] | RegExp;
  /** The usual wording where `text` is a pattern. */
  readonly usual?: string;
  /** Where the value stands: right of the label, or in the same column of the next row. */
  readonly value: "right" | "below";
  /** Not on every receipt. An absent optional label has no value; one that is there twice is refused like any other. */
  readonly optional?: true;
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
  const values: Record<string, string> = {};
  const headers = Object.values(labels).filter(({ value }) => value === "below");
  const isHeader = (cell: string) => headers.some((label) => fits(cell, label, synonyms));
  for (const [key, label] of Object.entries(labels)) {
    const fitting = (cell: string) => fits(cell, label, synonyms);
    const found = label.value === "right" ? rightOf(rows, fitting) : below(rows, fitting, isHeader);
    const [value] = found;
    if (found.length > 1 || (found.length === 0 && label.optional !== true) || value === null)
      return fail("provider_format_changed", {
        detail: labelClause(usualWording(label) || key, found.length),
      });
    if (value !== undefined) values[key] = value;
  }
  // Each key whose label must be there has its value by now.
  return ok(values as Values<Labels>);
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
  const { text } = label;
  const letters = squeeze(cell);
  if (text instanceof RegExp && text.test(letters.slice(letters.lastIndexOf("/") + 1))) return true;
  const known = text instanceof RegExp ? [] : text;
  const wordings = [...known, ...(synonyms[usualWording(label)] ?? [])].map(squeeze);
  return wordings.some((wording) => letters === wording || letters.endsWith(`/${wording}`));
};

const usualWording = ({ text, usual }: CellLabel): string =>
  usual ?? (text instanceof RegExp ? "" : (text[0] ?? ""));
