import { type Blur, blurred } from "./blur.ts";
import { estimateBlur } from "./estimate-blur.ts";
import { lightOver } from "./light.ts";
import { type Cooling, settle } from "./mean-field.ts";

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

/** How often the light, the modules and the blur are estimated. */
const rounds = 6;

/**
 * Undoes a blur between modules: alternately estimates the light (local contrast and brightness), the modules
 * (mean field: each module given the others' present estimate) and the blur (least squares). Modules that every
 * symbol has are given in `known` and stay. `wide` is the grid's side with its rim of one light module.
 */
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

/** The first rounds must find their way, the others mend. */
const cautious: Cooling = { sweeps: 40, heat: 20 };
const swift: Cooling = { sweeps: 16, heat: 5 };

/** Variance of what the estimate leaves unexplained, falling from a cautious start. */
const noiseOf = (level: Float64Array, seen: Float64Array, round: number): number => {
  if (round === 0) return 0.03;
  const sum = level.reduce((total, value, at) => total + (value - (seen[at] ?? 0)) ** 2, 0);
  return Math.min(0.3, Math.max(0.004, sum / level.length));
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
