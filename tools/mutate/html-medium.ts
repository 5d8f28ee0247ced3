import type { Dice } from "./dice.ts";
import { anyDress, type Dress, plainDress } from "./html-dress.ts";
import { type Cell, escaped, type HtmlPage, labelAt, type Piece, takeApart } from "./html-page.ts";
import type { Medium, Twist } from "./medium.ts";
import type { Row, Sheet } from "./sheet.ts";
import { encoded } from "./text-encodings.ts";

const mediaType = "text/html";

/** A page of labels and values, written in any of the ways that HTML allows. */
export const htmlMedium = (html: string, provider: string): Medium => {
  const page = takeHtmlApart(html, provider);
  const write = async (sheet: Sheet, dice: Dice | null) =>
    encoded(render(page, sheet, dice === null ? plainDress : anyDress(dice)), mediaType, dice);
  return { kind: "html", sheet: page.sheet, write, twists: twistsOf(page) };
};

/** A page of one of the providers that have some. */
export const takeHtmlApart = (html: string, provider: string): HtmlPage =>
  takeApart(html, {
    isHeading: (tag, text) => (provider === "delta" ? /Value Added Tax/.test(text) : tag === "title"),
    // beta's labels are bilingual, and so are told from its other cells.
    isLabel: (text) => provider !== "beta" || text.includes("/"),
  });

const render = ({ pieces }: HtmlPage, sheet: Sheet, dress: Dress): string => {
  const apart = sheet.rows
    .filter(({ slot }) => slot === "apart")
    .map((row) => pairRow(plainCells, row, dress));
  const html = pieces.map((piece) => renderPiece(piece, sheet, dress)).join("");
  const further = apart.length === 0 ? "" : `<table>${apart.join("")}</table>`;
  const at = html.lastIndexOf("</body>");
  return dress.page(html.slice(0, at) + further + html.slice(at));
};

const renderPiece = (piece: Piece, sheet: Sheet, dress: Dress): string => {
  switch (piece.kind) {
    case "raw":
      return piece.html;
    case "heading":
      return `${piece.open}${escaped(sheet.heading)}${piece.close}`;
    case "link":
      return sheet.link ?? "";
    case "pair":
      return rowsAt(sheet, piece.slot)
        .map((row, at) => pairRow(at === 0 ? piece.cells : plainCells, row, dress))
        .join("");
    case "line":
      return rowsAt(sheet, piece.slot)
        .map((row) => lineOf(piece, row, dress))
        .join("\n");
    case "columns": {
      const columns = piece.labels.map((_, column) => rowsAt(sheet, piece.slot + column));
      const own = columns.map(([row]) => row);
      const further = columns.flatMap((rows) => rows.slice(1));
      const labels = own.map((row, at) => cell(piece.labels[at], row?.label ?? "", dress));
      const values = own.map((row, at) => cell(piece.values[at], row?.value ?? "", dress));
      const added = further.map((row) => pairRow(plainCells, row, dress));
      return `<tr>${labels.join("")}</tr>\n<tr>${values.join("")}</tr>${added.join("")}${dress.between()}`;
    }
  }
};

/** The row that stands in a slot, and the rows that were put in behind it (or, at the top, before it). */
const rowsAt = ({ rows }: Sheet, slot: number): readonly Row[] => {
  const at = rows.findIndex((row) => row.slot === slot);
  const [row] = rows.slice(at, at + 1);
  if (at === -1 || row === undefined) return [];
  const next = rows.findIndex((one, index) => index > at && one.slot !== "inside");
  const behind = rows.slice(at + 1, next === -1 ? rows.length : next);
  const before = slot === 0 ? rows.slice(0, at) : [];
  return [row, ...behind, ...before];
};

const plainCells: readonly Cell[] = [
  { open: "<td>", text: "", close: "</td>" },
  { open: "<td>", text: "", close: "</td>" },
];

const pairRow = (cells: readonly Cell[], { label, value }: Row, dress: Dress): string => {
  const own = Math.max(0, labelAt(cells));
  const texts = cells.map(({ text }, at) => (at === own ? label : at === cells.length - 1 ? value : text));
  return `<tr>\n${texts.map((text, at) => cell(cells[at], text, dress)).join("\n")}\n</tr>${dress.between()}`;
};

const cell = (as: Cell | undefined, text: string, dress: Dress): string =>
  `${dress.open(as?.open ?? "<td>")}${dress.text(text)}${as?.close ?? "</td>"}`;

/** A label from elsewhere gets its colon, as all labels of the layout have one. */
const lineOf = (
  { label: { open, close }, close: end }: Extract<Piece, { kind: "line" }>,
  { label, value }: Row,
  dress: Dress,
): string =>
  `${open}${dress.inline(label !== "" && !label.endsWith(":") ? `${label}:` : label)}${close}${dress.inline(value)}${end}`;

/** Writings that a reader may refuse, but not read wrongly. */
const twistsOf = (page: HtmlPage): Readonly<Record<string, Twist>> => {
  const may =
    (change: (html: string, dice: Dice) => string): Twist =>
    async (sheet, dice, expectation) => {
      const html = change(render(page, sheet, plainDress), dice);
      const { codes, ...expected } = expectation(sheet, false);
      return {
        written: encoded(html, mediaType, null),
        expectation: {
          ...expected,
          codes: new Set([...codes, "provider_error", "provider_format_changed"]),
        },
      };
    };
  return {
    "html: end tags left out": may((html) => html.replaceAll("</td>", "").replaceAll("</tr>", "")),
    "html: an end tag is missing": may((html, dice) => without(html, /<\/(?:td|tr|table|div)>/g, dice)),
    "html: a start tag is missing": may((html, dice) => without(html, /<(?:tr|table|div)\b[^>]*>/g, dice)),
    "html: UTF-8 sent as windows-1252": async (sheet, _, expectation) => {
      const bytes = Buffer.from(render(page, sheet, plainDress));
      const decode = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text));
      const rows = sheet.rows.map((row) => ({ ...row, label: decode(row.label), value: decode(row.value) }));
      return {
        written: { bytes, contentType: "text/html; charset=windows-1252" },
        expectation: expectation({ ...sheet, heading: decode(sheet.heading), rows }, false),
      };
    },
  };
};

const without = (html: string, pattern: RegExp, dice: Dice): string => {
  const { index, 0: tag } = dice.pick([...html.matchAll(pattern)]);
  return html.slice(0, index) + html.slice(index + tag.length);
};
