import PDFDocument from "pdfkit";
import type { z } from "zod";
import { ethiopicFont, type pageSchema } from "../../src/operator/sandbox/pdf.ts";
import type { Dice } from "./dice.ts";

/** What a page is drawn with: how wide its texts are, and other drawings that say the same. */

export type Instruction = z.infer<typeof pageSchema>[number];
export type Text = Extract<Instruction, { text: string }>;

const ruler = new PDFDocument({ size: "A4", margin: 0 });
ruler.registerFont("Ethiopic", ethiopicFont);
const widths = new Map<string, number>();
export const widthOf = ({ font, size, spacing = 0 }: Text, words: string): number => {
  const key = `${font} ${words}`;
  const width = widths.get(key) ?? ruler.font(font).fontSize(1_000).widthOfString(words);
  widths.set(key, width);
  return (width * size) / 1_000 + spacing * words.length;
};

export const isEthiopic = (text: string): boolean => /\p{Script=Ethiopic}/u.test(text);

/** The bottom of a page, with room for a last line. */
export const lowest = 815;

export const isOnPage = (text: Text): boolean => {
  const angle = ((text.turn ?? 0) * Math.PI) / 180;
  const width = widthOf(text, text.text) + text.size;
  const [x, y] = [text.x + Math.cos(angle) * width, text.y + Math.sin(angle) * width];
  return x > 20 && x < 575 && y > 20 && y < lowest;
};

/** A text in two scripts as pieces side by side, each in a font that has its letters. */
export const inScripts = (text: Text): Text[] => {
  if (text.font === "Ethiopic" ? !/[A-Za-z0-9]/.test(text.text) : !isEthiopic(text.text)) return [text];
  const { width: _, align: __, ...bare } = text;
  const latin = text.font === "Ethiopic" ? "Helvetica" : text.font;
  const pieces =
    text.text.match(/[\p{Script=Ethiopic}።፣]+(?: +[\p{Script=Ethiopic}።፣]+)*|[^\p{Script=Ethiopic}]+/gu) ??
    [];
  if (pieces.length === 1) return [{ ...text, font: isEthiopic(text.text) ? "Ethiopic" : latin }];
  let { x } = text;
  return pieces.map((piece) => {
    const font = isEthiopic(piece) ? "Ethiopic" : latin;
    const at = { ...bare, text: piece, font, x };
    x += widthOf(at, piece);
    return at;
  });
};

/** Another drawing of the same page: elsewhere, in another order, by words or letters. */
export const redrawn = (
  texts: readonly Text[],
  others: readonly Instruction[],
  dice: Dice,
): Instruction[] => {
  const pieces = dice.pick(["whole", "whole", "words", "letters"] as const);
  const [dx, dy] = dice.chance(30) ? [dice.below(30) - 15, dice.below(14) - 7] : [0, 0];
  const jitter = dice.chance(30) ? 0.8 : 0;
  const drawn = texts
    .map((text) => ({ ...text, x: text.x + dx + (dice.below(3) - 1) * jitter, y: text.y + dy }))
    .flatMap((text) => inPieces(text, pieces));
  const rest = others.map((one) => {
    const at = { ...one, x: one.x + dx, y: one.y + dy };
    return "line" in one ? { ...at, line: { x: one.line.x + dx, y: one.line.y + dy } } : at;
  });
  const all = dice.chance(50) ? [...drawn, ...rest] : [...rest, ...drawn];
  return dice.chance(50) ? dice.shuffle(all) : all;
};

/** The text drawn piece by piece, each where it stands in the whole; one that is broken into lines stays whole. */
const inPieces = (text: Text, pieces: "whole" | "words" | "letters"): Text[] => {
  const { width, align, ...bare } = text;
  const own = widthOf(text, text.text);
  const hasLetters = isEthiopic(text.text) === (text.font === "Ethiopic");
  if (pieces === "whole" || !hasLetters || own > (width ?? own)) return [text];
  const free = align === undefined || width === undefined ? 0 : width - own;
  const left = text.x + (align === "right" ? free : align === "center" ? free / 2 : 0);
  let before = "";
  return text.text.split(pieces === "words" ? / / : /(?:)/u).flatMap((piece) => {
    const x = left + widthOf(text, before);
    before += pieces === "words" ? `${piece} ` : piece;
    return piece.trim() === "" ? [] : [{ ...bare, text: piece, x }];
  });
};
