import { createPhotoReader, type PhotoReader } from "../../src/photos/photo-reader.ts";
// Only so that the process's own program is compiled, too.
import type {} from "../../src/photos/picture-process.ts";
import { createDice } from "../mutate/dice.ts";
import { photograph } from "../pictures/scene.ts";
import { textOf, treatmentOf } from "../pictures/treatments.ts";
import { type Benchmark, type Comparison, medianOf } from "./benchmark.ts";
import { type Cost, costOf, resident } from "./resident.ts";
import { empty, hostile } from "./worst-pictures.ts";

/** What pictures may cost at worst: the largest and the nastiest, and a thousand in a row. */
export const benchmark: Benchmark = {
  run: async () => [...(await hostileFiles()), await emptyPhotos(), await manyPictures()],
};

const open = (): PhotoReader =>
  createPhotoReader({ processFile: new URL("../../src/photos/picture-process.js", import.meta.url) });

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
    // The service's own process takes the rest of 350 MB; this one, which has drawn them, takes any number.
    compare("megabytes", "memory that the nastiest pictures take, of 240 MB", 240),
    // A picture that takes longer is given up after three seconds; the process that reads it starts first.
    compare("milliseconds", "time of the nastiest pictures with the start of a process, of 3.5 s", 3_500),
    compare("delayMs", "the event loop's delay meanwhile, but for a hundredth of it, of 50 ms", 50),
  ];
};

const seed = 20_261_122;

/** The slowest kind's middle time, of one second. */
const emptyPhotos = async (): Promise<Comparison> => {
  const medians: Record<string, number> = {};
  const reader = open();
  for (const [kind, make] of Object.entries(empty)) {
    const bytes = await make();
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1)
      times.push((await costOf(() => reader.read(bytes))).milliseconds);
    medians[`${kind}Ms`] = medianOf(times);
  }
  await reader.close();
  return {
    name: "time of twelve megapixels without a code, of 1 s",
    ratio: Math.max(...Object.values(medians)) / 1_000,
    measured: medians,
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
