/** A grey picture under way: 0 black to 255 white, not yet rounded, in rows. */
export type Canvas = { readonly values: Float32Array; readonly width: number; readonly height: number };

export const blankCanvas = (width: number, height: number, value: number): Canvas => ({
  values: new Float32Array(width * height).fill(value),
  width,
  height,
});

/** Every value changed by where it lies; columns and rows from 0 to 1. */
export const shaded = (canvas: Canvas, shade: (value: number, u: number, v: number) => number): Canvas => {
  const { values, width, height } = canvas;
  return {
    ...canvas,
    values: values.map((value, at) => shade(value, (at % width) / width, at / width / height)),
  };
};

/** A round blur of so many pixels' standard deviation. */
export const softened = (canvas: Canvas, sigma: number): Canvas => {
  if (sigma <= 0.05) return canvas;
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)),
  );
  const line = weights.map((weight, at) => ({ dx: at - reach, dy: 0, weight }));
  return folded(
    folded(canvas, line),
    line.map(({ dx, weight }) => ({ dx: 0, dy: dx, weight })),
  );
};

/** What a camera does that moves by so many pixels in a direction, in radians. */
export const smeared = (canvas: Canvas, pixels: number, direction: number): Canvas => {
  if (pixels < 0.5) return canvas;
  const count = Math.max(3, Math.ceil(2 * pixels));
  const places = Array.from({ length: count }, (_, at) => {
    const along = pixels * (at / (count - 1) - 0.5);
    return {
      dx: Math.round(along * Math.cos(direction)),
      dy: Math.round(along * Math.sin(direction)),
      weight: 1,
    };
  });
  return folded(canvas, places);
};

type Tap = { readonly dx: number; readonly dy: number; readonly weight: number };

const folded = ({ values, width, height }: Canvas, taps: readonly Tap[]): Canvas => {
  const total = taps.reduce((sum, { weight }) => sum + weight, 0);
  const result = new Float32Array(values.length);
  for (const { dx, dy, weight } of taps) {
    const share = weight / total;
    for (let y = 0; y < height; y += 1) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
      for (let x = 0; x < width; x += 1) {
        const column = Math.min(width - 1, Math.max(0, x + dx));
        result[y * width + x] = (result[y * width + x] ?? 0) + share * (values[row + column] ?? 0);
      }
    }
  }
  return { values: result, width, height };
};

/** Rounded and cut to bytes. */
export const bytesOf = ({ values }: Canvas): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(values, (value) => Math.max(0, Math.min(255, Math.round(value))));
