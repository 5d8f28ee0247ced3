import type { GreyPicture } from "./grey-picture.ts";
import { reused } from "./reused.ts";

/** The picture at most `side` pixels a side, by averaging; itself when it is no larger. */
export const reduced = (grey: GreyPicture, side: number): GreyPicture => {
  const scale = Math.max(grey.width, grey.height) / side;
  if (scale <= 1) return grey;
  const [width, height] = [Math.round(grey.width / scale), Math.round(grey.height / scale)];
  return { pixels: shortened(narrowed(grey, width), width, grey.height, height), width, height };
};

/** What each of `to` values covers of `from`: the first and the last, and how much of these. */
const spansOf = (from: number, to: number) => {
  const scale = from / to;
  return Array.from({ length: to }, (_, at) => {
    const [start, end] = [at * scale, Math.min(from, (at + 1) * scale)];
    const [first, last] = [Math.floor(start), Math.min(from - 1, Math.ceil(end) - 1)];
    return { first, last, firstPart: first + 1 - start, lastPart: end - last, length: end - start };
  });
};

const narrowFor = reused((length) => new Uint8Array(length));

/** Each row brought to `to` values, every new one the mean of what it covers. */
const narrowed = ({ pixels, width, height }: GreyPicture, to: number): Uint8Array => {
  const result = narrowFor(to * height);
  const spans = spansOf(width, to);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let place = y * to;
    for (const { first, last, firstPart, lastPart, length } of spans) {
      let sum = (pixels[row + first] ?? 0) * firstPart + (pixels[row + last] ?? 0) * lastPart;
      for (let at = first + 1; at < last; at += 1) sum += pixels[row + at] ?? 0;
      result[place++] = sum / length + 0.5;
    }
  }
  return result;
};

/** The same for columns. */
const shortened = (
  pixels: Uint8Array,
  width: number,
  height: number,
  to: number,
): Uint8Array<ArrayBuffer> => {
  const result = new Uint8Array(width * to);
  const sums = new Float64Array(width);
  spansOf(height, to).forEach(({ first, last, firstPart, lastPart, length }, y) => {
    sums.fill(0);
    for (let at = first; at <= last; at += 1) {
      const part = at === first ? firstPart : at === last ? lastPart : 1;
      for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + part * (pixels[at * width + x] ?? 0);
    }
    for (let x = 0; x < width; x += 1) result[y * width + x] = (sums[x] ?? 0) / length + 0.5;
  });
  return result;
};
