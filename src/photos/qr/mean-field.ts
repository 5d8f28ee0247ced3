import { type Blur, blurred } from "./blur.ts";

/** How often all modules are gone through, while the variance falls to the noise from so many times it. */
export type Cooling = { readonly sweeps: number; readonly heat: number };

export type Settled = { readonly modules: Float64Array; readonly ratios: Float64Array };

/**
 * Mean field: every module's expectation given all others, in turn, while the noise falls to its own level. `level` is
 * what is seen, in even light; modules with a `known` value stay.
 */
export const settle = (
  level: Float64Array,
  known: Float64Array,
  before: Float64Array,
  wide: number,
  blur: Blur,
  noise: number,
  { sweeps, heat }: Cooling,
): Settled => {
  const energy = blur.taps.reduce((total, tap) => total + tap * tap, 0);
  const modules = before.slice();
  const ratios = new Float64Array(known.length);
  const rest = blurred(modules, wide, blur).map((value, at) => (level[at] ?? 0) - value);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const variance = noise * heat ** (1 - sweep / (sweeps - 1));
    for (let at = 0; at < known.length; at += 1) {
      if (known[at] !== 0) continue;
      const value = modules[at] ?? 0;
      const ratio = (2 * (energy * value + matchAt(rest, at, wide, blur))) / variance;
      ratios[at] = ratio;
      const next = 0.3 * value + 0.7 * Math.tanh(ratio / 2);
      if (Math.abs(next - value) < 1e-4) continue;
      modules[at] = next;
      takeFrom(rest, at, wide, blur, next - value);
    }
  }
  return { modules, ratios };
};

/** How much of what is left unexplained has the shape of this module's blur. */
const matchAt = (rest: Float64Array, at: number, wide: number, { radius, taps }: Blur): number => {
  const [x, y] = [at % wide, Math.floor(at / wide)];
  const side = 2 * radius + 1;
  let match = 0;
  for (let row = Math.max(0, y - radius); row <= Math.min(wide - 1, y + radius); row += 1)
    for (let column = Math.max(0, x - radius); column <= Math.min(wide - 1, x + radius); column += 1)
      match +=
        (taps[(radius - row + y) * side + radius - column + x] ?? 0) * (rest[row * wide + column] ?? 0);
  return match;
};

const takeFrom = (
  rest: Float64Array,
  at: number,
  wide: number,
  { radius, taps }: Blur,
  change: number,
): void => {
  const [x, y] = [at % wide, Math.floor(at / wide)];
  const side = 2 * radius + 1;
  for (let row = Math.max(0, y - radius); row <= Math.min(wide - 1, y + radius); row += 1)
    for (let column = Math.max(0, x - radius); column <= Math.min(wide - 1, x + radius); column += 1) {
      const place = row * wide + column;
      rest[place] =
        (rest[place] ?? 0) - (taps[(radius - row + y) * side + radius - column + x] ?? 0) * change;
    }
};
