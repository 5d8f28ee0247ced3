import type { GreyPicture } from "../grey-picture.ts";
import { blurred, roundBlur } from "./blur.ts";
import { type Expectation, fitGrid, likenessOf } from "./fit.ts";
import { flattened } from "./flattened.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { cutPatch, type Grid, type Patch, sampleGrid, toPatch } from "./patch.ts";
import type { CodePlace } from "./quads.ts";

/** A place in the picture, cut out, with the grid of modules laid over it. */
export type PlacedCode = {
  readonly layout: Layout;
  /** About four pixels a module, in the picture's own light. */
  readonly patch: Patch;
  /** The same in even light. */
  readonly flat: Patch;
  readonly grid: Grid;
  readonly isInverted: boolean;
  /** How well the modules that every symbol has agree with what lies under them, -1 to 1. */
  readonly likeness: number;
  /** Standard deviation of the blur at which they agree best, in modules. */
  readonly sigma: number;
};

/** How well a place agrees as it was guessed, seen in the whole picture's own light: enough to put guesses in order. */
export const likenessAt = (whole: Patch, { quad, version, isInverted }: CodePlace): number => {
  const layout = layoutOf(version);
  return likenessOf(whole, { quad, bend: [0, 0] }, layout.size, expectationOf(layout, isInverted, 0.6));
};

/** Cuts a place out. */
export const cutOut = (grey: GreyPicture, { quad, version, isInverted }: CodePlace): PlacedCode => {
  const layout = layoutOf(version);
  const [xs, ys] = [quad.map(({ x }) => x), quad.map(({ y }) => y)];
  const module = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y) / layout.size;
  const rim = 4 * module;
  const box = {
    left: Math.min(...xs) - rim,
    top: Math.min(...ys) - rim,
    right: Math.max(...xs) + rim,
    bottom: Math.max(...ys) + rim,
  };
  const placed = cutPatch(grey, box, Math.max(1, module / pixelsPerModule));
  const [a, b, c, d] = quad;
  const grid: Grid = {
    quad: [toPatch(placed, a), toPatch(placed, b), toPatch(placed, c), toPatch(placed, d)],
    bend: [0, 0],
  };
  const flat = flattened(placed.patch, Math.round((6 * module) / placed.scale));
  return { layout, patch: placed.patch, flat, grid, isInverted, likeness: 0, sigma: 0.6 };
};

const pixelsPerModule = 4;

/** Lays the grid where the modules that every symbol has agree best, first flat, then bent, and tells the blur. */
export const fitted = (code: PlacedCode): PlacedCode => {
  const { layout, flat, isInverted } = code;
  const { size } = layout;
  const expected = expectationOf(layout, isInverted, code.sigma);
  const module = moduleOf(code.grid, size);
  const steps = { stepMax: module, stepMin: 0.2 * module, canBend: false };
  const start = leaned(flat, code.grid, size, expected);
  const coarse = fitGrid(flat, start, size, expected, steps);
  if (coarse.likeness < likenessMin) return { ...code, ...coarse };
  const fineSteps = { stepMax: 0.2 * module, stepMin: 0.05 * module, canBend: true };
  const fine = fitGrid(flat, coarse.grid, size, expected, fineSteps);
  const [best = fine] = [0.3, 0.45, 0.6, 0.75, 0.9]
    .map((sigma) => {
      const likeness = likenessOf(flat, fine.grid, size, expectationOf(layout, isInverted, sigma));
      return { sigma, likeness };
    })
    .sort((a, b) => b.likeness - a.likeness);
  return { ...code, ...fine, ...best };
};

/**
 * Three finders say nothing of how the fourth corner leans towards the camera or away: tried along both sides, a
 * sixth of the side at most.
 */
const leaned = (flat: Patch, grid: Grid, size: number, expected: Expectation): Grid => {
  const [a, b, c, d] = grid.quad;
  const steps = [-2, -1, 0, 1, 2].map((step) => step / 12);
  const leans = steps.flatMap((along) =>
    steps.map((down): Grid => {
      const x = c.x + along * (c.x - d.x) + down * (c.x - b.x);
      const y = c.y + along * (c.y - d.y) + down * (c.y - b.y);
      return { ...grid, quad: [a, b, { x, y }, d] };
    }),
  );
  const judged = leans.map((lean) => ({ lean, likeness: likenessOf(flat, lean, size, expected) }));
  return judged.reduce((best, next) => (next.likeness > best.likeness ? next : best)).lean;
};

/**
 * The same with its fourth corner where the modules stand out most from grey: between modules there is neither dark
 * nor light. What every symbol has says little about that corner, in the smallest symbol nothing.
 */
export const cornered = (code: PlacedCode): PlacedCode => {
  const { flat, grid, layout } = code;
  const [a, b, c, d] = grid.quad;
  const module = moduleOf(grid, layout.size);
  const steps = [-3, -2, -1, 0, 1, 2, 3].map((step) => (step * module) / 2);
  const judged = steps
    .flatMap((dx) => steps.map((dy): Grid => ({ ...grid, quad: [a, b, { x: c.x + dx, y: c.y + dy }, d] })))
    .map((moved) => {
      const samples = sampleGrid(flat, moved, layout.size);
      return { moved, contrast: samples.reduce((sum, value) => sum + Math.abs(value), 0) };
    });
  return {
    ...code,
    grid: judged.reduce((best, next) => (next.contrast > best.contrast ? next : best)).moved,
  };
};

/** Below this a place is none. */
export const likenessMin = 0.5;

/** Pixels of the patch a module. */
export const moduleOf = ({ quad: [a, b] }: Grid, size: number): number =>
  Math.hypot(b.x - a.x, b.y - a.y) / size;

/** The grid with a rim of one light module: 1 dark, -1 light, 0 not known yet. */
export const widened = ({ size, known }: Pick<Layout, "size" | "known">): Float64Array => {
  const wide = size + 2;
  const field = new Float64Array(wide * wide).fill(-1);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) field[(y + 1) * wide + x + 1] = known[y * size + x] ?? 0;
  return field;
};

const expectations = new Map<string, Expectation>();

/** What every symbol has, as it looks through a blur; of the rim only what lies beside a finder. */
const expectationOf = (layout: Layout, isInverted: boolean, sigma: number): Expectation => {
  const key = `${layout.size} ${isInverted} ${sigma}`;
  const expected = expectations.get(key) ?? makeExpectation(layout, isInverted, sigma);
  expectations.set(key, expected);
  return expected;
};

const makeExpectation = (layout: Layout, isInverted: boolean, sigma: number): Expectation => {
  const wide = layout.size + 2;
  const field = widened(layout);
  const soft = blurred(field, wide, roundBlur(sigma, 2));
  const places = [...field.keys()].filter(
    (at) => field[at] !== 0 && isCertain(at % wide, Math.floor(at / wide), wide),
  );
  return {
    columns: Float32Array.from(places, (at) => (at % wide) - 0.5),
    rows: Float32Array.from(places, (at) => Math.floor(at / wide) - 0.5),
    values: Float32Array.from(places, (at) => (isInverted ? 1 : -1) * (soft[at] ?? 0)),
  };
};

const isCertain = (x: number, y: number, wide: number): boolean => {
  const isRim = x === 0 || y === 0 || x === wide - 1 || y === wide - 1;
  return !isRim || (x < 9 && y < 9) || (x >= wide - 9 && y < 9) || (x < 9 && y >= wide - 9);
};
