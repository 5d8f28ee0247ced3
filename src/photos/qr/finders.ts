import type { GreyPicture, Point } from "../grey-picture.ts";
import { reused } from "../reused.ts";
import { type Span, turnByEighth } from "./turned-picture.ts";

/** A place that looks like a finder pattern, however blurred. */
export type Finder = Point & {
  /** Pixels a module, roughly. */
  readonly module: number;
  /** Correlation with the pattern, 0 to 1. */
  readonly likeness: number;
  /** Light on dark. */
  readonly isInverted: boolean;
};

/**
 * Places where four nested squares (7 modules dark, 5 light, 3 dark, within 9 light) agree with the picture,
 * at any size from 2.5 to 24 pixels a module. The squares are upright, which blur and the pattern's own roundness
 * forgive. The best first, at most 32.
 *
 * @param spanAt the part of a row in which their middles are looked for; all of it when left out
 */
export const findFinders = (
  grey: GreyPicture,
  spanAt: (y: number) => Span = () => [0, grey.width],
): readonly Finder[] => {
  const found: Finder[] = [];
  for (let from = 0; from < grey.height; from += bandRows) {
    const band = { ...sumUp(grey, from, from + bandRows), spanAt };
    for (let module = moduleMin; module <= moduleMax; module *= 1.2) {
      if (9 * module > Math.min(grey.width, grey.height)) break;
      collectAt(band, module, found);
      // Noise is full of them: what so many others surpass is no corner of a code.
      if (found.length > heldMax) found.splice(0, found.length, ...best(found).slice(0, heldMax));
    }
  }
  return strongest(found);
};

/** The sums of a whole picture would take eight times its memory. */
const bandRows = 320;

const moduleMin = 2.5;
const moduleMax = 24;
const likenessMin = 0.34;
const countMax = 32;

/** The same in a picture turned by an eighth, where squares that stood on a corner lie upright. */
export const findTurnedFinders = (grey: GreyPicture): readonly Finder[] => {
  const { turned, spanAt, back } = turnByEighth(grey);
  return findFinders(turned, spanAt).map((finder) => ({ ...finder, ...back(finder) }));
};

/** Rows in which middles are looked for, and the sums that their surroundings need. */
type Band = {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly until: number;
  readonly spanAt: (y: number) => Span;
  /** The row above which nothing is summed. */
  readonly top: number;
  /** Sums over everything below that and to the left, one row and column larger than what they cover. */
  readonly values: Int32Array;
  /** Their last 32 bits: a square of the sizes looked at has no more. */
  readonly squares: Int32Array;
};

const valuesFor = reused((length) => new Int32Array(length));
const squaresFor = reused((length) => new Int32Array(length));

const sumUp = ({ pixels, width, height }: GreyPicture, from: number, until: number): Omit<Band, "spanAt"> => {
  const reach = Math.round(4.5 * moduleMax);
  const [top, bottom] = [Math.max(0, from - reach), Math.min(height, until + reach)];
  const stride = width + 1;
  const values = valuesFor(stride * (bottom - top + 1));
  const squares = squaresFor(stride * (bottom - top + 1));
  values.fill(0, 0, stride);
  squares.fill(0, 0, stride);
  let at = stride;
  for (let y = top; y < bottom; y += 1) {
    values[at] = 0;
    squares[at] = 0;
    at += 1;
    let rowSum = 0;
    let rowSquares = 0;
    for (let place = y * width; place < (y + 1) * width; place += 1, at += 1) {
      const value = pixels[place] ?? 0;
      rowSum += value;
      rowSquares += value * value;
      values[at] = rowSum + (values[at - stride] ?? 0);
      squares[at] = rowSquares + (squares[at - stride] ?? 0);
    }
  }
  return { width, height, from, until, top, values, squares };
};

/** Sum of the square that reaches `half` to every side of a corner between pixels. */
const boxSum = (table: Int32Array, stride: number, at: number, half: number): number => {
  const top = at - half * stride;
  const bottom = at + half * stride;
  return (
    (table[bottom + half] ?? 0) -
    (table[bottom - half] ?? 0) -
    (table[top + half] ?? 0) +
    (table[top - half] ?? 0)
  );
};

const varianceMin = 12;

/** One size. The pattern's correlation with the picture is a sum of four nested squares. */
const collectAt = (band: Band, module: number, found: Finder[]): void => {
  const { width, height, values, squares, spanAt, top } = band;
  const stride = width + 1;
  const half = (modules: number) => Math.max(1, Math.round(modules * module));
  const [core, ring, body, outer] = [half(1.5), half(2.5), half(3.5), half(4.5)];
  const area = 4 * outer * outer;
  // The pattern's own mean: core and body count 1, the rings between and around them -1.
  const bias = (8 * (core * core - ring * ring + body * body)) / area - 1;
  const spread = Math.sqrt(1 - bias * bias);
  const contrastMin = likenessMin * spread * Math.sqrt(varianceMin) * area;
  const step = Math.max(1, Math.round(0.6 * module));
  const below = Math.min(band.until, height - outer + 1);
  for (let y = outer + step * Math.max(0, Math.ceil((band.from - outer) / step)); y < below; y += step) {
    const [from, until] = spanAt(y);
    const end = Math.min(until, width - outer + 1);
    for (let x = outer + step * Math.max(0, Math.ceil((from - outer) / step)); x < end; x += step) {
      const at = (y - top) * stride + x;
      const total = boxSum(values, stride, at, outer);
      const inner =
        boxSum(values, stride, at, core) -
        boxSum(values, stride, at, ring) +
        boxSum(values, stride, at, body);
      const contrast = 2 * inner - total - bias * total;
      if (contrast < contrastMin && contrast > -contrastMin) continue;
      const mean = total / area;
      const variance = (boxSum(squares, stride, at, outer) >>> 0) / area - mean * mean;
      const likeness = contrast / area / (spread * Math.sqrt(Math.max(variance, varianceMin)));
      if (Math.abs(likeness) < likenessMin) continue;
      found.push({ x, y, module, likeness: Math.abs(likeness), isInverted: likeness > 0 });
    }
  }
};

const heldMax = 4_096;

const best = (found: readonly Finder[]): readonly Finder[] =>
  found.toSorted((a, b) => b.likeness - a.likeness);

/** Drops what lies within a better one, of either sign and of any size. */
const strongest = (found: readonly Finder[]): readonly Finder[] => {
  const kept: Finder[] = [];
  for (const finder of best(found)) {
    const isNew = kept.every(
      ({ x, y, module, isInverted }) =>
        isInverted !== finder.isInverted ||
        Math.hypot(x - finder.x, y - finder.y) > 3 * Math.max(module, finder.module),
    );
    if (isNew) kept.push(finder);
    if (kept.length === countMax) break;
  }
  return kept;
};
