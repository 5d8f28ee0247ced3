import { ImageKind, OPS, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { identity, type Matrix, matrixOf, moved, product } from "./matrix.ts";
import { createRuns, type Font, type Glyph, type Run, type Setting, signsOf } from "./runs.ts";

/** What a page shows. */
type Painting = {
  /** What is written on the page itself, in the order of drawing. */
  readonly runs: readonly Run[];
  /** Whether there is text that is invisible or struck out. */
  readonly isHidden: boolean;
  /** Pictures over text, by their names: it is hidden where one of them is not see-through. */
  readonly covers: readonly string[];
  /** What is drawn in notes, stamps and fields on the page, and what patterns repeat, each as one text. */
  readonly notes: readonly string[];
};

type Operators = Awaited<ReturnType<PDFPageProxy["getOperatorList"]>>;

/** In points from the page's top left corner. */
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** What the next step is drawn with. */
type State = { -readonly [Key in keyof Setting]: Setting[Key] } & {
  matrix: Matrix;
  /** What areas and letters are filled with. */
  isWhite: boolean;
  isPattern: boolean;
  alpha: number;
  groupAlpha: number;
  isMixed: boolean;
  /** Whether it makes a mask, through which something else is drawn. */
  isMask: boolean;
  mode: number;
  leading: number;
  /** Where the next glyph stands, and where its line began. */
  text: Matrix;
  line: Matrix;
};

type Ink = { readonly box: Box; readonly isLevel: boolean };

const start: Readonly<State> = {
  ...{ matrix: identity, isWhite: false, isPattern: false, alpha: 1, groupAlpha: 1 },
  ...{ isMixed: false, isMask: false, mode: 0, font: { name: "", unit: 0.001 }, size: 1 },
  ...{ spacing: 0, wordSpacing: 0, scale: 1, leading: 0, rise: 0, text: identity, line: identity },
};

/** No receipt is drawn in more steps. */
const stepsMax = 200_000;

/** Letters of less than a point are no letters to anybody. */
const sizeMin = 1;

const fills: ReadonlySet<unknown> = new Set([
  ...[OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke],
]);
const strokes: ReadonlySet<unknown> = new Set([OPS.stroke, OPS.closeStroke]);

/** What is drawn so far, and what the next step is drawn with. */
type Canvas = {
  readonly page: PDFPageProxy;
  readonly runs: ReturnType<typeof createRuns>;
  readonly fonts: Map<string, Font>;
  readonly stack: State[];
  readonly texts: Ink[];
  readonly backgrounds: Box[];
  /** Thin lines. */
  readonly rules: Box[];
  readonly notes: string[][];
  readonly patterns: (readonly string[])[];
  readonly covers: string[];
  state: State;
  isInNote: boolean;
  isHidden: boolean;
};

/** Follows a page's drawing step by step. Throws on one of more steps than any receipt has. */
export const paintingOf = (page: PDFPageProxy, { fnArray, argsArray }: Operators): Painting => {
  if (fnArray.length > stepsMax) throw new Error("too much drawing");
  const canvas = canvasOf(page);
  for (const [at, step] of fnArray.entries()) draw(canvas, step, argsArray[at] ?? []);
  const { runs, isHidden, covers, notes, patterns } = canvas;
  return {
    runs: runs.all(),
    isHidden,
    covers,
    notes: [...notes, ...patterns].flatMap((pieces) => [pieces.join(" "), pieces.join("")]),
  };
};

const canvasOf = (page: PDFPageProxy): Canvas => {
  const viewport = page.getViewport({ scale: 1 });
  return {
    page,
    runs: createRuns(viewport),
    fonts: new Map(),
    ...{ stack: [], texts: [], backgrounds: [], rules: [], notes: [], patterns: [], covers: [] },
    state: { ...start, matrix: matrixOf(viewport.transform.map(Number)) },
    isInNote: false,
    isHidden: false,
  };
};

/** Does one step. Those that are not named here draw and change nothing that counts. */
const draw = (canvas: Canvas, step: number, values: Operators["argsArray"]): void => {
  const [first, second, third] = [values[0], values[1], values[2]];
  switch (step) {
    case OPS.save:
      push(canvas);
      break;
    case OPS.restore:
    case OPS.paintFormXObjectEnd:
      pop(canvas);
      break;
    case OPS.transform:
      canvas.state.matrix = product(canvas.state.matrix, matrixOf(values));
      break;
    case OPS.paintFormXObjectBegin:
      push(canvas);
      if (first) canvas.state.matrix = product(canvas.state.matrix, matrixOf(first));
      break;
    case OPS.beginGroup:
      push(canvas);
      canvas.state.groupAlpha *= canvas.state.alpha;
      canvas.state.alpha = 1;
      canvas.state.isMask ||= Boolean(first?.smask);
      break;
    case OPS.endGroup:
      pop(canvas);
      break;
    case OPS.beginMarkedContent:
    case OPS.beginMarkedContentProps:
    case OPS.endMarkedContent:
      canvas.runs.cut();
      break;
    case OPS.beginAnnotation:
      canvas.isInNote = true;
      canvas.notes.push([]);
      break;
    case OPS.endAnnotation:
      canvas.isInNote = false;
      break;
    case OPS.setGState:
      for (const [key, value] of first) {
        if (key === "Font") setFont(canvas, value[0], value[1]);
        else set(canvas.state, key, value);
      }
      break;
    case OPS.setFillRGBColor:
      canvas.state.isPattern = false;
      canvas.state.isWhite = /^#f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(first);
      break;
    case OPS.setFillColorN:
      canvas.state.isPattern = true;
      canvas.state.isWhite = false;
      canvas.patterns.push(patternTexts(values));
      break;
    case OPS.setStrokeColorN:
      canvas.patterns.push(patternTexts(values));
      break;
    case OPS.setTextRenderingMode:
      canvas.state.mode = first;
      break;
    case OPS.setFont:
      setFont(canvas, first, second);
      break;
    case OPS.setCharSpacing:
      canvas.state.spacing = first;
      break;
    case OPS.setWordSpacing:
      canvas.state.wordSpacing = first;
      break;
    case OPS.setHScale:
      canvas.state.scale = first / 100;
      break;
    case OPS.setTextRise:
      canvas.state.rise = first;
      break;
    case OPS.setLeading:
      canvas.state.leading = -first;
      break;
    case OPS.beginText:
      canvas.state.text = identity;
      canvas.state.line = identity;
      break;
    case OPS.setTextMatrix:
      canvas.state.line = matrixOf(first);
      canvas.state.text = canvas.state.line;
      break;
    case OPS.moveText:
      nextLine(canvas, first, second);
      break;
    case OPS.setLeadingMoveText:
      canvas.state.leading = second;
      nextLine(canvas, first, second);
      break;
    case OPS.nextLine:
      nextLine(canvas, 0, canvas.state.leading);
      break;
    case OPS.showText:
      show(canvas, first);
      break;
    case OPS.constructPath:
      paintPath(canvas, first, second?.[0] ?? null, third ?? null);
      break;
    case OPS.shadingFill:
      canvas.backgrounds.push(everywhere);
      break;
    case OPS.paintImageXObject:
      if (paintSquare(canvas, true)) canvas.covers.push(first);
      break;
    case OPS.paintInlineImageXObject:
      if (paintSquare(canvas, true) && !isSeeThrough(first)) canvas.isHidden = true;
      break;
    case OPS.paintSolidColorImageMask:
      if (paintSquare(canvas, !canvas.state.isWhite)) canvas.isHidden = true;
      break;
  }
};

const push = ({ stack, state }: Canvas): void => void stack.push({ ...state });

const pop = (canvas: Canvas): void => {
  const before = canvas.stack.pop() ?? canvas.state;
  cutUnless(canvas, before.font, before.size);
  canvas.state = before;
};

/** Programs choose the font for each text anew: where it changes, or comes back, a text ends. */
const cutUnless = ({ runs, state }: Canvas, font: Font, size: number): void => {
  if (font.name !== state.font.name || size !== state.size) runs.cut();
};

const setFont = (canvas: Canvas, name: string, size: number): void => {
  const font = canvas.fonts.get(name) ?? fontOf(canvas.page, name);
  canvas.fonts.set(name, font);
  cutUnless(canvas, font, size);
  canvas.state.font = font;
  canvas.state.size = size;
};

const nextLine = ({ state }: Canvas, x: number, y: number): void => {
  state.line = moved(state.line, x, y);
  state.text = state.line;
};

const show = (canvas: Canvas, glyphs: readonly Glyph[]): void => {
  const { state, runs, notes, isInNote } = canvas;
  const { signs, text, width } = signsOf(glyphs, state);
  const place = product(state.matrix, state.text);
  state.text = moved(state.text, width, 0);
  if (state.isMask) return void notes.push([text]);
  if (!isInNote) runs.show(signs, moved(place, 0, state.rise), state);
  if (text.trim() === "") return;
  if (isInNote) return void notes.at(-1)?.push(text);
  const ink = inkOf(place, [0, state.rise + 0.1 * state.size, width, state.rise + 0.5 * state.size]);
  if (isUnseen(canvas, place, ink) || canvas.rules.some((rule) => isStruck(ink, rule)))
    canvas.isHidden = true;
  canvas.texts.push(ink);
};

const isUnseen = ({ state, backgrounds }: Canvas, place: Matrix, ink: Ink): boolean => {
  const breadth = state.size * state.scale * Math.hypot(place.a, place.b);
  const height = state.size * Math.hypot(place.c, place.d);
  return (
    state.mode === 3 ||
    state.mode === 7 ||
    state.alpha * state.groupAlpha < 0.02 ||
    !(Math.min(Math.abs(breadth), Math.abs(height)) >= sizeMin) ||
    !Number.isFinite(place.e + place.f) ||
    (state.isWhite && !backgrounds.some((box) => holds(box, ink.box, 0.5)))
  );
};

const isOverText = ({ isInNote, texts }: Canvas, box: Box): boolean =>
  !isInNote && texts.some((one) => holds(box, one.box, 0.5));

/** Fills the unit square. True where text lies under it, which is hidden unless what fills it is see-through. */
const paintSquare = (canvas: Canvas, isGround: boolean): boolean => {
  const { box, isLevel } = inkOf(canvas.state.matrix, [0, 0, 1, 1]);
  if (isGround) canvas.backgrounds.push(box);
  return isLevel && isSolid(canvas.state) && isOverText(canvas, box);
};

const paintPath = (
  canvas: Canvas,
  way: unknown,
  data: ArrayLike<number> | null,
  edges: ArrayLike<number> | null,
): void => {
  if (data === null || edges === null || canvas.isInNote) return;
  const { state, texts, rules, backgrounds } = canvas;
  const bounds = Array.from(edges);
  const { box, isLevel } = inkOf(state.matrix, bounds);
  const isRow = box.bottom - box.top <= 1.5;
  if ((strokes.has(way) || fills.has(way)) && isRow) {
    if (texts.some((one) => isStruck(one, box))) canvas.isHidden = true;
    rules.push(box);
  }
  if (!fills.has(way)) return;
  if (isLevel && isSolid(state) && isRectangle(data, bounds) && isOverText(canvas, box))
    canvas.isHidden = true;
  if (!state.isWhite) backgrounds.push(box);
};

/**
 * The texts that a colour draws which is a drawing itself, repeated over an area. They stand nowhere on the page, and are
 * heard as notes are.
 */
const patternTexts = ([kind, , operators]: Operators["argsArray"]): readonly string[] =>
  kind === "TilingPattern" ? textsIn(operators) : [];

const textsIn = ({ fnArray, argsArray }: Operators): readonly string[] =>
  fnArray.flatMap((step, at) => {
    const values = argsArray[at] ?? [];
    if (step === OPS.showText) return [signsOf(values[0], start).text];
    return step === OPS.setFillColorN || step === OPS.setStrokeColorN ? patternTexts(values) : [];
  });

/** A font that the page has. Throws on one that is written downwards, or whose letters are texts, as no receipt is. */
const fontOf = (page: PDFPageProxy, name: string): Font => {
  const font: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : null;
  if (typeof font !== "object" || font === null) return { name, unit: 0.001 };
  if ("vertical" in font && font.vertical) throw new Error("text that goes downwards");
  const letters = "charProcOperatorList" in font ? Object.values(Object(font.charProcOperatorList)) : [];
  if (letters.some(showsText)) throw new Error("letters made of text");
  const matrix = "fontMatrix" in font && Array.isArray(font.fontMatrix) ? font.fontMatrix : [];
  return { name, unit: Number(matrix[0] ?? 0.001) };
};

const showsText = (drawing: unknown): boolean =>
  typeof drawing === "object" &&
  drawing !== null &&
  "fnArray" in drawing &&
  Array.isArray(drawing.fnArray) &&
  drawing.fnArray.includes(OPS.showText);

const everywhere: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** What the box between two corners in the drawing's units is on the page, and whether its sides stay level. */
const inkOf = ({ a, b, c, d, e, f }: Matrix, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Ink => ({
  box: {
    left: e + Math.min(a * x1, a * x2) + Math.min(c * y1, c * y2),
    top: f + Math.min(b * x1, b * x2) + Math.min(d * y1, d * y2),
    right: e + Math.max(a * x1, a * x2) + Math.max(c * y1, c * y2),
    bottom: f + Math.max(b * x1, b * x2) + Math.max(d * y1, d * y2),
  },
  isLevel: (Math.abs(b) < 1e-3 && Math.abs(c) < 1e-3) || (Math.abs(a) < 1e-3 && Math.abs(d) < 1e-3),
});

/** Whether a box holds this part of another's width, and the middle of its height. */
const holds = (box: Box, inner: Box, part: number): boolean => {
  const width = Math.min(box.right, inner.right) - Math.max(box.left, inner.left);
  const middle = (inner.top + inner.bottom) / 2;
  return box.top <= middle && middle <= box.bottom && width >= part * (inner.right - inner.left);
};

/** Whether a thin line goes through the middle of a level text's letters. */
const isStruck = ({ box, isLevel }: Ink, line: Box): boolean => {
  const middle = (line.top + line.bottom) / 2;
  if (!isLevel || middle <= box.top || middle >= box.bottom || box.right <= box.left) return false;
  const width = Math.min(line.right, box.right) - Math.max(line.left, box.left);
  return width >= 0.6 * (box.right - box.left);
};

const isSolid = ({ alpha, groupAlpha, isMixed, isPattern }: State): boolean =>
  alpha * groupAlpha > 0.95 && !isMixed && !isPattern;

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

const set = (state: State, key: unknown, value: unknown): void => {
  if (key === "ca" && typeof value === "number") state.alpha = value;
  if (key === "BM") state.isMixed = value !== "source-over";
  if (key === "SMask") state.isMixed = value !== false;
};

/** Whether a picture of the page has no see-through parts. Pictures are unpacked after the drawing has come. */
export const isOpaque = async (page: PDFPageProxy, name: string): Promise<boolean> => {
  const objects = name.startsWith("g_") ? page.commonObjs : page.objs;
  return !isSeeThrough(await new Promise((resolve) => objects.get(name, resolve)));
};

/** Of a picture with a share of see-through for each dot, in its every fourth byte, one dot is enough. */
const isSeeThrough = (picture: unknown): boolean => {
  if (typeof picture !== "object" || picture === null || !("kind" in picture)) return false;
  if (picture.kind !== ImageKind.RGBA_32BPP) return false;
  const dots: unknown = "data" in picture ? picture.data : null;
  const isArray = dots instanceof Uint8ClampedArray || dots instanceof Uint8Array;
  return !isArray || dots.some((byte, at) => at % 4 === 3 && byte < 255);
};
