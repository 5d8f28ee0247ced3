import type { Document, PdfFragment } from "./document.ts";
import { leadingMax } from "./pdf-blocks.ts";
import { edgeTolerance } from "./pdf-labels.ts";
import { joinPieces, linesOf } from "./pdf-lines.ts";
import { completionOf } from "./status-word.ts";
import { collapse } from "./white-space.ts";

/**
 * Whether a page says anywhere that the payment is not completed: a word like `Reversed` alone on its line, as a
 * stamp or heading is, or behind a label of any status. JSON says it in members that its readers know.
 */
export const saysNotCompleted = (document: Document): boolean => {
  switch (document.kind) {
    case "pdf": {
      const texts = joinPieces(document.fragments);
      return linesOf(texts).some(({ fragments }) =>
        isContradiction([...textsAbove(fragments, texts), ...fragments].map(({ text }) => text)),
      );
    }
    case "html":
      return [...document.lines.map((line) => [line]), ...document.rows].some(isContradiction);
    case "json":
      return document.embedded !== undefined && saysNotCompleted(document.embedded.document);
  }
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

const isContradiction = (texts: readonly string[]): boolean => {
  const shown = texts.filter((text) => text !== "" && text !== ":");
  const [first = "", ...others] = shown;
  if (others.length === 0 && isNotCompleted(first)) return true;
  return shown.some((text, at) => {
    const status = afterStatus(text);
    return status !== null && isNotCompleted(status === "" ? (shown[at + 1] ?? "") : status);
  });
};

const isNotCompleted = (text: string): boolean => completionOf(text) === "not_completed";

/** What follows the word `status` and its colon; null where that word is not. */
const afterStatus = (text: string): string | null => {
  if (!/status/i.test(text)) return null;
  const at = text.toLowerCase().lastIndexOf("status");
  if (at === -1) return null;
  const rest = collapse(text.slice(at + "status".length));
  return rest.startsWith(":") ? collapse(rest.slice(1)) : rest;
};
