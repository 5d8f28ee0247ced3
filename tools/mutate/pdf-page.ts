import PDFDocument from "pdfkit";
import type { z } from "zod";
import type { pageSchema } from "../../src/sandbox/pdf.ts";
import type { Row, Sheet } from "./sheet.ts";

export type Instruction = z.infer<typeof pageSchema>[number];
export type Text = Extract<Instruction, { text: string }>;

/** A fixture's drawing taken apart: the table's slots from top to bottom, and everything else. */
export type PdfPage = {
  readonly title: Text;
  readonly slots: readonly Slot[];
  /** Where the table ends; what stands below moves down when the table grows. */
  readonly bottom: number;
  readonly others: readonly Instruction[];
  readonly sheet: Sheet;
  /** Whether short texts stand in the middle of their row instead of at its top. */
  readonly centred: boolean;
};

export type Slot = {
  readonly label: Text;
  readonly value: Text;
  readonly top: number;
  readonly height: number;
};

const isText = (instruction: Instruction): instruction is Text => "text" in instruction;

/** Takes a page of alpha's layout apart: labels stand on the left edge of `Payer`, values on that of the payer. */
export const takeApart = (instructions: readonly Instruction[]): PdfPage => {
  const texts = instructions.filter(isText);
  const title = required(texts.find(({ text }) => /^VAT Invoice/.test(text)));
  const payer = required(texts.find(({ text }) => text === "Payer"));
  const end = required(
    texts.find(({ text, x, y }) => text === "Amount in Word" && x === payer.x && y > payer.y),
  );
  const inTable = ({ y, page }: Text) => page === payer.page && y > payer.y - 6 && y < end.y - 6;
  const labels = texts.filter((text) => text.x === payer.x && inTable(text)).sort((a, b) => a.y - b.y);
  const column = Math.min(...texts.filter((text) => text.x > payer.x && inTable(text)).map(({ x }) => x));
  const values = texts.filter((text) => text.x === column && inTable(text));
  const slots = labels.map((label) => {
    const value = required(values.find((one) => overlap(label, one)));
    const top = Math.min(label.y, value.y);
    return { label, value, top, height: Math.max(heightOf(label), heightOf(value)) };
  });
  const taken = new Set<Instruction>([title, ...slots.flatMap(({ label, value }) => [label, value])]);
  return {
    title,
    slots,
    bottom: end.y - 6,
    others: instructions.filter((one) => !taken.has(one) && !("line" in one && one.y > payer.y)),
    sheet: {
      heading: title.text,
      rows: slots.map(({ label, value }, slot): Row => ({ slot, label: label.text, value: value.text })),
    },
    centred: slots.some(({ label, value }) => Math.abs(label.y - value.y) > 3),
  };
};

const required = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error("a page.json of another layout");
  return value;
};

const overlap = (one: Text, other: Text): boolean =>
  Math.min(one.y + heightOf(one), other.y + heightOf(other)) > Math.max(one.y, other.y);

const ruler = new PDFDocument({ size: "A4", margin: 0 });

const inFont = ({ font, size }: Text): PDFKit.PDFDocument => ruler.font(font).fontSize(size);

export const widthOf = (text: Text, words: string = text.text): number => inFont(text).widthOfString(words);

export const lineHeightOf = (text: Text): number => inFont(text).currentLineHeight(true);

/** The lines that a text is broken into where it is drawn inside a width. */
export const brokenLines = (text: Text): readonly string[] => {
  const lines: string[] = [];
  // A little less than there is, so that a line is never broken where it was reckoned whole.
  const room = text.width === undefined ? Number.POSITIVE_INFINITY : text.width - text.size / 2;
  for (const word of text.text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(text, `${line} ${word}`) <= room)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};

export const heightOf = (text: Text): number => brokenLines(text).length * lineHeightOf(text);
