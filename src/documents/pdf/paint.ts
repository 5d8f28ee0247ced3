import { ImageKind, OPS, type PDFPageProxy, Util } from "pdfjs-dist/legacy/build/pdf.mjs";

/** What a page's drawing tells beside its texts and their places. */
type Painting = {
  /** Whether there is text that is invisible or struck out. */
  readonly isHidden: boolean;
  /** What is drawn in notes, stamps and fields on the page, each as one text. */
  readonly notes: readonly string[];
};

type Operators = Awaited<ReturnType<PDFPageProxy["getOperatorList"]>>;

/** A box on the page in points: left, bottom, right, top. */
type Box = readonly [number, number, number, number];

type State = {
  readonly matrix: readonly number[];
  readonly fill: string;
  readonly alpha: number;
  readonly groupAlpha: number;
  readonly isMixed: boolean;
  readonly mode: number;
  readonly size: number;
  readonly spacing: number;
  readonly wordSpacing: number;
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
};

type Ink = { readonly box: Box; readonly isLevel: boolean };

const identity: readonly number[] = [1, 0, 0, 1, 0, 0];

const start: State = {
  ...{ matrix: identity, fill: "#000000", alpha: 1, groupAlpha: 1, isMixed: false, mode: 0 },
  ...{ size: 1, spacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0 },
};

/** No receipt is drawn in more steps. */
const stepsMax = 200_000;

/** Letters of less than a point are no letters to anybody. */
const sizeMin = 1;

const fills: ReadonlySet<unknown> = new Set([
  ...[OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke],
]);
const strokes: ReadonlySet<unknown> = new Set([OPS.stroke, OPS.closeStroke]);

/** Follows a page's drawing step by step. Throws on one of more steps than any receipt has. */
export const paintingOf = (page: PDFPageProxy, { fnArray, argsArray }: Operators): Painting => {
  if (fnArray.length > stepsMax) throw new Error("too much drawing");
  const stack: State[] = [];
  const texts: Ink[] = [];
  const backgrounds: Box[] = [];
  const rules: Box[] = [];
  const notes: string[][] = [];
  let state = start;
  let [text, line]: [readonly number[], readonly number[]] = [identity, identity];
  let isInNote = false;
  let isHidden = false;
  const push = () => stack.push(state);
  const pop = () => {
    state = stack.pop() ?? state;
  };
  const nextLine = (x: number, y: number) => {
    line = Util.transform([...line], [1, 0, 0, 1, x, y]);
    text = line;
  };
  const show = (glyphs: readonly Glyph[]) => {
    const shown = glyphs.map((glyph) => (typeof glyph === "number" ? "" : glyph.unicode)).join("");
    const width = widthOf(glyphs, state);
    const place = Util.transform([...state.matrix], [...text]);
    text = Util.transform([...text], [1, 0, 0, 1, width, 0]);
    if (shown.trim() === "") return;
    if (isInNote) return void notes.at(-1)?.push(shown);
    const height = state.size * Math.hypot(place[2] ?? 0, place[3] ?? 0);
    const ink = inkOf(place, [0, state.rise + 0.1 * state.size, width, state.rise + 0.5 * state.size]);
    const isWhite = /^#f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(state.fill);
    const isUnseen =
      state.mode === 3 ||
      state.mode === 7 ||
      state.alpha * state.groupAlpha < 0.02 ||
      Math.abs(height) < sizeMin ||
      (isWhite && !backgrounds.some((box) => holds(box, ink.box, 0.5)));
    if (isUnseen || rules.some((rule) => isStruck(ink, rule))) isHidden = true;
    texts.push(ink);
  };
  const cover = (box: Box, isOpaque: boolean) => {
    if (isOpaque && !isInNote && texts.some((one) => holds(box, one.box, 0.5))) isHidden = true;
  };
  const paintImage = (isOpaque: boolean) => {
    const { box, isLevel } = inkOf(state.matrix, [0, 0, 1, 1]);
    cover(box, isOpaque && isLevel && isSolid(state));
    backgrounds.push(box);
  };
  const paintPath = (way: unknown, data: ArrayLike<number> | null, edges: ArrayLike<number> | null) => {
    if (data === null || edges === null || isInNote) return;
    const bounds = Array.from(edges);
    const { box, isLevel } = inkOf(state.matrix, bounds);
    const isRow = box[3] - box[1] <= 1.5;
    if ((strokes.has(way) || fills.has(way)) && isRow) {
      if (texts.some((one) => isStruck(one, box))) isHidden = true;
      rules.push(box);
    }
    if (!fills.has(way)) return;
    cover(box, isLevel && isSolid(state) && isRectangle(data, bounds));
    if (!/^#f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(state.fill)) backgrounds.push(box);
  };

  for (const [at, step] of fnArray.entries()) {
    const [first, second, third] = argsArray[at] ?? [];
    switch (step) {
      case OPS.save:
        push();
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        pop();
        break;
      case OPS.transform:
        state = { ...state, matrix: Util.transform([...state.matrix], argsArray[at]) };
        break;
      case OPS.paintFormXObjectBegin:
        push();
        if (first) state = { ...state, matrix: Util.transform([...state.matrix], [...first]) };
        break;
      case OPS.beginGroup:
        push();
        state = { ...state, groupAlpha: state.groupAlpha * state.alpha, alpha: 1 };
        break;
      case OPS.endGroup:
        pop();
        break;
      case OPS.beginAnnotation:
        isInNote = true;
        notes.push([]);
        break;
      case OPS.endAnnotation:
        isInNote = false;
        break;
      case OPS.setGState:
        for (const [key, value] of first) state = withSetting(state, key, value);
        break;
      case OPS.setFillRGBColor:
        state = { ...state, fill: String(first) };
        break;
      case OPS.setFillColorN:
        state = { ...state, fill: "pattern" };
        break;
      case OPS.setTextRenderingMode:
        state = { ...state, mode: first };
        break;
      case OPS.setFont:
        state = { ...state, size: second };
        break;
      case OPS.setCharSpacing:
        state = { ...state, spacing: first };
        break;
      case OPS.setWordSpacing:
        state = { ...state, wordSpacing: first };
        break;
      case OPS.setHScale:
        state = { ...state, scale: first / 100 };
        break;
      case OPS.setTextRise:
        state = { ...state, rise: first };
        break;
      case OPS.setLeading:
        state = { ...state, leading: -first };
        break;
      case OPS.beginText:
        [text, line] = [identity, identity];
        break;
      case OPS.setTextMatrix:
        line = Array.from(first, Number);
        text = line;
        break;
      case OPS.moveText:
        nextLine(first, second);
        break;
      case OPS.setLeadingMoveText:
        state = { ...state, leading: second };
        nextLine(first, second);
        break;
      case OPS.nextLine:
        nextLine(0, state.leading);
        break;
      case OPS.showText:
        show(first);
        break;
      case OPS.constructPath:
        paintPath(first, second?.[0] ?? null, third ?? null);
        break;
      case OPS.shadingFill:
        backgrounds.push([-Infinity, -Infinity, Infinity, Infinity]);
        break;
      case OPS.paintImageXObject:
        paintImage(isOpaque(page, first));
        break;
      case OPS.paintInlineImageXObject:
        paintImage(first?.kind !== ImageKind.RGBA_32BPP);
        break;
    }
  }
  return { isHidden, notes: notes.flatMap((pieces) => [pieces.join(" "), pieces.join("")]) };
};

type Glyph =
  | number
  | { readonly unicode: string; readonly width: number; readonly originalCharCode?: number };

/** How far a text goes on, in its own units. */
const widthOf = (glyphs: readonly Glyph[], { size, spacing, wordSpacing, scale }: State): number =>
  glyphs.reduce<number>((width, glyph) => {
    if (typeof glyph === "number") return width - (glyph * size * scale) / 1000;
    const space = glyph.originalCharCode === 32 ? wordSpacing : 0;
    return width + ((glyph.width * size) / 1000 + spacing + space) * scale;
  }, 0);

/** What a box in the drawing's units is on the page, and whether its sides stay level. */
const inkOf = (
  matrix: readonly number[],
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): Ink => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
  const box: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const isLevel = (Math.abs(b) < 1e-3 && Math.abs(c) < 1e-3) || (Math.abs(a) < 1e-3 && Math.abs(d) < 1e-3);
  return { box, isLevel };
};

/** Whether a box holds this part of another's width, and the middle of its height. */
const holds = (box: Box, inner: Box, part: number): boolean => {
  const width = Math.min(box[2], inner[2]) - Math.max(box[0], inner[0]);
  const middle = (inner[1] + inner[3]) / 2;
  return box[1] <= middle && middle <= box[3] && width >= part * (inner[2] - inner[0]);
};

/** Whether a thin line goes through the middle of a level text's letters. */
const isStruck = ({ box: [left, bottom, right, top], isLevel }: Ink, line: Box): boolean => {
  const middle = (line[1] + line[3]) / 2;
  const width = Math.min(line[2], right) - Math.max(line[0], left);
  return isLevel && middle > bottom && middle < top && right > left && width >= 0.6 * (right - left);
};

const isSolid = ({ alpha, groupAlpha, isMixed, fill }: State): boolean =>
  alpha * groupAlpha > 0.95 && !isMixed && fill !== "pattern";

/** Whether a path's points are the corners of its bounds. */
const isRectangle = (data: ArrayLike<number>, bounds: readonly number[]): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = bounds;
  const isOneOf = (one: number | undefined, ...edges: readonly number[]) =>
    edges.some((edge) => Math.abs(edge - (one ?? Number.NaN)) < 0.01);
  let points = 0;
  for (let at = 0; at < data.length && data[at] !== 3; at += 3) {
    if (data[at] === 2 || !isOneOf(data[at + 1], left, right) || !isOneOf(data[at + 2], bottom, top))
      return false;
    points++;
  }
  return points >= 4;
};

const withSetting = (state: State, key: unknown, value: unknown): State => {
  if (key === "ca" && typeof value === "number") return { ...state, alpha: value };
  if (key === "BM") return { ...state, isMixed: value !== "source-over" };
  return key === "SMask" ? { ...state, isMixed: value !== false } : state;
};

/** Whether a picture has no see-through parts. */
const isOpaque = (page: PDFPageProxy, name: unknown): boolean => {
  if (typeof name !== "string") return false;
  const objects = name.startsWith("g_") ? page.commonObjs : page.objs;
  return objects.has(name) && objects.get(name)?.kind !== ImageKind.RGBA_32BPP;
};
