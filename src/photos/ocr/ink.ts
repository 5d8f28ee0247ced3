import type { GreyPicture } from "../grey-picture.ts";

/** How much of each pixel of a line of text is covered by ink, 0 to 255. */
export type Ink = Pick<GreyPicture, "width" | "height"> & { readonly cover: Uint8Array };

/** A patch of ink that hangs together; right and bottom are outside. */
export type Patch = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** The ink of a strip that holds one line of text, light on dark or dark on light. */
export const inkOf = ({ pixels, width, height }: GreyPicture): Ink => {
  const counts = new Uint32Array(256);
  for (let at = 0; at < pixels.length; at += 1) {
    const level = pixels[at] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
  }
  const darkest = levelOf(counts, pixels.length * 0.005);
  const lightest = levelOf(counts, pixels.length * 0.995);
  const middle = (darkest + lightest) / 2;
  const dark = counts.subarray(0, Math.round(middle)).reduce((sum, count) => sum + count, 0);
  // Letters cover less than what is around them.
  const [ground, letter] = dark * 2 < pixels.length ? [lightest, darkest] : [darkest, lightest];
  const cover = new Uint8Array(pixels.length);
  const span = letter - ground === 0 ? 1 : letter - ground;
  for (let at = 0; at < pixels.length; at += 1)
    cover[at] = Math.min(255, Math.max(0, Math.round((((pixels[at] ?? 0) - ground) * 255) / span)));
  return { cover, width, height };
};

/** The level that so many pixels are darker than. */
const levelOf = (counts: Uint32Array, below: number): number => {
  let sum = 0;
  for (const [level, count] of counts.entries()) {
    sum += count;
    if (sum > below) return level;
  }
  return 255;
};

/** Takes away every run of ink that is longer than two letters are wide. */
export const withoutRules = (ink: Ink): Ink => withoutRuns(ink, 0, () => ink.height * 1.6);

/** Takes away what a line under letters leaves between those that reach through it; `baseline` is what they stand on. */
export const withoutUnderline = (ink: Ink, baseline: number): Ink =>
  withoutRuns(ink, Math.min(ink.height, baseline + 1), (runs) => {
    const covered = runs.reduce((sum, { from, to }) => sum + to - from, 0);
    const isLine = covered * 3 > (runs.at(-1)?.to ?? 0) - (runs[0]?.from ?? 0);
    return isLine ? ink.height / 8 : Number.POSITIVE_INFINITY;
  });

const withoutRuns = (
  { cover, width, height }: Ink,
  fromRow: number,
  longestOf: (runs: readonly Run[]) => number,
): Ink => {
  let kept = cover;
  for (let row = fromRow; row < height; row += 1) {
    const runs = runsOf(cover, row * width, width);
    if (runs.length === 0) continue;
    const longest = longestOf(runs);
    for (const { from, to } of runs) {
      if (to - from <= longest) continue;
      if (kept === cover) kept = cover.slice();
      for (let near = Math.max(fromRow, row - faded); near <= Math.min(height - 1, row + faded); near += 1)
        kept.fill(0, near * width + Math.max(0, from - faded), near * width + Math.min(width, to + faded));
    }
  }
  return { cover: kept, width, height };
};

type Run = { readonly from: number; readonly to: number };

/** Pixels over which the edge of a line fades away. */
const faded = 2;

/** From where to where the row that begins at `start` is ink. */
const runsOf = (cover: Uint8Array, start: number, width: number): readonly Run[] => {
  const runs: Run[] = [];
  let from = -1;
  for (let column = 0; column <= width; column += 1) {
    const isInk = column < width && (cover[start + column] ?? 0) >= isInkFrom;
    if (isInk && from < 0) from = column;
    if (isInk || from < 0) continue;
    runs.push({ from, to: column });
    from = -1;
  }
  return runs;
};

/** The patches of a line's ink. */
export const patchesOf = ({ cover, width, height }: Ink): readonly Patch[] => {
  const patches: Patch[] = [];
  const isOpen = new Uint8Array(cover.length);
  for (let at = 0; at < cover.length; at += 1) isOpen[at] = (cover[at] ?? 0) >= isInkFrom ? 1 : 0;
  for (let start = 0; start < isOpen.length; start += 1) {
    if (isOpen[start] !== 1) continue;
    const stack = [start];
    isOpen[start] = 0;
    const patch = { left: width, top: height, right: 0, bottom: 0 };
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [column, row] = [at % width, Math.floor(at / width)];
      patch.left = Math.min(patch.left, column);
      patch.right = Math.max(patch.right, column + 1);
      patch.top = Math.min(patch.top, row);
      patch.bottom = Math.max(patch.bottom, row + 1);
      for (const next of [
        column > 0 ? at - 1 : -1,
        column < width - 1 ? at + 1 : -1,
        at - width,
        at + width,
      ]) {
        if (isOpen[next] !== 1) continue;
        isOpen[next] = 0;
        stack.push(next);
      }
    }
    patches.push(patch);
  }
  return patches;
};

const isInkFrom = 128;
