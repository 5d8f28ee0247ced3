import type { Matrix } from "./matrix.ts";

/** One sign that the page shows or, as a number, a step back in thousandths of the font size. */
export type Glyph =
  | number
  | { readonly unicode: string; readonly width: number; readonly originalCharCode?: number };

/** What a glyph's place depends on besides the matrices. */
export type Setting = {
  readonly font: Font;
  readonly size: number;
  readonly spacing: number;
  readonly wordSpacing: number;
  /** Of the text's breadth. */
  readonly scale: number;
  readonly rise: number;
};

export type Font = {
  readonly name: string;
  /** What a glyph's width counts in, in font sizes. */
  readonly unit: number;
};

type Point = readonly [x: number, y: number];

/** Signs that stand behind each other on the page as one text. Points from the page's top left corner. */
export type Run = {
  readonly text: string;
  /** The direction it is written in; its length is the font size. */
  readonly way: Point;
  readonly from: Point;
  readonly to: Point;
  /** Whether there is a space or more between it and the run drawn before. */
  readonly isApart: boolean;
};

/** A glyph with text, and where it begins and ends along its line, in the text's units. */
type Sign = { readonly text: string; readonly from: number; readonly to: number };

/** The signs of glyphs drawn at once, spaces included, their text, and how far it goes on. */
export const signsOf = (
  glyphs: readonly Glyph[],
  { font, size, spacing, wordSpacing, scale }: Setting,
): { readonly signs: readonly Sign[]; readonly text: string; readonly width: number } => {
  const signs: Sign[] = [];
  let [text, at] = ["", 0];
  for (const glyph of glyphs) {
    if (typeof glyph === "number") {
      at -= (glyph * size * scale) / 1000;
      continue;
    }
    const to = at + glyph.width * font.unit * size * scale;
    signs.push({ text: glyph.unicode, from: at, to });
    text += glyph.unicode;
    at = to + (spacing + (glyph.originalCharCode === 32 ? wordSpacing : 0)) * scale;
  }
  return { signs, text, width: at };
};

/** A gap that wide, in font sizes, is a space. Letters may be set apart by a tenth. */
const spaceMin = 0.105;
/** Where a space is drawn, this is enough; letters may also be put back over it. */
const drawnSpaceMin = 0.03;
/** What stands farther behind is another text, such as the next cell of a row. */
const gapMax = 0.61;
/** How far kerning may push a letter back. */
const kerningMax = 0.2;
/** What stands higher or lower is another text. */
const shiftMax = 0.25;

/**
 * Puts a page's signs together to runs, in the order of drawing. Signs of one font and size belong together when each
 * stands where the one before ends, or a space behind it. Only places tell where a space is: a drawn one may be covered.
 */
export const createRuns = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const runs: Writable[] = [];
  let isCut = true;
  let isSpaced = false;

  const add = (text: string, font: string, way: Point, from: Point, to: Point): void => {
    const last = runs.at(-1);
    const { gap, shift } = last === undefined ? nowhere : behind(last, from);
    const isSpace = gap > spaceMin || (isSpaced && gap > drawnSpaceMin);
    const isNear = gap >= -kerningMax && gap <= gapMax && shift <= shiftMax;
    const goesOn =
      last !== undefined &&
      !isCut &&
      last.font === font &&
      isAlike(last.way, way) &&
      (isNear || isMark(text));
    if (goesOn) {
      last.text += isSpace ? ` ${text}` : text;
      if (isNear) last.to = to;
    } else runs.push({ text, font, way, from, to, isApart: isSpace || !isNear });
    isCut = false;
    isSpaced = false;
  };

  return {
    /** The matrix leads from the text's units to points from the page's top left corner. */
    show: (signs: readonly Sign[], { a, b, e: x, f: y }: Matrix, { font, size, scale }: Setting): void => {
      const way: Point = [a * size * scale, b * size * scale];
      if (way[0] === 0 && way[1] === 0) return;
      for (const sign of signs) {
        if (isWhite(sign.text)) {
          isSpaced = true;
          continue;
        }
        const from: Point = [x + a * sign.from, y + b * sign.from];
        const to: Point = [x + a * sign.to, y + b * sign.to];
        const isOnPage =
          Math.max(from[0], to[0]) >= 0 &&
          Math.min(from[0], to[0]) <= width &&
          from[1] >= 0 &&
          from[1] <= height;
        if (isOnPage) add(sign.text, font.name, way, from, to);
      }
    },
    /** What is shown next stands by itself. */
    cut: (): void => {
      isCut = true;
    },
    all: (): readonly Run[] => runs.map((run) => ({ ...run, text: asRead(run.text) })),
  };
};

type Writable = { -readonly [Key in keyof Run]: Run[Key] } & { readonly font: string };

const nowhere = { gap: Number.POSITIVE_INFINITY, shift: 0 };

/** How far a point lies behind a run's end and beside its line, in font sizes. */
const behind = ({ way: [a, b], to }: Run, [x, y]: Point) => {
  const [dx, dy] = [x - to[0], y - to[1]];
  const square = a * a + b * b;
  return { gap: (dx * a + dy * b) / square, shift: Math.abs(dy * a - dx * b) / square };
};

const isAlike = ([a, b]: Point, [c, d]: Point): boolean =>
  Math.abs(a - c) + Math.abs(b - d) <= 0.01 * (Math.abs(a) + Math.abs(b));

const isWhite = (text: string): boolean => text === " " || ((text > "~" || text < " ") && text.trim() === "");

/** Signs that stand on, above or below the letter before them. */
const isMark = (text: string): boolean => text > "\u02ff" && /^\p{Mn}+$/u.test(text);

/** Words of letters that are read from the right. */
const fromRight = /[\p{Script=Hebrew}\p{Script=Arabic}](?: ?[\p{Script=Hebrew}\p{Script=Arabic}])*/gu;

/** Signs that stand for several letters, such as `ﬁ`, or for one in a certain place of a word. */
const shapes = /[\ufb00-\ufdff\ufe70-\ufefc]+/g;

/** A run's signs, which stand left to right, as the letters that they are and in the order in which they are read. */
const asRead = (text: string): string =>
  /[\u0590-\uffff]/.test(text)
    ? text
        .replace(fromRight, (part) => [...part].reverse().join(""))
        .replace(shapes, (part) => part.normalize("NFKC"))
    : text;
