import type { GreyPicture } from "../grey-picture.ts";
import { type Glyph, glyphsIn } from "./glyphs.ts";
import { placeCharacters, type Reading } from "./placing.ts";
import type { Mark } from "./printed-line.ts";

/** What the shapes of a line say of its characters, from which likenesses can be told apart. */
type MarkShape = Pick<
  Mark,
  "proportion" | "height" | "drop" | "foot" | "stroke" | "isPieced" | "gap" | "middle" | "isCrowded"
>;

/** Measures the shape of each character in a strip that holds their line, `scale` pixels of it for one of the picture. */
export const shapesOf = (
  readings: readonly Reading[],
  strip: GreyPicture,
  scale: number,
): readonly MarkShape[] => {
  const { glyphs, baseline } = glyphsIn(strip);
  const places = placeCharacters(readings, glyphs, strip.height);
  return readings.map((reading, at): MarkShape => {
    const place = places[at] ?? null;
    const after = places[readings[at + 1]?.character === " " ? at + 2 : at + 1] ?? null;
    const glyph = place === null ? undefined : glyphs[place];
    const next = after === null ? undefined : glyphs[after];
    const isOwn =
      glyph !== undefined &&
      isAlone(
        glyph,
        [readings[at - 1], readings[at + 1]].filter(
          (_, side) => (places[at + side * 2 - 1] ?? null) === null,
        ),
        strip.height,
      );
    return {
      ...(isOwn ? measured(glyph, widestOf(reading), baseline, scale) : unmeasured),
      gap: glyph === undefined || next === undefined ? null : (next.left - glyph.right) / lower(glyph, next),
      middle: reading.middle / strip.height,
      isCrowded:
        glyph !== undefined &&
        next !== undefined &&
        glyphs
          .slice((place ?? 0) + 1, after ?? 0)
          .some((other) => other.bottom - other.top >= lower(glyph, next) * 0.75),
    };
  });
};

const unmeasured = { proportion: null, height: null, drop: null, foot: null, stroke: null, isPieced: null };

/** For an unknown character. */
export const unseen: MarkShape = { ...unmeasured, gap: null, middle: 0, isCrowded: false };

const measured = (
  { left, top, right, bottom, foot, stroke, isPieced }: Glyph,
  widest: number,
  baseline: number,
  scale: number,
) => {
  const proportion = (right - left) / (bottom - top);
  if (proportion > widest) return unmeasured;
  return {
    proportion,
    height: (bottom - top) / scale,
    drop: (bottom - baseline) / scale,
    foot,
    stroke: stroke / scale,
    isPieced,
  };
};

/** Few single characters are wider than high. */
const widestOf = ({ character }: Reading): number => (/[MWmw=+]/.test(character) ? 2 : 1.15);

const lower = (one: Glyph, other: Glyph): number => Math.min(one.bottom - one.top, other.bottom - other.top);

/** Whether no neighbour that has no shape of its own was read off this one: then letters touch. */
const isAlone = (
  { left, right }: Glyph,
  unplaced: readonly (Reading | undefined)[],
  height: number,
): boolean =>
  unplaced.every(
    (other) =>
      other === undefined ||
      other.character === " " ||
      other.middle < left - height / 12 ||
      other.middle > right + height / 12,
  );
