import type { PdfFragment } from "./document.ts";
import type { Found } from "./pdf-labels.ts";
import { cellGap, isOverdrawn, type Line, linesOf, textOf } from "./pdf-lines.ts";
import { collapse } from "./white-space.ts";

/** Longest row of values that is cut by what its values look like. */
const rowLengthMax = 160;

/**
 * The values under a row of labels, in the labels' order. Null when they cannot be told apart in exactly one way.
 *
 * @param columns what each label's value must look like
 */
export const textsUnder = (
  under: readonly Line[],
  labels: readonly Found[],
  columns: ReadonlyMap<string, RegExp>,
): readonly string[] | null => {
  const shapes = labels.map(({ label }) => columns.get(label) ?? /^$/);
  const [line, ...more] = under;
  if (line === undefined || under.some(isOverdrawn)) return null;
  const cells = more.length === 0 ? cellsOf(line.fragments) : columnsOf(under, labels);
  const texts = cells.map((cell) =>
    collapse(
      linesOf(cell)
        .map(({ fragments }) => textOf(fragments))
        .join(" "),
    ),
  );
  if (texts.length === shapes.length && shapes.every((shape, at) => shape.test(texts[at] ?? "")))
    return texts;
  return more.length === 0 ? cutByShapes(collapse(textOf(line.fragments)), shapes) : null;
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

/** Values of several lines, each fragment in the column whose label it is best in line with. */
const columnsOf = (under: readonly Line[], labels: readonly Found[]): readonly (readonly PdfFragment[])[] => {
  const boxes = labels.map(({ left, took }) => ({
    left,
    right: Math.max(...took.map((fragment) => fragment.right)),
  }));
  const offset = ({ left, right }: PdfFragment, at: number): number => {
    const box = boxes[at] ?? { left: 0, right: 0 };
    const [one, other] = [left - box.left, right - box.right];
    return Math.min(Math.abs(one), Math.abs(other), Math.abs(one + other) / 2);
  };
  const columnOf = (fragment: PdfFragment): number =>
    boxes.reduce((best, _, at) => (offset(fragment, at) < offset(fragment, best) ? at : best), 0);
  const all = under.flatMap(({ fragments }) => fragments);
  return labels.map((_, at) => all.filter((fragment) => columnOf(fragment) === at));
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
