import type { GreyPicture } from "./grey-picture.ts";
import { readBlurredCode } from "./qr/blurred-code.ts";
import type { CodePlace } from "./qr/quads.ts";
import { reduced } from "./reduce.ts";
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
    unread: readonly CodePlace[],
    hasTime: () => boolean,
  ) => Promise<ZxingReading>;
};

/**
 * First the library, which reads most pictures in little time, then our reader of blurred codes. Sharpened and denoised
 * copies for the library are left out: they read no photo that these two cannot, and took their time on each photo
 * without a code.
 */
export const stages: readonly Stage[] = [
  { name: "plain", look: (grey) => readByZxing(grey) },
  { name: "blurred", look: (grey, unread, hasTime) => readBlurred(grey, unread, hasTime) },
];

/** What is blurred holds nothing that so many pixels a side do not show. */
const rescueSide = 1_600;

const readBlurred = async (
  grey: GreyPicture,
  unread: readonly CodePlace[],
  hasTime: () => boolean,
): Promise<ZxingReading> => {
  const small = reduced(grey, rescueSide);
  const scale = small.width / grey.width;
  const hints = unread.map((place) => ({ ...place, quad: scaled(place.quad, scale) }));
  const code = readBlurredCode(small, hints, hasTime);
  return code === null ? { texts: [], unread } : readByZxing(code);
};

const scaled = ([a, b, c, d]: CodePlace["quad"], scale: number): CodePlace["quad"] => {
  const point = ({ x, y }: { x: number; y: number }) => ({ x: x * scale, y: y * scale });
  return [point(a), point(b), point(c), point(d)];
};
