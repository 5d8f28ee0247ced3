import { dayMs, dayNumberOf, hourMs } from "../core/time.ts";
import type { Age } from "../texts/sentences.ts";

/** When a receipt was paid: a moment, or some time of a day in Addis Ababa (`isDay`). */
export type Paid = { readonly earliest: Date; readonly latest: Date; readonly isDay: boolean };

/** Null where the order of day and month is in doubt. */
export const paidWhen = (iso: string | null): Paid | null => {
  if (iso === null) return null;
  if (iso.length > 10) return { earliest: new Date(iso), latest: new Date(iso), isDay: false };
  const earliest = new Date(`${iso}T00:00:00+03:00`);
  return { earliest, latest: new Date(earliest.getTime() + dayMs - 1), isDay: true };
};

/** How long ago, at least a minute. */
export const ageOf = (paidAt: Date, now: Date): Age => {
  const minutes = Math.max(1, Math.floor((now.getTime() - paidAt.getTime()) / 60_000));
  if (minutes < 60) return { unit: "minute", count: minutes };
  if (minutes < 48 * 60) return { unit: "hour", count: Math.floor(minutes / 60) };
  return ageOfDays(Math.floor(minutes / (24 * 60)));
};

/** An age as people say it: in months from two months on, in years from nearly a year on. */
export const ageOfDays = (days: number): Age => {
  if (days < 60) return { unit: "day", count: days };
  const months = Math.round(days / (daysOfYear / 12));
  if (months < 12) return { unit: "month", count: months };
  const years = days / daysOfYear;
  const above = Math.ceil(years);
  if (above - years <= quarter && above > years) return { unit: "year", count: above, rounded: "almost" };
  const count = Math.floor(years);
  return days - count * daysOfYear < daysOfWeek
    ? { unit: "year", count }
    : { unit: "year", count, rounded: "over" };
};

const daysOfYear = 365.25;
const daysOfWeek = 7;
const quarter = 0.25;

/** Midnights in Addis Ababa between two instants. */
export const daysBetween = (from: Date, to: Date): number => dayNumberOf(to) - dayNumberOf(from);

const recentMs = 48 * hourMs;

/** Whether a receipt is certainly older than 48 hours, the time in which receipts are shown. */
export const isOld = ({ latest }: Paid, now: Date): boolean => now.getTime() - latest.getTime() > recentMs;

/** Whether a receipt lies in the future. An hour of difference between clocks does not count. */
export const isAhead = ({ earliest }: Paid, now: Date): boolean =>
  earliest.getTime() > now.getTime() + hourMs;
