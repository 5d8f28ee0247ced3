import type { Point } from "../grey-picture.ts";
import { type Quad, squareToQuad } from "./homography.ts";
import { type Grid, type Patch, sampleAt } from "./patch.ts";

/** What is expected at places of the symbol, in modules from its top left; correlated, so any scale will do. */
export type Expectation = {
  readonly columns: Float32Array;
  readonly rows: Float32Array;
  readonly values: Float32Array;
};

export type Fit = { readonly grid: Grid; readonly likeness: number };

/**
 * Moves the corners (and, if `canBend`, the sheet's middle) until what lies under the grid agrees best with
 * what is expected. Steps are in pixels of the patch, from `stepMax` down by halves to `stepMin`.
 */
export const fitGrid = (
  patch: Patch,
  start: Grid,
  size: number,
  expected: Expectation,
  { stepMax, stepMin, canBend }: { stepMax: number; stepMin: number; canBend: boolean },
): Fit => {
  const places = start.quad.flatMap(({ x, y }) => [x, y]);
  const values = [...places, ...start.bend];
  const moduleSize = Math.hypot(start.quad[1].x - start.quad[0].x, start.quad[1].y - start.quad[0].y) / size;
  const count = canBend ? 10 : 8;
  let best = likenessOf(patch, gridOf(values), size, expected);
  for (let step = stepMax; step >= stepMin; step /= 2) {
    for (let hasImproved = true, round = 0; hasImproved && round < 12; round += 1) {
      hasImproved = false;
      for (let at = 0; at < count; at += 1) {
        for (const sign of [1, -1]) {
          const previous = values[at] ?? 0;
          values[at] = previous + (at < 8 ? sign * step : (sign * step) / moduleSize);
          const likeness = likenessOf(patch, gridOf(values), size, expected);
          if (likeness > best + 1e-5) {
            best = likeness;
            hasImproved = true;
            break;
          }
          values[at] = previous;
        }
      }
    }
  }
  return { grid: gridOf(values), likeness: best };
};

const gridOf = (values: readonly number[]): Grid => {
  const point = (at: number): Point => ({ x: values[at] ?? 0, y: values[at + 1] ?? 0 });
  const quad: Quad = [point(0), point(2), point(4), point(6)];
  return { quad, bend: [values[8] ?? 0, values[9] ?? 0] };
};

/** Correlation of the expected values with the patch, -1 to 1. */
export const likenessOf = (
  patch: Patch,
  grid: Grid,
  size: number,
  { columns, rows, values }: Expectation,
): number => {
  const map = squareToQuad(grid.quad);
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const a = sampleAt(patch, map, grid, size, columns[at] ?? 0, rows[at] ?? 0);
    const b = values[at] ?? 0;
    sumA += a;
    sumB += b;
    squaresA += a * a;
    squaresB += b * b;
    products += a * b;
  }
  const count = values.length;
  const spread = (squaresA - (sumA * sumA) / count) * (squaresB - (sumB * sumB) / count);
  return spread > 0 ? (products - (sumA * sumB) / count) / Math.sqrt(spread) : -1;
};
