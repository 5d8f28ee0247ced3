import { randomInt } from "node:crypto";

/** Draws an integer from 0 up to, and without, `below`. */
export type Draw = (below: number) => number;

export const drawAtRandom: Draw = (below) => randomInt(below);

const consonants = "bdfgklmnrstz";
const vowels = "aeiou";
const ethiopic = "ሀለመረሰቀበተነከወዘየደገጠፈ";

/** Another sign of the same kind: a digit for a digit, a small letter for a small letter. Never the same. */
export const otherSign = (sign: string, draw: Draw): string => {
  if (/[0-9]/.test(sign)) return String((Number(sign) + 1 + draw(9)) % 10);
  const isUpper = /\p{Lu}/u.test(sign);
  const alphabet = /[\u1200-\u137f]/.test(sign) ? ethiopic : "abcdefghijklmnopqrstuvwxyz";
  if (!/\p{L}/u.test(sign)) return sign;
  const others = [...alphabet].filter((one) => one !== sign.toLowerCase());
  const drawn = others[draw(others.length)] ?? "x";
  return isUpper ? drawn.toUpperCase() : drawn;
};

/** A text with other letters and digits in the same places. */
export const otherText = (text: string, draw: Draw): string =>
  [...text].map((sign) => otherSign(sign, draw)).join("");

/** A word that can be spoken, in small letters, for one of as many letters. */
export const otherWord = (word: string, draw: Draw): string =>
  [...word]
    .map((sign, at) => {
      if (!/[a-z]/.test(sign)) return otherSign(sign, draw);
      const others = [...(at % 2 === 0 ? consonants : vowels)].filter((one) => one !== sign);
      return others[draw(others.length)] ?? "x";
    })
    .join("");

/** Gives a word the capitals of another of the same length. */
export const withCaseOf = (word: string, model: string): string => {
  const signs = [...model];
  return [...word].map((sign, at) => (/\p{Lu}/u.test(signs[at] ?? "") ? sign.toUpperCase() : sign)).join("");
};
