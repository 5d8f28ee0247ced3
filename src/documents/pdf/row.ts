import { collapse } from "../../core/white-space.ts";
import type { PdfFragment } from "../document.ts";
import type { FieldLabel } from "../labelled.ts";
import type { FoundLabel, Wording } from "./labels.ts";
import { cellGap, isOverdrawn, type Line, textOf } from "./lines.ts";

/** A column of a row of labels, with what its value must look like. */
export type RowLabel = FieldLabel & { readonly shape: RegExp };

/** A row of labels and the values under it. */
type LabelRow = {
  readonly labels: readonly FoundLabel[];
  readonly values: ReadonlyMap<string, string>;
  /** Every fragment of both rows. */
  readonly took: ReadonlySet<PdfFragment>;
};

/** Farthest first line of values under its labels, and farthest next line, in font sizes. */
const firstLineMax = 5;
const nextLineMax = 1.8;

/**
 * The one place where all labels of a row stand side by side, in any order, with the values under them. Null
 * when there is no such place or more than one, when anything else stands between the labels, or when the
 * values cannot be told apart in exactly one way.
 *
 * @param found labels of the page, those of the row by their keys
 * @param isLabelled whether a line belongs to another label
 */
export const readLabelRow = (
  lines: readonly Line[],
  found: readonly FoundLabel[],
  columns: ReadonlyMap<string, RegExp>,
  isLabelled: (line: Line) => boolean,
): LabelRow | null => {
  const rows = rowsOfLabels(found, [...columns.keys()], lines);
  const [labels] = rows;
  if (labels === undefined || rows.length > 1 || labels.length !== columns.size) return null;
  const labelTook = new Set(labels.flatMap(({ took }) => took));
  const ownLines = labels.flatMap((label) => label.lines.slice(-1));
  if (ownLines.some((at) => lines[at]?.fragments.some((fragment) => !labelTook.has(fragment)))) return null;

  const under = linesUnder(lines, Math.max(...ownLines), isLabelled);
  const texts = textsUnder(under, labels, columns);
  if (texts === null) return null;
  return {
    labels,
    values: new Map(labels.map(({ label }, at) => [label, texts[at] ?? ""])),
    took: new Set([...labelTook, ...under.flatMap(({ fragments }) => fragments)]),
  };
};

/** A run of text that is several of the row's labels in a row, cut into them. */
export const cutLabels = (fragment: PdfFragment, wordings: readonly Wording[]): readonly PdfFragment[] => {
  const pieces: string[] = [];
  let rest = fragment.text;
  while (rest !== "") {
    const ends = wordings.flatMap((wording) => endOf(rest, wording));
    if (ends.length === 0) return [fragment];
    const end = Math.max(...ends);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (pieces.length < 2) return [fragment];
  const letterWidth = (fragment.right - fragment.left) / pieces.join("").length;
  let left = fragment.left;
  return pieces.map((text) => {
    const end = left + text.length * letterWidth;
    // Parted by more than a letter, so that each is found as a label of its own.
    const piece = { ...fragment, text, left, right: Math.max(left, end - 1.1 * fragment.size) };
    left = end;
    return piece;
  });
};

const endOf = (text: string, { letters }: Wording): number[] => {
  let done = 0;
  for (let at = 0; at < text.length; at++) {
    const character = (text[at] ?? "").toLowerCase();
    if (/[\s:]/.test(character)) continue;
    if (character !== letters[done]) return [];
    done++;
    if (done === letters.length) return [at + 1];
  }
  return [];
};

/** Sets of one label for each key that share a line, or nearly so where labels wrap; left to right. */
const rowsOfLabels = (
  found: readonly FoundLabel[],
  keys: readonly string[],
  lines: readonly Line[],
): (readonly FoundLabel[])[] => {
  const [first = "", ...others] = keys;
  const candidates = (key: string) => found.filter(({ label }) => label === key);
  return candidates(first).flatMap((one) => {
    const beside = others.map((key) => candidates(key).filter((other) => isBeside(one, other, lines)));
    const row = [one, ...beside.flat()];
    if (beside.some((here) => here.length === 0)) return [];
    return [row.toSorted((a, b) => a.left - b.left)];
  });
};

const isBeside = (one: FoundLabel, other: FoundLabel, lines: readonly Line[]): boolean => {
  const place = ({ lines: own }: FoundLabel) => {
    const [top, bottom] = [lines[own[0] ?? 0], lines[own.at(-1) ?? 0]];
    return { page: top?.page, top: top?.baseline ?? 0, bottom: bottom?.baseline ?? 0 };
  };
  const [a, b] = [place(one), place(other)];
  const slack = one.took[0]?.size ?? 0;
  return a.page === b.page && a.top <= b.bottom + slack && b.top <= a.bottom + slack;
};

const linesUnder = (
  lines: readonly Line[],
  at: number,
  isLabelled: (line: Line) => boolean,
): readonly Line[] => {
  const under: Line[] = [];
  let above = lines[at];
  for (const line of lines.slice(at + 1)) {
    const size = Math.max(...line.fragments.map((fragment) => fragment.size));
    const gapMax = (under.length === 0 ? firstLineMax : nextLineMax) * size;
    if (above === undefined || line.page !== above.page || line.baseline - above.baseline > gapMax) break;
    if (isLabelled(line)) break;
    under.push(line);
    above = line;
  }
  return under;
};

/** Longest row of values that is cut by what its values look like. */
const rowLengthMax = 160;

/**
 * The values on the one line under a row of labels, in the labels' order. Null when there are more lines, or when the
 * values cannot be told apart in exactly one way.
 *
 * @param columns what each label's value must look like
 */
const textsUnder = (
  under: readonly Line[],
  labels: readonly FoundLabel[],
  columns: ReadonlyMap<string, RegExp>,
): readonly string[] | null => {
  const shapes = labels.map(({ label }) => columns.get(label) ?? /^$/);
  const [line, ...more] = under;
  if (line === undefined || more.length > 0 || isOverdrawn(line)) return null;
  const texts = cellsOf(line.fragments).map((cell) => collapse(textOf(cell)));
  const isFit = texts.length === shapes.length && shapes.every((shape, at) => shape.test(texts[at] ?? ""));
  return isFit ? texts : cutByShapes(collapse(textOf(line.fragments)), shapes);
};

const cellsOf = (fragments: readonly PdfFragment[]): readonly (readonly PdfFragment[])[] => {
  const cells: PdfFragment[][] = [];
  for (const fragment of fragments) {
    const before = cells.at(-1)?.at(-1);
    if (before !== undefined && fragment.left - before.right <= cellGap * fragment.size)
      cells.at(-1)?.push(fragment);
    else cells.push([fragment]);
  }
  return cells;
};

/** A row without gaps, such as `DKF1AB2CD3E2026-11-15 10:2020.00`, cut into values; null unless one way alone fits. */
const cutByShapes = (text: string, shapes: readonly RegExp[]): readonly string[] | null => {
  if (text.length > rowLengthMax) return null;
  const ways = new Map(waysToCut(text, shapes).map((way) => [way.join("\n"), way]));
  const [way] = ways.values();
  return ways.size === 1 && way !== undefined ? way : null;
};

const waysToCut = (text: string, shapes: readonly RegExp[]): (readonly string[])[] => {
  const [shape, ...others] = shapes;
  if (shape === undefined) return text === "" ? [[]] : [];
  if (others.length === 0) return shape.test(text) ? [[text]] : [];
  const ways: (readonly string[])[] = [];
  for (let at = 1; at < text.length; at++) {
    const head = text.slice(0, at).trim();
    if (!shape.test(head)) continue;
    for (const way of waysToCut(text.slice(at).trim(), others)) ways.push([head, ...way]);
  }
  return ways;
};
