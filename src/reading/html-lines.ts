import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { HtmlDocument } from "./document.ts";
import { type FieldLabel, lettersOf, pickValues, type Synonyms, type Values } from "./labelled.ts";
import { collapse, squeeze } from "./white-space.ts";

/**
 * Values of labels that stand before a colon (`Sender Name: …`) or open a table's row. A label is the whole text
 * there: `Tax` is not `Excise Tax`. `provider_format_changed` unless each label is there exactly once (an optional
 * one at most once) and its row has one value.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readLines = <Labels extends Readonly<Record<string, FieldLabel>>>(
  document: HtmlDocument,
  labels: Labels,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const pairs = [...document.lines.flatMap(pairOfLine), ...document.rows.flatMap(pairOfRow)];
  return pickValues(labels, (field: FieldLabel) => {
    const wordings = lettersOf(field, synonyms);
    return pairs.filter(({ label }) => wordings.includes(label)).map(({ value }) => value);
  });
};

/** A label without its spaces and what stands beside it; null when that is more than one text, or none can say where it begins. */
type Pair = { readonly label: string; readonly value: string | null };

const pairOfLine = (line: string): Pair[] => {
  const colon = line.search(/[:：]/);
  if (colon < 1) return [];
  const value = collapse(line.slice(colon + 1));
  return [{ label: squeeze(line.slice(0, colon)), value: goesOn(value) ? null : value }];
};

/** Whether a colon that is no time's comes again: `Receiver Name: type: …` may be one label or two. */
const goesOn = (value: string): boolean => /[:：](?!\d)/.test(value);

const pairOfRow = (cells: readonly string[]): Pair[] => {
  const [label, ...texts] = cells.filter((cell) => cell !== "" && cell !== ":");
  if (label === undefined || cells.length < 2) return [];
  return [{ label: squeeze(label), value: texts.length > 1 ? null : (texts[0] ?? "") }];
};
