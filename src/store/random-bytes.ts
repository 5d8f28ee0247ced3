import { randomFillSync } from "node:crypto";

const pool = Buffer.allocUnsafe(4_096);
let taken = pool.length;

/**
 * Bytes that nobody can guess and nobody was given before, at most 4,096. They are drawn many at once, because each
 * drawing costs more than what most of them are for.
 */
export const freshBytes = (count: number): Buffer => {
  if (taken + count > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = Buffer.from(pool.subarray(taken, taken + count));
  taken += count;
  return bytes;
};

/** An identifier that nobody can guess, out of `count` bytes. */
export const freshId = (count: number): string => freshBytes(count).toString("base64url");

/** As hard to guess; those of one time begin alike, so that an index writes them to one page and not to one each. */
export const freshIdAt = (at: Date): string => at.getTime().toString(36).padStart(9, "0") + freshId(12);
