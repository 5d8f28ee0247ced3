import type { FailureCode } from "../core/failure.ts";
import type { PictureSemaphore } from "./picture-semaphore.ts";
import type { ScanPicture } from "./scan-picture.ts";
import type { UnreadableLimit } from "./unreadable-limit.ts";

type Dependencies = {
  readonly scanPicture: ScanPicture;
  readonly semaphore: PictureSemaphore;
  readonly unreadable: UnreadableLimit;
};

/**
 * Scans pictures so that no caller keeps the others waiting: each has its permits, and an allowance of pictures that
 * point to nothing. Failures: those of `scanPicture`, `rate_limited` with `subject` "pictures".
 */
export const createFairScan =
  ({ scanPicture, semaphore, unreadable }: Dependencies): ScanPicture =>
  async (bytes, wanted, caller) => {
    const allowed = unreadable.check(caller);
    if (!allowed.ok) return allowed;
    return semaphore.run(caller, bytes.length, async (waiting): ReturnType<ScanPicture> => {
      const attempt = unreadable.attempt(caller);
      if (!attempt.ok) return attempt;
      const scanned = await scanPicture(bytes, wanted, waiting).catch((error: unknown) => {
        attempt.value.undo();
        throw error;
      });
      if (scanned.ok || free.has(scanned.error.code)) attempt.value.undo();
      return scanned;
    });
  };

/** What is not the picture's fault, or is told from its first bytes. */
const free: ReadonlySet<FailureCode> = new Set([
  "overloaded",
  "internal_error",
  "image_too_large",
  "image_type_unsupported",
  "image_dimensions_too_large",
]);
