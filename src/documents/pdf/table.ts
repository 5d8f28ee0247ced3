import { type Failure, fail } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { collapse, squeeze } from "../../core/white-space.ts";
import type { PdfDocument } from "../document.ts";
import { type FieldLabel, promisedValues, type Synonyms, unmet, type Values } from "../labelled.ts";
import { edgeTolerance, type FoundLabel, findLabels, pageWordings } from "./labels.ts";
import { type Line, linesOf, textOf } from "./lines.ts";
import { pageTexts, standElsewhere, withoutTyped } from "./payers-text.ts";
import { valuesOf } from "./values.ts";

type TableContract<Labels> = {
  /**
   * Key by key in page order; two keys may share a label that is printed twice. An optional one may be there once,
   * anywhere in the table.
   */
  readonly labels: Labels;
  /** What the table is headed with: a line of its own, and no line of the first value, however near it stands. */
  readonly heading: string;
  /** Labels that may follow the table and end its last value. */
  readonly ends: readonly string[];
};

/**
 * Reads a table of labels and values by their positions on the page, not by the order in the file.
 * Labels and values may wrap, a value may stand beside the middle of its label or in the same run of text.
 * `provider_format_changed` unless every label is there exactly as often as the contract says, in its order.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readTable = <Labels extends Readonly<Record<string, FieldLabel>>>(
  document: PdfDocument,
  { labels, heading, ends }: TableContract<Labels>,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const required = Object.entries(labels).filter(([, { optional }]) => optional !== true);
  const optional = Object.entries(labels).filter(([, { optional }]) => optional === true);
  const lines = linesOf(document.fragments).filter((line) => !isHeading(line, heading));
  const { payers } = pageTexts(document, synonyms);
  const found = withoutTyped(findLabels(lines, pageWordings(labels, ends, synonyms)), payers);
  const expected = required.map(([, { names }]) => names[0]);
  const column = labelColumn(found, expected);
  const printed = column.filter(({ label }) => expected.includes(label));
  if (printed.length !== expected.length || printed.some(({ label }, at) => label !== expected[at]))
    return clauseUnmet(required, printed);

  const isOptional = ({ label }: FoundLabel) => optional.some(([, { names }]) => names[0] === label);
  const options = column.filter(isOptional);
  if (new Set(options.map(({ label }) => label)).size < options.length)
    return fail("provider_format_changed", { detail: "an optional label twice" });

  const asked = new Set(Object.values(labels).map(({ names }) => names[0]));
  if (standElsewhere(found, [...printed, ...options], asked, payers))
    return fail("provider_format_changed", { detail: "a label elsewhere" });

  const values = valuesOf(lines, column);
  if (values === null) return fail("provider_format_changed", { detail: "text between labels" });
  const places = [
    ...required.map(([key], at) => [key, printed[at]] as const),
    ...optional.map(([key, { names }]) => [key, options.find(({ label }) => label === names[0])] as const),
  ];
  const texts = places.flatMap(([key, one]) => (one ? [[key, collapse(values.get(one) ?? "")]] : []));
  return promisedValues(Object.fromEntries(texts), labels);
};

const isHeading = ({ fragments }: Line, heading: string): boolean =>
  squeeze(textOf(fragments)) === squeeze(heading);

/**
 * The labels that share the left edge on which most different ones stand; the same words elsewhere belong to
 * values. Where most labels stand alone, one that does so often enough is not looked for in running text.
 */
const labelColumn = (found: readonly FoundLabel[], expected: readonly string[]): FoundLabel[] => {
  let column: FoundLabel[] = [];
  let most = 0;
  for (const { left } of found) {
    const aligned = found.filter((other) => Math.abs(other.left - left) <= edgeTolerance);
    const different = new Set(aligned.map(({ label }) => label)).size;
    if (different > most) {
      most = different;
      column = aligned;
    }
  }
  if (column.filter(({ alone }) => alone).length * 2 < column.length) return column;
  return column.filter((match) => {
    const times = expected.filter((label) => label === match.label).length;
    const alone = column.filter(({ label, alone }) => alone && label === match.label).length;
    return match.alone || alone < times;
  });
};

const clauseUnmet = (
  expected: readonly (readonly [string, FieldLabel])[],
  printed: readonly FoundLabel[],
) => {
  const timesExpected = (usual: string) => expected.filter(([, { names }]) => names[0] === usual).length;
  const timesPrinted = (usual: string) => printed.filter(({ label }) => label === usual).length;
  const wrong = expected.find(([, { names }]) => timesPrinted(names[0]) !== timesExpected(names[0]))?.[1];
  return wrong === undefined
    ? fail("provider_format_changed", { detail: "labels in another order" })
    : unmet(wrong, timesPrinted(wrong.names[0]));
};
