import type { Document } from "./document.ts";
import { joinPieces, linesOf } from "./pdf-lines.ts";
import { completionOf } from "./status-word.ts";
import { collapse } from "./white-space.ts";

/**
 * Whether a page says anywhere that the payment is not completed: a word like `Reversed` alone on its line, as a
 * stamp or heading is, or behind a label of any status. JSON says it in members that its readers know.
 */
export const saysNotCompleted = (document: Document): boolean => {
  switch (document.kind) {
    case "pdf":
      return linesOf(joinPieces(document.fragments)).some(({ fragments }) =>
        isContradiction(fragments.map(({ text }) => text)),
      );
    case "html":
      return [...document.lines.map((line) => [line]), ...document.rows].some(isContradiction);
    case "json":
      return document.embedded !== undefined && saysNotCompleted(document.embedded.document);
  }
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
  const at = text.toLowerCase().lastIndexOf("status");
  if (at === -1) return null;
  const rest = collapse(text.slice(at + "status".length));
  return rest.startsWith(":") ? collapse(rest.slice(1)) : rest;
};
