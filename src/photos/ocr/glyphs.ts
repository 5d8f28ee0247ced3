import type { GreyPicture } from "../grey-picture.ts";
import { type Ink, inkOf, type Patch, patchesOf, withoutRules, withoutUnderline } from "./ink.ts";

/** The shape of one character, or of several that touch, in parts of a pixel; right and bottom are outside. */
export type Glyph = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** How much of its width the lowest stroke takes, 0 to 1. */
  readonly foot: number;
  readonly stroke: number;
  readonly isPieced: boolean;
};

/** The shapes of a strip that holds one line of text, from left to right, and the line that letters stand on. */
export const glyphsIn = (
  strip: GreyPicture,
): { readonly glyphs: readonly Glyph[]; readonly baseline: number } => {
  const withRules = inkOf(strip);
  const baseline = baselineOf(patchesOf(withoutRules(withRules)), strip.height);
  const ink = withoutRules(withoutUnderline(withRules, baseline));
  const patches = patchesOf(ink).filter(
    ({ left, right, top, bottom }) => (right - left) * (bottom - top) >= speck * strip.height ** 2,
  );
  const glyphs: (Patch & { readonly isPieced: boolean })[] = [];
  for (const patch of patches.toSorted((a, b) => a.left - b.left)) {
    const last = glyphs.at(-1);
    if (last !== undefined && isOver(last, patch))
      glyphs[glyphs.length - 1] = { ...around(last, patch), isPieced: true };
    else glyphs.push({ ...patch, isPieced: false });
  }
  return { glyphs: glyphs.map((glyph) => measured(glyph, glyph.isPieced, ink)), baseline };
};

/** Dust, by the square of the line's height. */
const speck = 0.001;

/** Where most letters stand: the middle one of the lower ends of what is high enough. */
const baselineOf = (patches: readonly Patch[], height: number): number => {
  const ends = patches
    .filter(({ top, bottom }) => bottom - top >= height / 4)
    .map(({ bottom }) => bottom)
    .toSorted((a, b) => a - b);
  return ends[Math.floor(ends.length / 2)] ?? height;
};

/** Whether the narrower of two stands above or below the other by more than half. */
const isOver = (one: Patch, other: Patch): boolean => {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return shared * 2 > Math.min(one.right - one.left, other.right - other.left);
};

const around = (one: Patch, other: Patch): Patch => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** The same with its edges where the ink has faded to half of the letter's own. */
const measured = (patch: Patch, isPieced: boolean, { cover, width, height }: Ink): Glyph => {
  const columns: number[] = [];
  const rows: number[] = [];
  const masses: number[] = [];
  const [fromRow, toRow] = [Math.max(0, patch.top - 1), Math.min(height, patch.bottom + 1)];
  // What has faded belongs to the letter, too.
  const [fromColumn, toColumn] = [Math.max(0, patch.left - 3), Math.min(width, patch.right + 3)];
  for (let row = fromRow; row < toRow; row += 1) {
    let [most, mass] = [0, 0];
    for (let column = fromColumn; column < toColumn; column += 1) {
      const value = cover[row * width + column] ?? 0;
      if (column >= patch.left && column < patch.right) most = Math.max(most, value);
      mass += value;
      columns[column - fromColumn] = Math.max(columns[column - fromColumn] ?? 0, value);
    }
    rows.push(most);
    masses.push(mass / 255);
  }
  const peak = Math.max(...rows);
  const [top, bottom] = edgesOf(rows, peak / 2);
  const [left, right] = edgesOf(columns, peak / 2);
  const quarter = (bottom - top) / 4;
  const amid = masses.slice(Math.floor(top + quarter), Math.ceil(bottom - quarter)).toSorted((a, b) => a - b);
  return {
    left: fromColumn + left,
    top: fromRow + top,
    right: fromColumn + right,
    bottom: fromRow + bottom,
    foot: Math.max(0, ...masses.slice(Math.floor(bottom - quarter * 0.7))) / (right - left),
    stroke: amid[Math.floor(amid.length / 2)] ?? 0,
    isPieced,
  };
};

/** Where values rise above a level for the first time, and fall below it for the last. */
const edgesOf = (values: readonly number[], level: number): readonly [number, number] => {
  const first = values.findIndex((value) => value >= level);
  const last = values.findLastIndex((value) => value >= level);
  const crossing = (inside: number, outside: number) => {
    const [within = 0, without = 0] = [values[inside], values[outside]];
    return within > without ? (within - level) / (within - without) : 0.5;
  };
  return [first + 0.5 - crossing(first, first - 1), last + 0.5 + crossing(last, last + 1)];
};
