import type { PdfFragment } from "./document.ts";
import { headOf } from "./pdf-columns.ts";
import { edgeTolerance, type Found, isInRun, rightOf } from "./pdf-labels.ts";
import { cellGap, type Line, leadingMax } from "./pdf-lines.ts";

/**
 * The labels that are no words of a value: each begins a cell and, where most stand alone in theirs, stands
 * alone too or in line with others. Null when a label with a value to its right is there twice; the same words
 * elsewhere, with nothing beside them, are some label's value.
 *
 * @param right labels with a value to their right
 * @param inRow labels that stand side by side, with their values under them
 */
export const chooseLabels = (
  lines: readonly Line[],
  found: readonly Found[],
  right: readonly string[],
  inRow: readonly string[],
): readonly Found[] | null => {
  const cells = found.filter((one) => opensCell(one, lines, found, inRow));
  const isApart = cells.filter(({ alone }) => alone).length * 2 >= cells.length;
  const others = cells.filter(({ label }) => !inRow.includes(label));
  const labels = new Set(cells.flatMap(({ took }) => took));
  const isBare = ({ beside }: Found) => beside.every(([first]) => first === undefined || labels.has(first));
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
const isBesideNext = (one: Found, found: readonly Found[], inRow: readonly string[]): boolean => {
  const [next] = one.beside.flat();
  return next !== undefined && found.some((other) => inRow.includes(other.label) && headOf(other) === next);
};

/** Whether nothing, a wide gap or another label of the row stands left of it. */
const opensCell = (
  one: Found,
  lines: readonly Line[],
  found: readonly Found[],
  inRow: readonly string[],
): boolean => {
  const line = lines.find(({ fragments }) => fragments.some((fragment) => fragment === headOf(one)));
  const before = line?.fragments.filter(({ right }) => right <= one.left + 1).at(-1);
  if (before === undefined || one.left - before.right >= cellGap * before.size) return true;
  return found.some(({ label, took }) => inRow.includes(label) && took.at(-1) === before);
};

/** How many different labels begin on the same edge, or end on it where no value follows in the same run. */
const companions = (one: Found, labels: readonly Found[]): number => {
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
const isWrapped = (one: Found, lines: readonly Line[], labels: ReadonlySet<PdfFragment>): boolean => {
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
