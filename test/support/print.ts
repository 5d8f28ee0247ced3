import type { Mark, PrintedLine } from "../../src/photos/ocr/printed-line.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { openProviders, providerLabels } from "../../src/providers/registry.ts";
import { settingsOf } from "./detection.ts";

/** All of them, each on a host of its own. */
export const allProviders: readonly Provider[] = openProviders(
  Object.fromEntries(providerLabels.map((label) => [label, settingsOf(`https://receipts.${label}.example`)])),
  "full",
);

/** Marks of a text as a flawless reading of an ordinary font gives them. */
export const marksOf = (text: string): readonly Mark[] =>
  [...text].map((character, at) => ({
    character,
    certainty: 0.999,
    runnerUp: "",
    proportion: proportionOf(character),
    height: heightOf(character),
    ...standing(character),
    gap: null,
    middle: 0.3 + at * 0.5,
    isCrowded: false,
  }));

/** Lines of text one below the other. */
export const linesOf = (...texts: readonly (string | readonly Mark[])[]): readonly PrintedLine[] =>
  texts.map((text, at) => ({
    marks: typeof text === "string" ? marksOf(text) : text,
    box: { left: 20, right: 620, top: 20 + at * 50, bottom: 60 + at * 50 },
  }));

/** Width by height in a font such as phones have. */
const proportionOf = (character: string): number | null => {
  if (/[I|l]/.test(character)) return 0.14;
  if (character === "1") return 0.38;
  if (/[0-9]/.test(character)) return 0.66;
  if (/[OQ]/.test(character)) return 0.88;
  return /[A-Z]/.test(character) ? 0.8 : 0.75;
};

/** In pixels: small letters are lower than capitals, or a hair higher. */
const heightOf = (character: string): number => {
  if (/[bdfhkl]/.test(character)) return 24.8;
  if (/[gpqyij]/.test(character)) return 22;
  return /[a-z]/.test(character) ? 17.6 : 24;
};

const standing = (character: string) => ({
  drop: /[gpqyj]/.test(character) ? 5 : 0,
  foot: /[ELZ2]/.test(character) ? 1 : 0.4,
  stroke: 3,
  isPieced: /[ij=]/.test(character),
});
