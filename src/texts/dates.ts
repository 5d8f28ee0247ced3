import type { Language } from "./texts.ts";

/** All times a person reads are of this zone: UTC+3, no summer time. */
const timeZone = "Africa/Addis_Ababa";

/** `15 Nov 2026`, `15 ኖቬም 2026`: with the month's name, because the order of day and month is read both ways. */
export const formatDay = (instant: Date, language: Language): string => {
  const part = partsOf(instant, new Intl.DateTimeFormat(`${language}-u-ca-gregory`, dayFormat("short")));
  return `${part("day")} ${part("month")} ${part("year")}`;
};

/** Day of the Ethiopian calendar without its era, `6 Hedar 2019`, `6 ኅዳር 2019`. */
export const formatEthiopicDay = (instant: Date, language: Language): string => {
  const part = partsOf(instant, new Intl.DateTimeFormat(`${language}-u-ca-ethiopic`, dayFormat("long")));
  // The formatter's own era, "AM" for Amete Mihret, would read as the morning.
  return `${part("day")} ${part("month")} ${part("year")}`;
};

/** `21:08` in Addis Ababa. */
export const formatTime = (instant: Date): string => {
  const format = new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return format.format(instant);
};

/** `16 Nov 2026, 00:00`. */
export const formatDayAndTime = (instant: Date, language: Language): string =>
  `${formatDay(instant, language)}, ${formatTime(instant)}`;

const dayFormat = (month: "short" | "long"): Intl.DateTimeFormatOptions => ({
  timeZone,
  day: "numeric",
  month,
  year: "numeric",
});

const partsOf = (instant: Date, format: Intl.DateTimeFormat) => {
  const parts = format.formatToParts(instant);
  return (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? "";
};
