import type { FailureCode } from "../failure.ts";
import type { PictureSemaphore } from "./picture-semaphore.ts";
import type { Look } from "./sight.ts";
import type { UnreadableLimit } from "./unreadable-limit.ts";

type Dependencies = {
  readonly look: Look;
  readonly semaphore: PictureSemaphore;
  readonly unreadable: UnreadableLimit;
};

/**
 * Looks at pictures so that no caller keeps the others waiting: each has its permits, and an allowance of pictures that
 * point to nothing. Failures: those of `look`, `rate_limited` with `subject` "pictures".
 */
export const createFairLook =
  ({ look, semaphore, unreadable }: Dependencies): Look =>
  async (bytes, wanted, caller) => {
    const allowed = unreadable.check(caller);
    if (!allowed.ok) return allowed;
    return semaphore.run(caller, bytes.length, async (waiting): ReturnType<Look> => {
      const attempt = unreadable.attempt(caller);
      if (!attempt.ok) return attempt;
      const seen = await look(bytes, wanted, waiting).catch((error: unknown) => {
        attempt.value.undo();
        throw error;
      });
      if (seen.ok || free.has(seen.error.code) || seen.error.unlookable !== undefined) attempt.value.undo();
      return seen;
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
