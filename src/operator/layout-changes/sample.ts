import type { Document } from "../../documents/document.ts";
import { word } from "./known-layouts.ts";
import { layoutOf, type Piece } from "./layout.ts";

const bytesMax = 4_096;
const pieceLengthMax = 120;

/**
 * What a document looks like without what it says, at most 4 KiB: a line for each of its own, texts side by side
 * with ` | ` between them. Where labels stand, known words are as printed; every other letter is `x` and every other
 * digit `9`, so that no name, number or reference is left.
 */
export const sampleOf = (document: Document, knownWords: ReadonlySet<string>): string => {
  const lines: string[] = [];
  let bytes = 0;
  for (const pieces of layoutOf(document)) {
    const line = pieces.map((piece) => maskedPiece(piece, knownWords)).join(" | ");
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > bytesMax) break;
    lines.push(line);
  }
  return lines.join("\n");
};

const maskedPiece = ({ text, isLabel }: Piece, knownWords: ReadonlySet<string>): string => {
  const shown = text.length > pieceLengthMax ? `${text.slice(0, pieceLengthMax)}…` : text;
  if (!isLabel) return masked(shown);
  return shown
    .split(wordOrElse)
    .map((part) => (knownWords.has(part.toLowerCase()) ? part : masked(part)))
    .join("");
};

/** Cuts a text before and after each of its words. */
const wordOrElse = new RegExp(`(${word.source})`, "gu");

const masked = (text: string): string => text.replace(/[\p{L}\p{M}]/gu, "x").replace(/\p{N}/gu, "9");
