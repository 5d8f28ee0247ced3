import { isPayersLabel } from "./payers-text.ts";
import { completionOf } from "./status-word.ts";
import { isNone, saysUndone } from "./undone.ts";
import { collapse } from "./white-space.ts";

/** What a label and its value, or either alone, say of a payment that was undone or is not done yet. */

/** Whether a field says so; a value that a payer chose says nothing. */
export const fieldSaysUndone = (label: string, value: string): boolean => {
  if (isPayersLabel(label)) return false;
  if (saysUndone(label) && !isNothing(value)) return true;
  return saysUndone(value) || (isStatusLabel(label) && saysUnfinished(value));
};

export const isStatusLabel = (label: string): boolean =>
  /\b(?:status|state|result|outcome|stage)\b|ሁኔታ|ውጤት/i.test(label);

/** Whether a text is a word such as `Pending`, alone or said of the payment: `Your payment is pending …`. */
export const saysUnfinished = (text: string): boolean => {
  if (/\b(?:transaction|payment|transfer)(?: is| are)?(?: still)? being \w/i.test(text)) return true;
  if (/^.{0,40}(?:በመጠባበቅ ላይ|በሂደት ላይ|እየተጠበቀ)/.test(text) && !/[?፧]|እባክ|ከሆነ|ካለ/.test(text)) return true;
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return completionOf(words.filter((word) => !aboutIt.has(word)).join(" ")) === "not_completed";
};

const aboutIt = new Set([
  ...["transaction", "payment", "transfer", "receipt", "status", "state", "this", "the", "your", "is", "was"],
  ...["has", "been", "being", "currently", "still", "approval", "confirmation", "settlement", "clearance"],
  ...["authorization", "authorisation", "verification", "review", "for", "bank", "customer"],
]);

/** Whether a value says that there is none, or is empty. */
export const isNothing = (value: string): boolean => {
  const plain = collapse(value);
  return plain === "" || isNone(plain);
};

/**
 * Whether texts that stand beside each other in a row say that the payment is not completed: a word like `Pending` by
 * itself, or behind a label of any status.
 */
export const rowSaysUnfinished = (texts: readonly string[]): boolean => {
  const shown = texts.filter((text) => text !== "" && text !== ":");
  if (shown.length === 1 && shown.some(saysUnfinished)) return true;
  return shown.some((text, at) => {
    const label = [...text.matchAll(/\b(?:status|state)\b|ሁኔታ|ውጤት/gi)].at(-1);
    const value = label && collapse(text.slice(label.index + label[0].length).replace(/^ ?[:：]/, ""));
    return value !== undefined && saysUnfinished(value || (shown[at + 1] ?? ""));
  });
};
