import type { PdfDocument, PdfFragment } from "../reading/document.ts";
import { linesOf, textOf } from "../reading/pdf-lines.ts";
import { isHeading, isLabelLike, splitLabel } from "./label-like.ts";
import type { Layout, Piece } from "./layout.ts";

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
export const pdfLayoutOf = ({ fragments }: PdfDocument): Layout => {
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
