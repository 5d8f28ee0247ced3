import { collapse } from "../../core/white-space.ts";
import type {
  Document,
  HtmlDocument,
  JsonDocument,
  JsonValue,
  PdfDocument,
  PdfFragment,
} from "../../documents/document.ts";
import { splitAtColon } from "../../documents/labelled.ts";
import { linesOf, textOf } from "../../documents/pdf/lines.ts";

/**
 * One text of a document, and whether it stands where labels stand. Told by place and by digits, for the words of
 * a label and those of a name look alike.
 */
export type Piece = {
  readonly text: string;
  readonly isLabel: boolean;
  /** Counted from the left among a PDF's columns of labels; 0 elsewhere. */
  readonly column: number;
};

/** A document line by line, row by row or member by member, top to bottom. */
export type Layout = readonly (readonly Piece[])[];

/** Longer keys are known by their beginning, so that a path stays a line. */
const keyLengthMax = 80;

/** Longer documents are known by their beginning, wider rows by their first cells. */
const linesMax = 2_000;
const cellsMax = 50;

/** What of a document is structure, without knowing whose it is. */
export const layoutOf = (document: Document): Layout => {
  switch (document.kind) {
    case "pdf":
      return pdfLayoutOf(document).slice(0, linesMax);
    case "html":
      return htmlLayoutOf(document).slice(0, linesMax);
    case "json":
      return jsonLayoutOf(document).slice(0, linesMax);
  }
};

const label = (text: string): Piece => ({ text, isLabel: true, column: 0 });
const value = (text: string): Piece => ({ text, isLabel: false, column: 0 });

const htmlLayoutOf = ({ rows, lines }: HtmlDocument): Layout => {
  const texts = rows
    .slice(0, linesMax)
    .map((cells) => cells.slice(0, cellsMax).filter((cell) => cell !== ":"));
  const layout: (readonly Piece[])[] = [];
  let isUnderHeader = false;
  for (const [at, cells] of texts.entries()) {
    const isHeader = isHeaderOf(cells, texts[at + 1] ?? []);
    if (isHeader) layout.push(cells.map(label));
    else if (cells.length > 1) layout.push(isUnderHeader ? cells.map(value) : rowOf(cells));
    isUnderHeader = isHeader;
  }
  return [...layout, ...lines.slice(0, linesMax).map(lineOf)];
};

const isHeaderOf = (cells: readonly string[], under: readonly string[]): boolean =>
  under.length === cells.length && isHeading(cells, under);

/** A label and its value, perhaps several such pairs in one row. */
const rowOf = (cells: readonly string[]): readonly Piece[] => {
  const first = cells.findIndex((cell) => cell !== "");
  const isPairs = cells.length >= 4 && cells.length % 2 === 0;
  return cells.map((cell, at) => {
    const isPlace = isPairs ? at % 2 === 0 : at === first;
    return isPlace && isLabelLike(cell) ? label(cell) : value(cell);
  });
};

const lineOf = (line: string): readonly Piece[] => {
  const parts = splitAtLabel(line);
  return parts === null ? [value(line)] : [label(parts.label), value(parts.rest)];
};

/** Each member as its path and its value; what an embedded document shows follows. */
const jsonLayoutOf = ({ root, embedded }: JsonDocument): Layout => {
  const members: Piece[][] = [];
  addMembers(members, root, "");
  if (embedded === undefined) return members;
  return [...members, [label(`${nameOf(embedded.key)} %PDF`)], ...pdfLayoutOf(embedded.document)];
};

const addMembers = (found: Piece[][], json: JsonValue, path: string): void => {
  if (found.length >= linesMax) return;
  switch (json.kind) {
    case "object":
      for (const { key, value: inner } of json.members) addMembers(found, inner, `${path}.${nameOf(key)}`);
      return;
    case "array":
      if (json.items.length === 0) found.push([label(`${path}[]`)]);
      for (const item of json.items) addMembers(found, item, `${path}[]`);
      return;
    default:
      found.push([label(path), value(json.text)]);
  }
};

/** A key that looks like a reference is a value in the place of a key. */
const nameOf = (key: string): string => collapse(key.slice(0, keyLengthMax)).replace(/\p{Nd}{4,}/gu, "0");

/** How far, in points, the left edges of one column may lie apart. */
const columnTolerance = 3;

/** How far, in font sizes, the two languages of one label may stand apart. */
const halvesGapMax = 4;

/** Texts that no gap parts, with what stands around them in their line. */
type Run = {
  readonly text: string;
  readonly left: number;
  readonly line: number;
  readonly before: Run | null;
  readonly isFollowed: boolean;
};

/** What a column holds: labels, labels with their values in the same run, values, or nothing that can be told. */
type Kind = "labels" | "pairs" | "values" | "unknown";

/**
 * The texts of a PDF by their place: a column whose texts have hardly a digit and have texts beside them is one of
 * labels, what stands right of such a column is one of values. Labels side by side over a row of values are known
 * by the digits below.
 */
const pdfLayoutOf = ({ fragments }: PdfDocument): Layout => {
  const lines = linesOf(fragments).map(({ fragments: own }, line) => runsOf(own, line));
  const headers = new Set(lines.flatMap((line, at) => (isHeader(line, lines[at + 1] ?? []) ? [at] : [])));
  const columns = columnsOf(lines.flat());
  const kinds = kindsOf(
    columns.map((column) => column.filter(({ line }) => !headers.has(line) && !headers.has(line - 1))),
  );
  const columnOf = new Map(columns.flatMap((column, at) => column.map((run) => [run, at] as const)));
  return lines.map((line, at) =>
    line.flatMap((run): readonly Piece[] => {
      const column = columnOf.get(run) ?? 0;
      if (headers.has(at)) return [{ text: run.text, isLabel: true, column }];
      if (headers.has(at - 1)) return [{ text: run.text, isLabel: false, column }];
      return piecesOf(run, kinds[column] ?? "unknown", column);
    }),
  );
};

/** A run, taken apart when it holds a label and its value. */
const piecesOf = ({ text }: Run, kind: Kind, column: number): readonly Piece[] => {
  const parts = kind === "values" ? null : splitLabel(text);
  if (parts === null) return [{ text, isLabel: kind === "labels" && isLabelLike(text), column }];
  const label = { text: parts.label, isLabel: true, column };
  return parts.rest === "" ? [label] : [label, { text: parts.rest, isLabel: false, column }];
};

const runsOf = (fragments: readonly PdfFragment[], line: number): readonly Run[] => {
  const parts: PdfFragment[][] = [];
  for (const fragment of fragments) {
    const last = parts.at(-1);
    const gap = fragment.left - (last?.at(-1)?.right ?? Number.NEGATIVE_INFINITY);
    const isHalf = fragment.text.startsWith("/") || last?.at(-1)?.text.endsWith("/") === true;
    if (last === undefined || gap > (isHalf ? halvesGapMax : 1) * fragment.size) parts.push([fragment]);
    else last.push(fragment);
  }
  const texts = parts
    .map((own) => ({ left: own[0]?.left ?? 0, text: textOf(own).replace(/^[:：] ?/, "") }))
    .filter(({ text }) => text !== "");
  const runs: Run[] = [];
  for (const [at, { left, text }] of texts.entries())
    runs.push({ text, left, line, before: runs[at - 1] ?? null, isFollowed: at + 1 < texts.length });
  return runs;
};

const isHeader = (line: readonly Run[], below: readonly Run[]): boolean =>
  isHeading(
    line.map(({ text }) => text),
    below.map(({ text }) => text),
  );

/** Runs that share a left edge, from left to right. */
const columnsOf = (runs: readonly Run[]): Run[][] => {
  const columns: Run[][] = [];
  for (const run of [...runs].sort((a, b) => a.left - b.left || a.line - b.line)) {
    const column = columns.at(-1);
    const edge = column?.[0]?.left ?? Number.NEGATIVE_INFINITY;
    if (column !== undefined && run.left - edge <= columnTolerance) column.push(run);
    else columns.push([run]);
  }
  return columns;
};

const kindsOf = (columns: readonly (readonly Run[])[]): readonly Kind[] => {
  const labels = new Set<Run>();
  return columns.map((column) => {
    const beside = column.filter(({ before }) => before !== null && labels.has(before)).length;
    if (beside > 0 && beside * 3 >= column.length) return "values";
    const kind = kindOf(column);
    // A run with a value of its own leaves none for the next column.
    const expectsValue = ({ text }: Run) =>
      (splitLabel(text)?.rest ?? (kind === "labels" ? "" : text)) === "";
    for (const run of column.filter(expectsValue)) labels.add(run);
    return kind;
  });
};

const kindOf = (column: readonly Run[]): Kind => {
  const pairs = column.filter(hasOwnValue).length;
  if (pairs * 2 > column.length) return "pairs";
  const named = column.filter(({ text }) => isLabelLike(splitLabel(text)?.label ?? text)).length;
  const opening = column.filter((run) => run.isFollowed || splitLabel(run.text) !== null).length;
  return opening > 0 && opening * 3 >= column.length && named * 4 >= column.length * 3 ? "labels" : "unknown";
};

const hasOwnValue = ({ text }: Run): boolean => (splitLabel(text)?.rest ?? "") !== "";

/** Longer texts are sentences. */
const labelLengthMax = 80;

/** Whether a text may be a label: letters, and no digits but those of a rate such as `15%`. */
const isLabelLike = (text: string): boolean =>
  text.length <= labelLengthMax && /\p{L}/u.test(text) && !hasFigure(withoutRates(text));

const withoutRates = (text: string): string =>
  text.includes("%") ? text.replace(/\p{Nd}{1,3} ?%/gu, "") : text;

const hasFigure = (text: string): boolean => /\p{Nd}/u.test(text);

/**
 * Whether a row is one of labels with their values in the row below. Three labels or more: with two, the second is
 * more often the first one's value.
 */
export const isHeading = (row: readonly string[], below: readonly string[]): boolean =>
  row.length >= 3 &&
  row.every((text) => isLabelLike(text) && !/[:：]/.test(text)) &&
  below.filter(hasFigure).length * 2 > below.length;

/** A label and what stands behind it in the same text. */
type LabelAndRest = { readonly label: string; readonly rest: string };

/** The label before a text's first colon, or before the amount that ends it; null when none stands there. */
const splitLabel = (text: string): LabelAndRest | null => splitAtLabel(text) ?? splitAtAmount(text);

const splitAtLabel = (text: string): LabelAndRest | null => {
  const split = splitAtColon(text);
  const label = split?.label.trim() ?? "";
  return split !== null && isLabelLike(label) ? { label, rest: split.value.trim() } : null;
};

/** `Service Charge ETB 5.00`, `VAT 0.75`, also without the spaces. */
const splitAtAmount = (text: string): LabelAndRest | null => {
  const amount = text.length > 2 * labelLengthMax ? undefined : amountAtEnd.exec(text)?.[0];
  const label = amount === undefined ? "" : text.slice(0, -amount.length).trim();
  return amount === undefined || !isLabelLike(label) ? null : { label, rest: amount };
};

const amountAtEnd = /(?:\b(?:ETB|Birr) ?\d[\d,.]{0,20}|\d[\d,.]{0,20} ?(?:ETB|Birr)|\d[\d,]{0,20}\.\d{2})$/i;
