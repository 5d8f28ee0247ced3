import sharp from "sharp";
import type { FailureCode } from "../failure.ts";
import { err, ok, type Result } from "../result.ts";
import type { GreyPicture } from "./grey-picture.ts";

/** Bounds of a picture as its header states them (design 9). */
const sideMax = 8_000;
const pixelsMax = 25_000_000;

/** Longest side of what is looked at: a phone's screenshot stays as it is. */
const keptSide = 2_400;

/**
 * Decodes a JPEG, PNG, WebP or GIF: first frame, upright, on white, grey, at most 2,400 pixels a side. The header is
 * judged before anything is decoded: `image_dimensions_too_large`; what cannot be decoded whole is `image_unreadable`.
 */
export const loadPicture = async (
  bytes: Uint8Array,
): Promise<Result<GreyPicture, Extract<FailureCode, `image_${string}`>>> => {
  const open = () =>
    sharp(bytes, { failOn: "truncated", limitInputPixels: pixelsMax, sequentialRead: true, pages: 1 });
  try {
    const { width, height } = await open().metadata();
    if (width > sideMax || height > sideMax || width * height > pixelsMax)
      return err("image_dimensions_too_large");
    const { data, info } = await open()
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .resize(keptSide, keptSide, { fit: "inside", withoutEnlargement: true })
      .greyscale()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return ok({ pixels: new Uint8Array(data), width: info.width, height: info.height });
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message);
    return err(isTooLarge ? "image_dimensions_too_large" : "image_unreadable");
  }
};

// Vector pictures, containers and whatever else the library can read stay closed: four loaders are enough.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
  ],
});
sharp.cache(false);
sharp.concurrency(1);
