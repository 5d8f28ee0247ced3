import type { Row, Sheet } from "./sheet.ts";

/** A fixture's page taken apart: what stays as it is, and the rows whose labels and values are the sheet's. */
export type HtmlPage = { readonly pieces: readonly Piece[]; readonly sheet: Sheet };

export type Cell = { readonly open: string; readonly text: string; readonly close: string };

export type Piece =
  | { readonly kind: "raw"; readonly html: string }
  /** The title, and headings that repeat it. */
  | { readonly kind: "heading"; readonly open: string; readonly close: string }
  | { readonly kind: "link" }
  /** A table's row: its label is in its first cell that has a text, its value in the last. */
  | { readonly kind: "pair"; readonly slot: number; readonly cells: readonly Cell[] }
  /** A paragraph: label, colon, value. */
  | { readonly kind: "line"; readonly slot: number; readonly label: Cell; readonly close: string }
  /** A header row over a row of values; column `n` is slot `slot + n`. */
  | {
      readonly kind: "columns";
      readonly slot: number;
      readonly labels: readonly Cell[];
      readonly values: readonly Cell[];
    };

const parts = new RegExp(
  [
    "<!--[\\s\\S]*?-->",
    "<(?:title|h[1-3])>[^<]*</(?:title|h[1-3])>",
    "<p><strong>[^<]*</strong>[^<]*</p>",
    "<div>[A-Za-z ]+: [^<]*</div>",
    "<tr>(?:(?!<tr|<table|</tr>)[\\s\\S])*</tr>",
    "https?://[^\\s\"'<>]+/(?:-|receipt/#/)[^\\s\"'<>]+",
  ].join("|"),
  "g",
);

/**
 * Takes a page apart.
 *
 * @param isHeading whether the text of a title or heading is the document's title
 * @param isLabel whether the text of a cell can be a label
 */
export const takeApart = (
  html: string,
  {
    isHeading,
    isLabel,
  }: { isHeading: (tag: string, text: string) => boolean; isLabel: (text: string) => boolean },
): HtmlPage => {
  const pieces: Piece[] = [];
  const rows: Row[] = [];
  let [heading, link]: (string | undefined)[] = [];
  let header: readonly Cell[] | null = null;
  let end = 0;
  const slotOf = (label: string, value: string) => rows.push({ slot: rows.length, label, value }) - 1;
  for (const { 0: part, index } of html.matchAll(parts)) {
    pieces.push({ kind: "raw", html: html.slice(end, index) });
    end = index + part.length;
    const cells = cellsOf(part);
    const titled = /^(<(title|h[1-3])>)([^<]*)(<\/.*)$/.exec(part);
    const line = /^(<p><strong>|<div>)([^<:]*):(<\/strong>)?([^<]*)(<\/(?:p|div)>)$/.exec(part);
    if (titled !== null) {
      const [, open = "", tag = "", source = "", close = ""] = titled;
      const text = plainText(source);
      if (heading === undefined ? isHeading(tag, text) : text === heading) {
        heading = text;
        pieces.push({ kind: "heading", open, close });
      } else pieces.push({ kind: "raw", html: part });
    } else if (part.startsWith("http")) {
      link = part;
      pieces.push({ kind: "link" });
    } else if (line !== null) {
      const [, open = "", label = "", strong = "", value = "", close = ""] = line;
      const slot = slotOf(`${plainText(label)}:`, plainText(value).trim());
      pieces.push({ kind: "line", slot, label: { open, text: label, close: strong }, close });
    } else if (header !== null) {
      const values = cells;
      const slot = rows.length;
      for (const [column, { text }] of header.entries()) slotOf(text, values[column]?.text ?? "");
      pieces.push({ kind: "columns", slot, labels: header, values });
      header = null;
    } else if (cells.length === 3 && /(?:Invoice|Receipt) No\./.test(cells[0]?.text ?? "")) header = cells;
    else if (isPair(part, cells, isLabel)) {
      const slot = slotOf(cells[labelAt(cells)]?.text ?? "", cells.at(-1)?.text ?? "");
      pieces.push({ kind: "pair", slot, cells });
    } else pieces.push({ kind: "raw", html: part });
  }
  pieces.push({ kind: "raw", html: html.slice(end) });
  return { pieces, sheet: { heading: heading ?? "", rows, ...(link === undefined ? {} : { link }) } };
};

const cellsOf = (row: string): Cell[] =>
  row.startsWith("<tr>")
    ? [
        ...row.matchAll(
          /(<t[dh](?=[ \t\n\f\r>/])[^>]*>(?:<(?:b|span)>)?)([^<]*)((?:<\/(?:b|span)>)?<\/t[dh]>)/g,
        ),
      ].map(([, open = "", text = "", close = ""]) => ({ open, text: plainText(text).trim(), close }))
    : [];

/** Which cell holds the label: the first that has a text. */
export const labelAt = (cells: readonly Cell[]): number => cells.findIndex(({ text }) => text !== "");

const isPair = (row: string, cells: readonly Cell[], isLabel: (text: string) => boolean): boolean =>
  cells.length === row.split(/<t[dh](?=[ \t\n\f\r>/])/).length - 1 &&
  (cells.length === 2 ||
    (cells.length === 3 &&
      ["", ":"].some((text) => cells.at(-2)?.text === text || cells[0]?.text === text))) &&
  labelAt(cells) !== cells.length - 1 &&
  isLabel(cells[labelAt(cells)]?.text ?? "");

/** The few character references that the fixtures use; as browsers have it, each may lack its semicolon. */
const plainText = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|(amp|AMP|lt|LT|gt|GT|nbsp));?/g, (reference, code?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? reference;
    return Number(code) > 0x10ffff ? "\ufffd" : String.fromCodePoint(Number(code));
  });

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", nbsp: "\u00a0" };

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
