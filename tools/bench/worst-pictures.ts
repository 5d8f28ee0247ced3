import sharp, { type Sharp } from "sharp";
import { createDice } from "../mutate/dice.ts";
import { photograph, plain } from "../pictures/scene.ts";

const side = 5_000;
const flat = (channels: 3 | 4): Sharp =>
  sharp({
    create: { width: side, height: side, channels, background: { r: 200, g: 90, b: 10, alpha: 0.5 } },
  });

/** As large as is taken, in the ways that cost a decoder most; and a code in every corner of the picture. */
export const hostile: Readonly<Record<string, () => Promise<Buffer>>> = {
  progressiveJpeg: () => flat(3).jpeg({ progressive: true }).toBuffer(),
  progressiveWhole: () =>
    flat(3).resize(4_000).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  progressiveCmyk: () =>
    flat(3)
      .resize(3_500)
      .toColourspace("cmyk")
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer(),
  wholeJpeg: () => flat(3).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(),
  turnedJpeg: () => flat(3).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  interlacedPng: () => flat(4).png({ progressive: true }).toBuffer(),
  deepPng: () => flat(4).toColourspace("rgb16").png().toBuffer(),
  gif: () => flat(4).gif().toBuffer(),
  webp: () => flat(4).webp({ lossless: true }).toBuffer(),
  // As large as is taken of what is unpacked whole; the ones above are refused by their headers.
  gifAtMost: async () => (await colourful(3_500)).gif({ effort: 1 }).toBuffer(),
  webpAtMost: async () => (await colourful(3_150)).webp({ lossless: true, effort: 1 }).toBuffer(),
  interlacedAtMost: async () => (await colourful(3_500)).png({ progressive: true }).toBuffer(),
  progressiveAtMost: async () =>
    (await colourful(4_080)).removeAlpha().jpeg({ progressive: true, quality: 50 }).toBuffer(),
  progressiveWholeAtMost: async () =>
    (await colourful(2_880)).removeAlpha().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  finders: () => finderGrid(side),
  smallFinders: () => finderGrid(2_400),
};

/** Of so many colours that no format keeps less than a pixel's own value. */
const colourful = async (size: number): Promise<Sharp> => {
  const tile = 200;
  const pixels = Uint8Array.from({ length: tile * tile * 4 }, (_, at) => {
    const [x, y] = [(at >> 2) % tile, Math.floor((at >> 2) / tile)];
    return [x, y, (x * y) & 255, 128 + (x & 127)][at & 3] ?? 0;
  });
  const extend = { right: size - tile, bottom: size - tile, extendWith: "repeat" } as const;
  const raw = { width: tile, height: tile, channels: 4 } as const;
  return sharp(await sharp(pixels, { raw }).extend(extend).png({ compressionLevel: 1 }).toBuffer());
};

/** Finder patterns side by side, four pixels a module. */
const finderGrid = async (size: number): Promise<Buffer> => {
  const rows = Array.from({ length: 32 }, (_, y) =>
    Uint8Array.from({ length: size }, (_, x) => {
      const [column, row] = [(x >> 2) % 8, y >> 2];
      const ring = Math.max(Math.abs(column - 3), Math.abs(row - 3));
      return column === 7 || row === 7 || ring === 2 ? 255 : 0;
    }),
  );
  const strip = sharp(Buffer.concat(rows), { raw: { width: size, height: 32, channels: 1 } });
  const extend = { top: 0, left: 0, right: 0, bottom: size - 32, extendWith: "repeat" } as const;
  return strip.extend(extend).png().toBuffer();
};

/** A receipt without a code, as a messenger sends it. */
export const ordinary = async (): Promise<Buffer> => asPhoto(sharp(await leaf(4)));

/** Twelve megapixels without a code, in which there is much to look at, or nothing. */
export const empty: Readonly<Record<string, () => Promise<Buffer>>> = {
  smooth: async () => asPhoto(sharp(await leaf(0)).resize(wide, high)),
  photo: async () => asPhoto(sharp(await leaf(4)).resize(wide, high)),
  crowded: async () =>
    asPhoto(sharp(await leaf(4)).extend({ right: 3_000, bottom: 2_250, extendWith: "repeat" })),
  noisy: () => asPhoto(speckled(wide, high)),
  textured: async () => asPhoto(sharp(await asPhoto(speckled(500, 375))).resize(wide, high)),
};

const [wide, high] = [4_000, 3_000];

const asPhoto = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 85 }).toBuffer();

/** A receipt without a code, a quarter as wide and high. */
const leaf = (noise: number): Promise<Buffer> =>
  photograph(null, { ...plain, noise }, createDice(20_261_122, 9), [1_000, 750]);

const speckled = (width: number, height: number): Sharp => {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#000", noise } });
};
