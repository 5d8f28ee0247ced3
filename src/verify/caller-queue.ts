import { setTimeout as delay } from "node:timers/promises";
import { type Caller, callerName } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { createSemaphore, type Semaphore, withPermitIfAny } from "../core/semaphore.ts";
import { createSharedValues } from "../core/shared-values.ts";

/** So few of one caller are in the database's queue at a time that others come between, however many are sent at once. */
const bookingMax = 4;
/** How often a look-up of another process is waited for. */
const elsewhereTriesMax = 100;

/** Who asks, and the account whose key is shown; null: none is. */
type QueuedCaller = { readonly caller: Caller; readonly account: string | null };

/** A caller's look-ups in this process. */
type LookUps = {
  running: number;
  ended: number;
  /** Permits to reserve, or to settle, at the same time. */
  readonly booking: Semaphore;
  /** Those who wait try again one after the other. */
  readonly retrying: Semaphore;
  /** Wakes those who wait for a look-up to end. */
  wake: (() => void)[];
};

type Reserve<T> = () => Promise<Result<T, Failure>>;

/** A reservation, the turn in which its look-up is settled, and what to call when it has been. */
type Entered<T> = {
  readonly reserved: Result<T, Failure>;
  readonly inTurn: <R>(settle: () => Promise<R>) => Promise<R>;
  readonly end: () => void;
};

/**
 * Look-ups under way count as unanswered. A caller who sends many at once therefore waits for their own, and is refused
 * only when none of these can free anything. Failures: those of `reserve`; `overloaded` when all places are held
 * elsewhere, which is no caller's fault: by processes that hang, or that lost the database before they could give back.
 *
 * @param elsewhereMs the pause before another process's look-ups are looked at again
 */
export const createCallerQueue = ({ elsewhereMs = 100 }: { readonly elsewhereMs?: number } = {}) => {
  const callers = createSharedValues<LookUps>();
  return {
    enter: async <T>(queued: QueuedCaller, reserve: Reserve<T>): Promise<Entered<T>> => {
      const name = callerName(queued.caller, queued.account);
      const { value: lookUps, giveBack: leave } = callers.take(name, () => ({
        running: 0,
        ended: 0,
        booking: createSemaphore({ running: bookingMax }),
        retrying: createSemaphore({ running: 1 }),
        wake: [],
      }));
      try {
        const inTurn: Entered<T>["inTurn"] = (settle) => withPermitIfAny(lookUps.booking, settle);
        const reserveFairly = () => withPermitIfAny(lookUps.booking, reserve);
        const tried = await reserveFairly();
        const reserved = mayWait(tried)
          ? await withPermitIfAny(lookUps.retrying, () =>
              tryUntilCertain(lookUps, reserveFairly, elsewhereMs),
            )
          : tried;
        if (reserved.ok) return { reserved, inTurn, end: begin(lookUps, leave) };
        leave();
        return { reserved, inTurn, end: () => {} };
      } catch (bug) {
        leave();
        throw bug;
      }
    },
  };
};

const begin = (lookUps: LookUps, leave: () => void): (() => void) => {
  lookUps.running += 1;
  return () => {
    lookUps.running -= 1;
    lookUps.ended += 1;
    for (const wake of lookUps.wake.splice(0)) wake();
    leave();
  };
};

const tryUntilCertain = async <T>(
  lookUps: LookUps,
  reserve: Reserve<T>,
  elsewhereMs: number,
): Promise<Result<T, Failure>> => {
  for (let tries = 1; ; tries += 1) {
    const { ended } = lookUps;
    const reserved = await reserve();
    if (!mayWait(reserved)) return reserved;
    if (ended !== lookUps.ended) continue;
    // Another process may have look-ups of the same caller, which end without waking anybody here.
    if (lookUps.running === 0 && tries > elsewhereTriesMax)
      return fail("overloaded", { retryAfterSeconds: 1 });
    if (lookUps.running === 0) await delay(elsewhereMs);
    else await new Promise<void>((resolve) => lookUps.wake.push(resolve));
  }
};

const mayWait = (reserved: Result<unknown, Failure>): boolean =>
  !reserved.ok && reserved.error.code === "rate_limited" && reserved.error.cause === "under way";
