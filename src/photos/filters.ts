import type { GreyPicture } from "./grey-picture.ts";

/** The picture at most `side` pixels a side, by averaging; itself when it is no larger. */
export const reduced = (grey: GreyPicture, side: number): GreyPicture => {
  const scale = Math.max(grey.width, grey.height) / side;
  if (scale <= 1) return grey;
  const [width, height] = [Math.round(grey.width / scale), Math.round(grey.height / scale)];
  const narrow = averagedRows(grey.pixels, grey.width, grey.height, width);
  const upright = transposed(narrow, width, grey.height);
  return {
    pixels: transposed(averagedRows(upright, grey.height, width, height), height, width),
    width,
    height,
  };
};

/** Each row brought from `from` to `to` values, every new one the mean of what it covers. */
const averagedRows = (
  pixels: Uint8Array,
  from: number,
  rows: number,
  to: number,
): Uint8Array<ArrayBuffer> => {
  const result = new Uint8Array(to * rows);
  const scale = from / to;
  for (let x = 0; x < to; x += 1) {
    const [left, right] = [x * scale, Math.min(from, (x + 1) * scale)];
    const [first, last] = [Math.floor(left), Math.min(from - 1, Math.ceil(right) - 1)];
    const [firstPart, lastPart] = [first + 1 - left, right - last];
    for (let y = 0; y < rows; y += 1) {
      const row = y * from;
      let sum = (pixels[row + first] ?? 0) * firstPart + (pixels[row + last] ?? 0) * lastPart;
      for (let at = first + 1; at < last; at += 1) sum += pixels[row + at] ?? 0;
      result[y * to + x] = sum / (right - left) + 0.5;
    }
  }
  return result;
};

const transposed = (pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> => {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) result[x * height + y] = pixels[y * width + x] ?? 0;
  return result;
};

/** Every pixel pushed away from the mean of its surroundings: `pixel + strength * (pixel - mean)`. */
export const unsharp = (grey: GreyPicture, reach: number, strength: number): GreyPicture => {
  const mean = boxMean(boxMean(grey, reach), reach).pixels;
  const pixels = grey.pixels.map((pixel, at) => {
    const pushed = pixel + strength * (pixel - (mean[at] ?? 0));
    return pushed < 0 ? 0 : pushed > 255 ? 255 : pushed;
  });
  return { ...grey, pixels };
};

/** Mean of the square that reaches so many pixels to every side, by running sums. */
const boxMean = ({ pixels, width, height }: GreyPicture, reach: number): GreyPicture => {
  const once = meanRows(pixels, width, height, reach);
  const twice = meanRows(transposed(once, width, height), height, width, reach);
  return { pixels: transposed(twice, height, width), width, height };
};

const meanRows = (
  pixels: Uint8Array,
  width: number,
  height: number,
  reach: number,
): Uint8Array<ArrayBuffer> => {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let [sum, count] = [0, 0];
    for (let x = 0; x < Math.min(reach, width); x += 1) {
      sum += pixels[row + x] ?? 0;
      count += 1;
    }
    for (let x = 0; x < width; x += 1) {
      if (x + reach < width) {
        sum += pixels[row + x + reach] ?? 0;
        count += 1;
      }
      if (x > reach) {
        sum -= pixels[row + x - reach - 1] ?? 0;
        count -= 1;
      }
      result[row + x] = sum / count + 0.5;
    }
  }
  return result;
};
