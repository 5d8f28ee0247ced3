import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";

/** A row may be kept so long after the time at which it was made, by the clock of the process that made it. */
const lateMs = 5 * minuteMs;

/** Reads rows again and again: all at first, and then those that were made since the last reading that did not fail. */
export const createReadingOfNew = (
  now: () => Date,
  read: (since: number, at: Date) => Promise<Result<void, Failure>>,
): (() => Promise<Result<void, Failure>>) => {
  let readAt = 0;
  return async () => {
    const at = now();
    // A clock that was ahead must not hide what is made after it was set right.
    const done = await read(Math.min(readAt, at.getTime()) - lateMs, at);
    if (done.ok) readAt = at.getTime();
    return done;
  };
};
