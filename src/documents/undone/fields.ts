import { collapse } from "../../core/white-space.ts";
import { isPayersLabel } from "../labelled.ts";
import { type Completion, completionOf } from "./completion.ts";
import { typeSaysUndone } from "./types.ts";
import { isNone, saysUndone } from "./undone.ts";
import { isStatusLabel, saysUnfinished } from "./unfinished.ts";

/**
 * Whether a label and its value, or either alone, say that the payment was undone or is not done yet. A value that a
 * payer chose says nothing.
 */
export const fieldSaysUndone = (label: string, value: string): boolean => {
  if (isPayersLabel(label)) return false;
  if (saysUndone(`${label}:`) && !isNothing(value)) return true;
  if (isTypeLabel(label) && typeSaysUndone(value)) return true;
  return saysUndone(value) || (isStatusLabel(label) && saysUnfinished(value));
};

const isTypeLabel = (label: string): boolean => /\b(?:type|kind)\b|[አዓ]ይነት/i.test(label);

/** Whether a value says that there is none, or is empty. */
export const isNothing = (value: string): boolean => {
  const plain = collapse(value);
  return plain === "" || isNone(plain);
};

/** The same of all that a receipt's own status field may say: `Reversed on 16/11/2026`, `Not completed`. */
export const completionOfStatus = (status: string): Completion => {
  const completion = completionOf(status);
  return completion === "unknown" && saysUndone(status) ? "not_completed" : completion;
};
