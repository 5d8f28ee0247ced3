import { type FailureCode, isBlameless } from "../core/failure.ts";
import { ok } from "../core/result.ts";
import { pointsToOne } from "./choose-from-picture.ts";
import type { PictureAllowance } from "./picture-allowance.ts";
import type { PictureSemaphore } from "./picture-semaphore.ts";
import type { ScanPicture } from "./scan-picture.ts";

type Dependencies = {
  readonly scanPicture: ScanPicture;
  readonly semaphore: PictureSemaphore;
  readonly allowance: PictureAllowance;
};

/**
 * Scans pictures so that no caller keeps the others waiting: each has its permits, and an allowance of pictures that
 * lead to no check. Failures: those of `scanPicture`, `rate_limited` with `cause` "pictures".
 */
export const createFairScan =
  ({ scanPicture, semaphore, allowance }: Dependencies): ScanPicture =>
  async (bytes, wanted, caller) => {
    const allowed = allowance.check(caller);
    if (!allowed.ok) return allowed;
    return semaphore.run(caller, bytes.length, async (waiting): ReturnType<ScanPicture> => {
      const attempt = allowance.attempt(caller);
      if (!attempt.ok) return attempt;
      const { countAsClear, undo } = attempt.value;
      const scanned = await scanPicture(bytes, wanted, waiting).catch((error: unknown) => {
        undo();
        throw error;
      });
      if (!scanned.ok) {
        if (isBlameless(scanned.error) || toldAtOnce.has(scanned.error.code)) undo();
        return scanned;
      }
      if (pointsToOne(scanned.value)) countAsClear();
      // It outlives the picture, so it is no function of this scope, which holds the picture.
      return ok({ ...scanned.value, uncount: undo });
    });
  };

/** What is told from a picture's first bytes. */
const toldAtOnce: ReadonlySet<FailureCode> = new Set([
  "image_too_large",
  "image_type_unsupported",
  "image_dimensions_too_large",
]);
