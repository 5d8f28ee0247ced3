import sharp, { type Sharp } from "sharp";

/** Largest picture that is decoded, in pixels. */
export const pixelsMax = 25_000_000;

/** A JPEG, PNG, WebP or GIF, by its first frame; everything else is refused when it is used. */
export const openPicture = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: "truncated", limitInputPixels: pixelsMax, sequentialRead: true, pages: 1 });

// The library's other loaders (vector pictures, containers …) stay closed: four formats are enough.
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
