/** Taps of a blur on the grid of modules, (2·radius+1) a side, in rows. */
export type Blur = { readonly radius: number; readonly taps: Float64Array };

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
