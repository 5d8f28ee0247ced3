import sharp from "sharp";
import type { GreyPicture } from "../grey-picture.ts";
import type { Models } from "./models.ts";
import type { Box } from "./printed-line.ts";

/** Where lines of text stand in a picture, from the top down, and how much they slope: pixels down for one across. */
type TextPlaces = { readonly boxes: readonly Box[]; readonly slope: number };

export const findTextPlaces = async (
  picture: GreyPicture,
  { findText }: Pick<Models, "findText">,
): Promise<TextPlaces> => {
  const scale = Math.min(
    1,
    longestSide / Math.max(picture.width, picture.height),
    Math.sqrt(pixelsMax / (picture.width * picture.height)),
  );
  const width = toStep(picture.width * scale);
  const height = toStep(picture.height * scale);
  const small = await shrink(picture, width, height);
  const { values } = await findText(asInput(small), [1, 3, height, width]);
  const blobs = blobsOf(values, width, height);
  const boxes = blobs
    .map((blob) => grow(blob, picture, picture.width / width, picture.height / height))
    .filter(({ left, top, right, bottom }) => right - left >= 8 && bottom - top >= 8)
    .toSorted((a, b) => a.top - b.top);
  return { boxes, slope: slopeOf(blobs) };
};

/** Smaller text than a messenger leaves on a screenshot is not found at this size, and more costs time. */
const longestSide = 960;

/** The network takes about 110 bytes for each. A photo of three by four is as large as its longest side lets it be. */
const pixelsMax = longestSide * 720;

/** The network halves its input five times. */
const toStep = (pixels: number): number => Math.max(32, Math.round(pixels / 32) * 32);

const shrink = ({ pixels, width: from, height: high }: GreyPicture, width: number, height: number) =>
  sharp(pixels, { raw: { width: from, height: high, channels: 1 } })
    .resize(width, height, { fit: "fill" })
    .extractChannel(0)
    .raw()
    .toBuffer();

/** The same grey in three colours, each scaled as in the network's training. */
const asInput = (grey: Uint8Array): Float32Array => {
  const input = new Float32Array(3 * grey.length);
  for (const [colour, [mean, deviation]] of trained.entries()) {
    const start = colour * grey.length;
    for (let at = 0; at < grey.length; at += 1)
      input[start + at] = ((grey[at] ?? 0) / 255 - mean) / deviation;
  }
  return input;
};

const trained = [
  [0.485, 0.229],
  [0.456, 0.224],
  [0.406, 0.225],
] as const;

/** Connected pixels that the network takes for text, as boxes in its own pixels. */
const blobsOf = (values: Float32Array, width: number, height: number): readonly Blob[] => {
  const seen = new Uint8Array(values.length);
  const blobs: Blob[] = [];
  for (let start = 0; start < values.length && blobs.length < placesMax; start += 1) {
    if (seen[start] === 1 || (values[start] ?? 0) < inkFrom) continue;
    const blob = fill(values, seen, start, width, height);
    if (blob.size >= 20 && blob.sum / blob.size >= 0.5 && blob.bottom - blob.top >= 3) blobs.push(blob);
  }
  return blobs;
};

const inkFrom = 0.3;
/** More than are read at most. */
const placesMax = 90;

type Blob = Box & {
  readonly size: number;
  readonly sum: number;
  /** Sums over the pixels' columns and rows, for the slope. */
  readonly columns: number;
  readonly rows: number;
  readonly squares: number;
  readonly products: number;
};

/** The middle one of the long lines' slopes: the straight line of least squares through each. */
const slopeOf = (blobs: readonly Blob[]): number => {
  const slopes = blobs
    .filter(({ left, top, right, bottom }) => right - left >= 8 * (bottom - top) || right - left >= 120)
    .map(({ size, columns, rows, squares, products }) => {
      const spread = squares - (columns * columns) / size;
      return (products - (columns * rows) / size) / spread;
    })
    .toSorted((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
};

const fill = (values: Float32Array, seen: Uint8Array, start: number, width: number, height: number): Blob => {
  const stack = [start];
  seen[start] = 1;
  const blob = { left: width, top: height, right: 0, bottom: 0, size: 0, sum: 0, ...noSums };
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [column, row] = [at % width, Math.floor(at / width)];
    blob.left = Math.min(blob.left, column);
    blob.right = Math.max(blob.right, column + 1);
    blob.top = Math.min(blob.top, row);
    blob.bottom = Math.max(blob.bottom, row + 1);
    blob.size += 1;
    blob.sum += values[at] ?? 0;
    blob.columns += column;
    blob.rows += row;
    blob.squares += column * column;
    blob.products += column * row;
    const next = [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width];
    for (const neighbour of next) {
      if ((values[neighbour] ?? 0) < inkFrom || seen[neighbour] !== 0) continue;
      seen[neighbour] = 1;
      stack.push(neighbour);
    }
  }
  return blob;
};

const noSums = { columns: 0, rows: 0, squares: 0, products: 0 };

/** The network marks the middle of a line only: its box grows by as much as in the training (unclip 1.6). */
const grow = (blob: Box, picture: GreyPicture, across: number, down: number): Box => {
  const [width, height] = [blob.right - blob.left, blob.bottom - blob.top];
  const by = (width * height * 1.6) / (2 * (width + height));
  return {
    left: Math.max(0, Math.floor((blob.left - by) * across)),
    top: Math.max(0, Math.floor((blob.top - by) * down)),
    right: Math.min(picture.width, Math.ceil((blob.right + by) * across)),
    bottom: Math.min(picture.height, Math.ceil((blob.bottom + by) * down)),
  };
};
