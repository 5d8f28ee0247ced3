import type { CalendarDate } from "../../core/time.ts";
import { daysSince } from "../../core/time.ts";
import type { Shape } from "../../providers/provider.ts";
import type { DetectProvider } from "./candidate.ts";

/** A word that a provider's shape explains. */
export type Fit = {
  readonly provider: string;
  readonly shape: Shape;
  readonly request: Readonly<Record<string, string>>;
  readonly encodedDate: CalendarDate | null;
  readonly isTypical: boolean;
  readonly isTimely: boolean;
};

/** Each provider's first shape of this width that the word, in capitals, fits. */
export const fitsOf = (
  word: string,
  width: Shape["width"],
  providers: readonly DetectProvider[],
  now: Date,
): readonly Fit[] =>
  providers.flatMap(({ label, shapes }) => {
    for (const shape of shapes) {
      const found = shape.width === width ? shape.pattern.exec(word) : null;
      if (found !== null) return [fitOf(word, label, shape, found, now)];
    }
    return [];
  });

const fitOf = (word: string, provider: string, shape: Shape, found: RegExpExecArray, now: Date): Fit => {
  const encodedDate = shape.encodedDate?.(word, now) ?? null;
  const isDateless = shape.encodedDate === undefined || (shape.width !== "narrow" && encodedDate === null);
  const groups = Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined);
  return {
    provider,
    shape,
    request: Object.fromEntries(groups),
    encodedDate,
    isTypical: shape.typical?.test(word) ?? false,
    isTimely: isDateless || (encodedDate !== null && isTimely(encodedDate, now)),
  };
};

/** Not before 2020 and at most a day ahead in Addis Ababa; an impossible day is not timely either. */
const isTimely = (date: CalendarDate, now: Date): boolean => date.year >= 2020 && daysSince(date, now) >= -1;

/** Capitals for the letters A to Z only: others would change into ones that they are not. */
export const inCapitals = (text: string): string =>
  text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** The words of a link's part, in capitals: once with hyphens in them and once without. */
export const wordsOf = (text: string): readonly string[] => {
  const capitals = inCapitals(text);
  return [...new Set([...capitals.split(/[^A-Z0-9-]+/), ...capitals.split(/[^A-Z0-9]+/)])];
};
