import { isPayersLabel } from "./payers-text.ts";
import { completionOf } from "./status-word.ts";
import { saysUndone } from "./undone.ts";
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
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return completionOf(words.filter((word) => !aboutIt.has(word)).join(" ")) === "not_completed";
};

const aboutIt = new Set([
  ...["transaction", "payment", "transfer", "receipt", "status", "state", "this", "the", "your", "is", "was"],
  ...["has", "been", "being", "currently", "still"],
]);

/** Whether a value says that there is none. */
export const isNothing = (value: string): boolean =>
  /^(?:|no?|none|nil|n\/a|not applicable|false|null|[-–—_ ]{1,9}|(?:etb|birr)? ?0{1,3}(?:\.0{1,2})?(?: ?(?:etb|birr))?|የለም)\.?$/i.test(
    collapse(value),
  );
