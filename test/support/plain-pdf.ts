import { once } from "node:events";
import PDFDocument from "pdfkit";

/** A run of text at its place, as a producer of PDFs draws it. */
export type Run = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly font?: string;
};

/** In which pieces and order the runs are drawn; what the page looks like is the same. */
export type Drawing = "runs" | "words" | "glyphs" | "upwards";

export type Pairs = readonly (readonly [label: string, value: string])[];

/** How labels and values are put on a page, from a place downwards. */
export type Placing = (rows: Pairs, x: number, y: number) => readonly Run[];

/** Values in a column of their own. */
export const inColumns =
  (gap: number, leading = 16): Placing =>
  (rows, x, y) =>
    rows.flatMap(([label, value], at) => [
      { text: label, x, y: y + at * leading, font: "Helvetica-Bold" },
      { text: value, x: x + gap, y: y + at * leading },
    ]);

/** Label and value in one run of text. */
export const inOneRun =
  (between: string, leading = 16): Placing =>
  (rows, x, y) =>
    rows.map(([label, value], at) => ({ text: `${label}${between}${value}`, x, y: y + at * leading }));

/** Values that end near one edge. */
export const flushRight =
  (edge: number, leading = 16): Placing =>
  (rows, x, y) =>
    rows.flatMap(([label, value], at) => [
      { text: label, x, y: y + at * leading },
      { text: value, x: edge - value.length * 5, y: y + at * leading },
    ]);

/** One page with these runs on it. */
export const drawPage = async (runs: readonly Run[], drawing: Drawing): Promise<Uint8Array> => {
  const page = new PDFDocument({ size: "A4", margin: 0 });
  const chunks: Buffer[] = [];
  page.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (const { text, x, y, size = 10, font = "Helvetica" } of drawing === "upwards"
    ? runs.toReversed()
    : runs) {
    page.font(font).fontSize(size);
    let left = x;
    for (const piece of piecesOf(text, drawing)) {
      if (piece.trim() !== "") page.text(piece.trimEnd(), left, y, { lineBreak: false });
      left += page.widthOfString(piece);
    }
  }
  page.end();
  await once(page, "end");
  return new Uint8Array(Buffer.concat(chunks));
};

const piecesOf = (text: string, drawing: Drawing): readonly string[] => {
  if (drawing === "words") return text.split(/(?<= )/);
  return drawing === "glyphs" ? [...text] : [text];
};
