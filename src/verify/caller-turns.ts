import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../accounts/accounts.ts";
import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";

/** Between two looks whether another process's look-up has ended, and how many there are at most. */
const elsewhereMs = 100;
const elsewhereTriesMax = 100;

/** A caller's look-ups in this process: how many are under way, and who waits for one of them to end. */
type Turns = {
  running: number;
  ended: number;
  users: number;
  queue: Promise<unknown>;
  wake: (() => void)[];
};

/** What `enter` gives: what was reserved, and what is to be called when the look-up has been settled. */
type Entered<T> = { readonly reserved: Result<T, Failure>; readonly end: () => void };

/**
 * Look-ups under way count as unanswered until they are answered. So a caller who sends many at once waits for their own,
 * one after the other, and is refused only when none of these can give anything back.
 */
export const createCallerTurns = () => {
  const callers = new Map<string, Turns>();

  const tryUntilCertain = async <T>(turns: Turns, reserve: () => Promise<Result<T, Failure>>) => {
    for (let tries = 1; ; tries += 1) {
      const { ended } = turns;
      const reserved = await reserve();
      if (!mayWait(reserved)) return reserved;
      if (ended !== turns.ended) continue;
      // Those of another process are waited for, too, and for no longer than a bank may take.
      if (turns.running === 0 && tries > elsewhereTriesMax) return reserved;
      if (turns.running === 0) await delay(elsewhereMs);
      else await new Promise<void>((resolve) => turns.wake.push(resolve));
    }
  };

  /** Failures: those of `reserve`. */
  const enter = async <T>(
    caller: Caller,
    reserve: () => Promise<Result<T, Failure>>,
  ): Promise<Entered<T>> => {
    const name = JSON.stringify(caller);
    const turns = callers.get(name) ?? {
      running: 0,
      ended: 0,
      users: 0,
      queue: Promise.resolve(),
      wake: [],
    };
    callers.set(name, turns);
    turns.users += 1;
    const leave = () => {
      turns.users -= 1;
      if (turns.users === 0) callers.delete(name);
    };
    try {
      let reserved = await reserve();
      if (mayWait(reserved)) {
        const queued = turns.queue.then(() => tryUntilCertain(turns, reserve));
        turns.queue = queued.catch(() => undefined);
        reserved = await queued;
      }
      if (!reserved.ok) {
        leave();
        return { reserved, end: () => {} };
      }
      turns.running += 1;
      return {
        reserved,
        end: () => {
          turns.running -= 1;
          turns.ended += 1;
          for (const wake of turns.wake.splice(0)) wake();
          leave();
        },
      };
    } catch (bug) {
      leave();
      throw bug;
    }
  };

  return { enter };
};

const mayWait = (reserved: Result<unknown, Failure>): boolean =>
  !reserved.ok && reserved.error.code === "rate_limited" && reserved.error.subject === "under way";
