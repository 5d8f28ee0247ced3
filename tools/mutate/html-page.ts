import type { Row, Sheet } from "./sheet.ts";

/** A fixture's page taken apart: what stays as it is, and the rows whose labels and values are the sheet's. */
export type HtmlPage = { readonly pieces: readonly Piece[]; readonly sheet: Sheet };

export type Cell = { readonly open: string; readonly text: string };

export type Piece =
  | { readonly kind: "raw"; readonly html: string }
  | { readonly kind: "title" }
  | { readonly kind: "pair"; readonly slot: number; readonly cells: readonly Cell[] }
  /** A header row over a row of values; column `n` is slot `slot + n`. */
  | {
      readonly kind: "columns";
      readonly slot: number;
      readonly labels: readonly Cell[];
      readonly values: readonly Cell[];
    };

const parts = /<!--[\s\S]*?-->|<title>([^<]*)<\/title>|<tr>(?:(?!<tr|<table|<\/tr>)[\s\S])*<\/tr>/g;

/** Takes a page of beta's layout apart: rows of plain cells with a label before their last cell, and one header row. */
export const takeApart = (html: string): HtmlPage => {
  const pieces: Piece[] = [];
  const rows: Row[] = [];
  let heading = "";
  let header: readonly Cell[] | null = null;
  let end = 0;
  const keep = (text: string) => pieces.push({ kind: "raw", html: text });
  for (const match of html.matchAll(parts)) {
    keep(html.slice(end, match.index));
    end = match.index + match[0].length;
    const cells = cellsOf(match[0]);
    if (match[1] !== undefined) {
      heading = plainText(match[1]);
      pieces.push({ kind: "title" });
    } else if (header !== null) {
      pieces.push({ kind: "columns", slot: rows.length, labels: header, values: cells });
      for (const [column, { text }] of header.entries())
        rows.push({ slot: rows.length, label: text, value: cells[column]?.text ?? "" });
      header = null;
    } else if (cells.length === 3 && /(?:Invoice|Receipt) No\./.test(cells[0]?.text ?? "")) header = cells;
    else if (isPair(match[0], cells)) {
      pieces.push({ kind: "pair", slot: rows.length, cells });
      const [label, value] = cells.slice(-2);
      rows.push({ slot: rows.length, label: label?.text ?? "", value: value?.text ?? "" });
    } else keep(match[0]);
  }
  keep(html.slice(end));
  return { pieces, sheet: { heading, rows } };
};

const cellsOf = (row: string): Cell[] =>
  [...row.matchAll(/(<td[^>]*>)([^<]*)<\/td>/g)].map(([, open = "", text = ""]) => ({
    open,
    text: plainText(text).trim(),
  }));

const isPair = (row: string, cells: readonly Cell[]): boolean =>
  !row.startsWith("<!--") &&
  cells.length === row.split("<td").length - 1 &&
  (cells.length === 2 || (cells.length === 3 && cells[0]?.text === "")) &&
  /\//.test(cells.at(-2)?.text ?? "");

/** The few character references that the fixtures use. */
const plainText = (html: string): string =>
  html
    .replaceAll("&nbsp;", "\u00a0")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
