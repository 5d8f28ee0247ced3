/** A day of the Gregorian calendar, month 1 to 12. */
export type CalendarDate = { readonly year: number; readonly month: number; readonly day: number };

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Addis Ababa is three hours ahead of UTC and has no summer time. */
const addisAbabaMs = 3 * hourMs;

/** The day in Addis Ababa, counted from 1970. */
export const dayNumberOf = (at: Date): number => Math.floor((at.getTime() + addisAbabaMs) / dayMs);

/** Days from a date to today in Addis Ababa; negative when it lies ahead. */
export const daysSince = ({ year, month, day }: CalendarDate, now: Date): number =>
  dayNumberOf(now) - Date.UTC(year, month - 1, day) / dayMs;

/** The day in Addis Ababa, as `YYYY-MM-DD`. */
export const dayOf = (at: Date): string =>
  new Date(at.getTime() + addisAbabaMs).toISOString().slice(0, "YYYY-MM-DD".length);

/** The midnight in Addis Ababa with which the day of `at` begins. */
export const startOfDay = (at: Date): Date => new Date(endOfDay(dayOf(at)).getTime() - dayMs);

/** The midnight in Addis Ababa with which a day (`YYYY-MM-DD`) ends. */
export const endOfDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs - addisAbabaMs);

/** A moment as a receipt prints it, on the clock of Addis Ababa. */
export type LocalMoment = CalendarDate & {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** The receipt prints no time: the hours here are none. */
  readonly isDayOnly?: true;
};

/**
 * Reads a date by the first of a provider's own shapes that fits. Named groups: `year` (two or four digits),
 * `month` (number or English name), `day`, and as printed `hour`, `minute`, `second`, `half` (AM or PM).
 * Null when no shape fits or the day does not exist.
 */
export const readMoment = (text: string, shapes: readonly RegExp[]): LocalMoment | null => {
  for (const shape of shapes) {
    const groups = shape.exec(text)?.groups;
    if (groups !== undefined) return momentOf(groups);
  }
  return null;
};

/** ISO 8601 in the zone of Addis Ababa. */
export const isoOf = (at: LocalMoment): string =>
  `${pad(at.year, 4)}-${pad(at.month)}-${pad(at.day)}T${pad(at.hour)}:${pad(at.minute)}:${pad(at.second)}+03:00`;

/** The same, or the day alone (`2026-11-15`) where no time is printed: midnight would be invented. */
export const isoAsPrinted = (at: LocalMoment): string =>
  at.isDayOnly === true ? isoOf(at).slice(0, "YYYY-MM-DD".length) : isoOf(at);

/** A moment that was read in UTC, as the clocks of Addis Ababa show it. */
export const inAddisAbaba = (utc: LocalMoment): LocalMoment => {
  const at = new Date(
    Date.UTC(utc.year, utc.month - 1, utc.day, utc.hour, utc.minute, utc.second) + addisAbabaMs,
  );
  return {
    ...{ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
  };
};

const momentOf = (groups: Readonly<Record<string, string | undefined>>): LocalMoment | null => {
  const printedYear = groups.year ?? "";
  const year = Number(printedYear) + (printedYear.length === 2 ? 2000 : 0);
  const month = monthOf(groups.month ?? "");
  const day = Number(groups.day);
  const hour = hourOf(Number(groups.hour ?? 0), groups.half?.toUpperCase());
  const minute = Number(groups.minute ?? 0);
  const second = Number(groups.second ?? 0);
  if (hour === null || hour > 23 || minute > 59 || second > 59) return null;
  const time = { hour, minute, second, ...(groups.hour === undefined ? { isDayOnly: true as const } : {}) };
  return isDay(year, month, day) ? { year, month, day, ...time } : null;
};

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

const hourOf = (printed: number, half: string | undefined): number | null => {
  if (half === undefined) return printed;
  if (printed < 1 || printed > 12) return null;
  return (printed % 12) + (half === "PM" ? 12 : 0);
};

/** Whether the Gregorian calendar has that day. */
export const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");
