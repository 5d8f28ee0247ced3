import { type Failure, fail } from "../failure.ts";
import type { Result } from "../result.ts";
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
  /** By caller: how many are read, and who waits for one of them to end. */
  const callers = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  /** True with a permit, false when the signal was raised before. */
  const acquire = (caller: PictureCaller, signal: AbortSignal): Promise<boolean> => {
    const own = callers.get(caller.id) ?? { running: 0, waiting: [] };
    if (signal.aborted) return Promise.resolve(false);
    callers.set(caller.id, own);
    if (own.running < permitsOf(caller)) {
      own.running += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const settle = (hasPermit: boolean) => {
        signal.removeEventListener("abort", giveUp);
        own.waiting.splice(own.waiting.indexOf(begin), 1);
        resolve(hasPermit);
      };
      const begin = () => settle(true);
      const giveUp = () => settle(false);
      own.waiting.push(begin);
      signal.addEventListener("abort", giveUp);
    });
  };

  const release = ({ id }: PictureCaller): void => {
    const own = callers.get(id);
    if (own === undefined) return;
    const [next] = own.waiting;
    // The permit goes on to the next of the same caller.
    if (next === undefined) own.running -= 1;
    else next();
    if (own.running === 0) callers.delete(id);
  };

  return {
    run: async (caller, bytes, work) => {
      const waiting = new AbortController();
      const { signal } = waiting;
      const share = memory.take(caller, bytes, () => waiting.abort());
      const timer = setTimeout(() => waiting.abort(), caller.waitMaxMs);
      try {
        if (!(await acquire(caller, signal)))
          return fail("overloaded", { retryAfterSeconds: 5, detail: "picture: no permit" });
        return await work({ ...caller, signal }).finally(() => release(caller));
      } finally {
        clearTimeout(timer);
        share.release();
      }
    },
  };
};
