import { reduced, unsharp } from "./filters.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { readBlurredCode } from "./qr/blurred-code.ts";
import type { Place } from "./qr/quads.ts";
import { readByZxing, type ZxingReading } from "./zxing.ts";

/** One way of looking at a picture. */
export type Stage = {
  readonly name: string;
  /**
   * @param unread places that an earlier stage saw and could not read
   * @param hasTime whether to go on
   */
  readonly look: (
    grey: GreyPicture,
    unread: readonly Place[],
    hasTime: () => boolean,
  ) => Promise<ZxingReading>;
};

/**
 * In the order that the benchmark supports: what reads most for the least time first. Every stage but `blurred`
 * is the library on differently prepared pixels.
 */
export const stages: readonly Stage[] = [
  { name: "plain", look: (grey) => readByZxing(grey) },
  { name: "blurred", look: (grey, unread, hasTime) => readBlurred(grey, unread, hasTime) },
  { name: "unsharp", look: (grey) => readByZxing(unsharp(smallOf(grey), 3, 8)) },
  { name: "denoised", look: (grey) => readByZxing(smallOf(grey), { tryDenoise: true, downscaleFactor: 2 }) },
];

/** What is blurred holds nothing that so many pixels a side do not show. */
const rescueSide = 1_600;

const smalls = new WeakMap<GreyPicture, GreyPicture>();

/** The picture at that size, made once for all stages. */
const smallOf = (grey: GreyPicture): GreyPicture => {
  const small = smalls.get(grey) ?? reduced(grey, rescueSide);
  smalls.set(grey, small);
  return small;
};

const readBlurred = async (
  grey: GreyPicture,
  unread: readonly Place[],
  hasTime: () => boolean,
): Promise<ZxingReading> => {
  const small = smallOf(grey);
  const scale = small.width / grey.width;
  const hints = unread.map((place) => ({ ...place, quad: scaled(place.quad, scale) }));
  const code = readBlurredCode(small, hints, hasTime);
  return code === null ? { texts: [], unread } : readByZxing(code);
};

const scaled = ([a, b, c, d]: Place["quad"], scale: number): Place["quad"] => {
  const point = ({ x, y }: { x: number; y: number }) => ({ x: x * scale, y: y * scale });
  return [point(a), point(b), point(c), point(d)];
};
