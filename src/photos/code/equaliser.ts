/** Taps of a blur on the grid of modules, (2·radius+1) a side, in rows. */
export type Blur = { readonly radius: number; readonly taps: Float64Array };

/** A symbol as estimated: per place of the wide grid -1 light to 1 dark, and how sure (log-likelihood ratio). */
export type Estimate = {
  readonly modules: Float64Array;
  readonly ratios: Float64Array;
  readonly blur: Blur;
  /** What it would look like, blurred and in the samples' own light. */
  readonly seen: Float64Array;
  /** Correlation of that with the samples. */
  readonly likeness: number;
};

/** A round blur of so many modules' standard deviation. */
export const roundBlur = (sigma: number, radius: number): Blur => {
  const side = 2 * radius + 1;
  const line = Array.from({ length: side }, (_, at) => bell((at - radius) / sigma));
  const sum = line.reduce((total, value) => total + value, 0);
  const taps = Float64Array.from({ length: side * side }, (_, at) => {
    const [row = 0, column = 0] = [line[Math.floor(at / side)], line[at % side]];
    return (row * column) / (sum * sum);
  });
  return { radius, taps };
};

const bell = (x: number): number => Math.exp((-x * x) / 2);

/**
 * Undoes a blur between modules: alternately estimates the light (local contrast and brightness), the modules
 * (mean field: each module given the others' present estimate) and the blur (least squares). Modules that every
 * symbol has are given in `known` and stay. `wide` is the grid's side with its rim of one light module.
 */
const rounds = 6;

export const equalise = (samples: Float32Array, known: Float64Array, wide: number, start: Blur): Estimate => {
  let blur = start;
  let light: Float32Array = samples;
  let modules: Float64Array = known.slice();
  let ratios: Float64Array = new Float64Array(known.length);
  for (let round = 0; ; round += 1) {
    const blank = blurred(modules, wide, blur);
    const { base, slope } = lightOver(light, blank, wide, round === 0);
    const level = Float64Array.from(light, (sample, at) => (sample - (base[at] ?? 0)) / (slope[at] ?? 1));
    const noise = noiseOf(level, blank, round);
    ({ modules, ratios } = settle(level, known, modules, wide, blur, noise, round < 2 ? cautious : swift));
    const soft = blurred(modules, wide, blur);
    const seen = soft.map((value, at) => (base[at] ?? 0) + (slope[at] ?? 1) * value);
    if (round === rounds - 1) return { modules, ratios, blur, seen, likeness: correlation(level, soft) };
    if (round > 0) blur = estimateBlur(level, modules, wide, blur);
    light = unclipped(samples, seen);
  }
};

/** What is as bright as can be was brighter still, if that is what the rest lets expect. */
const unclipped = (samples: Float32Array, seen: Float64Array): Float32Array =>
  samples.map((sample, at) => {
    const expected = seen[at] ?? 0;
    return Math.abs(sample) >= clipped && expected * sample > sample * sample ? expected : sample;
  });

const clipped = 251;

/** Beyond the rim all is light. */
export const blurred = (modules: Float64Array, wide: number, { radius, taps }: Blur): Float64Array => {
  const side = 2 * radius + 1;
  const result = new Float64Array(modules.length);
  for (let y = 0; y < wide; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      let sum = 0;
      for (let dy = -radius; dy <= radius; dy += 1) {
        const row = y + dy;
        for (let dx = -radius; dx <= radius; dx += 1) {
          const column = x + dx;
          const isInside = row >= 0 && column >= 0 && row < wide && column < wide;
          const value = isInside ? (modules[row * wide + column] ?? 0) : -1;
          sum += (taps[(dy + radius) * side + dx + radius] ?? 0) * value;
        }
      }
      result[y * wide + x] = sum;
    }
  }
  return result;
};

/**
 * The light over each place: the line that best takes blurred modules to the samples within six modules, its slope
 * held near the whole picture's.
 */
const lightOver = (samples: Float32Array, seen: Float64Array, wide: number, isFirst: boolean) => {
  const reach = 6;
  const whole = Math.max(lineThrough(samples, seen, wide, 0, 0, wide - 1, wide - 1, 0, 0).slope, 1e-3);
  const hold = isFirst ? 400 : 30;
  const slope = new Float64Array(samples.length);
  const base = new Float64Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    const [x, y] = [at % wide, Math.floor(at / wide)];
    const [left, top] = [Math.max(0, x - reach), Math.max(0, y - reach)];
    const [right, bottom] = [Math.min(wide - 1, x + reach), Math.min(wide - 1, y + reach)];
    const line = lineThrough(samples, seen, wide, left, top, right, bottom, whole, hold);
    slope[at] = Math.max(line.slope, whole / 4);
    base[at] = line.base;
  }
  return { slope, base };
};

const lineThrough = (
  samples: Float32Array,
  seen: Float64Array,
  wide: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
  slopeHeld: number,
  hold: number,
): { slope: number; base: number } => {
  let [count, sumA, sumB, squares, products] = [0, 0, 0, 0, 0];
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const a = seen[y * wide + x] ?? 0;
      const b = samples[y * wide + x] ?? 0;
      count += 1;
      sumA += a;
      sumB += b;
      squares += a * a;
      products += a * b;
    }
  }
  const [meanA, meanB] = [sumA / count, sumB / count];
  const spread = squares - sumA * meanA;
  const slope = (products - sumA * meanB + hold * slopeHeld) / (spread + hold + 1e-9);
  return { slope, base: meanB - slope * meanA };
};

/** Variance of what the estimate leaves unexplained, falling from a cautious start. */
const noiseOf = (level: Float64Array, seen: Float64Array, round: number): number => {
  if (round === 0) return 0.03;
  const sum = level.reduce((total, value, at) => total + (value - (seen[at] ?? 0)) ** 2, 0);
  return Math.min(0.3, Math.max(0.004, sum / level.length));
};

/** How often all modules are gone through, while the variance falls to the noise from so many times it. */
type Cooling = { readonly sweeps: number; readonly heat: number };
const cautious: Cooling = { sweeps: 40, heat: 20 };
const swift: Cooling = { sweeps: 16, heat: 5 };

/** Mean field: every module's expectation given all others, in turn, while the noise falls to its own level. */
const settle = (
  level: Float64Array,
  known: Float64Array,
  before: Float64Array,
  wide: number,
  blur: Blur,
  noise: number,
  { sweeps, heat }: Cooling,
): { modules: Float64Array; ratios: Float64Array } => {
  const { radius, taps } = blur;
  const side = 2 * radius + 1;
  const energy = taps.reduce((total, tap) => total + tap * tap, 0);
  const modules = before.slice();
  const ratios = new Float64Array(known.length);
  const rest = blurred(modules, wide, blur).map((value, at) => (level[at] ?? 0) - value);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const variance = noise * heat ** (1 - sweep / (sweeps - 1));
    for (let y = 0; y < wide; y += 1) {
      for (let x = 0; x < wide; x += 1) {
        const at = y * wide + x;
        const fixed = known[at] ?? 0;
        if (fixed !== 0) continue;
        const value = modules[at] ?? 0;
        let match = energy * value;
        for (let dy = -radius; dy <= radius; dy += 1) {
          const row = y + dy;
          if (row < 0 || row >= wide) continue;
          for (let dx = -radius; dx <= radius; dx += 1) {
            const column = x + dx;
            if (column < 0 || column >= wide) continue;
            match += (taps[(radius - dy) * side + radius - dx] ?? 0) * (rest[row * wide + column] ?? 0);
          }
        }
        const ratio = (2 * match) / variance;
        ratios[at] = ratio;
        const next = 0.3 * value + 0.7 * Math.tanh(ratio / 2);
        const change = next - value;
        if (Math.abs(change) < 1e-4) continue;
        modules[at] = next;
        for (let dy = -radius; dy <= radius; dy += 1) {
          const row = y + dy;
          if (row < 0 || row >= wide) continue;
          for (let dx = -radius; dx <= radius; dx += 1) {
            const column = x + dx;
            if (column < 0 || column >= wide) continue;
            const place = row * wide + column;
            rest[place] = (rest[place] ?? 0) - (taps[(radius - dy) * side + radius - dx] ?? 0) * change;
          }
        }
      }
    }
  }
  return { modules, ratios };
};

/** Taps that best explain the samples by the modules, held near the present ones. */
const estimateBlur = (level: Float64Array, modules: Float64Array, wide: number, present: Blur): Blur => {
  const { radius, taps } = present;
  const side = 2 * radius + 1;
  const count = side * side;
  const hold = 0.02 * level.length;
  const matrix = Array.from({ length: count }, () => new Float64Array(count));
  const right = new Float64Array(count);
  const around = new Float64Array(count);
  for (let y = 0; y < wide; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      for (let tap = 0; tap < count; tap += 1) {
        const [row, column] = [y + Math.floor(tap / side) - radius, x + (tap % side) - radius];
        const isInside = row >= 0 && column >= 0 && row < wide && column < wide;
        around[tap] = isInside ? (modules[row * wide + column] ?? 0) : -1;
      }
      const value = level[y * wide + x] ?? 0;
      for (let i = 0; i < count; i += 1) {
        const line = matrix[i];
        const factor = around[i] ?? 0;
        if (line === undefined) continue;
        right[i] = (right[i] ?? 0) + factor * value;
        for (let j = 0; j <= i; j += 1) line[j] = (line[j] ?? 0) + factor * (around[j] ?? 0);
      }
    }
  }
  for (let i = 0; i < count; i += 1) {
    const line = matrix[i];
    if (line === undefined) continue;
    line[i] = (line[i] ?? 0) + hold;
    right[i] = (right[i] ?? 0) + hold * (taps[i] ?? 0);
  }
  return { radius, taps: solveSymmetric(matrix, right) };
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

/** Likeness of two fields, -1 to 1. */
export const correlation = (a: Float64Array, b: Float64Array): number => {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [left, right] = [a[at] ?? 0, b[at] ?? 0];
    sumA += left;
    sumB += right;
    squaresA += left * left;
    squaresB += right * right;
    products += left * right;
  }
  const spread = (squaresA - (sumA * sumA) / a.length) * (squaresB - (sumB * sumB) / a.length);
  return spread > 0 ? (products - (sumA * sumB) / a.length) / Math.sqrt(spread) : 0;
};
