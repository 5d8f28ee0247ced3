import sharp from "sharp";
import type { GreyPicture } from "../grey-picture.ts";
import type { Models } from "./models.ts";
import type { Box, Mark, PrintedLine } from "./printed-line.ts";
import { shapesOf, unseen } from "./shapes.ts";

/** Reads one line of text. */
export const readLineAt = async (
  picture: GreyPicture,
  box: Box,
  { readLine, alphabet }: Models,
): Promise<PrintedLine> => {
  const across = acrossOf(box);
  const strip = await stripOf(picture, box, across, lineHeight);
  const { values, shape } = await readLine(asInput(strip), [1, 3, lineHeight, across]);
  const [, steps = 0, classes = 0] = shape;
  const places = placesOf(values, steps, classes);
  const size = { width: across * finer, height: lineHeight * finer };
  const shapes = shapesOf(
    places.map(({ best, first, last }) => ({
      character: alphabet[best] ?? "",
      middle: ((first + last + 1) / 2) * (size.width / steps),
    })),
    { pixels: await stripOf(picture, box, size.width, size.height), ...size },
    size.height / (box.bottom - box.top),
  );
  const marks = places.map(
    (place, at): Mark => ({
      character: alphabet[place.best] ?? "",
      certainty: place.certainty,
      runnerUp: alphabet[place.runnerUp] ?? "",
      ...(shapes[at] ?? unseen),
    }),
  );
  return { marks, box };
};

const acrossOf = ({ left, top, right, bottom }: Box): number => {
  const stretched = Math.round((lineHeight * (right - left)) / (bottom - top) / 8) * 8;
  return Math.max(lineHeight, Math.min(widthMax, stretched));
};

/** The pixels of a line, in another size. */
const stripOf = (picture: GreyPicture, box: Box, width: number, height: number) =>
  sharp(picture.pixels, { raw: { width: picture.width, height: picture.height, channels: 1 } })
    .extract({ left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .extractChannel(0)
    .raw()
    .toBuffer();

/** Shapes are measured in so many times the size that is read: I is lower than l by less than a pixel of it. */
const finer = 2;
/** What the network was trained on. */
const lineHeight = 48;
/** A line so long is cut short in its letters' width, not in its letters. */
const widthMax = 1_600;

const asInput = (strip: Uint8Array): Float32Array => {
  const input = new Float32Array(3 * strip.length);
  for (let at = 0; at < strip.length; at += 1) {
    const value = (strip[at] ?? 0) / 127.5 - 1;
    input[at] = value;
    input[at + strip.length] = value;
    input[at + 2 * strip.length] = value;
  }
  return input;
};

type CharacterPlace = { first: number; last: number; best: number; certainty: number; runnerUp: number };

/** The most likely class of each step; steps in a row of one class are one character, class 0 is none. */
const placesOf = (values: Float32Array, steps: number, classes: number): readonly CharacterPlace[] => {
  const places: CharacterPlace[] = [];
  let before = 0;
  for (let step = 0; step < steps; step += 1) {
    const [best, runnerUp] = twoBest(values.subarray(step * classes, (step + 1) * classes));
    const certainty = values[step * classes + best] ?? 0;
    const current = places.at(-1);
    if (best !== 0 && best === before && current !== undefined) {
      current.last = step;
      if (certainty > current.certainty) Object.assign(current, { certainty, runnerUp });
    } else if (best !== 0) {
      places.push({ first: step, last: step, best, certainty, runnerUp });
    }
    before = best;
  }
  return places;
};

const twoBest = (values: Float32Array): readonly [number, number] => {
  let best = 0;
  let runnerUp = 0;
  for (let at = 1; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value > (values[best] ?? 0)) {
      runnerUp = best;
      best = at;
    } else if (runnerUp === best || value > (values[runnerUp] ?? 0)) {
      runnerUp = at;
    }
  }
  return [best, runnerUp];
};
