import type { Language } from "./texts.ts";

/** All times a person reads are of this zone: UTC+3, no summer time. */
const timeZone = "Africa/Addis_Ababa";

/** `15 Nov 2026`, `15 ኖቬም 2026`: with the month's name, because the order of day and month is read both ways. */
export const formatDay = (instant: Date, language: Language): string => {
  const part = partsOf(
    instant,
    new Intl.DateTimeFormat(`${language}-u-ca-gregory`, dayFormat(monthForm[language])),
  );
  return `${part("day")} ${part("month")} ${part("year")}`;
};

/** `2026-11-15`, which a spreadsheet reads as a date whatever its language. */
export const formatIsoDay = (instant: Date): string => {
  const part = partsOf(instant, new Intl.DateTimeFormat("en", { ...dayFormat("short"), ...digits }));
  return `${part("year")}-${part("month")}-${part("day")}`;
};

/** Day of the Ethiopian calendar without its era, `6 Hedar 2019`, `6 ኅዳር 2019`. */
export const formatEthiopicDay = (instant: Date, language: Language): string => {
  const part = partsOf(instant, new Intl.DateTimeFormat(`${language}-u-ca-ethiopic`, dayFormat("long")));
  const month = language === "om" ? oromoMonth(instant) : part("month");
  // The formatter's own era, "AM" for Amete Mihret, would read as the morning.
  return `${part("day")} ${month} ${part("year")}`;
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

/** Where the short names are abbreviations that nobody writes, the long ones. */
const monthForm = { en: "short", am: "short", om: "long", ti: "long" } as const satisfies Record<
  Language,
  string
>;

/** The formatter gives some months of the Ethiopian year the names of others in Afaan Oromo (CLDR 48). */
const oromoMonth = (instant: Date): string => {
  const numbered = new Intl.DateTimeFormat("en-u-ca-ethiopic", { timeZone, month: "numeric" });
  const month = partsOf(instant, numbered)("month");
  return oromoMonths[Number(month) - 1] ?? month;
};

const oromoMonths = [
  "Fulbaana",
  "Onkoloolessa",
  "Sadaasa",
  "Mudde",
  "Amajjii",
  "Guraandhala",
  "Bitooteessa",
  "Ebla",
  "Caamsaa",
  "Waxabajjii",
  "Adoolessa",
  "Hagayya",
  "Qaammee",
] as const;

const digits = { month: "2-digit", day: "2-digit" } as const;

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
