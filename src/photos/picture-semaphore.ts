import { type Failure, fail } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { createSemaphore, type Semaphore } from "../core/semaphore.ts";
import { createSharedValues } from "../core/shared-values.ts";
import { createMemoryShare } from "./memory-share.ts";
import { type PictureCaller, permitsOf } from "./picture-caller.ts";

/** Lets each caller have so many pictures read at the same time and no more. */
export type PictureSemaphore = {
  /**
   * Runs `work` as soon as the caller has a permit. `work` is given the caller with a signal, which is raised when the
   * picture is to wait no longer. Failure `overloaded`: it waited too long, or had to go because too many wait.
   */
  readonly run: <T, E extends Failure>(
    caller: PictureCaller,
    bytes: number,
    work: (caller: PictureCaller) => Promise<Result<T, E>>,
  ) => Promise<Result<T, E | Failure>>;
};

/** `waitingBytesMax`: what all pictures that wait or are read may take. */
type Limits = { readonly waitingBytesMax?: number };

/** What a small picture counts as: its request takes memory, too. */
const waitingBytesMin = 1_048_576;

export const createPictureSemaphore = ({
  waitingBytesMax = 64 * 1_048_576,
}: Limits = {}): PictureSemaphore => {
  const memory = createMemoryShare({
    bytesMax: waitingBytesMax,
    bytesMin: waitingBytesMin,
    goes: "newest",
  });
  const callers = createSharedValues<Semaphore>();

  return {
    run: async (caller, bytes, work) => {
      const waiting = new AbortController();
      const { signal } = waiting;
      const share = memory.take(caller, bytes, () => waiting.abort());
      const timer = setTimeout(() => waiting.abort(), caller.waitMaxMs);
      const own = callers.take(caller.id, () => createSemaphore({ running: permitsOf(caller) }));
      try {
        const permit = await own.value.acquire(signal);
        if (!permit.ok) return fail("overloaded", { retryAfterSeconds: 5, detail: "picture: no permit" });
        return await work({ ...caller, signal }).finally(permit.value);
      } finally {
        own.giveBack();
        clearTimeout(timer);
        share.release();
      }
    },
  };
};
