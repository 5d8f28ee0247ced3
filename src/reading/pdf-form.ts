import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { PdfDocument } from "./document.ts";
import type { FieldLabel, Synonyms, Values } from "./labelled.ts";
import { opensLine, spanBetween } from "./pdf-between.ts";
import { columnsOf, valuesInColumns } from "./pdf-columns.ts";
import { edgeTolerance, type Found, findLabels, wordingOf } from "./pdf-labels.ts";
import { type Line, linesOf } from "./pdf-lines.ts";
import { collapse } from "./white-space.ts";

/** Labels that may stand in any order and in several columns. */
export type FormContract<Labels> = {
  /** Keys whose first name is the same share a label that is printed once for each, in the keys' order down the page. */
  readonly labels: Labels;
  /** Further labels and headings, which end the value before them. */
  readonly ends: readonly string[];
  /** Two headings or labels, in all their wordings, between which the lines are no part of the form. */
  readonly aside?: readonly [upper: readonly string[], lower: readonly string[]];
};

/** More matches than any receipt has labels. */
const labelsMax = 200;

/**
 * Reads labels and values by where they stand on the page. `provider_format_changed` unless each label is there
 * exactly once in one of its wordings (an optional one at most once), in the column where most labels stand.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readForm = <Labels extends Readonly<Record<string, FieldLabel>>>(
  document: PdfDocument,
  { labels, ends, aside }: FormContract<Labels>,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const wordings = [
    ...new Map(Object.values(labels).map(({ names }) => [names[0] ?? "", names])),
    ...ends.map((end) => [end, [end]] as const),
  ].flatMap(([label, names]) => [...names, ...(synonyms[label] ?? [])].map((text) => wordingOf(label, text)));
  const find = (lines: readonly Line[]) => findLabels(lines, wordings);
  const lines = linesOf(document.fragments);
  const matches = find(lines);
  const found = matches.length > labelsMax ? null : chooseLabels(matches, lines, ends);
  if (found === null) return fail("provider_format_changed", { detail: "labels: not told from other text" });

  const byKey = assign(labels, found);
  if (!byKey.ok) return byKey;
  const rest = withoutAside(lines, found, aside, synonyms);
  const values = valuesInColumns(rest, columnsOf(found), Object.values(byKey.value), find);
  if (values === null) return fail("provider_format_changed", { detail: "text between labels" });
  const entries = Object.entries(byKey.value).map(([key, one]) => [key, collapse(values.get(one) ?? "")]);
  // Each key whose label must be there has its value by now.
  return ok(Object.fromEntries(entries) as Values<Labels>);
};

/** Each key's label; of keys that share one, the first on the page is the first key's. */
const assign = (
  labels: Readonly<Record<string, FieldLabel>>,
  found: readonly Found[],
): Result<Readonly<Record<string, Found>>, Failure> => {
  const byKey: Record<string, Found> = {};
  for (const [key, { names, optional }] of Object.entries(labels)) {
    const sharing = Object.keys(labels).filter((other) => labels[other]?.names[0] === names[0]);
    const own = found.filter(({ label }) => label === names[0]);
    if (own.length === 0 && optional === true) continue;
    const one = own[sharing.indexOf(key)];
    if (own.length !== sharing.length || one === undefined)
      return fail("provider_format_changed", { detail: `label ${key}: ${own.length} times` });
    byKey[key] = one;
  }
  return ok(byKey);
};

const withoutAside = (
  lines: readonly Line[],
  found: readonly Found[],
  aside: FormContract<never>["aside"],
  synonyms: Synonyms,
): readonly Line[] => {
  const [start, end] = (aside && spanBetween(lines, aside, synonyms)) ?? [0, 0];
  const labelled = new Set(found.flatMap((one) => one.lines));
  return lines.map((line, at) =>
    at < start || at >= end || labelled.has(at) ? line : { ...line, fragments: [] },
  );
};

/**
 * The labels, each in the column where the most different ones stand. The same words elsewhere belong to a value,
 * unless a value of their own makes them a label that is there once more. Null where most labels stand alone and
 * one goes on in the same run of text, so that nobody can say where it ends.
 */
const chooseLabels = (
  found: readonly Found[],
  lines: readonly Line[],
  ends: readonly string[],
): Found[] | null => {
  const columnOf = ({ left }: Found) => found.filter((other) => Math.abs(other.left - left) <= edgeTolerance);
  const widths = new Map(found.map((one) => [one, new Set(columnOf(one).map(({ label }) => label)).size]));
  const isHome = (one: Found) =>
    found.every((other) => other.label !== one.label || (widths.get(other) ?? 0) <= (widths.get(one) ?? 0));
  const isAmongAlone = (one: Found) => {
    const column = columnOf(one);
    return column.filter(({ alone }) => alone).length * 2 >= column.length;
  };
  const runsOn = (one: Found) => isInRun(one) && isAmongAlone(one);
  if (found.some((one) => !ends.includes(one.label) && isHome(one) && runsOn(one))) return null;
  return found.filter((one) => {
    if (isHome(one)) return !runsOn(one);
    const isLabel = isInRun(one) ? hasColon(one) || (!isAmongAlone(one) && opensLine(one, lines)) : true;
    return isLabel && one.beside.flat().length > 0;
  });
};

const isInRun = ({ took, beside }: Found): boolean => beside.flat()[0]?.left === took.at(-1)?.right;

/** Whether a colon parts the label from what follows in its own run of text. */
const hasColon = ({ took, beside }: Found): boolean => {
  const text = took.at(-1)?.text ?? "";
  const value = beside.flat()[0]?.text ?? "";
  return text
    .slice(0, text.length - value.length)
    .trimEnd()
    .endsWith(":");
};
