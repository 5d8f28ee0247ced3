import { completionOf } from "./status-word.ts";
import { collapse } from "./white-space.ts";

/**
 * Whether texts that stand beside each other, in a line or in the cells of a row, say that the payment is not
 * completed: a word like `Reversed` by itself, or behind a label of any status.
 */
export const sayNotCompleted = (texts: readonly string[]): boolean => {
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
