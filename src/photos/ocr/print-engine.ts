import sharp from "sharp";
import type { GreyPicture } from "../grey-picture.ts";
import { readLineAt } from "./line-reading.ts";
import { loadModels, type Models } from "./models.ts";
import type { PrintedLine } from "./printed-line.ts";
import { findTextPlaces } from "./text-places.ts";

/** Reads the lines of a picture from the top down, as many as the budget allows; where some are left, none is certain. */
type PrintEngine = (picture: GreyPicture, budgetMs: number) => Promise<readonly PrintedLine[]>;

/** Loads the models once. Throws when they cannot be loaded. */
export const createPrintEngine = async (): Promise<PrintEngine> => {
  sharp.concurrency(1);
  sharp.cache(false);
  const models = await loadModels();
  return async (picture, budgetMs) => {
    const endsAt = performance.now() + budgetMs;
    const { level, boxes } = await levelPlaces(picture, models);
    const lines: PrintedLine[] = [];
    for (const box of boxes.slice(0, linesMax)) {
      if (performance.now() > endsAt) break;
      lines.push(await readLineAt(level, box, models));
    }
    return lines.length === boxes.length ? lines : lines.map(doubted);
  };
};

/** A screen has a few dozen; a page that is all text is no receipt on a phone. */
const linesMax = 80;

/** What was not read may be another receipt, or say otherwise: nothing in the rest is beyond doubt. */
const doubted = (line: PrintedLine): PrintedLine => ({
  ...line,
  marks: line.marks.map((mark) => ({ ...mark, certainty: 0 })),
});

/** A picture whose lines slope is turned until they are level, and looked at again. */
const levelPlaces = async (picture: GreyPicture, models: Models) => {
  const { boxes, slope } = await findTextPlaces(picture, models);
  if (Math.abs(slope) < slopeMin || Math.abs(slope) > slopeMax) return { level: picture, boxes };
  const { data, info } = await sharp(picture.pixels, {
    raw: { width: picture.width, height: picture.height, channels: 1 },
  })
    .rotate((-Math.atan(slope) * 180) / Math.PI, { background: "#808080" })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const level = { pixels: Uint8Array.from(data), width: info.width, height: info.height };
  return { level, boxes: (await findTextPlaces(level, models)).boxes };
};

/** A line as wide as a screen then leaves its place by less than a third of its height. */
const slopeMin = 0.008;
/** Steeper is no hand that meant to hold the phone straight. */
const slopeMax = 0.3;
