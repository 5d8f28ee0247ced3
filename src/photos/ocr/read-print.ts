import { amountsIn, unreadDigit } from "../../verify/detect/amounts/amounts.ts";
import type { DetectProvider, Refused } from "../../verify/detect/candidate.ts";
import { type DetectedCandidate, type Detection, detect } from "../../verify/detect/detect.ts";
import { fitsOf, wordsOf } from "../../verify/detect/shapes.ts";
import { mendHosts } from "./hosts.ts";
import { isSure, looksLike, widthsOf } from "./look-alikes.ts";
import type { Mark, PrintedLine } from "./printed-line.ts";
import { lineAround, type PrintedText, textOf } from "./printed-text.ts";
import { isInLink, repair } from "./repair.ts";
import { mendTokens } from "./tokens.ts";

/** A receipt that a printed text points to: a candidate as a typed text gives it, and how well it could be read. */
export type PrintedCandidate = DetectedCandidate & {
  /** What a person is asked about: the reference as it is taken, or the link that holds it. */
  readonly reference: string;
  /** Some letter was taken for another than the one it was read as. */
  readonly isRepaired: boolean;
  /** It may be looked up only after a person has confirmed it. */
  readonly needsConfirmation: boolean;
};

type PrintResult = {
  readonly candidates: readonly PrintedCandidate[];
  readonly refused: readonly Refused[];
  readonly unlookable: Detection["unlookable"];
};

/**
 * What printed lines point to, best first: found by the one detection, after look-alikes were
 * resolved by shape and date. A candidate goes unasked only where each letter is beyond doubt. Pure.
 */
export const readPrint = (
  lines: readonly PrintedLine[],
  providers: readonly DetectProvider[],
  now: Date,
): PrintResult => {
  const printed = repair(mendTokens(mendHosts(textOf(lines), providers)), providers, now);
  const text = withoutDoubtfulAmounts(printed);
  const { candidates, refused, unlookable } = detect(text, providers, now, "printed");
  const checked = candidates.flatMap((candidate) => checkCandidate(candidate, printed, providers, now));
  return { candidates: withoutLikenesses(checked), refused, unlookable };
};

/** Text of the same length. An amount with a digit in doubt must neither agree nor disagree. */
const withoutDoubtfulAmounts = ({ text, marks }: PrintedText): string =>
  amountsIn(text)
    .filter(({ hasCurrency, isMoneyLike }) => hasCurrency || isMoneyLike)
    .filter(({ numberAt, end }) => marks.slice(numberAt, end).some(isDoubtfulDigit))
    .reduce(
      (left, { numberAt, end }) =>
        left.slice(0, numberAt) +
        left.slice(numberAt, end).replace(/[0-9.,]/g, unreadDigit) +
        left.slice(end),
      text,
    );

const isDoubtfulDigit = (mark: Mark | null): boolean =>
  mark !== null && /[0-9]/.test(mark.character) && (mark.isCrowded || mark.certainty < digitCertaintyMin);

const digitCertaintyMin = 0.9;

const checkCandidate = (
  candidate: DetectedCandidate,
  printed: PrintedText,
  providers: readonly DetectProvider[],
  now: Date,
): readonly PrintedCandidate[] => {
  const owner = providers.filter(({ label }) => label === candidate.provider);
  const isDated = (word: string): boolean =>
    fitsOf(word, "narrow", owner, now).some(({ isTimely }) => isTimely);
  const values = Object.values(candidate.request);
  const link = values.find((value) => value.includes("://"));
  const reference = values.flatMap(wordsOf).find(isDated);
  if (reference === undefined) {
    // Capitals, small letters and digits at will: nothing tells a token that was misread from a good one.
    return link === undefined
      ? []
      : [{ ...candidate, reference: link, isRepaired: false, needsConfirmation: true }];
  }
  const numbers = values.filter((value) => /^[0-9]{5,20}$/.test(value));
  const readings = [reference, ...numbers].map((word) => readingOf(word, printed, isDated));
  return [
    {
      ...candidate,
      reference,
      isRepaired: readings.some(({ isRepaired }) => isRepaired),
      needsConfirmation: readings.some(({ isCertain }) => !isCertain),
    },
  ];
};

type WordCertainty = { readonly isCertain: boolean; readonly isRepaired: boolean };

/** How a word was read in the best of the places where it is printed; a place that contradicts makes it doubtful. */
const readingOf = (word: string, printed: PrintedText, isDated: (word: string) => boolean): WordCertainty => {
  const places = [...printed.text].flatMap((character, at) => (/\s/.test(character) ? [] : [at]));
  const text = places.map((at) => printed.text.charAt(at).toUpperCase()).join("");
  const readings: WordCertainty[] = [];
  let isContradicted = false;
  for (let at = 0; at + word.length <= text.length; at += 1) {
    const found = text.slice(at, at + word.length);
    if (found === word) readings.push(readingAt(word, places.slice(at, at + word.length), printed, isDated));
    else if (word.length >= 10 && looksLike(found, word)) isContradicted = true;
  }
  const best = readings.find(({ isCertain }) => isCertain) ?? readings[0];
  if (best === undefined) return { isCertain: false, isRepaired: false };
  return { ...best, isCertain: best.isCertain && !isContradicted };
};

const readingAt = (
  word: string,
  places: readonly number[],
  { text, marks }: PrintedText,
  isDated: (word: string) => boolean,
): WordCertainty => {
  const found = places.flatMap((at) => marks[at] ?? []);
  const widths = widthsOf(found, lineAround({ text, marks }, places[0] ?? 0));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const isWhole = found.length === word.length && (last - first < word.length || isInLink(text, first));
  return {
    isCertain:
      isWhole &&
      found.every((mark, at) =>
        isSure(mark, word.charAt(at), widths, (other) =>
          isDated(word.slice(0, at) + other + word.slice(at + 1)),
        ),
      ),
    isRepaired: found.some((mark: Mark, at) => mark.character.toUpperCase() !== word.charAt(at)),
  };
};

/** One receipt printed twice and misread once is one question. */
const withoutLikenesses = (candidates: readonly PrintedCandidate[]): readonly PrintedCandidate[] => {
  const kept: PrintedCandidate[] = [];
  for (const candidate of candidates.toSorted(
    (a, b) => Number(a.needsConfirmation) - Number(b.needsConfirmation),
  )) {
    const at = kept.findIndex(
      (other) => other.provider === candidate.provider && looksLike(other.reference, candidate.reference),
    );
    const other = kept[at];
    if (other === undefined) kept.push(candidate);
    else if (other.reference !== candidate.reference) kept[at] = { ...other, needsConfirmation: true };
  }
  const order = candidates.map(({ at }) => at);
  return kept.toSorted((a, b) => order.indexOf(a.at) - order.indexOf(b.at));
};
