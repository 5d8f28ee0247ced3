import { type Failure, fail } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { collapse } from "../../core/white-space.ts";
import type { PdfDocument, PdfFragment } from "../document.ts";
import {
  type FieldLabel,
  promisedValues,
  type Synonyms,
  unmet,
  type Values,
  wordingsOf,
} from "../labelled.ts";
import { columnsOf, headOf, valuesInColumns } from "./columns.ts";
import {
  edgeTolerance,
  type FoundLabel,
  findLabels,
  isInRun,
  rightOf,
  type Wording,
  wordingOf,
} from "./labels.ts";
import { cellGap, joinPieces, type Line, leadingMax, linesOf } from "./lines.ts";
import { type PayersTexts, pageTexts, standElsewhere, standInCells, withoutTyped } from "./payers-text.ts";
import { cutLabels, type RowLabel, readLabelRow } from "./row.ts";

/** The labels of a page that has tables side by side and one row of labels with its values under it. */
type GridContract<Labels, Row> = {
  /** Labels with their value to the right, in any place and order. */
  readonly labels: Labels;
  /** Labels that stand side by side, in any order. */
  readonly row: Row;
  /** Further labels and headings; they end what stands left of or above them. */
  readonly ends: readonly string[];
  /** Whether a label's English half may follow its Amharic one and a slash. */
  readonly bilingual: boolean;
};

type Labels = Readonly<Record<string, FieldLabel>>;
type Row = Readonly<Record<string, RowLabel>>;

/**
 * Reads labels and values by their positions, not by the order in the file. `provider_format_changed`
 * unless each label is there exactly once in one of its wordings (an optional one at most once) and its value
 * can be told from all that is around it. Words of a label inside a value are no label.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const readGrid = <Right extends Labels, Below extends Row>(
  document: PdfDocument,
  contract: GridContract<Right, Below>,
  synonyms: Synonyms,
): Result<Values<Right & Below>, Failure> => {
  const page = prepare(document, contract, synonyms);
  const keys = Object.keys(contract.labels);
  const found = page.find(page.lines);
  const kept = chooseLabels(page.lines, found, keys, Object.keys(contract.row));
  if (kept === null) return changed("a label twice");
  const missing = Object.entries<FieldLabel>({ ...contract.labels, ...contract.row }).find(
    ([key, { optional }]) => optional !== true && kept.every(({ label }) => label !== key),
  );
  if (missing !== undefined) return unmet(missing[1], 0);

  const columns = new Map(Object.entries<RowLabel>(contract.row).map(([key, { shape }]) => [key, shape]));
  const right = kept.filter(({ label }) => !columns.has(label));
  const labelled = new Set(right.flatMap(({ took }) => took));
  const row = readLabelRow(page.lines, kept, columns, ({ fragments }) =>
    fragments.some((fragment) => labelled.has(fragment)),
  );
  if (row === null || kept.some((one) => columns.has(one.label) && !row.labels.includes(one)))
    return changed(`row: ${[...columns.keys()].join("|")}`);
  if ([...page.joined].some((fragment) => !labelled.has(fragment) && !row.took.has(fragment)))
    return changed("a label inside a value");

  const isRequired = ({ label }: FoundLabel) =>
    keys.includes(label) && contract.labels[label]?.optional !== true;
  const read = right.filter(({ label }) => keys.includes(label));
  const inCells = { labels: right, bounds: kept, read, isRequired };
  if (standInCells(page.lines, { ...inCells, nameOf: (one) => nameOf(one, contract) }))
    return changed("a label in a payer's cell");
  const asked = new Set([...keys, ...columns.keys()]);
  if (standElsewhere(found, kept, asked, page.payers)) return changed("a label elsewhere");
  const rest = linesOf(page.fragments.filter((fragment) => !row.took.has(fragment)));
  const values = readRight(rest, right, keys, page.find);
  if (values === null) return changed("text between labels");
  if (right.some((one) => values.get(one.label) === "" && isBesideBare(one, right)))
    return changed("a label for a value");
  const texts = Object.fromEntries([...row.values, ...values]);
  return promisedValues(texts, { ...contract.labels, ...contract.row });
};

/** Whether right of a label another stands with nothing beside it, which may be the first one's value. */
const isBesideBare = (one: FoundLabel, labels: readonly FoundLabel[]): boolean =>
  labels.some(
    ({ left, lines, beside }) =>
      left > one.left && beside.flat().length === 0 && lines.some((at) => one.lines.includes(at)),
  );

/** What is printed for a label found, be it one that is read or one that ends others. */
const nameOf = ({ label }: FoundLabel, { labels, ends }: GridContract<Labels, Row>): string =>
  labels[label]?.names[0] ?? ends.find((end) => keyOfEnd(end) === label) ?? "";

const keyOfEnd = (end: string): string => `end: ${end}`;

const changed = (detail: string) => fail("provider_format_changed", { detail });

/** A page whose labels are runs of their own, and how to find them on any part of it. */
type Page = {
  readonly fragments: readonly PdfFragment[];
  readonly lines: readonly Line[];
  readonly joined: ReadonlySet<PdfFragment>;
  readonly find: (lines: readonly Line[]) => readonly FoundLabel[];
  readonly payers: PayersTexts;
};

const prepare = (
  document: PdfDocument,
  { labels, row, ends, bilingual }: GridContract<Labels, Row>,
  synonyms: Synonyms,
): Page => {
  const printedAs = (key: string, label: FieldLabel) =>
    wordingsOf(label, synonyms).map((text) => wordingOf(key, text));
  const inRow: readonly Wording[] = Object.entries(row).flatMap(([key, label]) => printedAs(key, label));
  const wordings = [
    ...Object.entries(labels).flatMap(([key, label]) => printedAs(key, label)),
    ...inRow,
    ...ends.flatMap((end) => printedAs(keyOfEnd(end), { names: [end] })),
  ];
  const halves = bilingual
    ? withoutFirstHalves(joinPieces(document.fragments), wordings, inRow)
    : { fragments: document.fragments, joined: new Set<PdfFragment>() };
  const fragments = halves.fragments.flatMap((fragment) => cutLabels(fragment, inRow));
  const { payers } = pageTexts(document, synonyms);
  const find = (lines: readonly Line[]) => {
    const found = withoutTyped(findLabels(lines, wordings), payers);
    return bilingual ? found.map((one) => withHalfAbove(one, lines, halves.joined)) : found;
  };
  return { fragments, lines: linesOf(fragments), joined: halves.joined, find, payers };
};

/** The values of the labels asked for, by their keys. */
const readRight = (
  lines: readonly Line[],
  kept: readonly FoundLabel[],
  asked: readonly string[],
  find: Page["find"],
): ReadonlyMap<string, string> | null => {
  const heads = new Set(kept.map(headOf));
  const labels = find(lines).filter((one) => heads.has(headOf(one)));
  const wanted = labels.filter(({ label }) => asked.includes(label));
  const values = valuesInColumns(lines, columnsOf(labels), wanted, find);
  return values && new Map([...values].map(([{ label }, text]) => [label, collapse(text)]));
};

/**
 * The labels that are no words of a value: each begins a cell and, where most stand alone in theirs, stands
 * alone too or in line with others. Null when a label with a value to its right is there twice; the same words
 * elsewhere, with nothing beside them, are some label's value.
 *
 * @param right labels with a value to their right
 * @param inRow labels that stand side by side, with their values under them
 */
const chooseLabels = (
  lines: readonly Line[],
  found: readonly FoundLabel[],
  right: readonly string[],
  inRow: readonly string[],
): readonly FoundLabel[] | null => {
  const cells = found.filter((one) => opensCell(one, lines, found, inRow));
  const isApart = cells.filter(({ alone }) => alone).length * 2 >= cells.length;
  const others = cells.filter(({ label }) => !inRow.includes(label));
  const labels = new Set(cells.flatMap(({ took }) => took));
  const isBare = ({ beside }: FoundLabel) =>
    beside.every(([first]) => first === undefined || labels.has(first));
  const kept = cells.filter((one) => {
    if (inRow.includes(one.label)) return one.alone || !isApart || isBesideNext(one, cells, inRow);
    const isSupported = others.some(
      (other) => other.label !== one.label && Math.abs(other.left - one.left) <= edgeTolerance,
    );
    if ((isBare(one) || !isSupported) && isWrapped(one, lines, labels)) return false;
    if (!isApart) return true;
    const isLone =
      isBare(one) &&
      !one.took
        .map(({ text }) => text)
        .join(" ")
        .includes(" ");
    return one.alone ? !isLone || companions(one, others) > 0 : companions(one, others) > 1;
  });

  const chosen = kept.filter((one) => {
    const same = kept.filter((other) => other !== one && other.label === one.label);
    const isElsewhere = same.some((other) => companions(other, others) > 0) && companions(one, others) === 0;
    return !right.includes(one.label) || !isElsewhere || !isBare(one);
  });
  const rights = chosen.flatMap(({ label }) => (right.includes(label) ? [label] : []));
  return new Set(rights).size === rights.length ? chosen : null;
};

/** Whether another label of the row follows, however near. */
const isBesideNext = (one: FoundLabel, found: readonly FoundLabel[], inRow: readonly string[]): boolean => {
  const [next] = one.beside.flat();
  return next !== undefined && found.some((other) => inRow.includes(other.label) && headOf(other) === next);
};

/** Whether nothing, a wide gap or another label of the row stands left of it. */
const opensCell = (
  one: FoundLabel,
  lines: readonly Line[],
  found: readonly FoundLabel[],
  inRow: readonly string[],
): boolean => {
  const line = lines.find(({ fragments }) => fragments.some((fragment) => fragment === headOf(one)));
  const before = line?.fragments.filter(({ right }) => right <= one.left + 1).at(-1);
  if (before === undefined || one.left - before.right >= cellGap * before.size) return true;
  return found.some(({ label, took }) => inRow.includes(label) && took.at(-1) === before);
};

/** How many different labels begin on the same edge, or end on it where no value follows in the same run. */
const companions = (one: FoundLabel, labels: readonly FoundLabel[]): number => {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= edgeTolerance;
  const inLine = labels.filter(
    (other) =>
      other.label !== one.label &&
      (isNear(other.left, one.left) ||
        (!isInRun(one) && !isInRun(other) && isNear(rightOf(other), rightOf(one)))),
  );
  return new Set(inLine.map(({ label }) => label)).size;
};

/** Whether a text that is no label stands close above or below, as the other lines of a value do. */
const isWrapped = (one: FoundLabel, lines: readonly Line[], labels: ReadonlySet<PdfFragment>): boolean => {
  const isOver = (fragment: PdfFragment) => fragment.left < rightOf(one) && fragment.right > one.left;
  return one.took.some(({ page, baseline, size }) =>
    lines.some(
      (line, at) =>
        line.page === page &&
        !one.lines.includes(at) &&
        Math.abs(line.baseline - baseline) <= leadingMax * size &&
        line.fragments.some((fragment) => !labels.has(fragment) && isOver(fragment)),
    ),
  );
};

/** How far apart, in font sizes, two halves of one label may stand, and two words of a half. */
const halvesGapMax = 1.5;
const wordsGapMax = 0.8;

/** The same where the font has no such letters, so that most of a half is missing and nothing else is near. */
const missingGapMax = 4;

/** Longest first half of a label, in characters. */
const halfLengthMax = 80;

/**
 * A bilingual page with the first halves of its labels taken away: `<Amharic> / SENDER NAME` becomes
 * `SENDER NAME`, as wide as the whole. The Amharic half may be a run of its own, or unreadable where the font
 * has no Amharic letters. Everything else stays as it is.
 *
 * @param inRow those of the wordings that stand side by side, with no value between them
 * @returns `joined`: the fragments that were changed; one that turns out to be no label makes the page unreadable
 */
const withoutFirstHalves = (
  fragments: readonly PdfFragment[],
  wordings: readonly Wording[],
  inRow: readonly Wording[],
): { readonly fragments: readonly PdfFragment[]; readonly joined: ReadonlySet<PdfFragment> } => {
  const joined = new Set<PdfFragment>();
  let page = [...fragments].sort((a, b) => a.page - b.page || a.baseline - b.baseline || a.left - b.left);
  for (const fragment of page) {
    if (secondHalf(fragment.text, wordings) === null && !opensLabel(fragment.text, wordings)) continue;
    // The two halves' fonts may set their lines a little apart, and so may the tables side by side.
    const line = page
      .filter((other) => other.left < fragment.left && isBeside(other, fragment))
      .sort((a, b) => a.left - b.left);
    const text = labelIn(fragment, line.at(-1), wordings);
    if (text === null) continue;
    const isAlone = !line.some((one) => joined.has(one)) || opensLabel(text, inRow);
    const { left, half } = firstHalf(line, fragment, isAlone);
    const label = { ...fragment, text, left };
    page = page.flatMap((other) => (other === fragment ? [label] : half.has(other) ? [] : [other]));
    joined.add(label);
  }
  return { fragments: page, joined };
};

const isBeside = (one: PdfFragment, other: PdfFragment): boolean =>
  one.page === other.page && Math.abs(one.baseline - other.baseline) <= 0.4 * other.size;

/** The label that a fragment is or ends in, once a slash was before it; null when it is none. */
const labelIn = (
  { text, left, size }: PdfFragment,
  before: PdfFragment | undefined,
  wordings: readonly Wording[],
): string | null => {
  const isSecond = before?.text.endsWith("/") && left - before.right <= halvesGapMax * size;
  return secondHalf(text, wordings) ?? (isSecond && opensLabel(text, wordings) ? text : null);
};

/** What of the line before it belongs to a label's first half, and where that begins. */
const firstHalf = (line: readonly PdfFragment[], label: PdfFragment, isAlone: boolean) => {
  const half = new Set<PdfFragment>();
  let { left } = label;
  let gapMax = halvesGapMax;
  for (const one of line.toReversed()) {
    const isMissing = isAlone && !/\p{Script=Ethiopic}/u.test(one.text);
    if (isReadable(one.text) || left - one.right > (isMissing ? missingGapMax : gapMax) * label.size) break;
    left = one.left;
    gapMax = one.text === "/" ? halvesGapMax : wordsGapMax;
    half.add(one);
  }
  return { left, half };
};

/** Whether a text is in Latin letters and so no half of an Amharic label. A rate such as `15%` may stand in both halves. */
const isReadable = (text: string): boolean =>
  /^[ -.0-~]*$/.test(text) && /[A-Za-z0-9]{2}/.test(text) && !/^\+? ?\d+ ?%$/.test(text);

/** The label with its first half, where that stands on a line of its own above. */
const withHalfAbove = (
  found: FoundLabel,
  lines: readonly Line[],
  joined: ReadonlySet<PdfFragment>,
): FoundLabel => {
  const [first = 0] = found.lines;
  const [head] = found.took;
  if (head === undefined) return found;
  for (let at = first - 1; at >= 0 && isCloseAbove(lines[at], head); at--) {
    const fragments = lines[at]?.fragments ?? [];
    const place = fragments.findIndex(
      (half) =>
        isAligned(half, found) &&
        !isReadable(half.text) &&
        (half.text.endsWith("/") || joined.has(head) || /\p{Script=Ethiopic}/u.test(half.text)),
    );
    if (place === -1) continue;
    const end = endOfHalf(fragments, place);
    return {
      ...found,
      lines: [at, ...found.lines],
      beside: [fragments.slice(end), ...found.beside],
      took: [...found.took, ...fragments.slice(place, end)],
    };
  }
  return found;
};

/** Behind the last word of a half that stands in several pieces. */
const endOfHalf = (fragments: readonly PdfFragment[], from: number): number => {
  let end = from + 1;
  const goesOn = (one: PdfFragment | undefined, before: PdfFragment | undefined) =>
    one !== undefined &&
    before !== undefined &&
    /\p{Script=Ethiopic}/u.test(one.text) &&
    one.left - before.right <= wordsGapMax * one.size;
  while (goesOn(fragments[end], fragments[end - 1])) end++;
  return end;
};

const isCloseAbove = (line: Line | undefined, { page, baseline, size }: PdfFragment): boolean =>
  line?.page === page && baseline - line.baseline <= 2 * size;

/** Whether two lines of one label share their left edge, their right edge or their middle. */
const isAligned = (half: PdfFragment, { left, took }: FoundLabel): boolean => {
  const [head] = took;
  const right = took.filter(({ baseline }) => baseline === head?.baseline).at(-1)?.right ?? left;
  const offsets = [half.left - left, half.right - right, (half.left + half.right - left - right) / 2];
  return offsets.some((offset) => Math.abs(offset) <= edgeTolerance);
};

/** What follows the slash, when a label begins there. */
const secondHalf = (text: string, wordings: readonly Wording[]): string | null => {
  for (let at = text.indexOf("/"); at !== -1 && at <= halfLengthMax; at = text.indexOf("/", at + 1)) {
    const rest = collapse(text.slice(at + 1));
    if (opensLabel(rest, wordings)) return rest;
  }
  return null;
};

/** Whether the text begins with a label's first word and goes on like the label, as far as both go. */
const opensLabel = (text: string, wordings: readonly Wording[]): boolean => {
  const letters = collapse(text)
    .replace(/[ '’:]/g, "")
    .toLowerCase();
  return wordings.some(
    (wording) =>
      (letters.startsWith(wording.letters) || wording.letters.startsWith(letters)) &&
      letters.length >= Math.min(...wording.wordEnds),
  );
};
