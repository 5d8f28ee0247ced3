import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";

/** A row may be kept so long after the time at which it was made, by the clock of the process that made it. */
const lateMs = 5 * minuteMs;

/**
 * Reads rows again and again: all at first, and then those that were made since the last reading that did not fail.
 * `allEveryMs`: after so long all are read again; unset: never.
 */
export const createReadingOfNew = (
  now: () => Date,
  read: (since: number, at: Date) => Promise<Result<void, Failure>>,
  allEveryMs = Number.POSITIVE_INFINITY,
): (() => Promise<Result<void, Failure>>) => {
  let readAt = 0;
  let readAllAt = 0;
  return async () => {
    const at = now().getTime();
    const readsAll = readAt === 0 || at - readAllAt >= allEveryMs;
    // A clock that was ahead must not hide what is made after it was set right.
    const done = await read(readsAll ? 0 : Math.min(readAt, at) - lateMs, new Date(at));
    if (!done.ok) return done;
    readAt = at;
    if (readsAll) readAllAt = at;
    return done;
  };
};
