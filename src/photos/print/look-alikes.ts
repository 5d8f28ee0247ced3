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

/** How wide the digits around are, by which O and 0 can be told apart; null where all letters are as wide. */
export type Widths = { readonly digits: number } | null;

/** Measures the letters of a word, or of its line where the word has too few. */
export const widthsOf = (word: readonly Mark[], line: readonly Mark[]): Widths => {
  if (isMonospaced(word)) return null;
  const digits = [word, line]
    .map((marks) => marks.flatMap((mark) => (isOpenDigit(mark) ? [mark.proportion ?? 0] : [])))
    .find((proportions) => proportions.length >= 2);
  const sorted = (digits ?? []).toSorted((a, b) => a - b);
  return { digits: sorted[Math.floor(sorted.length / 2)] ?? usualDigits };
};

/** Of the fonts that phones come with. */
const usualDigits = 0.64;

/** Digits as wide as a nought in nearly every font. */
const isOpenDigit = ({ character, proportion, certainty }: Mark): boolean =>
  /[235689]/.test(character) && proportion !== null && certainty > 0.9;

/** The letters of a typewriter stand equally far apart. */
const isMonospaced = (word: readonly Mark[]): boolean => {
  const steps = word.slice(1).map((mark, at) => mark.middle - (word[at]?.middle ?? 0));
  const mean = steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length);
  return steps.length >= 5 && steps.every((step) => Math.abs(step - mean) < mean * 0.12);
};

/** What the width of a round or an upright shape says that it is; null where it says nothing. */
export const measuredOf = ({ character, proportion }: Mark, widths: Widths): string | null => {
  if (proportion === null || widths === null) return null;
  if (/^[O0o]$/.test(character)) {
    if (proportion <= widths.digits * 1.13) return "0";
    return proportion >= widths.digits * 1.2 ? "O" : null;
  }
  if (/^[I1l|]$/.test(character)) {
    if (proportion <= 0.24) return "I";
    return proportion >= 0.3 && proportion <= 0.6 ? "1" : null;
  }
  return null;
};

/**
 * Whether a mark is beyond doubt the character that it is taken for: read so with certainty, by a shape of that
 * width where only the width tells, and with no other shape beside it.
 */
export const isSure = (mark: Mark, taken: string, widths: Widths): boolean => {
  if (mark.isCrowded || mark.character.toUpperCase() !== taken || smallLetters[mark.character] !== undefined)
    return false;
  if (/^[OI01]$/.test(taken)) return mark.certainty >= 0.9 && measuredOf(mark, widths) === taken;
  return mark.certainty >= (likenesses[taken] === undefined ? 0.9 : 0.95);
};
