import type { PdfDocument, PdfFragment } from "./document.ts";
import { leadingMax } from "./pdf-blocks.ts";
import { edgeTolerance } from "./pdf-labels.ts";
import { joinPieces, linesOf } from "./pdf-lines.ts";
import { sayNotCompleted } from "./undone-words.ts";

/** Whether a PDF says anywhere that the payment is not completed, as a stamp or heading does. */
export const pdfSaysNotCompleted = (document: PdfDocument): boolean => {
  const texts = joinPieces(document.fragments);
  return linesOf(texts).some(({ fragments }) =>
    sayNotCompleted([...textsAbove(fragments, texts), ...fragments].map(({ text }) => text)),
  );
};

/** What a text alone on its line goes on from: payers write of money returned, and their words wrap. */
const textsAbove = (
  [one, ...others]: readonly PdfFragment[],
  texts: readonly PdfFragment[],
): readonly PdfFragment[] => {
  if (one === undefined || others.length > 0) return [];
  return texts.filter(({ page, left, baseline }) => {
    const distance = one.baseline - baseline;
    const isNext = page === one.page && distance > 0 && distance <= leadingMax * one.size;
    return isNext && Math.abs(left - one.left) <= edgeTolerance;
  });
};
