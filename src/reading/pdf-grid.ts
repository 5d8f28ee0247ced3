import { type Failure, fail } from "../failure.ts";
import type { Result } from "../result.ts";
import type { PdfDocument, PdfFragment } from "./document.ts";
import {
  type FieldLabel,
  promisedValues,
  type Synonyms,
  unmet,
  type Values,
  wordingsOf,
} from "./labelled.ts";
import { chooseLabels } from "./pdf-choice.ts";
import { columnsOf, headOf, valuesInColumns } from "./pdf-columns.ts";
import { standElsewhere } from "./pdf-elsewhere.ts";
import { withHalfAbove, withoutFirstHalves } from "./pdf-halves.ts";
import { type Found, findLabels, type Wording, wordingOf } from "./pdf-labels.ts";
import { joinPieces, type Line, linesOf } from "./pdf-lines.ts";
import { type PayersTexts, payersTexts, withoutTyped } from "./pdf-payers-text.ts";
import { cutLabels, type RowLabel, readLabelRow } from "./pdf-row.ts";
import { collapse } from "./white-space.ts";

/** The labels of a page that has tables side by side and one row of labels with its values under it. */
export type GridContract<Labels, Row> = {
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
 * Reads labels and values by where they stand, whatever order the file draws them in. `provider_format_changed`
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

  const asked = new Set([...keys, ...columns.keys()]);
  if (standElsewhere(found, kept, asked, page.payers)) return changed("a label elsewhere");
  const rest = linesOf(page.fragments.filter((fragment) => !row.took.has(fragment)));
  const values = readRight(rest, right, keys, page.find);
  if (values === null) return changed("text between labels");
  const read = Object.fromEntries([...row.values, ...values]);
  return promisedValues(read, { ...contract.labels, ...contract.row });
};

const changed = (detail: string) => fail("provider_format_changed", { detail });

/** A page whose labels are runs of their own, and how to find them on any part of it. */
type Page = {
  readonly fragments: readonly PdfFragment[];
  readonly lines: readonly Line[];
  readonly joined: ReadonlySet<PdfFragment>;
  readonly find: (lines: readonly Line[]) => readonly Found[];
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
    ...ends.flatMap((end) => printedAs(`end: ${end}`, { names: [end] })),
  ];
  const halves = bilingual
    ? withoutFirstHalves(joinPieces(document.fragments), wordings, inRow)
    : { fragments: document.fragments, joined: new Set<PdfFragment>() };
  const fragments = halves.fragments.flatMap((fragment) => cutLabels(fragment, inRow));
  const payers = payersTexts(joinPieces(document.fragments), synonyms);
  const find = (lines: readonly Line[]) => {
    const found = withoutTyped(findLabels(lines, wordings), payers);
    return bilingual ? found.map((one) => withHalfAbove(one, lines, halves.joined)) : found;
  };
  return { fragments, lines: linesOf(fragments), joined: halves.joined, find, payers };
};

/** The values of the labels asked for, by their keys. */
const readRight = (
  lines: readonly Line[],
  kept: readonly Found[],
  asked: readonly string[],
  find: Page["find"],
): ReadonlyMap<string, string> | null => {
  const heads = new Set(kept.map(headOf));
  const labels = find(lines).filter((one) => heads.has(headOf(one)));
  const wanted = labels.filter(({ label }) => asked.includes(label));
  const values = valuesInColumns(lines, columnsOf(labels), wanted, find);
  return values && new Map([...values].map(([{ label }, text]) => [label, collapse(text)]));
};
