import type { GreyPicture } from "./grey-picture.ts";
import { loadPicture } from "./load-picture.ts";
import { type HeaderRefusal, readHeader } from "./picture-header.ts";
import type { CodePlace } from "./qr/quads.ts";
import { releaseReused } from "./reused.ts";
import { type Stage, stages } from "./stages.ts";

export type PictureJob = {
  readonly bytes: Uint8Array;
  readonly budgetMs: number;
  /** Whether no other picture is decoded beside it, so that it may be a large one. */
  readonly isAlone: boolean;
  /** Only the first way of looking, which reads most codes in a small part of the time. */
  readonly isGlance: boolean;
};

export type PictureAnswer =
  | {
      readonly kind: "read";
      readonly codes: readonly { readonly text: string; readonly stage: string }[];
      /** What was looked at, of a large picture. */
      readonly grey: GreyPicture | null;
      /** Pixels that were looked at. */
      readonly pixels: number;
      /** It is of one shade: nothing is drawn on it, and nothing printed. */
      readonly isBlank: boolean;
    }
  /** It must be asked for again, with `isAlone`. */
  | { readonly kind: "large" }
  | { readonly kind: "refused"; readonly code: HeaderRefusal };

/** No symbol fits into less, and the library's own reductions leave its memory in strips that are lower. */
const sideMin = 24;

/**
 * One picture from bytes to codes: its header is read, then it is decoded once and looked at in one way after another,
 * until one of them finds a code or the budget is spent.
 */
export const readPicture = async ({
  bytes,
  budgetMs,
  isAlone,
  isGlance,
}: PictureJob): Promise<PictureAnswer> => {
  const startedAt = performance.now();
  const header = await readHeader(bytes);
  if (!header.ok) return { kind: "refused", code: header.error };
  const { isLarge } = header.value;
  if (isLarge && !isAlone) return { kind: "large" };
  if (isLarge) releaseReused();
  const hasTime = () => performance.now() - startedAt < budgetMs;
  const grey = await loadPicture(bytes);
  if (grey === null) return { kind: "refused", code: "image_unreadable" };
  const pixels = grey.pixels.length;
  if (isOfOneShade(grey)) return { kind: "read", codes: [], grey: null, pixels, isBlank: true };
  const codes = await readCodes(grey, isGlance ? stages.slice(0, 1) : stages, hasTime);
  return { kind: "read", codes, grey: isLarge ? grey : null, pixels, isBlank: false };
};

/** What differs by less is the noise of a camera, or of the file's format. */
const shadesMin = 8;

/** Largest and smallest value, until they are so far apart that something is drawn. */
const isOfOneShade = ({ pixels }: GreyPicture): boolean => {
  let [darkest, lightest] = [255, 0];
  for (const value of pixels) {
    if (value < darkest) darkest = value;
    if (value > lightest) lightest = value;
    if (lightest - darkest >= shadesMin) return false;
  }
  return true;
};

const readCodes = async (grey: GreyPicture, ways: readonly Stage[], hasTime: () => boolean) => {
  if (Math.min(grey.width, grey.height) < sideMin) return [];
  let seen: readonly CodePlace[] = [];
  for (const { name, look } of ways) {
    if (!hasTime()) break;
    const { texts, unread } = await look(grey, seen, hasTime);
    seen = unread;
    if (texts.length > 0) return texts.map((text) => ({ text, stage: name }));
    // Else what this way used would take memory beside what the next one needs.
    releaseReused();
  }
  return [];
};
