import type { Mark } from "./printed-line.ts";

/** One way to read a mark, and how much has to be assumed for it: 0 for what it looks like. */
export type Alternative = { readonly character: string; readonly cost: number };

/** Letters and digits that print or a camera makes each other's likeness, likest first. */
const likenesses: Readonly<Record<string, string>> = {
  O: "0QD",
  "0": "OQD",
  Q: "O0",
  D: "0O",
  I: "1L",
  "1": "I7L",
  L: "1I",
  B: "8",
  "8": "B",
  S: "5",
  "5": "S",
  Z: "2",
  "2": "Z",
  G: "6",
  "6": "G",
  "7": "1",
};

/** Small letters that are no smaller capitals: what they are read for when only capitals can be meant. */
const smallLetters: Readonly<Record<string, string>> = {
  l: "I1L",
  i: "I1",
  "|": "I1",
  b: "B6",
  q: "Q9",
  g: "9G",
};

/** In capitals, the ways to read a mark, best first: as it looks, with what its width says, then its likenesses. */
export const alternativesOf = (mark: Mark, widths: Widths): readonly Alternative[] => {
  const measured = measuredOf(mark, widths);
  const small = smallLetters[mark.character];
  if (small !== undefined)
    return costed(
      [...small].toSorted((a, b) => Number(b === measured) - Number(a === measured)),
      1,
    );
  const read = mark.character.toUpperCase();
  const best = measured ?? read;
  const others = [...read, ...(likenesses[read] ?? ""), ...(likenesses[best] ?? "")];
  return costed([...new Set([best, ...others])], best === read ? 0 : 1);
};

const costed = (characters: readonly string[], first: number): readonly Alternative[] =>
  characters.map((character, at) => ({ character, cost: at === 0 ? first : 1 + at / 4 }));

/** Whether two words differ in nothing but likenesses. */
export const looksLike = (left: string, right: string): boolean =>
  left.length === right.length &&
  [...left].every((letter, at) => {
    const other = right.charAt(at);
    return (
      letter === other ||
      (likenesses[letter] ?? "").includes(other) ||
      (likenesses[other] ?? "").includes(letter)
    );
  });

/** How wide the digits are, by which O and 0 can be told apart; null where letters may all be as wide as they. */
export type Widths = { readonly digits: number } | null;

/** Measures the letters of a word, or of its line where the word has too few. */
export const widthsOf = (word: readonly Mark[], line: readonly Mark[]): Widths => {
  const digits = middleOf(word, roundDigits) ?? middleOf(line, roundDigits) ?? usualDigits;
  const letters = middleOf(word, wideLetters) ?? middleOf(line, wideLetters);
  return letters === null || letters < digits * 1.12 ? null : { digits };
};

/** As wide as a nought; 2, 4 and 7 are a little wider. */
const roundDigits = /[35689]/;

/** Of the fonts that phones come with. */
const usualDigits = 0.65;

/** Wider than a digit in every font but a typewriter's. */
const wideLetters = /[ACDGHKNTUVXY]/;

/** The middle one of the widths of these letters by their height. */
const middleOf = (marks: readonly Mark[], letters: RegExp): number | null => {
  const widths = marks
    .flatMap(({ character, proportion }) =>
      letters.test(character) && proportion !== null ? [proportion] : [],
    )
    .toSorted((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? null;
};

/** What the width of a round or an upright shape says that it is; null where it says nothing. */
const measuredOf = ({ character, proportion, foot }: Mark, widths: Widths): string | null => {
  if (proportion === null || widths === null) return null;
  if (/^[O0o]$/.test(character)) {
    if (proportion <= widths.digits * 1.08) return "0";
    return proportion >= widths.digits * 1.2 ? "O" : null;
  }
  if (/^[I1l|]$/.test(character)) {
    if (proportion <= 0.24) return "I";
    if (proportion < 0.3 || proportion > 0.6) return null;
    // Both have feet in some fonts, and then I is the narrower one.
    if ((foot ?? 0) < 0.6) return "1";
    return proportion < 0.42 ? "I" : null;
  }
  return null;
};

/**
 * Whether a mark is beyond doubt the character that it is taken for: read so with certainty, with no other shape
 * beside it, and where only the width tells O from 0 or I from 1, of that width. `isPossible` says whether the
 * reference could hold another character in this place.
 */
export const isSure = (
  mark: Mark,
  taken: string,
  widths: Widths,
  isPossible: (character: string) => boolean,
): boolean => {
  if (mark.isCrowded || mark.character.toUpperCase() !== taken || smallLetters[mark.character] !== undefined)
    return false;
  const isWidthDecisive = (twins[taken] ?? "").split("").some(isPossible);
  if (isWidthDecisive) return mark.certainty >= 0.95 && measuredOf(mark, widths) === taken;
  // The only doubt may be whether a letter is small.
  if (mark.runnerUp.toUpperCase() === taken) return mark.certainty >= 0.5;
  return mark.certainty >= (likenesses[taken] === undefined ? 0.85 : 0.95);
};

/** What only the width tells apart from it. */
const twins: Readonly<Record<string, string>> = { O: "0", "0": "O", I: "1", "1": "I" };
