import type { GreyPicture } from "../grey-picture.ts";
import { blurred, correlation, type Estimate, equalise, roundBlur } from "./equaliser.ts";
import { findFinders } from "./finders.ts";
import { type Expectation, fitGrid, likenessOf } from "./fit.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { cutPatch, type Grid, type Patch, type Placed, sampleGrid, toPatch } from "./patch.ts";
import { type Place, placesOf } from "./quads.ts";
import { decodeSoftly, type Mended } from "./soft-decoder.ts";

export type BlurredCode = { readonly mended: Mended; readonly size: number; readonly likeness: number };

/** Drawn afresh, so that any reader can tell its text. */
export const drawn = ({ mended, size }: BlurredCode): GreyPicture => {
  const [scale, rim] = [4, 4];
  const side = (size + 2 * rim) * scale;
  const pixels = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1)
      if (mended.modules[Math.floor(y / scale) * size + Math.floor(x / scale)] === 1)
        pixels[(y + rim * scale) * side + x + rim * scale] = 0;
  return { pixels, width: side, height: side };
};

export const readBlurredCodes = (
  grey: GreyPicture,
  hints: readonly Place[],
  hasTime: () => boolean,
  log: (...x: unknown[]) => void = () => {},
): readonly BlurredCode[] => {
  const finders = findFinders(grey);
  const places = [...hints, ...placesOf(finders, 24)];
  log("finders", finders.length, "places", places.length);
  const fitted = places
    .map((place) => fitPlace(grey, place))
    .filter(({ likeness }) => likeness > 0.5)
    .sort((a, b) => b.likeness - a.likeness);
  log(fitted.slice(0, 6).map((f) => `v${f.symbol.version} ${f.likeness.toFixed(3)}`));
  for (const fit of fitted.slice(0, 5)) {
    if (!hasTime()) break;
    const code = readPlace(fit, log);
    if (code !== null) return [code];
  }
  return [];
};

type FittedPlace = {
  readonly symbol: Layout;
  readonly placed: Placed;
  readonly grid: Grid;
  readonly likeness: number;
  readonly isInverted: boolean;
};

const fitPlace = (grey: GreyPicture, { quad, version, isInverted }: Place): FittedPlace => {
  const symbol = layoutOf(version);
  const xs = quad.map(({ x }) => x);
  const ys = quad.map(({ y }) => y);
  const side = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y);
  const module = side / symbol.size;
  const rim = 4 * module;
  const scale = Math.max(1, module / 4);
  const placed = cutPatch(
    grey,
    {
      left: Math.min(...xs) - rim,
      top: Math.min(...ys) - rim,
      right: Math.max(...xs) + rim,
      bottom: Math.max(...ys) + rim,
    },
    scale,
  );
  const [a, b, c, d] = quad;
  const start: Grid = {
    quad: [toPatch(placed, a), toPatch(placed, b), toPatch(placed, c), toPatch(placed, d)],
    bend: [0, 0, 0, 0],
  };
  const expected = expectationOf(symbol, isInverted);
  const flat = flattened(placed.patch, Math.round((6 * module) / scale));
  const coarse = fitGrid(flat, start, symbol.size, expected, {
    stepMax: module / scale,
    stepMin: (0.1 * module) / scale,
    canBend: false,
  });
  return { symbol, placed, grid: coarse.grid, likeness: coarse.likeness, isInverted };
};

/** Function modules seen through a slight blur. */
const expectationOf = ({ size, known }: Layout, isInverted: boolean): Expectation => {
  const wide = size + 2;
  const field = wideKnown({ size, known });
  const soft = blurred(field, wide, roundBlur(0.55, 1));
  const columns: number[] = [];
  const rows: number[] = [];
  const values: number[] = [];
  for (let at = 0; at < field.length; at += 1) {
    if (field[at] === 0) continue;
    const [x, y] = [at % wide, Math.floor(at / wide)];
    if ((x === 0 || y === 0 || x === wide - 1 || y === wide - 1) && !isNearFinder(x, y, wide)) continue;
    columns.push(x - 0.5);
    rows.push(y - 0.5);
    values.push((isInverted ? 1 : -1) * (soft[at] ?? 0));
  }
  return {
    columns: Float32Array.from(columns),
    rows: Float32Array.from(rows),
    values: Float32Array.from(values),
  };
};

const isNearFinder = (x: number, y: number, wide: number): boolean =>
  (x < 9 && y < 9) || (x >= wide - 9 && y < 9) || (x < 9 && y >= wide - 9);

const wideKnown = ({ size, known }: Pick<Layout, "size" | "known">): Float64Array => {
  const wide = size + 2;
  const field = new Float64Array(wide * wide).fill(-1);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) field[(y + 1) * wide + x + 1] = known[y * size + x] ?? 0;
  return field;
};

/** Each value against the mean and spread of its surroundings. */
const flattened = (patch: Patch, reach: number): Patch => {
  const { values, width, height } = patch;
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const value = values[y * width + x] ?? 0;
      sum += value;
      square += value * value;
      const at = (y + 1) * stride + x + 1;
      sums[at] = sum + (sums[at - stride] ?? 0);
      squares[at] = square + (squares[at - stride] ?? 0);
    }
  }
  const flat = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [left, top] = [Math.max(0, x - reach), Math.max(0, y - reach)];
      const [right, bottom] = [Math.min(width, x + reach + 1), Math.min(height, y + reach + 1)];
      const area = (right - left) * (bottom - top);
      const box = (table: Float64Array) =>
        ((table[bottom * stride + right] ?? 0) -
          (table[bottom * stride + left] ?? 0) -
          (table[top * stride + right] ?? 0) +
          (table[top * stride + left] ?? 0)) /
        area;
      const mean = box(sums);
      const spread = Math.sqrt(Math.max(box(squares) - mean * mean, 9));
      flat[y * width + x] = ((values[y * width + x] ?? 0) - mean) / spread;
    }
  }
  return { values: flat, width, height };
};

const readPlace = (fit: FittedPlace, log: (...x: unknown[]) => void): BlurredCode | null => {
  for (const sigma of [0.45, 0.7]) {
    let { grid } = fit;
    for (let pass = 0; pass < 3; pass += 1) {
      const estimate = estimateAt(fit, grid, sigma);
      log(" sigma", sigma, "pass", pass, "likeness", estimate.likeness.toFixed(3));
      const code = decodeEstimate(fit.symbol, estimate, log);
      if (code !== null) return code;
      grid = refit(fit, grid, estimate);
    }
  }
  return null;
};

const estimateAt = ({ symbol, placed, isInverted }: FittedPlace, grid: Grid, sigma: number): Estimate => {
  const samples = sampleGrid(placed.patch, grid, symbol.size);
  const sign = isInverted ? 1 : -1;
  return equalise(
    samples.map((value) => sign * value),
    wideKnown(symbol),
    symbol.size + 2,
    roundBlur(sigma, 2),
    6,
  );
};

/** Once the modules are guessed, all of them say where the grid lies. */
const refit = ({ symbol, placed, isInverted }: FittedPlace, grid: Grid, estimate: Estimate): Grid => {
  const wide = symbol.size + 2;
  const seen = blurred(estimate.modules, wide, estimate.blur);
  const sign = isInverted ? 1 : -1;
  const expected = {
    columns: Float32Array.from(seen, (_, at) => (at % wide) - 0.5),
    rows: Float32Array.from(seen, (_, at) => Math.floor(at / wide) - 0.5),
    values: Float32Array.from(seen, (value) => sign * value),
  };
  const module = Math.hypot(grid.quad[1].x - grid.quad[0].x, grid.quad[1].y - grid.quad[0].y) / symbol.size;
  const flat = flattened(placed.patch, Math.round(6 * module));
  return fitGrid(flat, grid, symbol.size, expected, {
    stepMax: module / 4,
    stepMin: module / 30,
    canBend: true,
  }).grid;
};

const decodeEstimate = (
  symbol: Layout,
  estimate: Estimate,
  log: (...x: unknown[]) => void,
): BlurredCode | null => {
  const { size } = symbol;
  const wide = size + 2;
  const ratios = Float64Array.from(
    symbol.known,
    (_, at) => estimate.ratios[(Math.floor(at / size) + 1) * wide + (at % size) + 1] ?? 0,
  );
  let likeness = 0;
  const mended = decodeSoftly(symbol, ratios, ({ modules }) => {
    const whole = new Float64Array(wide * wide).fill(-1);
    modules.forEach((value, at) => {
      whole[(Math.floor(at / size) + 1) * wide + (at % size) + 1] = value === 1 ? 1 : -1;
    });
    likeness = correlation(
      blurred(estimate.modules, wide, estimate.blur),
      blurred(whole, wide, estimate.blur),
    );
    log("   candidate likeness", likeness.toFixed(3));
    return likeness > 0.8;
  });
  return mended === null ? null : { mended, size, likeness };
};

void likenessOf;
