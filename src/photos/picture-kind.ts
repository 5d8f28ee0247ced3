import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";

/** Largest upload, in bytes. */
export const pictureBytesMax = 8 * 1_048_576;

/** What the first bytes say. Sent names and content types say nothing. */
export type PictureKind = "jpeg" | "png" | "webp" | "gif";

/**
 * Fails with `image_unreadable` when there is nothing, else `image_type_unsupported`, whose `subject` is "HEIC" for
 * those.
 */
export const pictureKindOf = (bytes: Uint8Array): Result<PictureKind, Failure> => {
  if (bytes.length === 0) return fail("image_unreadable", { detail: "empty" });
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString("latin1");
  const kind = signatures.find(([pattern]) => pattern.test(start))?.[1];
  if (kind !== undefined) return ok(kind);
  return fail("image_type_unsupported", heicBrand.test(start) ? { subject: "HEIC" } : {});
};

const signatures: readonly (readonly [RegExp, PictureKind])[] = [
  [/^\xff\xd8\xff/, "jpeg"],
  [/^\x89PNG\r\n/, "png"],
  [/^RIFF[\s\S]{4}WEBP/, "webp"],
  [/^GIF8[79]a/, "gif"],
];

const heicBrand = /^[\s\S]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/;
