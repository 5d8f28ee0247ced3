import { createRequire } from "node:module";
import type { Sharp } from "sharp";

/** Largest picture that is decoded, in pixels. */
export const pixelsMax = 25_000_000;

/** A JPEG, PNG, WebP or GIF, by its first frame; everything else is refused when it is used. */
export const openPicture = (bytes: Uint8Array): Sharp =>
  pictureLibrary()(bytes, {
    failOn: "truncated",
    limitInputPixels: pixelsMax,
    sequentialRead: true,
    pages: 1,
  });

type PictureLibrary = typeof import("sharp")["default"];

const require = createRequire(import.meta.url);
let library: PictureLibrary | null = null;

/**
 * Loaded for the first picture: most processes read none. It is required, since Node keeps an import that failed, as
 * while there are no file descriptors, for good.
 */
const pictureLibrary = (): PictureLibrary => {
  if (library !== null) return library;
  const loaded: PictureLibrary = require("sharp");
  // The library's other loaders (vector pictures, containers …) stay closed: four formats are enough.
  loaded.block({ operation: ["VipsForeignLoad"] });
  loaded.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
    ],
  });
  loaded.cache(false);
  loaded.concurrency(1);
  library = loaded;
  return library;
};
