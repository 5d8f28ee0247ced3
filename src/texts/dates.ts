import { dayNumberOf } from "../core/time.ts";
import type { Language } from "./language.ts";

/** All times a person reads are of this zone: UTC+3, no summer time. */
const timeZone = "Africa/Addis_Ababa";

/**
 * `15 Nov 2026`, `15 ኖቬምበር 2026`: with the month's name, because the order of day and month is read both ways.
 * Where both calendars call a month alike, with the calendar's name: `15 Sadaasa 2026 A.L.A.`.
 */
export const formatDay = (instant: Date, language: Language): string => {
  const part = partsOf(instant, formatOf(`${language}-u-ca-gregory`, dayFormat[monthForm[language]]));
  const day = `${part("day")} ${part("month")} ${part("year")}`;
  return sharesMonths[language] ? `${day} ${eras[language].gregorian}` : day;
};

/** The calendars that people here write days in. */
export const calendars = ["ethiopian", "gregorian"] as const;

export type Calendar = (typeof calendars)[number];

export const isCalendar = (text: string): text is Calendar => calendars.some((one) => one === text);

/** The calendar that most who read a language think in. */
export const usualCalendar = {
  en: "gregorian",
  am: "ethiopian",
  om: "ethiopian",
  ti: "ethiopian",
} as const satisfies Record<Language, Calendar>;

/**
 * The day in both calendars, each with its name: `6 Hedar 2019 E.C. · 15 Nov 2026 G.C.`.
 *
 * @param first null: nobody has chosen one
 */
export const formatBothDays = (
  instant: Date,
  language: Language,
  first: Calendar | null = "ethiopian",
): string => {
  const day = formatDay(instant, language);
  const gregorian = sharesMonths[language] ? day : `${day} ${eras[language].gregorian}`;
  const ethiopian = `${formatEthiopicDay(instant, language)} ${eras[language].ethiopic}`;
  const days = [ethiopian, gregorian];
  return (first === "gregorian" ? days.toReversed() : days).join(" · ");
};

/**
 * The day in one calendar, named like `formatDay` where both call a month alike.
 *
 * @param calendar null: nobody has chosen one
 */
export const formatDayIn = (instant: Date, language: Language, calendar: Calendar | null): string => {
  if (calendar !== "ethiopian") return formatDay(instant, language);
  const day = formatEthiopicDay(instant, language);
  return sharesMonths[language] ? `${day} ${eras[language].ethiopic}` : day;
};

/** `15.11.` or `6.3.`, for where there is no room for a name. */
export const formatShortDay = (instant: Date, calendar: Calendar): string => {
  const system = calendar === "ethiopian" ? "ethiopic" : "gregory";
  const part = partsOf(instant, formatOf(`en-u-ca-${system}`, numbers));
  return `${part("day")}.${part("month")}.`;
};

/** `2026-11-15`, which a spreadsheet of any language reads as a date. */
export const formatIsoDay = (instant: Date): string => {
  const part = partsOf(instant, formatOf("en", digits));
  return `${part("year")}-${part("month")}-${part("day")}`;
};

/** Day of the Ethiopian calendar without its name, `6 Hedar 2019`, `6 ኅዳር 2019`. */
export const formatEthiopicDay = (instant: Date, language: Language): string => {
  const part = partsOf(instant, formatOf(`${language}-u-ca-ethiopic`, dayFormat.long));
  const month = language === "om" ? oromoMonth(instant) : part("month");
  // The formatter's own era, "AM" for Amete Mihret, would read as the morning.
  return `${part("day")} ${month} ${part("year")}`;
};

/** `21:08` in Addis Ababa. */
export const formatTime = (instant: Date): string => formatOf("en", clock).format(instant);

/** `16 Nov 2026, 00:00`. */
export const formatDayAndTime = (
  instant: Date,
  language: Language,
  calendar: Calendar | null = "gregorian",
): string => `${formatDayIn(instant, language, calendar)}${commas[language]} ${formatTime(instant)}`;

/** The hour of a moment of today, the day with it of any other. */
export const formatRecent = (
  instant: Date,
  now: Date,
  language: Language,
  calendar: Calendar | null = "gregorian",
): string =>
  dayNumberOf(instant) === dayNumberOf(now)
    ? formatTime(instant)
    : formatDayAndTime(instant, language, calendar);

/** What a year is followed by, to say which calendar it is of. */
const eras = {
  en: { gregorian: "G.C.", ethiopic: "E.C." },
  am: { gregorian: "እ.ኤ.አ.", ethiopic: "ዓ.ም." },
  om: { gregorian: "A.L.A.", ethiopic: "A.L.I." },
  ti: { gregorian: "ዓ.ም.ፈ.", ethiopic: "ዓ.ም." },
} as const satisfies Record<Language, object>;

/** Whether months of both calendars bear the same names. */
const sharesMonths = { en: false, am: false, om: true, ti: true } as const satisfies Record<
  Language,
  boolean
>;

const commas = { en: ",", am: "፣", om: ",", ti: "፣" } as const satisfies Record<Language, string>;

/** The long names where the short ones are not in use. */
const monthForm = { en: "short", am: "long", om: "long", ti: "long" } as const satisfies Record<
  Language,
  string
>;

/** The formatter gives some months of the Ethiopian year the names of others in Afaan Oromo (CLDR 48). */
const oromoMonth = (instant: Date): string => {
  const month = partsOf(instant, formatOf("en-u-ca-ethiopic", numbered))("month");
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

const usual = { timeZone, day: "numeric", year: "numeric" } as const;

const dayFormat = { short: { ...usual, month: "short" }, long: { ...usual, month: "long" } } as const;
const digits = { ...usual, month: "2-digit", day: "2-digit" } as const;
const clock = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const numbered = { timeZone, month: "numeric" } as const;
const numbers = { timeZone, month: "numeric", day: "numeric" } as const;

/** A formatter is slow to make, and there are few. */
const formatOf = (locale: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const ofLocale = formats.get(form) ?? new Map<string, Intl.DateTimeFormat>();
  formats.set(form, ofLocale);
  const format = ofLocale.get(locale) ?? new Intl.DateTimeFormat(locale, form);
  ofLocale.set(locale, format);
  return format;
};

const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** A formatter takes long, and nearly all receipts are of the day that was asked for last. */
const partsOf = (instant: Date, format: Intl.DateTimeFormat) => {
  const day = dayNumberOf(instant);
  const last = lastDays.get(format);
  const parts = last?.day === day ? last.parts : format.formatToParts(instant);
  lastDays.set(format, { day, parts });
  return (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? "";
};

const lastDays = new WeakMap<
  Intl.DateTimeFormat,
  { readonly day: number; readonly parts: readonly Intl.DateTimeFormatPart[] }
>();
