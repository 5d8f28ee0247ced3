import PDFDocument from "pdfkit";
import type { z } from "zod";
import { ethiopicFont, type pageSchema } from "../../src/operator/sandbox/pdf.ts";

export type Instruction = z.infer<typeof pageSchema>[number];
export type Text = Extract<Instruction, { text: string }>;

export const isText = (instruction: Instruction): instruction is Text => "text" in instruction;

const ruler = new PDFDocument({ size: "A4", margin: 0 });
ruler.registerFont("Ethiopic", ethiopicFont);

const inFont = ({ font, size }: Text): PDFKit.PDFDocument => ruler.font(font).fontSize(size);

export const widthOf = (text: Text, words: string = text.text): number => inFont(text).widthOfString(words);

export const lineHeightOf = (text: Text): number => inFont(text).currentLineHeight(true);

/** The lines that a text is broken into where it is drawn inside a width, reckoned as the drawing library does. */
export const brokenLines = (text: Text): readonly string[] => {
  if (text.width === undefined) return [text.text];
  const lines: string[] = [""];
  let room = text.width;
  for (const word of text.text.match(/[^\s-]*(?:-(?=\p{L})|\s+|$|-)/gu) ?? []) {
    const width = widthOf(text, word);
    if (width > room && lines.at(-1) !== "") {
      lines.push("");
      room = text.width;
    }
    lines[lines.length - 1] += word;
    room -= width;
  }
  return lines.map((line) => line.trim());
};

export const heightOf = (text: Text): number => brokenLines(text).length * lineHeightOf(text);

export const isEthiopic = (text: string): boolean => /\p{Script=Ethiopic}/u.test(text);

/** A text in two scripts as pieces side by side, each in a font that has its letters. */
export const inScripts = (like: Text, text: string, latinFont: string): readonly Text[] => {
  const runs: { text: string; font: string }[] = [];
  for (const word of text.split(" ")) {
    const font = isEthiopic(word) ? "Ethiopic" : latinFont;
    const last = runs.at(-1);
    if (last?.font === font) last.text += ` ${word}`;
    else runs.push({ text: word, font });
  }
  if (runs.length === 1) return [{ ...like, text, font: runs[0]?.font ?? latinFont }];
  const { width: _, align: __, ...bare } = like;
  let { x } = like;
  return runs.map((run) => {
    const piece: Text = { ...bare, ...run, x };
    x += widthOf(piece) + 0.3 * like.size;
    return piece;
  });
};
