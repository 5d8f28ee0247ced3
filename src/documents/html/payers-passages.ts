import { squeeze } from "../../core/white-space.ts";
import type { Passage } from "../document.ts";
import { isPayersLabel, type Synonyms } from "../labelled.ts";
import { labelOf } from "../undone/lines.ts";

/** Whether a text labels what a payer typed. */
export type IsPayersLabel = (text: string) => boolean;

/** Whether a payer typed a text. What payers type is one block, so a cell of several is the bank's. */
export const isPayers = ({ labels, isAmongOthers }: Passage, isPayersLabelHere: IsPayersLabel): boolean =>
  !isAmongOthers && labels.some(isPayersLabelHere);

/** Labels of what payers typed, in the operator's wordings too. A payer may type or be called `Reason`: that is none. */
export const payersLabelsOn = (
  passages: readonly Passage[],
  synonyms: Synonyms,
  names: readonly string[],
): IsPayersLabel => {
  const further = Object.entries(synonyms).flatMap(([usual, wordings]) =>
    isPayersLabel(usual) ? wordings.map(squeeze) : [],
  );
  const isPayersLabelHere: IsPayersLabel = (text) =>
    isPayersLabel(text) || further.some((one) => one === squeeze(text));
  const typed = new Set(
    [
      ...names,
      ...passages
        .filter((passage) => isPayers(passage, isPayersLabelHere))
        .flatMap(({ parts }) => [...parts, parts.join(" ")]),
      ...passages.flatMap(({ parts }) => parts.map(valueBehind)),
    ].map(squeeze),
  );
  return (text) => isPayersLabelHere(text) && !typed.has(squeeze(text));
};

/** What stands behind a payer's label in one line. */
const valueBehind = (line: string): string => {
  const label = labelOf(line);
  return isPayersLabel(label) ? line.slice(label.length + 1) : "";
};
