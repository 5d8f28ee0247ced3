/**
 * The light over each place: the line that best takes blurred modules to the samples within six modules, its slope
 * held near the whole picture's.
 */
export const lightOver = (samples: Float32Array, seen: Float64Array, wide: number, isFirst: boolean) => {
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
