import { once } from "node:events";
import PDFDocument from "pdfkit";

/** A table of labels and values, drawn in any of the ways that PDF producers draw one. */
export type Layout = {
  readonly labelLeft: number;
  readonly labelWidth: number;
  readonly valueWidth: number;
  readonly gap: number;
  readonly labelSize: number;
  readonly valueSize: number;
  readonly leading: number;
  readonly padding: number;
  readonly vertical: "top" | "middle";
  readonly align: "left" | "right" | "center";
  readonly amountsRight: boolean;
  readonly order: "rows" | "labels-first" | "values-first" | "upwards";
  readonly pieces: "lines" | "words" | "characters";
  readonly colon: "" | ":" | " :";
  readonly inline: boolean;
  readonly heading: "left" | "center" | "none";
};

type Text = { text: string; x: number; y: number; size: number };

type Row = { readonly label: string; readonly value: string };

export const drawReceipt = async (
  title: string,
  rows: readonly Row[],
  layout: Layout,
): Promise<Uint8Array> => {
  const document = new PDFDocument({ size: "A4", margin: 0, compress: true });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  document.font("Helvetica");
  const width = (text: string, size: number) => document.fontSize(size).widthOfString(text);
  const wrap = (text: string, size: number, room: number): string[] => {
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const line = lines.at(-1);
      if (line !== undefined && width(`${line} ${word}`, size) <= room)
        lines[lines.length - 1] = `${line} ${word}`;
      else lines.push(word);
    }
    return lines;
  };

  const header: Text[] = [{ text: title, x: 200, y: 40, size: 13 }];
  const labels: Text[] = [];
  const values: Text[] = [];
  if (layout.heading !== "none")
    header.push({
      text: "Payment / Transaction Information",
      x: layout.heading === "left" ? layout.labelLeft : 230,
      y: 80,
      size: 11,
    });
  let y = 106;
  const valueLeft = layout.labelLeft + layout.labelWidth + layout.gap;
  for (const { label, value } of rows) {
    const labelPitch = layout.labelSize * layout.leading;
    const valuePitch = layout.valueSize * layout.leading;
    if (layout.inline) {
      const lines = wrap(
        `${label}${layout.colon.replace(" ", "\u00a0")} ${value}`,
        layout.labelSize,
        layout.labelWidth + layout.valueWidth,
      );
      for (const [at, text] of lines.entries())
        labels.push({ text, x: layout.labelLeft, y: y + at * labelPitch, size: layout.labelSize });
      y += lines.length * labelPitch + layout.padding;
      continue;
    }
    const labelLines = wrap(label + layout.colon.replace(" ", "\u00a0"), layout.labelSize, layout.labelWidth);
    const valueLines = value === "" ? [] : wrap(value, layout.valueSize, layout.valueWidth);
    const labelHeight = labelLines.length * labelPitch;
    const valueHeight = valueLines.length * valuePitch;
    const height = Math.max(labelHeight, valueHeight);
    const shift = (own: number) => (layout.vertical === "middle" ? (height - own) / 2 : 0);
    for (const [at, text] of labelLines.entries())
      labels.push({
        text,
        x: layout.labelLeft,
        y: y + shift(labelHeight) + at * labelPitch,
        size: layout.labelSize,
      });
    const align = layout.amountsRight && /ETB$/.test(value) ? "right" : layout.align;
    for (const [at, text] of valueLines.entries()) {
      const free = layout.valueWidth - width(text, layout.valueSize);
      const inset = align === "left" ? 0 : align === "right" ? free : free / 2;
      values.push({
        text,
        x: valueLeft + inset,
        y: y + shift(valueHeight) + at * valuePitch,
        size: layout.valueSize,
      });
    }
    y += height + layout.padding;
  }

  const draw = ({ text, x, y: top, size }: Text) => {
    document.fontSize(size);
    const options = { lineBreak: false, baseline: "alphabetic" as const };
    if (layout.pieces === "lines") {
      document.text(text, x, top + size, options);
      return;
    }
    const parts = layout.pieces === "words" ? text.split(/(?<= )/) : [...text];
    let left = x;
    for (const part of parts) {
      if (part.trim() !== "") document.text(part.trim(), left, top + size, options);
      left += width(part, size);
    }
  };
  const byHeight = [...labels, ...values].sort((a, b) => a.y - b.y || a.x - b.x);
  const orders = {
    rows: byHeight,
    "labels-first": [...labels, ...values],
    "values-first": [...values, ...labels],
    upwards: [...byHeight].reverse(),
  };
  for (const text of [...header, ...orders[layout.order]]) draw(text);
  document.end();
  await once(document, "end");
  return new Uint8Array(Buffer.concat(chunks));
};
