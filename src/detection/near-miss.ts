import type { DetectProvider } from "../detect.ts";
import { fitsOf, inCapitals } from "./shapes.ts";
import { longestWord } from "./stretches.ts";

/** A reference with a digit of another script in front or behind. */
export const isForeignAtEnd = (written: string, providers: readonly DetectProvider[], now: Date): boolean => {
  const core = /^\P{ASCII}{0,2}([A-Za-z0-9]+)\P{ASCII}{0,2}$/u.exec(written)?.[1] ?? "";
  return fitsOf(inCapitals(core), "narrow", providers, now).some(({ isTimely }) => isTimely);
};

/** A long reference with its end cut off, or with a character too few or too many: its date shows what it was meant to be. */
export const isNearMiss = (word: string, providers: readonly DetectProvider[], now: Date): boolean => {
  if (word.length + cutMax < nearMissMin || word.length > longestWord) return false;
  const longer = Array.from({ length: cutMax }, (_, cut) => word + "0".repeat(cut + 1));
  const shorter = Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
  return [...longer, ...shorter].some(
    (near) =>
      near.length >= nearMissMin &&
      fitsOf(near, "narrow", providers, now).some(({ isTimely, encodedDate }) => isTimely && encodedDate),
  );
};

/** What may be cut off behind the date: four characters, of whatever kind. */
const cutMax = 4;

/** Shorter ones are met by too many other words. */
const nearMissMin = 12;
