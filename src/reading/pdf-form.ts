import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { PdfDocument } from "./document.ts";
import type { FieldLabel, Synonyms, Values } from "./labelled.ts";
import { edgeTolerance, type Found, findLabels, wordingOf } from "./pdf-labels.ts";
import { type Line, linesOf, textOf } from "./pdf-lines.ts";
import { valuesOf } from "./pdf-values.ts";
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
  const lines = withoutAside(linesOf(document.fragments), aside);
  const wordings = [
    ...new Map(Object.values(labels).map(({ names }) => [names[0] ?? "", names])),
    ...ends.map((end) => [end, [end]] as const),
  ].flatMap(([label, names]) => [...names, ...(synonyms[label] ?? [])].map((text) => wordingOf(label, text)));
  const matches = findLabels(lines, wordings);
  if (matches.length > labelsMax) return fail("provider_format_changed", { detail: "too many labels" });
  const found = inColumns(matches, lines);
  const values: Record<string, string> = {};
  for (const [key, { names, optional }] of Object.entries(labels)) {
    const [label = ""] = names;
    const keys = Object.keys(labels).filter((other) => labels[other]?.names[0] === label);
    const own = found.filter((one) => one.label === label);
    if (own.length === 0 && optional === true) continue;
    const one = own[keys.indexOf(key)];
    const text = own.length === keys.length && one !== undefined ? textBeside(one, found, lines) : null;
    if (text === null)
      return fail("provider_format_changed", { detail: `label ${key}: ${own.length} times` });
    values[key] = text;
  }
  // Each key whose label must be there has its value by now.
  return ok(values as Values<Labels>);
};

/**
 * Texts of the lines between two headings or labels, top to bottom; null unless each of both opens exactly one
 * line, in this order.
 */
export const readBetween = (
  document: PdfDocument,
  upper: readonly string[],
  lower: readonly string[],
): readonly string[] | null => {
  const lines = linesOf(document.fragments);
  const span = spanOf(lines, upper, lower);
  return span === null ? null : lines.slice(...span).map(({ fragments }) => collapse(textOf(fragments)));
};

const spanOf = (
  lines: readonly Line[],
  upper: readonly string[],
  lower: readonly string[],
): [start: number, end: number] | null => {
  const lineOf = (names: readonly string[]): number => {
    const wordings = names.map((name) => wordingOf("", name));
    const found = findLabels(lines, wordings).filter((one) => opensLine(one, lines));
    return found.length === 1 ? (found[0]?.lines[0] ?? -1) : -1;
  };
  const [first, last] = [lineOf(upper), lineOf(lower)];
  return first === -1 || last <= first ? null : [first + 1, last];
};

const withoutAside = (lines: readonly Line[], aside: FormContract<never>["aside"]): readonly Line[] => {
  const [start, end] = (aside && spanOf(lines, ...aside)) ?? [0, 0];
  return lines.map((line, at) => (at >= start && at < end ? { ...line, fragments: [] } : line));
};

/**
 * The labels, each in the column where the most different ones stand; the same words elsewhere belong to values
 * unless a value of their own stands beside them. Where most labels stand alone, one with more words in the same
 * run of text is none.
 */
const inColumns = (found: readonly Found[], lines: readonly Line[]): Found[] => {
  const columnOf = ({ left }: Found) => found.filter((other) => Math.abs(other.left - left) <= edgeTolerance);
  const widths = new Map(found.map((one) => [one, new Set(columnOf(one).map(({ label }) => label)).size]));
  return found.filter((one) => {
    const column = columnOf(one);
    const standsAlone = column.filter(({ alone }) => alone).length * 2 >= column.length;
    if (standsAlone && isInRun(one)) return false;
    const rivals = found.filter(({ label }) => label === one.label);
    const isHome = widths.get(one) === Math.max(...rivals.map((rival) => widths.get(rival) ?? 0));
    return isHome || ((one.alone || opensLine(one, lines)) && one.beside.flat().length > 0);
  });
};

const isInRun = ({ took, beside }: Found): boolean => beside.flat()[0]?.left === took.at(-1)?.right;

const opensLine = ({ took, lines: [at = -1] }: Found, lines: readonly Line[]): boolean =>
  lines[at]?.fragments[0] === took[0];

/** The value of one label, read among the labels of its column; labels of other columns end it. */
const textBeside = (one: Found, found: readonly Found[], lines: readonly Line[]): string | null => {
  const starts = new Set(found.map(({ took }) => took[0]));
  const untilNext = (fragments: Found["beside"][number]) => {
    const end = fragments.findIndex((fragment) => starts.has(fragment));
    return end === -1 ? fragments : fragments.slice(0, end);
  };
  const column = found.filter(({ left }) => Math.abs(left - one.left) <= edgeTolerance);
  const cut = column.map((label) => ({ ...label, beside: label.beside.map(untilNext) }));
  const own = cut[column.indexOf(one)];
  const text = own && valuesOf(lines, cut)?.get(own);
  return text === undefined ? null : collapse(text);
};
