import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { collapse } from "../../core/white-space.ts";
import type { PdfDocument } from "../document.ts";
import { type FieldLabel, promisedValues, type Synonyms, unmet, type Values } from "../labelled.ts";
import { columnsOf, valuesInColumns } from "./columns.ts";
import {
  edgeTolerance,
  type FoundLabel,
  findLabels,
  hasColon,
  isInRun,
  pageWordings,
  wordingOf,
} from "./labels.ts";
import { cellGap, isOverdrawn, type Line, leadingMax, linesOf, textOf } from "./lines.ts";
import {
  isAligned,
  notes,
  type PayersTexts,
  pageTexts,
  standElsewhere,
  withoutTyped,
} from "./payers-text.ts";

/** Labels that may stand in any order and in several columns. */
type FormContract<Labels> = {
  /**
   * Keys whose first name is the same share a label that is printed once for each. All such labels stand in the keys'
   * order down the page, or each party's beside the other's.
   */
  readonly labels: Labels;
  /** Further labels and headings, which end the value before them. */
  readonly ends: readonly string[];
  /** A heading, in all its wordings, under which the labels may be laid out in another way. */
  readonly heading?: readonly string[];
  /** A label, in all its wordings; the lines between the heading and it are no part of the form. */
  readonly asideUntil?: readonly string[];
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
  { labels, ends, heading = [], asideUntil = [] }: FormContract<Labels>,
  synonyms: Synonyms,
): Result<Values<Labels>, Failure> => {
  const wordings = pageWordings(labels, [...heading, ...ends], synonyms);
  const { payers } = pageTexts(document, synonyms);
  const find = (lines: readonly Line[]) =>
    withoutTyped(
      findLabels(lines, wordings).filter((one) => beginsCell(one, lines)),
      payers,
    );
  const lines = linesOf(document.fragments);
  const matches = find(lines);
  const found = matches.length > labelsMax ? null : chooseLabels(matches, [...heading, ...ends]);
  if (found === null) return fail("provider_format_changed", { detail: "labels: not told from other text" });

  const byKey = assign(labels, found);
  if (!byKey.ok) return byKey;
  const read = Object.values(byKey.value);
  if (Object.entries(byKey.value).some(([key, one]) => labels[key]?.optional && isPerhapsTyped(one, found)))
    return fail("provider_format_changed", { detail: "a label below a note" });
  const names = new Set(Object.values(labels).map((label) => label.names[0]));
  if (standElsewhere(matches, read, names, payers))
    return fail("provider_format_changed", { detail: "a label elsewhere" });
  const values = new Map<FoundLabel, string>();
  for (const block of blocksOf(lines, found, { heading, asideUntil }, synonyms, payers)) {
    const own = found.filter((one) => one.lines.some((at) => block[at]?.fragments.length));
    const asked = read.filter((one) => own.includes(one));
    const texts = valuesInColumns(block, columnsOf(own), asked, find);
    if (texts === null || [...texts].some(([one, text]) => isCut(one, text, own, block)))
      return fail("provider_format_changed", { detail: "text between labels" });
    for (const [one, text] of texts) values.set(one, text);
  }
  const entries = Object.entries(byKey.value).map(([key, one]) => [key, collapse(values.get(one) ?? "")]);
  return promisedValues(Object.fromEntries(entries), labels);
};

/**
 * Whether nothing tells a label from a line of a note: it shares no edge with another label, or the one above it at its
 * edge is a note's whose text has no column of its own.
 */
const isPerhapsTyped = (one: FoundLabel, found: readonly FoundLabel[]): boolean => {
  if (!found.some((other) => other !== one && isAligned(other, one))) return true;
  const [line = 0] = one.lines;
  const isOver = ({ left, lines: [at = 0] }: FoundLabel) =>
    at < line && Math.abs(left - one.left) <= edgeTolerance;
  const [above] = found.filter(isOver).sort((a, b) => (b.lines[0] ?? 0) - (a.lines[0] ?? 0));
  return above !== undefined && notes.includes(above.label) && isInRun(one);
};

/** Whether any of the labels stands on a page, in whatever place. */
export const showsLabel = (
  document: PdfDocument,
  labels: Readonly<Record<string, FieldLabel>>,
  synonyms: Synonyms,
): boolean => findLabels(linesOf(document.fragments), pageWordings(labels, [], synonyms)).length > 0;

/** Whether no other word stands right before the label: `Old Total` is not `Total`, however it is drawn. */
const beginsCell = (
  { left, lines: [at = -1], took: [head] }: FoundLabel,
  lines: readonly Line[],
): boolean => {
  const fragments = lines[at]?.fragments ?? [];
  const before = head && fragments[fragments.indexOf(head) - 1];
  return before === undefined || left - before.right >= cellGap * before.size;
};

/** Each key's label; of keys that share one, the first on the page is the first key's. */
const assign = (
  labels: Readonly<Record<string, FieldLabel>>,
  found: readonly FoundLabel[],
): Result<Readonly<Record<string, FoundLabel>>, Failure> => {
  const byKey: Record<string, FoundLabel> = {};
  for (const [key, field] of Object.entries(labels)) {
    const [usual] = field.names;
    const sharing = Object.keys(labels).filter((other) => labels[other]?.names[0] === usual);
    const own = found.filter(({ label }) => label === usual);
    if (own.length === 0 && field.optional === true) continue;
    const one = own[sharing.indexOf(key)];
    if (own.length !== sharing.length || one === undefined) return unmet(field, own.length);
    byKey[key] = one;
  }
  const shared = Object.entries(byKey).filter(([key, one]) =>
    Object.entries(byKey).some(([other, { label }]) => other !== key && label === one.label),
  );
  return isInOrder(shared.map(([, one]) => one))
    ? ok(byKey)
    : fail("provider_format_changed", { detail: "labels in another order" });
};

/** Whether labels that are there several times follow each other down the page, or stand side by side. */
const isInOrder = (shared: readonly FoundLabel[]): boolean => {
  const lineOf = ({ lines: [at = 0] }: FoundLabel) => at;
  const isDown = shared.every((one, at) => at === 0 || lineOf(one) > lineOf(shared[at - 1] ?? one));
  const isBeside = shared.every((one) =>
    shared.some((other) => other !== one && other.label === one.label && lineOf(other) === lineOf(one)),
  );
  return isDown || isBeside;
};

/**
 * The labels, each in the column where the most different ones stand. The same words elsewhere belong to a value,
 * unless a value of their own, or a place left of that column, makes them a label that is there once more. Null where
 * most labels stand alone and one goes on in the same run of text, so that its end is not known.
 */
const chooseLabels = (found: readonly FoundLabel[], ends: readonly string[]): FoundLabel[] | null => {
  const columnOf = ({ left }: FoundLabel) =>
    found.filter((other) => Math.abs(other.left - left) <= edgeTolerance);
  const widths = new Map(found.map((one) => [one, new Set(columnOf(one).map(({ label }) => label)).size]));
  const isHome = (one: FoundLabel) =>
    found.every((other) => other.label !== one.label || (widths.get(other) ?? 0) <= (widths.get(one) ?? 0));
  const isAmongAlone = (one: FoundLabel) => {
    const column = columnOf(one);
    return column.filter(({ alone }) => alone).length * 2 >= column.length;
  };
  const runsOn = (one: FoundLabel) => isInRun(one) && isAmongAlone(one);
  if (found.some((one) => !ends.includes(one.label) && isHome(one) && runsOn(one))) return null;
  return found.filter((one) => {
    if (isHome(one)) return !runsOn(one);
    const [value] = one.beside.flat();
    if (value === undefined) return found.some((other) => isHome(other) && isLeftOf(one, other));
    return !isInRun(one) || hasColon(one) || /^(?:ETB|Birr|\d)/i.test(value.text);
  });
};

const isLeftOf = (one: FoundLabel, other: FoundLabel): boolean =>
  one.label === other.label && one.left < other.left - edgeTolerance;

/**
 * Whether the text of a label with its value beside it, in running text, goes on at the label's edge and not in
 * the value: where other values stand in a column of their own, that line may be a heading or the value's.
 */
const isCut = (
  one: FoundLabel,
  text: string,
  found: readonly FoundLabel[],
  lines: readonly Line[],
): boolean => {
  const last = one.lines.at(-1) ?? 0;
  const [line, next] = [lines[last], lines.slice(last + 1).find(({ fragments }) => fragments.length > 0)];
  const [head] = next?.fragments ?? [];
  if (one.alone || line === undefined || next === undefined || head === undefined) return false;
  const isNear = next.page === line.page && next.baseline - line.baseline <= leadingMax * head.size;
  const isLabelled = found.some(({ took }) => took.includes(head));
  const isAtEdge = Math.abs(head.left - one.left) <= edgeTolerance;
  const beside = one.beside.at(-1) ?? [];
  const end = beside.findIndex((fragment) => found.some(({ took }) => took.includes(fragment)));
  const both = collapse(`${textOf(end === -1 ? beside : beside.slice(0, end))} ${head.text}`);
  return isNear && isAtEdge && !isLabelled && !collapse(text).includes(both);
};

/**
 * Texts of the lines between a heading and a label, top to bottom; null unless each of both opens exactly one
 * line, in this order, and no text between them lies over another.
 */
export const readBetween = (
  document: PdfDocument,
  heading: readonly string[],
  label: readonly string[],
  synonyms: Synonyms,
): readonly string[] | null => {
  const lines = linesOf(document.fragments);
  const { payers } = pageTexts(document, synonyms);
  const [first, last] = [heading, label].map((names) => lineOpenedBy(lines, names, synonyms, payers));
  if (first === undefined || last === undefined || last <= first) return null;
  const between = lines.slice(first + 1, last);
  return between.some(isOverdrawn) ? null : between.map(({ fragments }) => collapse(textOf(fragments)));
};

const lineOpenedBy = (
  lines: readonly Line[],
  names: readonly string[],
  synonyms: Synonyms,
  payers: PayersTexts,
): number | undefined => {
  const known = names.flatMap((name) => [name, ...(synonyms[name] ?? [])]);
  const wordings = known.map((name) => wordingOf("", name));
  const found = withoutTyped(
    findLabels(lines, wordings).filter((one) => opensLine(one, lines)),
    payers,
  );
  return found.length === 1 ? found[0]?.lines[0] : undefined;
};

/** Whether nothing stands left of a label on its line. */
const opensLine = ({ took, lines: [at = -1] }: FoundLabel, lines: readonly Line[]): boolean =>
  lines[at]?.fragments[0] === took[0];

/**
 * The page above and below a heading, each with all its lines but those of the other empty, so that places in
 * it stay the same. What stands above the first label, or aside, is left out of both.
 */
const blocksOf = (
  lines: readonly Line[],
  found: readonly FoundLabel[],
  { heading, asideUntil }: { readonly heading: readonly string[]; readonly asideUntil: readonly string[] },
  synonyms: Synonyms,
  payers: PayersTexts,
): readonly (readonly Line[])[] => {
  const parts = lineOpenedBy(lines, heading, synonyms, payers) ?? 0;
  const until = lineOpenedBy(lines, asideUntil, synonyms, payers) ?? 0;
  const from = firstLine(lines, found);
  const labelled = new Set(found.flatMap((one) => one.lines));
  const only = (isOwn: (at: number) => boolean) =>
    lines.map((line, at) => {
      const isAside = at > parts && at < until && !labelled.has(at);
      return isOwn(at) && at >= from && !isAside ? line : { ...line, fragments: [] };
    });
  return [only((at) => at < parts), only((at) => at >= parts)];
};

/**
 * Where the form begins: at its first label when that has a value of one line, which can have no further lines
 * above it, and else at the top of the page.
 */
const firstLine = (lines: readonly Line[], found: readonly FoundLabel[]): number => {
  const labelled = new Set(found.flatMap((one) => one.lines));
  const first = Math.min(...labelled);
  const [line, next] = [lines[first], lines[first + 1]];
  if (line === undefined || next === undefined) return 0;
  const size = Math.max(...next.fragments.map((fragment) => fragment.size));
  const isNear = next.page === line.page && next.baseline - line.baseline <= leadingMax * size;
  const isShort = found.every(
    ({ lines: own, beside }) => !own.includes(first) || (own.length === 1 && beside.flat().length > 0),
  );
  return isShort && (labelled.has(first + 1) || !isNear) ? first : 0;
};
