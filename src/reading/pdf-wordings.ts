import { type FieldLabel, type Synonyms, wordingsOf } from "./labelled.ts";
import { type Wording, wordingOf } from "./pdf-labels.ts";

/** All that a page's labels and ends may read, each under its usual wording. */
export const pageWordings = (
  labels: Readonly<Record<string, FieldLabel>>,
  ends: readonly string[],
  synonyms: Synonyms,
): readonly Wording[] =>
  [
    ...new Map([...Object.values(labels), ...ends.map(endOf)].map((label) => [label.names[0], label])),
  ].flatMap(([usual, label]) => wordingsOf(label, synonyms).map((text) => wordingOf(usual, text)));

const endOf = (end: string): FieldLabel => ({ names: [end] });
