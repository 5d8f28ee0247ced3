import encodeQR from "qr";
import sharp from "sharp";
import type { Dice } from "../mutate/dice.ts";
import { blankCanvas, bytesOf, type Canvas, shaded, smeared, softened } from "./canvas.ts";

/** What a camera or a chat makes of a code; lengths in modules of the code unless named otherwise. */
export type Treatment = {
  readonly level: "low" | "medium" | "quartile" | "high";
  readonly quietModules: number;
  /** Width of a module in the picture, in pixels. */
  readonly modulePixels: number;
  readonly turnDegrees: number;
  /** How far a corner is drawn in, as a part of the code's side. */
  readonly perspective: number;
  /** How far the sheet's middle rises, as a part of the code's side. */
  readonly bend: number;
  readonly isDark: boolean;
  readonly isInverted: boolean;
  readonly blur: number;
  readonly smear: number;
  /** Strength of stripes as from a screen, and of a shadow's edge, 0 to 1. */
  readonly moire: number;
  readonly shadow: number;
  /** Brightness at the middle of a bright spot near the code, in grey levels. */
  readonly glare: number;
  /** Side of a mark that hides the code's middle, as a part of the code's side. */
  readonly logo: number;
  /** Width of a pen's stroke across the code. */
  readonly stroke: number;
  /** 1 bright, 0 black. */
  readonly light: number;
  /** Standard deviation in grey levels. */
  readonly noise: number;
  readonly jpegQuality: number;
  /** Whether a chat shrinks it to 1,280 pixels and compresses it once more. */
  readonly isChat: boolean;
};

/** Mild defaults: a screenshot, almost. */
export const plain: Treatment = {
  level: "medium",
  quietModules: 4,
  modulePixels: 8,
  turnDegrees: 0,
  perspective: 0,
  bend: 0,
  isDark: false,
  isInverted: false,
  blur: 0,
  smear: 0,
  moire: 0,
  shadow: 0,
  glare: 0,
  logo: 0,
  stroke: 0,
  light: 1,
  noise: 0,
  jpegQuality: 90,
  isChat: false,
};

/** Draws a receipt with a code that holds the text (none: null), treats it, and gives a JPEG of `width` by `height`. */
export const photograph = async (
  text: string | null,
  treatment: Treatment,
  dice: Dice,
  [width, height]: readonly [number, number] = [960, 1280],
): Promise<Buffer> => {
  const drawn = draw(text, treatment, dice, width, height);
  const direction = (dice.below(1_000) / 1_000) * Math.PI;
  const { modulePixels } = treatment;
  const blurred = smeared(
    softened(drawn, treatment.blur * modulePixels),
    treatment.smear * modulePixels,
    direction,
  );
  const noisy = withNoise(lit(blurred, treatment, dice), treatment.noise, dice);
  const grey = sharp(bytesOf(noisy), { raw: { width, height, channels: 1 } });
  const jpeg = await grey.jpeg({ quality: treatment.jpegQuality }).toBuffer();
  if (!treatment.isChat) return jpeg;
  return sharp(jpeg)
    .resize(1_280, 1_280, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 60 })
    .toBuffer();
};

/** Four points a pixel are looked up on the sheet, so that edges are as soft as a sensor makes them. */
const draw = (
  text: string | null,
  treatment: Treatment,
  dice: Dice,
  width: number,
  height: number,
): Canvas => {
  const modules =
    text === null ? [] : encodeQR(text, "raw", { ecc: treatment.level, border: 1 }).slice(1, -1);
  const size = Math.max(modules.length, 21);
  const isDarkAt = (column: number, row: number) => modules[row]?.[column + 1] === true;
  const toSheet = viewOf(treatment, size, dice, width, height);
  const lines = Array.from({ length: 40 }, (_, at) => ({ row: -at * 3 - 8, until: 4 + dice.below(size) }));
  const paper = treatment.isDark ? 24 : 244;
  const ink = treatment.isDark ? 190 : 40;
  const [light, dark] = treatment.isInverted ? [24, 236] : [244, 28];
  const quiet = treatment.quietModules;
  const canvas = blankCanvas(width, height, 120);
  const hides = coverOf(treatment, size, dice);
  const isOnCode = (column: number, row: number): boolean =>
    column >= -quiet && row >= -quiet && column < size + quiet && row < size + quiet && modules.length > 0;
  const valueOn = (column: number, row: number): number => {
    if (isOnCode(column, row))
      return hides(column, row) ?? (isDarkAt(Math.floor(column), Math.floor(row)) ? dark : light);
    if (column < -0.4 * size || column > 1.4 * size || row < -3 * size || row > 1.5 * size) return 110;
    const line = lines.find((entry) => row >= entry.row && row < entry.row + 1.4);
    const isInk =
      line !== undefined && column > 0 && column < line.until && Math.floor(column * 1.7) % 3 !== 0;
    return isInk ? ink : paper;
  };
  const offsets = [0.25, 0.75];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const dy of offsets)
        for (const dx of offsets) {
          const [column, row] = toSheet(x + dx, y + dy);
          sum += valueOn(column, row);
        }
      canvas.values[y * width + x] = sum / 4;
    }
  return canvas;
};

/** What lies on the code at a place, if anything does: a mark in its middle, a stroke from side to side. */
const coverOf = ({ logo, stroke }: Treatment, size: number, dice: Dice) => {
  const [from, to] = [dice.below(size), dice.below(size)];
  const half = (logo * size) / 2;
  return (column: number, row: number): number | null => {
    const away = Math.max(Math.abs(column - size / 2), Math.abs(row - size / 2));
    if (away < half) return away > half - 1 ? 244 : 90;
    return Math.abs(row - from - ((to - from) * column) / size) < stroke / 2 ? 50 : null;
  };
};

/** From the picture back to the sheet, in modules from the code's top left. */
const viewOf = (
  { modulePixels, turnDegrees, perspective, bend }: Treatment,
  size: number,
  dice: Dice,
  width: number,
  height: number,
) => {
  const angle = (turnDegrees * Math.PI) / 180;
  const [middleX, middleY] = [
    width * (0.4 + dice.below(200) / 1_000),
    height * (0.45 + dice.below(200) / 1_000),
  ];
  const lean = (dice.below(1_000) / 1_000) * 2 * Math.PI;
  const [leanX, leanY] = [Math.cos(lean), Math.sin(lean)].map(
    (part) => (part * perspective) / (size * modulePixels),
  );
  return (x: number, y: number): readonly [number, number] => {
    const [fromX, fromY] = [x - middleX, y - middleY];
    const depth = 1 + fromX * (leanX ?? 0) + fromY * (leanY ?? 0);
    const [flatX, flatY] = [fromX / depth, fromY / depth];
    const column = (flatX * Math.cos(angle) + flatY * Math.sin(angle)) / modulePixels + size / 2;
    const row = (-flatX * Math.sin(angle) + flatY * Math.cos(angle)) / modulePixels + size / 2;
    const across = column / size;
    return [column, row + bend * size * 4 * across * (1 - across)];
  };
};

const lit = (canvas: Canvas, { moire, shadow, glare, light }: Treatment, dice: Dice): Canvas => {
  const [waveX, waveY] = [20 + dice.below(60), 20 + dice.below(60)];
  const [edge, slope] = [0.3 + dice.below(400) / 1_000, dice.below(1_000) / 1_000 - 0.5];
  const [spotU, spotV] = [0.3 + dice.below(400) / 1_000, 0.3 + dice.below(400) / 1_000];
  return shaded(canvas, (value, u, v) => {
    const stripes = 1 + moire * 0.35 * Math.sin(2 * Math.PI * (u * waveX + v * waveY));
    const shade = 1 - shadow / (1 + Math.exp(-40 * (u + slope * v - edge)));
    const spot = glare * Math.exp(-((u - spotU) ** 2 + (v - spotV) ** 2) / 0.03);
    return (value * stripes * shade + spot) * light;
  });
};

/** Sum of four even chances: near enough to a bell. */
const withNoise = (canvas: Canvas, deviation: number, dice: Dice): Canvas => {
  if (deviation === 0) return canvas;
  const chance = () => dice.below(2_001) / 1_000 - 1;
  return shaded(canvas, (value) => value + deviation * 0.866 * (chance() + chance() + chance() + chance()));
};
