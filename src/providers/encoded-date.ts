import type { CalendarDate } from "../core/time.ts";

/** Dates that references carry. Null when the digits are no real day. Hints, never reasons to refuse. */

/** Two digits of the year and three of the day of the year, at `at`: `FT26319…` with at 2 is 15 November 2026. */
export const yearAndDay = (reference: string, at: number): CalendarDate | null => {
  const digits = reference.slice(at, at + 5);
  if (!/^[0-9]{5}$/.test(digits)) return null;
  const year = 2000 + Number(digits.slice(0, 2));
  const months = monthLengths(year);
  let day = Number(digits.slice(2));
  let month = 1;
  for (const length of months) {
    if (day <= length) break;
    day -= length;
    month += 1;
  }
  return realDay(year, month, day);
};

/** Year letter, month A to L, day 1 to 9 and A to V; `firstYear` is the year of the letter A: 2023 for beta. */
export const letterDate = (reference: string, firstYear: number): CalendarDate | null => {
  const letters = reference.slice(0, 3).toUpperCase();
  if (!/^[A-Z][A-L][1-9A-V]$/.test(letters)) return null;
  const year = firstYear + placeOf(letters, 0);
  return realDay(year, 1 + placeOf(letters, 1), Number.parseInt(letters.charAt(2), 32));
};

/** A number of 15 digits that begins with year, month and day, written in base 36 or 16: theta's tokens. */
export const numberDate = (written: string, radix: 16 | 36): CalendarDate | null => {
  const digits = String(Number.parseInt(written, radix));
  if (!/^[0-9]{15}$/.test(digits)) return null;
  return realDay(2000 + Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4, 6)));
};

const placeOf = (letters: string, at: number): number => letters.charCodeAt(at) - "A".charCodeAt(0);

const monthLengths = (year: number): readonly number[] => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
};

const realDay = (year: number, month: number, day: number): CalendarDate | null => {
  const length = monthLengths(year)[month - 1] ?? 0;
  return day >= 1 && day <= length ? { year, month, day } : null;
};
