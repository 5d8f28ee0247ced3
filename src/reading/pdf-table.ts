import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { PdfDocument } from "./document.ts";
import { labelClause, type Synonyms } from "./labelled.ts";
import { opensLine } from "./pdf-blocks.ts";
import { edgeTolerance, type Found, findLabels, wordingOf } from "./pdf-labels.ts";
import { linesOf } from "./pdf-lines.ts";
import { valuesOf } from "./pdf-values.ts";
import { collapse } from "./white-space.ts";

/** What a table's labels are: key by key in page order; two keys may share a label that is printed twice. */
export type TableContract<Key extends string, Optional extends string = never> = {
  readonly labels: Readonly<Record<Key, string>>;
  /** Labels that may be there once, anywhere in the table, in one of their wordings. */
  readonly optional?: Readonly<Record<Optional, readonly string[]>>;
  /** Labels that may follow the table and end its last value. */
  readonly ends: readonly string[];
};

/**
 * Reads a table of labels and values by where they stand on the page, whatever order the file draws them in.
 * Labels and values may wrap, a value may stand beside the middle of its label or in the same run of text.
 * `provider_format_changed` unless every label is there exactly as often as the contract says, in its order.
 *
 * @param synonyms further wordings, by label
 */
export const readTable = <Key extends string, Optional extends string = never>(
  document: PdfDocument,
  contract: TableContract<Key, Optional>,
  synonyms: Synonyms,
): Result<Readonly<Record<Key, string> & Partial<Record<Optional, string>>>, Failure> => {
  const keys = Object.keys(contract.labels) as Key[];
  const expected = keys.map((key) => contract.labels[key]);
  const optional = Object.entries<readonly string[]>(contract.optional ?? {});
  const wordings = [
    ...[...new Set([...expected, ...contract.ends])].map((label) => [label, [label]] as const),
    ...optional,
  ].flatMap(([label, texts]) =>
    [...texts, ...(synonyms[texts[0] ?? ""] ?? [])].map((text) => wordingOf(label, text)),
  );
  const lines = linesOf(document.fragments);
  const found = findLabels(lines, wordings);
  const column = labelColumn(found, expected);
  const labels = column.filter(({ label }) => expected.includes(label));
  if (labels.length !== expected.length || labels.some(({ label }, at) => label !== expected[at]))
    return fail("provider_format_changed", { detail: clauseUnmet(expected, labels) });

  const isOptional = ({ label }: Found) => optional.some(([key]) => key === label);
  const options = column.filter(isOptional);
  if (new Set(options.map(({ label }) => label)).size < options.length)
    return fail("provider_format_changed", { detail: "an optional label twice" });

  const astray = found.filter((one) => isOptional(one) && !column.includes(one));
  if (astray.some((one) => opensLine(one, lines) && one.alone && one.beside.flat().length > 0))
    return fail("provider_format_changed", { detail: "an optional label off the others' edge" });

  const values = valuesOf(lines, column);
  if (values === null) return fail("provider_format_changed", { detail: "text between labels" });
  const textAt = (label: Found | undefined) => collapse((label && values.get(label)) ?? "");
  const entries = [
    ...keys.map((key, at) => [key, textAt(labels[at])]),
    ...options.map((found) => [found.label, textAt(found)]),
  ];
  // Every key of the contract has its label by now.
  return ok(Object.fromEntries(entries) as Record<Key, string> & Partial<Record<Optional, string>>);
};

/**
 * The labels that share the left edge on which most different ones stand; the same words elsewhere belong to
 * values. Where most labels stand alone, one that does so often enough is not looked for in running text.
 */
const labelColumn = (found: readonly Found[], expected: readonly string[]): Found[] => {
  let column: Found[] = [];
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

const clauseUnmet = (expected: readonly string[], labels: readonly Found[]): string => {
  const printed = labels.map(({ label }) => label);
  const timesIn = (texts: readonly string[], label: string) => texts.filter((text) => text === label).length;
  const wrong = expected.find((label) => timesIn(printed, label) !== timesIn(expected, label));
  return wrong === undefined ? "labels in another order" : labelClause(wrong, timesIn(printed, wrong));
};
