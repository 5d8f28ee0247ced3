import type { CalendarDate } from "../../core/time.ts";
import { type Draw, otherSign } from "./invented.ts";

/** The day that some reference carries; null when it carries none. */
type DayOf = (reference: string) => CalendarDate | null;

/**
 * Another reference of the same shape that carries the same day. Type codes in front of the day stay, and so does what
 * stands in front of a date that nothing but its digits shows.
 *
 * @param paidOn the day of the payment as `2026-11-15…`, null when it is in doubt
 */
export const otherReference = (
  reference: string,
  dayOf: DayOf,
  paidOn: string | null,
  draw: Draw,
): string => {
  const kept = keptPlaces(reference, dayOf, paidOn);
  return [...reference].map((sign, at) => (kept.has(at) ? sign : otherSign(sign, draw))).join("");
};

const keptPlaces = (reference: string, dayOf: DayOf, paidOn: string | null): ReadonlySet<number> => {
  const kept = new Set<number>();
  const day = JSON.stringify(dayOf(reference));
  const signs = [...reference];
  if (day !== "null")
    for (const [at, sign] of signs.entries()) {
      const others = /\d/.test(sign) ? "0123456789" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
      const changes = [...others].some(
        (other) => JSON.stringify(dayOf(signs.with(at, other).join(""))) !== day,
      );
      if (changes) kept.add(at);
    }
  else for (const at of placesOfDate(reference, paidOn)) kept.add(at);
  const [first = 0] = [...kept].sort((a, b) => a - b);
  if (kept.size > 0)
    // Letters of the type code.
    for (let at = first - 1; at >= 0 && /[A-Za-z]/.test(signs[at] ?? ""); at -= 1) kept.add(at);
  return kept;
};

/** Where the payment's day is written in digits: year and day of the year, or year, month and day. */
const placesOfDate = (reference: string, paidOn: string | null): readonly number[] => {
  if (paidOn === null) return [];
  const [year = "", month = "", day = ""] = paidOn.slice(0, 10).split("-");
  const dayOfYear = Math.round((Date.UTC(+year, +month - 1, +day) - Date.UTC(+year, 0, 0)) / 86_400_000);
  const spelled = [
    year + month + day,
    year.slice(2) + month + day,
    year.slice(2) + String(dayOfYear).padStart(3, "0"),
  ];
  for (const digits of spelled) {
    const at = reference.indexOf(digits);
    if (at >= 0) return [...digits].map((_, offset) => at + offset);
  }
  return [];
};

/** The numbers that a page may print for a reference: written in base 36 or, of twelve characters, in base 16. */
export const numbersOf = (reference: string): readonly string[] => {
  const isHexadecimal = /^[0-9A-F]{12}$/i.test(reference);
  if (!isHexadecimal && !/^[0-9A-Z]{10}$/i.test(reference)) return [];
  const number = Number.parseInt(reference, isHexadecimal ? 16 : 36);
  return Number.isSafeInteger(number) ? [String(number).padStart(15, "0")] : [];
};
