import type { GreyPicture, Point } from "../grey-picture.ts";
import { type Homography, project, type Quad, squareToQuad } from "./homography.ts";

/** A part of a picture, averaged down so that a module is about `pixelsPerModule` wide. */
export type Patch = {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
};

/** How places of the picture are found in a patch: subtract the origin, divide by the scale. */
export type Placed = {
  readonly patch: Patch;
  readonly originX: number;
  readonly originY: number;
  readonly scale: number;
};

/** Cuts out what lies within the box, each pixel of the patch the mean of `scale` by `scale` of the picture's. */
export const cutPatch = (
  grey: GreyPicture,
  box: { left: number; top: number; right: number; bottom: number },
  scale: number,
): Placed => {
  const originX = Math.max(0, Math.floor(box.left));
  const originY = Math.max(0, Math.floor(box.top));
  const width = Math.max(2, Math.floor((Math.min(grey.width, box.right) - originX) / scale));
  const height = Math.max(2, Math.floor((Math.min(grey.height, box.bottom) - originY) / scale));
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      values[y * width + x] = meanOf(grey, originX + x * scale, originY + y * scale, scale);
  return { patch: { values, width, height }, originX, originY, scale };
};

const meanOf = ({ pixels, width, height }: GreyPicture, left: number, top: number, side: number): number => {
  const [x0, y0] = [Math.floor(left), Math.floor(top)];
  const [x1, y1] = [Math.min(width, Math.ceil(left + side)), Math.min(height, Math.ceil(top + side))];
  let sum = 0;
  let weight = 0;
  for (let y = y0; y < y1; y += 1) {
    const tall = Math.min(y + 1, top + side) - Math.max(y, top);
    for (let x = x0; x < x1; x += 1) {
      const part = tall * (Math.min(x + 1, left + side) - Math.max(x, left));
      sum += part * (pixels[y * width + x] ?? 0);
      weight += part;
    }
  }
  return weight > 0 ? sum / weight : 0;
};

/** Between pixels, linearly; beyond the edge the edge's own value. Pixel centres lie at halves. */
const valueAt = ({ values, width, height }: Patch, x: number, y: number): number => {
  const left = Math.min(Math.max(x - 0.5, 0), width - 1.001);
  const top = Math.min(Math.max(y - 0.5, 0), height - 1.001);
  const [x0, y0] = [left | 0, top | 0];
  const [right, down] = [left - x0, top - y0];
  const at = y0 * width + x0;
  const above = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right;
  const below = (values[at + width] ?? 0) * (1 - right) + (values[at + width + 1] ?? 0) * right;
  return above * (1 - down) + below * down;
};

export const toPatch = ({ originX, originY, scale }: Placed, { x, y }: Point): Point => ({
  x: (x - originX) / scale,
  y: (y - originY) / scale,
});

/**
 * Where the modules' centres lie: a plane's perspective, and a bend that moves the middle of the sheet's rows and
 * columns (`bend`, in modules) and leaves its corners where they are.
 */
export type Grid = { readonly quad: Quad; readonly bend: readonly [number, number] };

/** Values at the centres of `size` by `size` modules and a rim of one around them, in rows. */
export const sampleGrid = (patch: Patch, grid: Grid, size: number): Float32Array => {
  const map = squareToQuad(grid.quad);
  const wide = size + 2;
  const samples = new Float32Array(wide * wide);
  for (let row = 0; row < wide; row += 1)
    for (let column = 0; column < wide; column += 1)
      samples[row * wide + column] = sampleAt(patch, map, grid, size, column - 0.5, row - 0.5);
  return samples;
};

/** One value at a place given in modules from the symbol's own top left. */
export const sampleAt = (
  patch: Patch,
  map: Homography,
  { bend }: Grid,
  size: number,
  column: number,
  row: number,
): number => {
  const [u, v] = [column / size, row / size];
  const { x, y } = project(
    map,
    u + (bend[0] * 4 * v * (1 - v)) / size,
    v + (bend[1] * 4 * u * (1 - u)) / size,
  );
  return valueAt(patch, x, y);
};
