import { readBlurredCode } from "./code/blurred-code.ts";
import { reduced, unsharp } from "./filters.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { readByZxing } from "./zxing.ts";

/** One way of looking at a picture; `hasTime` says whether to go on. Gives the texts of the codes found. */
export type Stage = {
  readonly name: string;
  readonly look: (grey: GreyPicture, hasTime: () => boolean) => Promise<readonly string[]>;
};

/**
 * In the order that the benchmark supports: what reads most for the least time first. Every stage but `blurred`
 * is the library on differently prepared pixels.
 */
export const stages: readonly Stage[] = [
  { name: "plain", look: (grey) => readByZxing(grey) },
  { name: "blurred", look: (grey, hasTime) => readBlurred(grey, hasTime) },
  { name: "unsharp", look: (grey) => readByZxing(unsharp(reduced(grey, 1_600), 3, 8)) },
  { name: "denoised", look: (grey) => readByZxing(grey, { tryDenoise: true, downscaleFactor: 2 }) },
];

const readBlurred = async (grey: GreyPicture, hasTime: () => boolean): Promise<readonly string[]> => {
  const code = readBlurredCode(reduced(grey, 1_600), hasTime);
  return code === null ? [] : readByZxing(code);
};
