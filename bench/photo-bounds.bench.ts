import sharp, { type Sharp } from "sharp";
import { createPhotoReader, type PhotoReader } from "../src/photos/photo-reader.ts";
// Only so that the process's own program is compiled, too.
import type {} from "../src/photos/picture-process.ts";
import { createDice } from "../tools/mutate/dice.ts";
import { photograph, plain } from "../tools/pictures/scene.ts";
import { textOf, treatmentOf } from "../tools/pictures/treatments.ts";
import { type Benchmark, type Comparison, medianOf } from "./benchmark.ts";
import { type Cost, costOf, resident } from "./resident.ts";

/** What pictures may cost at worst: the largest and the nastiest, and a thousand in a row. */
export const benchmark: Benchmark = {
  run: async () => [...(await hostileFiles()), await emptyPhoto(), await manyPictures()],
};

const open = (): PhotoReader =>
  createPhotoReader({ processFile: new URL("../src/photos/picture-process.js", import.meta.url) });

const side = 5_000;
const flat = (channels: 3 | 4): Sharp =>
  sharp({
    create: { width: side, height: side, channels, background: { r: 200, g: 90, b: 10, alpha: 0.5 } },
  });

/** As large as is taken, in the ways that cost a decoder most; and a code in every corner of the picture. */
const hostile: Readonly<Record<string, () => Promise<Buffer>>> = {
  progressiveJpeg: () => flat(3).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  progressiveCmyk: () =>
    flat(3).toColourspace("cmyk").jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
  turnedJpeg: () => flat(3).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  interlacedPng: () => flat(4).toColourspace("rgb16").png({ progressive: true }).toBuffer(),
  gif: () => flat(4).gif().toBuffer(),
  webp: () => flat(4).webp({ lossless: true }).toBuffer(),
  finders: () => finderGrid(side),
  smallFinders: () => finderGrid(2_400),
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

const hostileFiles = async (): Promise<readonly Comparison[]> => {
  const costs: (readonly [string, Cost])[] = [];
  for (const [name, make] of Object.entries(hostile)) {
    const bytes = await make();
    const reader = open();
    costs.push([name, await costOf(() => reader.read(bytes))]);
    await reader.close();
  }
  const compare = (what: keyof Cost, name: string, most: number): Comparison => ({
    name,
    ratio: Math.max(...costs.map(([, cost]) => cost[what])) / most,
    measured: Object.fromEntries(costs.map(([kind, cost]) => [kind, cost[what]])),
    wanted: { atMost: 1 },
  });
  return [
    compare("megabytes", "memory of all processes at the nastiest pictures, of 350 MB", 350),
    // A picture that takes longer is given up after three seconds; the process that reads it starts first.
    compare("milliseconds", "time of the nastiest pictures with the start of a process, of 3.5 s", 3_500),
    compare("delayMs", "the event loop's delay meanwhile, but for a hundredth of it, of 50 ms", 50),
  ];
};

const seed = 20_261_122;

/** Twelve megapixels without a code, of one second. */
const emptyPhoto = async (): Promise<Comparison> => {
  const small = await photograph(null, { ...plain, noise: 4 }, createDice(seed, 9), [1_000, 750]);
  const bytes = await sharp(small).resize(4_000, 3_000).jpeg({ quality: 85 }).toBuffer();
  const reader = open();
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1)
    times.push((await costOf(() => reader.read(bytes))).milliseconds);
  await reader.close();
  // The first waits for the process to start.
  const medianMs = medianOf(times.slice(1));
  return {
    name: "time of twelve megapixels without a code, of 1 s",
    ratio: medianMs / 1_000,
    measured: { medianMs },
    wanted: { atMost: 1 },
  };
};

/** Resident memory of the readers in 800 pictures to that in the 200 before: this process has its own to do. */
const manyPictures = async (): Promise<Comparison> => {
  const kinds = ["screenshot", "chat", "tiny", "paper", "screen", "screenshot", "paper", "none"] as const;
  const pictures: Buffer[] = [];
  for (const [at, kind] of kinds.entries()) {
    const dice = createDice(seed, 500 + at);
    pictures.push(await photograph(kind === "none" ? null : textOf(dice), treatmentOf(kind, dice), dice));
  }
  const reader = open();
  const readMany = async (count: number): Promise<number> => {
    let most = 0;
    for (let number = 0; number < count; number += 1) {
      const bytes = pictures[number % pictures.length];
      if (bytes !== undefined) await reader.read(bytes);
      most = Math.max(most, resident().started);
    }
    return most;
  };
  const earlyMegabytes = await readMany(200);
  const lateMegabytes = await readMany(800);
  await reader.close();
  return {
    name: "most memory in 800 more pictures, to that of the first 200",
    ratio: lateMegabytes / earlyMegabytes,
    measured: { earlyMegabytes, lateMegabytes },
    wanted: { atMost: 1.1 },
  };
};
