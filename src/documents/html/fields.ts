import { type Failure, fail } from "../../core/failure.ts";
import { parseSantim } from "../../core/money.ts";
import type { Result } from "../../core/result.ts";
import { collapse, squeeze } from "../../core/white-space.ts";
import { blemish, type HtmlDocument } from "../document.ts";
import {
  beforeColon,
  type FieldLabel,
  isPayersLabel,
  lettersOf,
  pickValues,
  type Synonyms,
  splitAtColon,
  type Values,
} from "../labelled.ts";
import { completionOf } from "../undone/completion.ts";

/** A label of a bilingual page, known by its English half after the slash. */
export type CellLabel = FieldLabel & {
  /** What else the English half may be: its letters without spaces, in lower case. */
  readonly pattern?: RegExp;
  /** Where the value stands: right of the label, or in the same column of the next row. */
  readonly value: "right" | "below";
};

/** A label with its value to its right. */
export const right = (...names: CellLabel["names"]) =>
  ({ names, value: "right" }) as const satisfies CellLabel;

/** The same of a label that may be missing. */
export const optional = (...names: CellLabel["names"]) =>
  ({ names, value: "right", optional: true }) as const satisfies CellLabel;

/**
 * Values of the labelled cells. `provider_format_changed` unless each label is there exactly once (an optional one at
 * most once) and has a cell for its value, all of it plain to see, and no other place on the page says otherwise.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readCells = <Labels extends Readonly<Record<string, CellLabel>>>(
  document: HtmlDocument,
  labels: Labels,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const table = document.rows.map(rowOf);
  const headers = headersIn(table, labels, synonyms);
  const values = pickValues(labels, (label: CellLabel) => {
    const isFit = fitOf(label, synonyms);
    return label.value === "right" ? rightOf(table, isFit) : below(headers, isFit);
  });
  return values.ok ? unlessDoubtful(document, labels, values, synonyms) : values;
};

/**
 * Where the labels of some rows stand, as numbers that grow down the page; -1: no row opens with the label.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const rowsWith = <Key extends string>(
  document: HtmlDocument,
  labels: Readonly<Record<Key, FieldLabel>>,
  synonyms: Synonyms,
): Readonly<Record<Key, number>> => {
  const table = document.rows.map(rowOf);
  const places = Object.entries<FieldLabel>(labels).map(([key, label]) => {
    const isFit = fitOf(label, synonyms);
    return [key, table.findIndex(({ opening }) => isFit(opening))] as const;
  });
  return Object.fromEntries(places) as Record<Key, number>;
};

/**
 * Values of labels that stand before a colon (`Sender Name: …`) or open a table's row. A label is the whole text
 * there: `Tax` is not `Excise Tax`. Refused as `readCells` does.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readLines = <Labels extends Readonly<Record<string, FieldLabel>>>(
  document: HtmlDocument,
  labels: Labels,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const pairs = [...document.lines.flatMap(pairOfLine), ...document.rows.flatMap(pairOfRow)];
  const values = pickValues(labels, (field: FieldLabel) => {
    const wordings = lettersOf(field, synonyms);
    return pairs.filter(({ label }) => wordings.includes(label)).map(({ value }) => value);
  });
  return values.ok ? unlessDoubtful(document, labels, values, synonyms) : values;
};

/**
 * A label without its spaces and what stands beside it; null when that is more than one text, or none can say where it
 * begins.
 */
type Pair = { readonly label: string; readonly value: string | null };

const pairOfLine = (line: string): Pair[] => {
  const split = splitAtColon(line);
  if (split === null) return [];
  const value = collapse(split.value);
  return [{ label: squeeze(split.label), value: goesOn(value) ? null : value }];
};

/** Whether a colon that is no time's comes again: `Receiver Name: type: …` may be one label or two. */
const goesOn = (value: string): boolean => /[:：](?!\d)/.test(value);

const pairOfRow = (cells: readonly string[]): Pair[] => {
  const [label, ...texts] = cells.filter((cell) => cell !== "" && cell !== ":");
  if (label === undefined || cells.length < 2) return [];
  return [{ label: squeeze(label), value: texts.length > 1 ? null : (texts[0] ?? "") }];
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
const fitOf = (label: FieldLabel & { readonly pattern?: RegExp }, synonyms: Synonyms): IsFit => {
  const wordings = lettersOf(label, synonyms);
  const slashed = wordings.filter((wording) => wording.includes("/"));
  return ({ whole, english }) =>
    wordings.includes(english) ||
    label.pattern?.test(english) === true ||
    slashed.some((wording) => whole === wording || whole.endsWith(`/${wording}`));
};

/** The labels of columns, the row under them, and whether it is the first of a list. */
type Header = {
  readonly labels: readonly Letters[];
  readonly under: readonly string[];
  readonly isListed: boolean;
};

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
      ? [
          {
            labels: cells.map(toLetters),
            under: table[row + 1]?.cells ?? [],
            isListed: isOneMore(table[row + 2]?.cells ?? [], cells.length),
          },
        ]
      : [],
  );
};

/**
 * The one text right of a label that opens its row, a colon's own cell aside; null when there is no cell or more than
 * one text.
 */
const rightOf = (table: Table, isFit: IsFit): (string | null)[] =>
  table
    .filter(({ opening }) => isFit(opening))
    .map(({ cells, first }) => {
      const beside = cells.slice(first + 1).filter((text) => text !== ":");
      const texts = beside.filter((text) => text !== "");
      return beside.length === 0 || texts.length > 1 ? null : (texts[0] ?? "");
    });

/** Whether a row goes on with a list: it fills all its columns, and not with labels alone. */
const isOneMore = (cells: readonly string[], columns: number): boolean =>
  cells.length === columns && cells.every((text) => text !== "") && cells.some((text) => /\d/.test(text));

/** The text under a label of a header row; null when the next row has other columns, or is one of several. */
const below = (headers: readonly Header[], isFit: IsFit): (string | null)[] =>
  headers.flatMap(({ labels, under, isListed }) =>
    labels.flatMap((letters, column) => {
      if (!isFit(letters)) return [];
      return [under.length === labels.length && !isListed ? (under[column] ?? null) : null];
    }),
  );

type AnyLabel = FieldLabel & Partial<Pick<CellLabel, "pattern" | "value">>;

/**
 * The values, unless one of them or its label is not plain to see, a hidden text bears the same label, also one that an
 * attribute, a comment or a script has swallowed, or another place on the page gives the label another value. A status
 * that is only said elsewhere must be a good one.
 */
const unlessDoubtful = <Labels extends Readonly<Record<string, AnyLabel>>>(
  document: HtmlDocument,
  labels: Labels,
  values: { readonly ok: true; readonly value: Values<Labels> },
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const picked = new Map<string, string | undefined>(Object.entries(values.value));
  const { hiddenTexts, swallowed } = document;
  const hidden = [...hiddenTexts, ...swallowed, ...blemishedIn(document)].map((text) =>
    toLetters(beforeColon(text)),
  );
  const pairs = pairsIn(document);
  for (const [key, label] of Object.entries<AnyLabel>(labels)) {
    const value = picked.get(key);
    const isFit = fitOf(label, synonyms);
    if (value?.includes(blemish) || hidden.some(isFit)) return doubtful(label, "not plain to see");
    const elsewhere = label.value === "below" ? "right" : "below";
    const others = pairs.filter(({ place, letters }) => place !== elsewhere && isFit(letters));
    const isOther = (other: string) =>
      value === undefined
        ? label.isStatus === true && completionOf(other) !== "completed"
        : !isSame(value, other);
    if (others.some(({ value: other }) => other !== "" && isOther(other)))
      return doubtful(label, "another value");
  }
  return values;
};

const doubtful = ({ names }: FieldLabel, doubt: string) =>
  fail("provider_format_changed", { detail: `label “${names[0]}”: ${doubt}` });

const isSame = (one: string, other: string): boolean =>
  squeeze(one) === squeeze(other) || (parseSantim(one) ?? one) === parseSantim(other);

const blemishedIn = ({ rows, lines }: HtmlDocument): readonly string[] =>
  [...rows.flat(), ...lines]
    .filter((text) => text.includes(blemish))
    .map((text) => text.replaceAll(blemish, ""));

/** Texts beside each other anywhere on the page, as a label and its value. Within a payer's text there are none. */
type Beside = {
  readonly letters: Letters;
  readonly value: string;
  readonly place: "right" | "below" | "line";
};

const pairsIn = ({ rows, passages }: HtmlDocument): readonly Beside[] => {
  const said = rows.map((cells) => cells.filter((cell) => cell !== ":"));
  const inRows = said.flatMap((cells, row) => {
    const under = said[row + 1] ?? [];
    return cells.flatMap((cell, at): Beside[] => {
      const letters = toLetters(cell);
      const [value, below] = [cells[at + 1], under.length === cells.length ? under[at] : undefined];
      const isRight = cell !== "" && value !== undefined && !isPayersLabel(cells[at - 1] ?? "");
      return [
        ...(isRight ? [{ letters, value, place: "right" as const }] : []),
        ...(below === undefined ? [] : [{ letters, value: below, place: "below" as const }]),
      ];
    });
  });
  const inLines = passages
    .filter(
      ({ labels, isAside, isAmongOthers }) => !isAside && (isAmongOthers || !labels.some(isPayersLabel)),
    )
    .flatMap(({ parts, labels: [term], isInRow }): Beside[] => [
      ...parts.filter((part) => beforeColon(part) !== part).map((part) => besideIn(beforeColon(part), part)),
      ...(term === undefined || isInRow ? [] : [besideIn(term, `${term} ${parts.join(" ")}`)]),
    ]);
  return [...inRows, ...inLines];
};

const besideIn = (label: string, line: string): Beside => ({
  letters: toLetters(label),
  value: collapse(line.slice(label.length).replace(/^ ?[:：]/, "")),
  place: "line",
});
