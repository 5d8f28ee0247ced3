import PDFDocument from "pdfkit";
import { drawPdf, pageSchema } from "../../src/operator/sandbox/pdf.ts";

/** A receipt of tables side by side and one row of labels over its values, drawn in any of many ways. */
export type GridLayout = {
  readonly size: number;
  /** Space between two rows, in points. */
  readonly padding: number;
  /** Space between a table's labels and its values, and between two tables. */
  readonly labelGap: number;
  readonly tableGap: number;
  readonly valueWidth: number;
  readonly colon: "" | ":" | " :";
  readonly vertical: "top" | "middle";
  readonly tables: "stacked" | "beside" | "beside-swapped";
  readonly labels: "left" | "right";
  readonly values: "left" | "right";
  readonly columns: "left" | "center" | "right";
  readonly columnOrder: readonly number[];
  readonly glued: boolean;
  readonly pieces: "lines" | "words";
  readonly order: "rows" | "values-first" | "upwards";
  /** How the Amharic half of a label is drawn, where there is one. */
  readonly halves: "run" | "line" | "none";
};

export type Row = readonly [label: string, value: string];

export type GridReceipt = {
  readonly title: string;
  readonly tables: readonly (readonly Row[])[];
  /** Labels with the values under them. */
  readonly row: readonly Row[];
  readonly below: readonly Row[];
  /** Amharic halves, by the English one. */
  readonly halves?: Readonly<Record<string, string>>;
};

type Text = {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly font?: string;
  readonly isValue: boolean;
};

const ruler = new PDFDocument().font("Helvetica");
const widthOf = (text: string, size: number) => ruler.fontSize(size).widthOfString(text);
/** The Ethiopic font's letters are about as wide as they are high. */
const halfWidth = (text: string, size: number) => text.length * size * 0.62;

/** Null when the layout needs more than an A4 page, beyond whose edges nothing is drawn. */
export const drawGrid = async (receipt: GridReceipt, layout: GridLayout): Promise<Uint8Array | null> => {
  const { size } = layout;
  const texts: Text[] = [{ x: 40, y: 20, text: receipt.title, isValue: false }];
  const [first = [], second = []] = receipt.tables;
  const [left, right] = layout.tables === "beside-swapped" ? [second, first] : [first, second];
  let y = 50;
  if (layout.tables === "stacked") {
    for (const rows of receipt.tables) y = drawTable(texts, rows, 40, y, receipt, layout).bottom + 2 * size;
  } else {
    const one = drawTable(texts, left, 40, y, receipt, layout);
    const other = drawTable(texts, right, one.right + layout.tableGap, y, receipt, layout);
    y = Math.max(one.bottom, other.bottom) + 2 * size;
  }
  y = drawRow(texts, y, receipt, layout) + 2 * size;
  drawTable(texts, receipt.below, 40, y, receipt, layout);
  const rightmost = texts.map((text) => text.x + (text.font ? halfWidth : widthOf)(text.text, size));
  if (Math.max(...rightmost) > 590 || Math.max(...texts.map((text) => text.y)) > 825) return null;
  const orders = {
    rows: texts,
    "values-first": [...texts].sort((a, b) => Number(b.isValue) - Number(a.isValue)),
    upwards: [...texts].reverse(),
  };
  const parts = orders[layout.order].flatMap((text) => inPieces(text, layout));
  return drawPdf(pageSchema.parse(parts.map(({ isValue: _, ...text }) => ({ ...text, size }))));
};

const inPieces = (text: Text, { pieces, size }: GridLayout): readonly Text[] => {
  if (pieces === "lines" || text.font !== undefined) return [text];
  let { x } = text;
  return text.text.split(/(?<= )/).map((word) => {
    const piece = { ...text, x, text: word.trim() };
    x += widthOf(word, size);
    return piece;
  });
};

const wrap = (text: string, size: number, room: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(`${line} ${word}`, size) <= room)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};

/** Draws a label with its Amharic half. `height` counts the half's own line. */
const drawLabel = (
  texts: Text[],
  text: string,
  x: number,
  y: number,
  { halves }: GridReceipt,
  { size, halves: way }: GridLayout,
): void => {
  const half = halves?.[text.replace(/ ?:$/, "")];
  if (half === undefined || way === "none") {
    texts.push({ x, y, text, isValue: false });
  } else if (way === "run") {
    texts.push({ x, y, text: half, font: "Ethiopic", isValue: false });
    texts.push({ x: x + halfWidth(half, size) + 3, y, text: `/ ${text}`, isValue: false });
  } else {
    texts.push({ x, y: y - size * 1.25, text: `${half} /`, font: "Ethiopic", isValue: false });
    texts.push({ x, y, text, isValue: false });
  }
};

const labelWidth = (text: string, { halves }: GridReceipt, { size, halves: way }: GridLayout): number => {
  const half = way === "run" ? halves?.[text.replace(/ ?:$/, "")] : undefined;
  return half === undefined ? widthOf(text, size) : halfWidth(half, size) + 3 + widthOf(`/ ${text}`, size);
};

const drawTable = (
  texts: Text[],
  rows: readonly Row[],
  x: number,
  top: number,
  receipt: GridReceipt,
  layout: GridLayout,
): { readonly right: number; readonly bottom: number } => {
  const { size, colon, vertical, padding, valueWidth } = layout;
  const pitch = size * 1.2;
  const labels = rows.map(([label]) => label + colon);
  const room = Math.max(0, ...labels.map((label) => labelWidth(label, receipt, layout)));
  const valueLeft = x + room + layout.labelGap;
  const extra = layout.halves === "line" ? size * 1.25 : 0;
  let y = top;
  for (const [at, [, value]] of rows.entries()) {
    const label = labels[at] ?? "";
    const lines = value === "" ? [] : wrap(value, size, valueWidth);
    const height = Math.max(1, lines.length) * pitch;
    y += extra;
    const labelLeft = layout.labels === "right" ? x + room - labelWidth(label, receipt, layout) : x;
    drawLabel(
      texts,
      label,
      labelLeft,
      y + (vertical === "middle" ? (height - pitch) / 2 : 0),
      receipt,
      layout,
    );
    for (const [line, text] of lines.entries()) {
      const inset = layout.values === "right" ? valueWidth - widthOf(text, size) : 0;
      texts.push({ x: valueLeft + inset, y: y + line * pitch, text, isValue: true });
    }
    y += height + padding;
  }
  return { right: valueLeft + valueWidth, bottom: y };
};

const drawRow = (texts: Text[], top: number, receipt: GridReceipt, layout: GridLayout): number => {
  const { size, columns, columnOrder, glued } = layout;
  const row = columnOrder.flatMap((at) => receipt.row[at] ?? []);
  const y = top + (layout.halves === "line" ? size * 1.25 : 0);
  const cells = columnOrder.flatMap((at) => (receipt.row[at] === undefined ? [] : [receipt.row[at]]));
  let x = 40;
  for (const [label, value] of cells) {
    const room = Math.max(labelWidth(label, receipt, layout), widthOf(value, size));
    const inset = (width: number) =>
      columns === "left" ? 0 : columns === "right" ? room - width : (room - width) / 2;
    drawLabel(texts, label, x + inset(labelWidth(label, receipt, layout)), y, receipt, layout);
    if (!glued)
      texts.push({ x: x + inset(widthOf(value, size)), y: y + size * 2, text: value, isValue: true });
    x += room + layout.tableGap;
  }
  if (glued)
    texts.push({ x: 40, y: y + size * 2, text: row.filter((_, at) => at % 2 === 1).join(""), isValue: true });
  return y + size * 3.5;
};
