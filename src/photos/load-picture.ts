import type { GreyPicture } from "./grey-picture.ts";
import { openPicture } from "./open-picture.ts";

/** Longest side of what is looked at: a phone's screenshot stays as it is. */
const keptSide = 2_400;

/** Sooner than the process would be killed, and replaced. */
const decodingSecondsMax = 2;

/**
 * Decodes a picture whose header was judged before: upright, on white, grey, at most 2,400 pixels a side. Null when
 * it cannot be decoded whole.
 */
export const loadPicture = async (bytes: Uint8Array): Promise<GreyPicture | null> => {
  try {
    const { data, info } = await openPicture(bytes)
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .resize(keptSide, keptSide, { fit: "inside", withoutEnlargement: true })
      .greyscale()
      .raw({ depth: "uchar" })
      .timeout({ seconds: decodingSecondsMax })
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
    return { pixels, width: info.width, height: info.height };
  } catch {
    return null;
  }
};
