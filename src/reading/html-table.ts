import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import { type FieldLabel, lettersOf, pickValues, type Synonyms, type Values } from "./labelled.ts";
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
  const table = rows.map(rowOf);
  const headers = headersIn(table, labels, synonyms);
  return pickValues(labels, (label: CellLabel) => {
    const isFit = fitOf(label, synonyms);
    return label.value === "right" ? rightOf(table, isFit) : below(headers, isFit);
  });
};

/** A row of texts, and the first of them as labels are compared; -1: it has none. */
type Row = { readonly cells: readonly string[]; readonly first: number; readonly opening: Letters };
type Table = readonly Row[];

/** The form in which labels are compared, and of that the half after the last slash. */
type Letters = { readonly whole: string; readonly english: string };
type IsFit = (letters: Letters) => boolean;

const rowOf = (cells: readonly string[]): Row => {
  const first = cells.findIndex((text) => text !== "");
  return { cells, first, opening: toLetters(cells[first] ?? "") };
};

const toLetters = (text: string): Letters => {
  const whole = squeeze(text);
  return { whole, english: whole.slice(whole.lastIndexOf("/") + 1) };
};

/** A wording is the whole label or all after one of its slashes: after the last one, unless it has slashes itself. */
const fitOf = (label: CellLabel, synonyms: Synonyms): IsFit => {
  const wordings = lettersOf(label, synonyms);
  const slashed = wordings.filter((wording) => wording.includes("/"));
  return ({ whole, english }) =>
    wordings.includes(english) ||
    label.pattern?.test(english) === true ||
    slashed.some((wording) => whole === wording || whole.endsWith(`/${wording}`));
};

/** The labels of columns, and the row under them. */
type Header = { readonly labels: readonly Letters[]; readonly under: readonly string[] };

/** Rows that open with the label of a column. */
const headersIn = (
  table: Table,
  labels: Readonly<Record<string, CellLabel>>,
  synonyms: Synonyms,
): readonly Header[] => {
  const columns = Object.values(labels)
    .filter(({ value }) => value === "below")
    .map((label) => fitOf(label, synonyms));
  return table.flatMap(({ cells, opening }, row) =>
    columns.some((isFit) => isFit(opening))
      ? [{ labels: cells.map(toLetters), under: table[row + 1]?.cells ?? [] }]
      : [],
  );
};

/** The one text right of a label that opens its row, a colon's own cell aside; null when there is no cell or more than one text. */
const rightOf = (table: Table, isFit: IsFit): (string | null)[] =>
  table
    .filter(({ opening }) => isFit(opening))
    .map(({ cells, first }) => {
      const beside = cells.slice(first + 1).filter((text) => text !== ":");
      const texts = beside.filter((text) => text !== "");
      return beside.length === 0 || texts.length > 1 ? null : (texts[0] ?? "");
    });

/** The text under a label of a header row; null when the next row has other columns. */
const below = (headers: readonly Header[], isFit: IsFit): (string | null)[] =>
  headers.flatMap(({ labels, under }) =>
    labels.flatMap((letters, column) => {
      if (!isFit(letters)) return [];
      return [under.length === labels.length ? (under[column] ?? null) : null];
    }),
  );
