import { randomInt } from "node:crypto";
import fc from "fast-check";
import { isFull, upTo } from "./extent.ts";

/**
 * Of all that is drawn by chance. `npm test` draws the same each time, so that a failure comes with the change that made
 * it; a full run draws anew. Each failure prints its seed, and `PROPERTY_SEED` draws with it again.
 */
export const seed = Number(process.env.PROPERTY_SEED ?? (isFull ? randomInt(2 ** 31) : 2019));

fc.configureGlobal({ seed });

/** On how many examples a property is tried in a full run; in a quick one on a hundredth of them, but ten at least. */
export const runs = (count: number): { readonly numRuns: number } => ({
  numRuns: isFull ? count : upTo(Math.ceil(count / 5)),
});
