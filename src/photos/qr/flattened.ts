import type { Patch } from "./patch.ts";

/** Each value against the mean and spread of the square that reaches so many pixels to every side. */
export const flattened = (patch: Patch, reach: number): Patch => {
  const { values, width, height } = patch;
  const stride = width + 1;
  const sums = runningSums(patch, (value) => value);
  const squares = runningSums(patch, (value) => value * value);
  const flat = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach) * stride, Math.min(height, y + reach + 1) * stride];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const area = ((right - left) * (bottom - top)) / stride;
      const mean = boxOf(sums, top, bottom, left, right) / area;
      const variance = boxOf(squares, top, bottom, left, right) / area - mean * mean;
      flat[y * width + x] =
        ((values[y * width + x] ?? 0) - mean) / Math.sqrt(Math.max(variance, varianceMin));
    }
  }
  return { values: flat, width, height };
};

/** Noise on an even ground is not blown up. */
const varianceMin = 9;

/** Over everything above and to the left; one row and column larger than the patch. */
const runningSums = ({ values, width, height }: Patch, of: (value: number) => number): Float64Array => {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += of(values[y * width + x] ?? 0);
      const at = (y + 1) * stride + x + 1;
      sums[at] = row + (sums[at - stride] ?? 0);
    }
  }
  return sums;
};

const boxOf = (sums: Float64Array, top: number, bottom: number, left: number, right: number): number =>
  (sums[bottom + right] ?? 0) -
  (sums[bottom + left] ?? 0) -
  (sums[top + right] ?? 0) +
  (sums[top + left] ?? 0);
