import type { GreyPicture } from "../grey-picture.ts";
import { reused } from "../reused.ts";
import { blurred, roundBlur } from "./blur.ts";
import { correlation, type Estimate, equalise } from "./equaliser.ts";
import { findFinders, findTurnedFinders } from "./finders.ts";
import { fitGrid } from "./fit.ts";
import type { Layout } from "./layout.ts";
import { sampleGrid } from "./patch.ts";
import { cornered, cutOut, fitted, likenessAt, moduleOf, type PlacedCode, widened } from "./placed-code.ts";
import { type CodePlace, placesOf } from "./quads.ts";
import { decodeSoftly } from "./soft-decoder.ts";

/**
 * The code of a picture that is too blurred for thresholds, drawn afresh for any reader, or null. Finder patterns
 * are looked for through the blur, a grid is fitted to what every symbol has, the blur between modules is undone, and
 * the codewords are mended by how sure they are. What comes out must also look like what was photographed.
 *
 * @param hints places where another reader saw a code that it could not read: tried first
 */
export const readBlurredCode = (
  grey: GreyPicture,
  hints: readonly CodePlace[],
  hasTime: () => boolean,
): GreyPicture | null => {
  const whole = { ...grey, values: wholeFor(grey.pixels.length) };
  whole.values.set(grey.pixels);
  const guesses = [() => hints, () => placesOf(findFinders(grey)), () => placesOf(findTurnedFinders(grey))];
  for (const guess of guesses) {
    if (!hasTime()) return null;
    const places = guess().map((place) => ({ place, likeness: likenessAt(whole, place) }));
    const codes = strongest(places, fittedMax).map(({ place }) => fitted(cutOut(grey, place)));
    const code = readPlaced(strongest(codes, triedMax), hasTime);
    if (code !== null) return code;
  }
  return null;
};

const wholeFor = reused((length) => new Float32Array(length));

/** Of guessed places so many are fitted, and so many of these read. */
const fittedMax = 6;
const triedMax = 3;
/** Print and shadows are taken for symbols up to 0.7, and no symbol that agrees as little was ever read. */
const triedMin = 0.7;

const strongest = <Judged extends { readonly likeness: number }>(
  judged: readonly Judged[],
  count: number,
): readonly Judged[] => judged.toSorted((a, b) => b.likeness - a.likeness).slice(0, count);

type Attempt = { readonly code: PlacedCode; readonly estimate: Estimate };

/** Each place in a few ways; then the one that explains its picture best, its grid fitted to what was read so far. */
const readPlaced = (codes: readonly PlacedCode[], hasTime: () => boolean): GreyPicture | null => {
  let best: Attempt | null = null;
  const attempt = (code: PlacedCode): GreyPicture | null => {
    if (!hasTime()) return null;
    const estimate = estimateOf(code);
    if (best === null || estimate.likeness > best.estimate.likeness) best = { code, estimate };
    return pictureOf(code.layout, estimate);
  };
  for (const code of codes.filter(({ likeness }) => likeness > triedMin)) {
    const picture = attempt(code) ?? attempt({ ...code, sigma: code.sigma - 0.2 }) ?? attempt(cornered(code));
    if (picture !== null) return picture;
  }
  for (let pass = 0; best !== null && pass < refitsMax; pass += 1) {
    const code: PlacedCode = refitted(best);
    const picture = attempt(code) ?? attempt({ ...code, sigma: code.sigma + 0.2 });
    if (picture !== null) return picture;
  }
  return null;
};

const refitsMax = 3;

const estimateOf = ({ layout, patch, grid, isInverted, sigma }: PlacedCode): Estimate => {
  const sign = isInverted ? 1 : -1;
  const samples = sampleGrid(patch, grid, layout.size).map((value) => sign * value);
  return equalise(samples, widened(layout), layout.size + 2, roundBlur(sigma, 2));
};

/** Once the modules are guessed, all of them say where the grid lies. */
const refitted = ({ code, estimate: { seen } }: Attempt): PlacedCode => {
  const { layout, patch, grid, isInverted } = code;
  const wide = layout.size + 2;
  const sign = isInverted ? 1 : -1;
  const expected = {
    columns: Float32Array.from(seen, (_, at) => (at % wide) - 0.5),
    rows: Float32Array.from(seen, (_, at) => Math.floor(at / wide) - 0.5),
    values: Float32Array.from(seen, (value) => sign * value),
  };
  const module = moduleOf(grid, layout.size);
  const steps = { stepMax: module / 4, stepMin: module / 30, canBend: true };
  return { ...code, grid: fitGrid(patch, grid, layout.size, expected, steps).grid };
};

/** The symbol that an estimate amounts to, when its codewords agree and it looks like the estimate. */
const pictureOf = (layout: Layout, estimate: Estimate): GreyPicture | null => {
  const { size } = layout;
  const wide = size + 2;
  const inWide = (at: number) => (Math.floor(at / size) + 1) * wide + (at % size) + 1;
  const ratios = Float64Array.from(layout.known, (_, at) => estimate.ratios[inWide(at)] ?? 0);
  const soft = blurred(estimate.modules, wide, estimate.blur);
  const mended = decodeSoftly(layout, ratios, ({ modules }) => {
    const whole = new Float64Array(wide * wide).fill(-1);
    modules.forEach((value, at) => {
      whole[inWide(at)] = value === 1 ? 1 : -1;
    });
    return correlation(soft, blurred(whole, wide, estimate.blur)) > agreementMin;
  });
  return mended === null ? null : drawn(mended.modules, size);
};

const agreementMin = 0.8;

const drawn = (modules: Uint8Array, size: number): GreyPicture => {
  const [scale, rim] = [4, 4];
  const side = (size + 2 * rim) * scale;
  const pixels = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1)
      if (modules[Math.floor(y / scale) * size + Math.floor(x / scale)] === 1)
        pixels[(y + rim * scale) * side + x + rim * scale] = 0;
  return { pixels, width: side, height: side };
};
