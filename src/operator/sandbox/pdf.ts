import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { z } from "zod";
import { drawPicture } from "./picture.ts";
import { unpackWoff } from "./woff.ts";

const place = { page: z.int().positive().default(1), x: z.number(), y: z.number() };

const instructionSchema = z.union([
  z.strictObject({
    ...place,
    text: z.string(),
    size: z.number().default(9),
    /** One of the built-in fonts, or `Ethiopic`, which has no Latin letters and no digits. */
    font: z.string().default("Helvetica"),
    /** Text wraps inside it; without it the text is one line. */
    width: z.number().optional(),
    align: z.enum(["left", "center", "right"]).optional(),
    /** Extra space between letters. */
    spacing: z.number().optional(),
    /** Degrees clockwise about the text's own place, as of a stamp. */
    turn: z.number().optional(),
  }),
  z.strictObject({ ...place, picture: z.string(), side: z.number() }),
  z.strictObject({ ...place, line: z.strictObject({ x: z.number(), y: z.number() }) }),
]);

/** `page.json`: drawing instructions in drawing order; points, origin at the top left of an A4 page. */
export const pageSchema = z.array(instructionSchema).min(1);

type Instruction = z.infer<typeof instructionSchema>;

/** Fixed, so that the same instructions give the same bytes. */
const metadata = {
  Title: "Receipt",
  Creator: "Core Banking Reports",
  Producer: "Core Banking Reports 7.1",
  CreationDate: new Date("2026-11-15T07:20:30Z"),
};

/** For Amharic. Unpacked once: the library would do it for each document, which takes longer than drawing it. */
export const ethiopicFont = unpackWoff(
  readFileSync(
    createRequire(import.meta.url).resolve(
      "@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff",
    ),
  ),
);

/** Draws a PDF with compressed streams. */
export const drawPdf = async (instructions: readonly Instruction[]): Promise<Uint8Array> => {
  const pdf = new PDFDocument({ size: "A4", margin: 0, info: metadata, autoFirstPage: false });
  pdf.registerFont("Ethiopic", ethiopicFont);
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on("end", resolve);
    pdf.on("error", reject);
  });
  const pages = Math.max(...instructions.map(({ page }) => page));
  for (let page = 1; page <= pages; page++) {
    pdf.addPage();
    for (const instruction of instructions) if (instruction.page === page) draw(pdf, instruction);
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
};

const draw = (pdf: PDFKit.PDFDocument, instruction: Instruction): void => {
  const { x, y } = instruction;
  if ("picture" in instruction) {
    pdf.image(drawPicture(instruction.picture), x, y, { width: instruction.side });
  } else if ("line" in instruction) {
    pdf.moveTo(x, y).lineTo(instruction.line.x, instruction.line.y).lineWidth(0.6).stroke();
  } else {
    const { text, font, size, width, align, spacing, turn } = instruction;
    pdf.font(font).fontSize(size);
    if (turn !== undefined) pdf.save().rotate(turn, { origin: [x, y] });
    pdf.text(text, x, y, {
      lineBreak: width !== undefined,
      ...(width === undefined ? {} : { width }),
      ...(align === undefined ? {} : { align }),
      ...(spacing === undefined ? {} : { characterSpacing: spacing }),
    });
    if (turn !== undefined) pdf.restore();
  }
};
