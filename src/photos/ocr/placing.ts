import type { Glyph } from "./glyphs.ts";

/** A character as it was read: what, and its middle in pixels of the strip. */
export type Reading = { readonly character: string; readonly middle: number };

/**
 * Which shape each character was read from; null where none stands, or letters touch. The reader knows only about
 * where a character is: the order of characters and shapes tells the rest. `height` is the strip's.
 */
export const placeCharacters = (
  readings: readonly Reading[],
  glyphs: readonly Glyph[],
  height: number,
): readonly (number | null)[] => {
  const costs = costsOf(readings, glyphs, height);
  const placed: (number | null)[] = readings.map(() => null);
  let [character, glyph] = [readings.length, glyphs.length];
  while (character > 0 && glyph > 0) {
    const { cost, step } = costs[character]?.[glyph] ?? nowhere;
    if (step === "both") {
      character -= 1;
      glyph -= 1;
      if (cost < Number.POSITIVE_INFINITY) placed[character] = glyph;
    } else if (step === "character") character -= 1;
    else glyph -= 1;
  }
  return placed;
};

type Step = { readonly cost: number; readonly step: "both" | "character" | "glyph" };
const nowhere: Step = { cost: 0, step: "character" };

/** The least that it costs to place the first characters on the first shapes, for each number of both. */
const costsOf = (
  readings: readonly Reading[],
  glyphs: readonly Glyph[],
  height: number,
): readonly (readonly Step[])[] => {
  const table: Step[][] = [
    Array.from({ length: glyphs.length + 1 }, (_, at) => ({ cost: at * passed, step: "glyph" })),
  ];
  for (const [at, reading] of readings.entries()) {
    const above = table[at] ?? [];
    const row: Step[] = [{ cost: (above[0]?.cost ?? 0) + unplaced, step: "character" }];
    for (const [place, glyph] of glyphs.entries()) {
      const both = (above[place]?.cost ?? 0) + distance(reading, glyph, height);
      const character = (above[place + 1]?.cost ?? 0) + unplaced;
      const skipped = (row[place]?.cost ?? 0) + passed;
      if (both <= character && both <= skipped) row.push({ cost: both, step: "both" });
      else
        row.push(
          character <= skipped ? { cost: character, step: "character" } : { cost: skipped, step: "glyph" },
        );
    }
    table.push(row);
  }
  return table;
};

/** What a character without a shape costs, and a shape without a character, by the height of the strip. */
const unplaced = 0.3;
const passed = 0.25;

const distance = (
  { character, middle }: Reading,
  { left, right, top, bottom }: Glyph,
  height: number,
): number => {
  const proportion = (right - left) / (bottom - top);
  const isOdd = narrow.test(character) ? proportion > 0.75 : wide.test(character) && proportion < 0.3;
  return Math.abs((left + right) / 2 - middle) / height + (isOdd ? 0.15 : 0);
};

const narrow = /[Il1|!i.,:;']/;
const wide = /[A-HK-Za-eghkm-qsu-z02-9]/;
