import { describe, expect, test } from "vitest";
import { shapesOf } from "../../src/photos/ocr/shapes.ts";

type Bar = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const [width, height] = [320, 96];

/** Black bars on white, their edges grey where they end within a pixel, as a screen draws letters. */
const stripOf = (bars: readonly Bar[]) => {
  const pixels = new Uint8Array(width * height).fill(255);
  const share = (from: number, to: number, at: number) =>
    Math.max(0, Math.min(to, at + 1) - Math.max(from, at));
  for (const { left, top, right, bottom } of bars)
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const cover = share(left, right, column) * share(top, bottom, row);
        const at = row * width + column;
        pixels[at] = (pixels[at] ?? 0) - Math.round(cover * 255);
      }
  return { pixels, width, height };
};

const upright = (left: number, top: number): Bar => ({ left, top, right: left + 8, bottom: 70 });

describe("the shapes of a line are measured", () => {
  test("in parts of a pixel: l reaches higher than I, and may be thinner", () => {
    const [capital, small] = shapesOf(
      [
        { character: "I", middle: 44 },
        { character: "l", middle: 84 },
      ],
      stripOf([upright(40, 20), { ...upright(80, 18.6), right: 87.5 }]),
      2,
    );
    expect(capital?.height).toBeCloseTo(25, 1);
    expect(small?.height).toBeCloseTo(25.7, 1);
    expect(capital?.stroke).toBeCloseTo(4, 1);
    expect(small?.stroke).toBeCloseTo(3.75, 1);
  });

  test("without the line under them, which is left out where a letter reaches through it", () => {
    const rule = { top: 76, bottom: 79 };
    const shapes = shapesOf(
      [
        { character: "I", middle: 44 },
        { character: "q", middle: 84 },
        { character: "I", middle: 124 },
      ],
      stripOf([
        upright(40, 20),
        { ...upright(80, 30), bottom: 88 },
        upright(120, 20),
        { left: 20, right: 74, ...rule },
        { left: 94, right: 150, ...rule },
      ]),
      1,
    );
    expect(shapes.map((shape) => shape.drop?.toFixed(0))).toEqual(["0", "18", "0"]);
  });

  test("as one where a letter has a dot", () => {
    const [shape] = shapesOf(
      [{ character: "i", middle: 44 }],
      stripOf([upright(40, 34), { left: 40, top: 18, right: 48, bottom: 26 }]),
      1,
    );
    expect(shape).toMatchObject({ isPieced: true });
    expect(shape?.height).toBeCloseTo(52, 1);
  });

  test("in the order of the characters, wherever the reader thought that they are", () => {
    const shapes = shapesOf(
      [
        { character: "l", middle: 52 },
        { character: "I", middle: 63 },
      ],
      stripOf([upright(40, 16), upright(60, 20)]),
      1,
    );
    expect(shapes.map((shape) => shape.height?.toFixed(0))).toEqual(["54", "50"]);
  });

  test("not at all where letters touch", () => {
    const shapes = shapesOf(
      [
        { character: "r", middle: 46 },
        { character: "n", middle: 62 },
      ],
      stripOf([{ left: 40, top: 30, right: 70, bottom: 70 }]),
      1,
    );
    expect(shapes.map(({ height: measured }) => measured)).toEqual([null, null]);
  });

  test("and say when more stand there than were read", () => {
    const [first] = shapesOf(
      [
        { character: "A", middle: 44 },
        { character: "B", middle: 124 },
      ],
      stripOf([upright(40, 20), upright(80, 20), upright(120, 20)]),
      1,
    );
    expect(first?.isCrowded).toBe(true);
  });
});
