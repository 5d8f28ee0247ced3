import type { Metadata } from "sharp";
import type { FailureCode } from "../core/failure.ts";
import { err, ok, type Result } from "../core/result.ts";
import { openPicture, pixelsMax } from "./open-picture.ts";

/** Longest side that is decoded. */
const sideMax = 8_000;

/** More pixels than this take so much memory that no other picture is decoded beside it. */
const pixelsBeside = 6_000_000;

/**
 * Most that a decoder may have to hold of a picture before it can give the first row: with the process that starts for it
 * less than 150 MB. A progressive JPEG as messengers write it may have 16 megapixels.
 */
const heldBytesMax = 50_000_000;

export type HeaderRefusal = Extract<FailureCode, `image_${string}`>;

/** What a picture's header states, with nothing decoded: `image_dimensions_too_large` or `image_unreadable`. */
export const readHeader = async (
  bytes: Uint8Array,
): Promise<Result<{ readonly isLarge: boolean }, HeaderRefusal>> => {
  try {
    const header = await openPicture(bytes).metadata();
    const { width, height } = header;
    const isTooLarge = width > sideMax || height > sideMax || width * height > pixelsMax;
    return isTooLarge || heldBytesOf(header, bytes) > heldBytesMax
      ? err("image_dimensions_too_large")
      : ok({ isLarge: width * height > pixelsBeside });
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message);
    return err(isTooLarge ? "image_dimensions_too_large" : "image_unreadable");
  }
};

/**
 * A GIF and a WebP without loss are unpacked whole, in four bytes a pixel; making the WebP smaller takes a fifth. Of a
 * picture that grows sharper as it comes every value is needed until the end: two bytes each of a JPEG.
 */
const heldBytesOf = (
  { format, isProgressive, width, height, channels, depth, chromaSubsampling }: Metadata,
  bytes: Uint8Array,
) => {
  if (format === "gif") return width * height * 4;
  if (format === "webp" && isLossless(bytes)) return width * height * 5;
  if (!isProgressive) return 0;
  const isWide = format === "jpeg" || depth === "ushort";
  const perPixel = chromaSubsampling === "4:2:0" ? 1.5 : channels;
  return width * height * perPixel * (isWide ? 2 : 1);
};

/** By the name of its first part, which may come after one that describes the picture. */
const isLossless = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("VP8L", 12, "latin1");
