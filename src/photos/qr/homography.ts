import type { Point } from "../grey-picture.ts";

/** Four corners of a square, clockwise from its own top left. */
export type Quad = readonly [Point, Point, Point, Point];

/** The plane's map that takes the unit square's corners to a quad: nine coefficients, the last one 1. */
export type Homography = Float64Array;

export const squareToQuad = ([a, b, c, d]: Quad): Homography => {
  const [sumX, sumY] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [rightX, rightY, bottomX, bottomY] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y];
  const area = rightX * bottomY - bottomX * rightY;
  const g = (sumX * bottomY - bottomX * sumY) / area;
  const h = (rightX * sumY - sumX * rightY) / area;
  return Float64Array.of(
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  );
};

export const project = (map: Homography, u: number, v: number): Point => {
  const depth = (map[6] ?? 0) * u + (map[7] ?? 0) * v + 1;
  return {
    x: ((map[0] ?? 0) * u + (map[1] ?? 0) * v + (map[2] ?? 0)) / depth,
    y: ((map[3] ?? 0) * u + (map[4] ?? 0) * v + (map[5] ?? 0)) / depth,
  };
};
