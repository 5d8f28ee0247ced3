import type { GreyPicture } from "../grey-picture.ts";

/** The separate shapes of a line of text, from which the width of single letters can be told. */
export type Shapes = {
  /** Height in pixels, and width by height, of the shape at this column; null where letters touch or nothing stands. */
  readonly shapeAt: (column: number) => { readonly height: number; readonly proportion: number } | null;
  /**
   * What is between the shapes at two columns: the white space by the height of the lower one, and how many other
   * shapes as high as letters stand in it; null where either is unseen.
   */
  readonly between: (left: number, right: number) => { readonly gap: number; readonly count: number } | null;
};

/** Finds the shapes of a strip that holds one line of text. */
export const shapesIn = (
  strip: Pick<GreyPicture, "width" | "height"> & { readonly pixels: Uint8Array },
): Shapes => {
  const ink = withoutRules(inkOf(strip.pixels), strip.width, strip.height);
  const shapes = connected(ink, strip.width, strip.height).filter(
    ({ top, bottom }) => bottom - top >= strip.height / 4,
  );
  const at = (column: number): Shape | undefined =>
    shapes
      .filter(({ left, right }) => column >= left - 3 && column <= right + 2)
      .toSorted((a, b) => b.size - a.size)[0];
  return {
    shapeAt: (column) => {
      const shape = at(column);
      if (shape === undefined) return null;
      const height = shape.bottom - shape.top;
      const proportion = (shape.right - shape.left) / height;
      return proportion > widest ? null : { height, proportion };
    },
    between: (left, right) => {
      const [before, after] = [at(left), at(right)];
      if (before === undefined || after === undefined || before === after) return null;
      const height = Math.min(before.bottom - before.top, after.bottom - after.top);
      const others = shapes.filter(
        (shape) =>
          shape.left >= before.right - 1 &&
          shape.right <= after.left + 1 &&
          shape.bottom - shape.top >= height * 0.75,
      );
      return { gap: (after.left - before.right) / height, count: others.length };
    },
  };
};

type Shape = { left: number; top: number; right: number; bottom: number; size: number };

/** No single letter but W and M is wider than high. */
const widest = 1.15;

/** 1 where the rarer of light and dark is: letters cover less than what is around them. */
const inkOf = (pixels: Uint8Array): Uint8Array => {
  let [darkest, lightest, sum] = [255, 0, 0];
  for (const value of pixels) {
    darkest = Math.min(darkest, value);
    lightest = Math.max(lightest, value);
    sum += value;
  }
  const middle = (darkest + lightest) / 2;
  const isDarkInk = sum / pixels.length > middle;
  return pixels.map((value) => (value < middle === isDarkInk ? 1 : 0));
};

/** Takes away the line under a link, and any other that is longer than two letters are wide. */
const withoutRules = (ink: Uint8Array, width: number, height: number): Uint8Array => {
  const kept = ink.slice();
  for (let row = 0; row < height; row += 1) {
    let run = 0;
    for (let column = 0; column <= width; column += 1) {
      const isInk = column < width && ink[row * width + column] === 1;
      if (isInk) run += 1;
      else {
        if (run > height * 1.6) kept.fill(0, row * width + column - run, row * width + column);
        run = 0;
      }
    }
  }
  return kept;
};

const connected = (ink: Uint8Array, width: number, height: number): readonly Shape[] => {
  const shapes: Shape[] = [];
  const left = ink.slice();
  for (let start = 0; start < left.length; start += 1) {
    if (left[start] !== 1) continue;
    const stack = [start];
    left[start] = 0;
    const shape = { left: width, top: height, right: 0, bottom: 0, size: 0 };
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [column, row] = [at % width, Math.floor(at / width)];
      shape.left = Math.min(shape.left, column);
      shape.right = Math.max(shape.right, column + 1);
      shape.top = Math.min(shape.top, row);
      shape.bottom = Math.max(shape.bottom, row + 1);
      shape.size += 1;
      for (const next of [
        column > 0 ? at - 1 : -1,
        column < width - 1 ? at + 1 : -1,
        at - width,
        at + width,
      ]) {
        if (left[next] !== 1) continue;
        left[next] = 0;
        stack.push(next);
      }
    }
    shapes.push(shape);
  }
  return shapes;
};
