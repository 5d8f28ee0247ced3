import type { GreyPicture, Point } from "../grey-picture.ts";

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
  { moduleMin = 2.2, moduleMax = 24, likenessMin = 0.42, countMax = 48 } = {},
): readonly Finder[] => {
  const sums = sumUp(grey);
  const found: Finder[] = [];
  for (let module = moduleMin; module <= moduleMax; module *= 1.17) {
    if (9 * module > Math.min(grey.width, grey.height)) break;
    collectAt(sums, module, likenessMin, found);
  }
  return strongest(found, countMax);
};

type Sums = {
  readonly width: number;
  readonly height: number;
  /** Sums over everything above and to the left, one row and column larger than the picture. */
  readonly values: Float64Array;
  readonly squares: Float64Array;
};

const sumUp = ({ pixels, width, height }: GreyPicture): Sums => {
  const stride = width + 1;
  const values = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let rowSum = 0;
    let rowSquares = 0;
    for (let x = 0; x < width; x += 1) {
      const value = pixels[y * width + x] ?? 0;
      rowSum += value;
      rowSquares += value * value;
      const at = (y + 1) * stride + x + 1;
      values[at] = rowSum + (values[at - stride] ?? 0);
      squares[at] = rowSquares + (squares[at - stride] ?? 0);
    }
  }
  return { width, height, values, squares };
};

/** Weights of the nested squares' sums: +1 -1 +1 -1 from the middle outwards, written as differences. */
const collectAt = (sums: Sums, module: number, likenessMin: number, found: Finder[]): void => {
  const { width, height, values, squares } = sums;
  const stride = width + 1;
  const halves = [1.5, 2.5, 3.5, 4.5].map((modules) => Math.max(1, Math.round(modules * module)));
  const [core = 0, ring = 0, body = 0, outer = 0] = halves;
  const areas = halves.map((half) => (2 * half) ** 2);
  const [coreArea = 0, ringArea = 0, bodyArea = 0, area = 1] = areas;
  // The pattern's own sum: dark core and body count 1, light rings -1.
  const bias = (coreArea - (ringArea - coreArea) + (bodyArea - ringArea) - (area - bodyArea)) / area;
  const spread = Math.sqrt(1 - bias * bias);
  const step = Math.max(1, Math.floor(module / 2));
  const box = (table: Float64Array, x: number, y: number, half: number): number => {
    const top = (y - half) * stride + x;
    const bottom = (y + half) * stride + x;
    return (
      (table[bottom + half] ?? 0) -
      (table[bottom - half] ?? 0) -
      (table[top + half] ?? 0) +
      (table[top - half] ?? 0)
    );
  };
  for (let y = outer; y <= height - outer; y += step) {
    for (let x = outer; x <= width - outer; x += step) {
      const total = box(values, x, y, outer);
      const mean = total / area;
      const variance = box(squares, x, y, outer) / area - mean * mean;
      if (variance < 12) continue;
      const signed =
        2 * box(values, x, y, core) - 2 * box(values, x, y, ring) + 2 * box(values, x, y, body) - total;
      const likeness = (signed / area - bias * mean) / (spread * Math.sqrt(variance));
      if (Math.abs(likeness) < likenessMin) continue;
      found.push({ x, y, module, likeness: Math.abs(likeness), isInverted: likeness > 0 });
    }
  }
};

/** Drops what lies within a better one, of either sign and of any size. */
const strongest = (found: Finder[], countMax: number): readonly Finder[] => {
  const kept: Finder[] = [];
  for (const finder of found.sort((a, b) => b.likeness - a.likeness)) {
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
