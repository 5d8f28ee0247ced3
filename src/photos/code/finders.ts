import type { GreyPicture, Point } from "../grey-picture.ts";
import { reused } from "../reused.ts";

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
 * at any size from `moduleMin` to `moduleMax` pixels a module. The squares are upright, which blur and the
 * pattern's own roundness forgive. The best first, at most `countMax`.
 */
export const findFinders = (
  grey: GreyPicture,
  { moduleMin = 2.5, moduleMax = 24, likenessMin = 0.34, countMax = 32 } = {},
): readonly Finder[] => {
  const sums = sumUp(grey);
  const found: Finder[] = [];
  for (let module = moduleMin; module <= moduleMax; module *= 1.2) {
    if (9 * module > Math.min(grey.width, grey.height)) break;
    collectAt(sums, module, likenessMin, found);
    // Noise is full of them: what so many others surpass is no corner of a code.
    if (found.length > heldMax) found.splice(0, found.length, ...best(found).slice(0, heldMax));
  }
  return strongest(found, countMax);
};

/** The same in a picture turned by an eighth, where squares that stood on a corner lie upright. */
export const findTurnedFinders = (grey: GreyPicture): readonly Finder[] => {
  const { turned, back } = turnByEighth(grey);
  return findFinders(turned).map((finder) => ({ ...finder, ...back(finder) }));
};

const turnByEighth = ({ pixels, width, height }: GreyPicture) => {
  const side = Math.ceil((width + height) * Math.SQRT1_2);
  const result = new Uint8Array(side * side).fill(128);
  const [middleX, middleY, middle] = [width / 2, height / 2, side / 2];
  const back = ({ x, y }: Point): Point => ({
    x: middleX + (x - middle + (y - middle)) * Math.SQRT1_2,
    y: middleY + (y - middle - (x - middle)) * Math.SQRT1_2,
  });
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const left = middleX + (x - middle + (y - middle)) * Math.SQRT1_2;
      const top = middleY + (y - middle - (x - middle)) * Math.SQRT1_2;
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const [column, row] = [left | 0, top | 0];
      const [right, down] = [left - column, top - row];
      const at = row * width + column;
      const above = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
      const below = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right;
      result[y * side + x] = above * (1 - down) + below * down;
    }
  }
  return { turned: { pixels: result, width: side, height: side }, back };
};

type Sums = {
  readonly width: number;
  readonly height: number;
  /** Sums over everything above and to the left, one row and column larger than the picture. */
  readonly values: Int32Array;
  /** Their last 32 bits: a square of the sizes looked at has no more. */
  readonly squares: Int32Array;
};

const valuesFor = reused((length) => new Int32Array(length));
const squaresFor = reused((length) => new Int32Array(length));

const sumUp = ({ pixels, width, height }: GreyPicture): Sums => {
  const stride = width + 1;
  const values = valuesFor(stride * (height + 1));
  const squares = squaresFor(stride * (height + 1));
  values.fill(0, 0, stride);
  squares.fill(0, 0, stride);
  for (let y = 0; y < height; y += 1) {
    values[(y + 1) * stride] = 0;
    squares[(y + 1) * stride] = 0;
    let rowSum = 0;
    let rowSquares = 0;
    let at = (y + 1) * stride + 1;
    for (let place = y * width; place < (y + 1) * width; place += 1, at += 1) {
      const value = pixels[place] ?? 0;
      rowSum += value;
      rowSquares += value * value;
      values[at] = rowSum + (values[at - stride] ?? 0);
      squares[at] = rowSquares + (squares[at - stride] ?? 0);
    }
  }
  return { width, height, values, squares };
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
const collectAt = (sums: Sums, module: number, likenessMin: number, found: Finder[]): void => {
  const { width, height, values, squares } = sums;
  const stride = width + 1;
  const half = (modules: number) => Math.max(1, Math.round(modules * module));
  const [core, ring, body, outer] = [half(1.5), half(2.5), half(3.5), half(4.5)];
  const area = 4 * outer * outer;
  // The pattern's own mean: core and body count 1, the rings between and around them -1.
  const bias = (8 * (core * core - ring * ring + body * body)) / area - 1;
  const spread = Math.sqrt(1 - bias * bias);
  const contrastMin = likenessMin * spread * Math.sqrt(varianceMin) * area;
  const step = Math.max(1, Math.round(0.6 * module));
  for (let y = outer; y <= height - outer; y += step) {
    for (let x = outer; x <= width - outer; x += step) {
      const at = y * stride + x;
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
const strongest = (found: readonly Finder[], countMax: number): readonly Finder[] => {
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
