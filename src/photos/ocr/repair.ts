import type { DetectProvider } from "../../verify/detect/candidate.ts";
import { type Fit, fitsOf } from "../../verify/detect/shapes.ts";
import { type Alternative, alternativesOf, widthsOf } from "./look-alikes.ts";
import type { Mark } from "./printed-line.ts";
import { lineAround, type PrintedText } from "./printed-text.ts";

/**
 * A text in which words that are nearly references are references: look-alikes are resolved by a provider's
 * shape and by the day that the reference carries, and what a line end broke is joined.
 */
export const repair = (
  printed: PrintedText,
  providers: readonly DetectProvider[],
  now: Date,
): PrintedText => {
  let left = readingsInAll;
  const worthOf = (word: string): number => {
    left -= 1;
    return left < 0 ? 0 : Math.max(0, ...fitsOf(word, "narrow", providers, now).map((fit) => worth(fit)));
  };
  let text = "";
  const marks: (Mark | null)[] = [];
  let end = 0;
  for (const { start, ends } of wordsOf(printed)) {
    if (start < end) continue;
    const line = lineAround(printed, start);
    const words = ends.map((stop) => printed.marks.slice(start, stop).filter((mark) => mark !== null));
    const mended = words.map((word) => mend(word, line, worthOf));
    const at = mended.findIndex((reading) => reading !== null);
    if (at < 0) continue;
    // A reference whole on its line and another one with what follows: either may be meant. Outside of a link
    // nothing says that a line goes on at all.
    const isJoined = ends.length > 1 && at === 0;
    const isOpen =
      mended.filter((reading) => reading !== null).length > 1 || (isJoined && !isInLink(printed.text, start));
    text += printed.text.slice(end, start) + mended[at];
    const taken = (words[at] ?? []).map((mark) => (isOpen ? { ...mark, certainty: 0 } : mark));
    marks.push(...printed.marks.slice(end, start), ...taken);
    end = ends[at] ?? start;
  }
  return { text: text + printed.text.slice(end), marks: [...marks, ...printed.marks.slice(end)] };
};

/** A run of letters and digits, with the places where it may end: after what a line end broke off, and before. */
type Word = { readonly start: number; readonly ends: readonly number[] };

/** A hyphen may stand in a word, as in theta's. */
const wordsOf = ({ text }: PrintedText): readonly Word[] => {
  const runs = [...text.matchAll(/[A-Za-z0-9|]+(?:-\n?[A-Za-z0-9|]+)?/g)].map(({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
  }));
  return runs.map(({ start, end }, at) => {
    const next = runs[at + 1];
    const isBroken = next !== undefined && /^\n-?$/.test(text.slice(end, next.start));
    if (!isBroken) return { start, ends: [end] };
    // Words of a sentence are never joined: outside of a link both pieces hold a digit.
    const pieces = [text.slice(start, end), text.slice(next.start, next.end)];
    return {
      start,
      ends: isInLink(text, start) || pieces.every((piece) => /[0-9]/.test(piece)) ? [next.end, end] : [end],
    };
  });
};

/** Whether nothing but line ends stands between a link's beginning and a place. */
export const isInLink = (text: string, at: number): boolean =>
  /:\/\/[^ ]+$/.test(text.slice(Math.max(0, at - linkLength), at));

/** Longer than any receipt's link up to its reference. */
const linkLength = 120;

/** The likeliest reading of a word that is a reference; null where none is, or the word is one as it stands. */
const mend = (
  word: readonly Mark[],
  line: readonly Mark[],
  worthOf: (word: string) => number,
): string | null => {
  const read = word.map(({ character }) => character).join("");
  if (read.length < lengthMin || read.length > lengthMax) return null;
  // No capital is read as one of these: the word is a token, where case matters, or none at all.
  if (/[adefhjmnrty]/.test(read)) return null;
  const widths = widthsOf(word, line);
  const likely = word.map((mark) => alternativesOf(mark, widths)[0]?.character ?? "").join("");
  // Digits alone are an account or a phone, letters alone a word.
  if (![read, likely].some((reading) => /[A-Za-z]/.test(reading) && /[0-9]/.test(reading))) return null;
  let best: string | null = null;
  for (const reading of readingsOf(word.map((mark) => alternativesOf(mark, widths)))) {
    const value = worthOf(reading);
    if (value === known) return reading;
    if (value > 0) best ??= reading;
  }
  return best;
};

/** 0 for what carries no possible day; of a provider whose references bear type codes, the known ones count more. */
const worth = ({ isTimely, isTypical, shape }: Fit): number => {
  if (!isTimely) return 0;
  return isTypical || shape.typical === undefined ? known : unknown;
};
const known = 2;
const unknown = 1;

/** A reference that is shorter does not exist, and only zeta's tokens are longer, which nothing tells right from wrong. */
const lengthMin = 10;
const lengthMax = 24;
const readingsMax = 200;
/** A screen full of look-alikes is no receipt. */
const readingsInAll = 6_000;
/** More than four doubtful letters are no reading but a guess. */
const costMax = 5;

/** Readings of a word in the order of what has to be assumed for them. */
function* readingsOf(letters: readonly (readonly Alternative[])[]): Generator<string> {
  const base = letters.map(([first]) => first?.cost ?? 0).reduce((sum, cost) => sum + cost, 0);
  let open: readonly Reading[] = [{ places: [], cost: base }];
  for (let given = 0; given < readingsMax && open.length > 0; given += 1) {
    const [best, ...rest] = open;
    if (best === undefined || best.cost > costMax) return;
    yield letters.map((ways, at) => (ways[best.places[at] ?? 0] ?? ways[0])?.character ?? "").join("");
    open = merge(rest, widenings(best, letters));
  }
}

/** Which alternative is taken at each place, the first where none is named. */
type Reading = { readonly places: Readonly<Record<number, number>>; readonly cost: number };

/** The readings with one more letter changed, after the last one that is, so that each comes once. */
const widenings = (reading: Reading, letters: readonly (readonly Alternative[])[]): readonly Reading[] => {
  const last = Math.max(-1, ...Object.keys(reading.places).map(Number));
  return letters.flatMap((ways, at) =>
    at <= last
      ? []
      : ways.slice(1).map(({ cost }, way) => ({
          places: { ...reading.places, [at]: way + 1 },
          cost: reading.cost + cost - (ways[0]?.cost ?? 0),
        })),
  );
};

const merge = (open: readonly Reading[], more: readonly Reading[]): readonly Reading[] =>
  [...open, ...more].toSorted((a, b) => a.cost - b.cost).slice(0, readingsMax);
