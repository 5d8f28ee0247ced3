import { daysSince } from "../../core/time.ts";
import type { DetectProvider, OtherLength } from "./candidate.ts";
import { type Fit, fitsOf, inCapitals } from "./shapes.ts";
import { longestWord } from "./stretches.ts";

/** A reference with a digit of another script in front or behind. */
export const isForeignAtEnd = (written: string, providers: readonly DetectProvider[], now: Date): boolean => {
  const core = /^\P{ASCII}{0,2}([A-Za-z0-9]+)\P{ASCII}{0,2}$/u.exec(written)?.[1] ?? "";
  return fitsOf(inCapitals(core), "narrow", providers, now).some(({ isTimely }) => isTimely);
};

/**
 * What a word was meant to be that is one character too short or too long for a reference, by the date in it; null
 * where it is none. Shorter references than FT + 10 are met by many other words: only where `isPointed` says that the
 * word must be one are these thought of.
 */
export const otherLengthOf = (
  word: string,
  isPointed: boolean,
  providers: readonly DetectProvider[],
  now: Date,
): OtherLength | null => {
  if (word.length + 1 < shortMin || word.length > longestWord) return null;
  const near = [...shortened(word), ...lengthened(word, providers)].filter(
    ({ length }) => length >= nearMissMin,
  );
  const short = isPointed ? [...shortened(word), `${word}0`].filter(isShort) : [];
  const fits = [
    ...near.flatMap((text) => datedFits(text, providers, now)),
    ...short.flatMap((text) => datedFits(text, providers, now).filter((fit) => isRecent(fit, now))),
  ];
  const known = fits.some(({ isTypical }) => isTypical) ? fits.filter(({ isTypical }) => isTypical) : fits;
  if (known.length === 0) return null;
  const expected = new Map(
    known.map(({ provider, length }) => [`${provider} ${length}`, { provider, length }]),
  );
  return { length: word.length, expected: [...expected.values()] };
};

/** A long reference with two to four characters cut off its end: its date shows what it was meant to be. */
export const isCutOff = (word: string, providers: readonly DetectProvider[], now: Date): boolean =>
  word.length <= longestWord &&
  [2, 3, 4].some(
    (cut) => word.length + cut >= nearMissMin && datedFits(word + "0".repeat(cut), providers, now).length > 0,
  );

type DatedFit = Fit & { readonly length: number };

const datedFits = (text: string, providers: readonly DetectProvider[], now: Date): readonly DatedFit[] =>
  fitsOf(text, "narrow", providers, now)
    .filter(({ isTimely, encodedDate }) => isTimely && encodedDate !== null)
    .map((fit) => ({ ...fit, length: text.length }));

const shortened = (word: string): readonly string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

/** A digit or a letter may be what is missing, in any place, or one of the letters that a bank's references begin with. */
const lengthened = (word: string, providers: readonly DetectProvider[]): readonly string[] => [
  ...Array.from({ length: word.length + 1 }, (_, at) => word.slice(0, at)).flatMap((start) =>
    ["0", "A"].map((missing) => start + missing + word.slice(start.length)),
  ),
  ...beginningsOf(providers).flatMap((letters) =>
    Array.from(letters, (_, at) => at)
      .filter((at) => word.startsWith(letters.slice(0, at)))
      .map((at) => letters.slice(0, at + 1) + word.slice(at)),
  ),
];

const beginningsOf = (providers: readonly DetectProvider[]): readonly string[] => [
  ...new Set(providers.flatMap(({ shapes }) => shapes.flatMap(({ begins = [] }) => begins))),
];

/** Shorter ones are met by too many other words. */
const nearMissMin = 12;

/** The shortest references that there are. */
const shortMin = 10;

const isShort = ({ length }: string): boolean => length >= shortMin && length < nearMissMin;

const isRecent = ({ encodedDate }: Fit, now: Date): boolean =>
  encodedDate !== null && daysSince(encodedDate, now) <= recentDaysMax;

/** A reference that somebody shows today is not years old; by its year letter a word easily is. */
const recentDaysMax = 400;
