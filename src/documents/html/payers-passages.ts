import { squeeze } from "../../core/white-space.ts";
import type { Passage } from "../document.ts";
import { isPayersLabel, type Synonyms } from "../labelled.ts";
import { labelOf } from "../undone/lines.ts";

/** Whether a text labels what a payer typed. */
export type IsLabel = (text: string) => boolean;

/** Whether a payer typed a text. What payers type is one block, so a cell of several is the bank's. */
export const isPayers = ({ labels, isAmongOthers }: Passage, isLabel: IsLabel): boolean =>
  !isAmongOthers && labels.some(isLabel);

/** Labels of what payers typed, in the operator's wordings too. A payer may type or be called `Reason`: that is none. */
export const payersLabelsOn = (
  passages: readonly Passage[],
  synonyms: Synonyms,
  names: readonly string[],
): IsLabel => {
  const further = Object.entries(synonyms).flatMap(([usual, wordings]) =>
    isPayersLabel(usual) ? wordings.map(squeeze) : [],
  );
  const isLabel: IsLabel = (text) => isPayersLabel(text) || further.some((one) => one === squeeze(text));
  const typed = new Set(
    [
      ...names,
      ...passages
        .filter((passage) => isPayers(passage, isLabel))
        .flatMap(({ parts }) => [...parts, parts.join(" ")]),
      ...passages.flatMap(({ parts }) => parts.map(valueBehind)),
    ].map(squeeze),
  );
  return (text) => isLabel(text) && !typed.has(squeeze(text));
};

/** What stands behind a payer's label in one line. */
const valueBehind = (line: string): string => {
  const label = labelOf(line);
  return isPayersLabel(label) ? line.slice(label.length + 1) : "";
};
