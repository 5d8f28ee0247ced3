import type { GreyPicture, Point } from "../grey-picture.ts";

/** The columns of a row that count: from the first to before the second. */
export type Span = readonly [number, number];

/** A picture turned by an eighth within an upright square. */
type TurnedPicture = {
  readonly turned: GreyPicture;
  /** Where a row of it shows the picture: elsewhere it is blank. */
  readonly spanAt: (y: number) => Span;
  /** The same place in the picture as it was. */
  readonly back: (point: Point) => Point;
};

/** Turns it to the left around its middle, each pixel mixed from the four that it lies between. */
export const turnByEighth = ({ pixels, width, height }: GreyPicture): TurnedPicture => {
  const side = Math.ceil((width + height) * Math.SQRT1_2);
  const result = new Uint8Array(side * side).fill(128);
  /** From there a row goes right and up. */
  const startOf = (y: number): Point => ({
    x: width / 2 + (y - side) * Math.SQRT1_2,
    y: height / 2 + y * Math.SQRT1_2,
  });
  const spanAt = (y: number): Span => {
    const start = startOf(y);
    const first = Math.max(-start.x, start.y - height + 1);
    const last = Math.min(width - 1 - start.x, start.y);
    return [Math.max(0, Math.ceil(first * Math.SQRT2)), Math.min(side, Math.ceil(last * Math.SQRT2))];
  };
  for (let y = 0; y < side; y += 1) {
    const start = startOf(y);
    const [from, until] = spanAt(y);
    for (let x = from; x < until; x += 1) {
      const left = start.x + x * Math.SQRT1_2;
      const top = start.y - x * Math.SQRT1_2;
      const [column, row] = [left | 0, top | 0];
      const [right, down] = [left - column, top - row];
      const at = row * width + column;
      const above = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
      const below = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right;
      result[y * side + x] = above * (1 - down) + below * down;
    }
  }
  const back = ({ x, y }: Point): Point => {
    const start = startOf(y);
    return { x: start.x + x * Math.SQRT1_2, y: start.y - x * Math.SQRT1_2 };
  };
  return { turned: { pixels: result, width: side, height: side }, spanAt, back };
};
