import { collapse } from "../printed.ts";

/** Numbers of a date in the order that its groups are named, by the clock of Addis Ababa. */
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Reads dates by a picture of them: `D` and `DD` day, `M` and `MM` month, `Mon` its name, `YY` and `YYYY`, `h` and
 * `hh` an hour of twelve, `HH` of twenty-four, `mm`, `ss`, `a` the half of the day; what stands in brackets may be
 * missing. Null when no picture fits or the date does not exist.
 */
export const clockOf =
  (...pictures: readonly string[]) =>
  (printed: string): number | null => {
    const text = collapse(printed);
    for (const picture of pictures) {
      const found = patternOf(picture).exec(text)?.groups;
      if (found) return momentOf(found);
    }
    return null;
  };

const signs: Readonly<Record<string, string>> = {
  YYYY: "(?<year>[0-9]{4})",
  YY: "(?<year>[0-9]{2})",
  MM: "(?<month>[0-9]{2})",
  Mon: "(?<month>[A-Za-z]{3})",
  M: "(?<month>[0-9]{1,2})",
  DD: "(?<day>[0-9]{2})",
  D: "(?<day>[0-9]{1,2})",
  HH: "(?<hour>[0-9]{2})",
  hh: "(?<hour>[0-9]{2})",
  h: "(?<hour>[0-9]{1,2})",
  mm: "(?<minute>[0-9]{2})",
  ss: "(?<second>[0-9]{2})",
  a: "(?<half>[AaPp][Mm])",
  "[": "(?:",
  "]": ")?",
};

const patterns = new Map<string, RegExp>();

const patternOf = (picture: string): RegExp => {
  const known = patterns.get(picture);
  if (known) return known;
  const source = picture.replace(/YYYY|YY|Mon|MM|M|DD|D|HH|hh|h|mm|ss|a|[[\]]|[.+]/g, (sign) =>
    sign === "." || sign === "+" ? `\\${sign}` : (signs[sign] ?? sign),
  );
  const made = new RegExp(`^${source}$`);
  patterns.set(picture, made);
  return made;
};

const momentOf = (found: Readonly<Record<string, string | undefined>>): number | null => {
  const year = Number(found.year) + (found.year?.length === 2 ? 2000 : 0);
  const month = /^\d/.test(found.month ?? "")
    ? Number(found.month)
    : months.indexOf((found.month ?? "").toLowerCase()) + 1;
  const day = Number(found.day);
  const [minute, second] = [Number(found.minute ?? 0), Number(found.second ?? 0)];
  let hour = Number(found.hour ?? 0);
  if (found.half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/p/i.test(found.half) ? 12 : 0);
  }
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour - 3, minute, second);
};

const daysIn = (year: number, month: number): number => {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
};
