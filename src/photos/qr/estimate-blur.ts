import type { Blur } from "./blur.ts";

/** Taps that best explain the samples by the modules, held near the present ones. */
export const estimateBlur = (
  level: Float64Array,
  modules: Float64Array,
  wide: number,
  present: Blur,
): Blur => {
  const { radius, taps } = present;
  const hold = 0.02 * level.length;
  const { matrix, right } = normalEquations(level, modules, wide, radius);
  matrix.forEach((line, i) => {
    line[i] = (line[i] ?? 0) + hold;
    right[i] = (right[i] ?? 0) + hold * (taps[i] ?? 0);
  });
  return { radius, taps: solveSymmetric(matrix, right) };
};

/** Of all places: the products of the modules around one with each other, and with what is seen there. */
const normalEquations = (level: Float64Array, modules: Float64Array, wide: number, radius: number) => {
  const side = 2 * radius + 1;
  const count = side * side;
  const matrix = Array.from({ length: count }, () => new Float64Array(count));
  const right = new Float64Array(count);
  const around = new Float64Array(count);
  for (let at = 0; at < level.length; at += 1) {
    for (let tap = 0; tap < count; tap += 1) {
      const row = Math.floor(at / wide) + Math.floor(tap / side) - radius;
      const column = (at % wide) + (tap % side) - radius;
      const isInside = row >= 0 && column >= 0 && row < wide && column < wide;
      around[tap] = isInside ? (modules[row * wide + column] ?? 0) : -1;
    }
    const value = level[at] ?? 0;
    matrix.forEach((line, i) => {
      const factor = around[i] ?? 0;
      right[i] = (right[i] ?? 0) + factor * value;
      for (let j = 0; j <= i; j += 1) line[j] = (line[j] ?? 0) + factor * (around[j] ?? 0);
    });
  }
  return { matrix, right };
};

/** Cholesky; the matrix holds its lower half and is overwritten. */
const solveSymmetric = (matrix: readonly Float64Array[], right: Float64Array): Float64Array => {
  const count = right.length;
  const solution = right.slice();
  const cell = (i: number, j: number): number => matrix[i]?.[j] ?? 0;
  for (let i = 0; i < count; i += 1) {
    const line = matrix[i];
    if (line === undefined) continue;
    for (let j = 0; j <= i; j += 1) {
      let sum = line[j] ?? 0;
      for (let k = 0; k < j; k += 1) sum -= (line[k] ?? 0) * cell(j, k);
      line[j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / cell(j, j);
    }
  }
  for (let i = 0; i < count; i += 1) {
    let sum = solution[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= cell(i, k) * (solution[k] ?? 0);
    solution[i] = sum / cell(i, i);
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    let sum = solution[i] ?? 0;
    for (let k = i + 1; k < count; k += 1) sum -= cell(k, i) * (solution[k] ?? 0);
    solution[i] = sum / cell(i, i);
  }
  return solution;
};
