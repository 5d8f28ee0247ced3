import type { Document, HtmlDocument, JsonDocument, JsonValue } from "../reading/document.ts";
import { collapse } from "../reading/white-space.ts";
import { isHeading, isLabelLike, splitAtColon } from "./label-like.ts";
import { pdfLayoutOf } from "./pdf-layout.ts";

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
  const parts = splitAtColon(line);
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
