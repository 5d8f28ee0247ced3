import type { Point } from "../grey-picture.ts";
import type { Finder } from "./finders.ts";
import { project, type Quad, squareToQuad } from "./homography.ts";
import { sizeOf, versionMax } from "./layout.ts";

/** Where a symbol may lie: its outer corners in the picture, clockwise from its own top left. */
export type CodePlace = {
  readonly quad: Quad;
  readonly version: number;
  readonly isInverted: boolean;
  /** How much speaks for it, only to be compared. */
  readonly weight: number;
};

/** Triples of finders that can be one symbol's: the likeliest. */
export const placesOf = (finders: readonly Finder[]): readonly CodePlace[] => {
  const places: CodePlace[] = [];
  for (const corner of finders) {
    for (const right of finders) {
      for (const below of finders) {
        if (right === corner || below === corner || right === below) continue;
        const place = placeOf(corner, right, below);
        if (place !== null) places.push(...place);
      }
    }
  }
  return places.sort((a, b) => b.weight - a.weight).slice(0, placesMax);
};

const placesMax = 60;

const placeOf = (corner: Finder, right: Finder, below: Finder): readonly CodePlace[] | null => {
  const finders = [corner, right, below];
  if (finders.some(({ isInverted }) => isInverted !== corner.isInverted)) return null;
  const modules = finders.map(({ module }) => module);
  if (Math.max(...modules) > 1.6 * Math.min(...modules)) return null;
  const [ax, ay, bx, by] = [right.x - corner.x, right.y - corner.y, below.x - corner.x, below.y - corner.y];
  const [a, b] = [Math.hypot(ax, ay), Math.hypot(bx, by)];
  if (Math.max(a, b) > 1.6 * Math.min(a, b)) return null;
  // Upright pictures have y downwards: from "right" to "below" is a positive turn.
  const sine = (ax * by - ay * bx) / (a * b);
  if (sine < 0.78) return null;
  const module = modules.reduce((sum, value) => sum + value, 0) / 3;
  const expected = ((a + b) / 2 / module + 7 - 17) / 4;
  const versions = [
    Math.round(expected),
    Math.round(expected) + 1,
    Math.round(expected) - 1,
    Math.round(expected) + 2,
  ];
  const evenness = Math.min(a, b) / Math.max(a, b) + sine + Math.min(...modules) / Math.max(...modules);
  const likeness = corner.likeness + right.likeness + below.likeness;
  return versions
    .filter((version) => version >= 1 && version <= versionMax)
    .map((version) => ({
      quad: outerQuad(corner, right, below, sizeOf(version)),
      version,
      isInverted: corner.isInverted,
      weight: likeness + evenness / 2 - 0.3 * Math.abs(version - expected),
    }));
};

/** From the centres of three finders, as if seen from straight above. */
const outerQuad = (corner: Point, right: Point, below: Point, size: number): Quad => {
  const fourth = { x: right.x + below.x - corner.x, y: right.y + below.y - corner.y };
  return widened([corner, right, fourth, below], size);
};

/** From finder centres (3.5 modules inside) to the symbol's corners. */
const widened = (centres: Quad, size: number): Quad => {
  const map = squareToQuad(centres);
  const rim = 3.5 / (size - 7);
  const at = (u: number, v: number) => project(map, u, v);
  return [at(-rim, -rim), at(1 + rim, -rim), at(1 + rim, 1 + rim), at(-rim, 1 + rim)];
};
