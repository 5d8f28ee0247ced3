import { keyedInARowMax, type TurnTaker } from "../core/fair-queue.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { err, ok, type Result } from "../core/result.ts";
import { heaviestOf, isAnonymous } from "./bulkhead.ts";

/**
 * How a provider is asked that has too much to do and names a time: by turns, with pauses between them. Answers shorten
 * the pauses, and another refusal doubles them.
 *
 * A turn goes to the waiting caller whose last one is the longest ago. Callers with a key come first, but after three of
 * their turns a caller without one has the next. When too many wait, the caller with the most questions gives one up.
 */
type Slowdown = {
  /** The provider asks to be left alone for so many milliseconds. `askedAt`: when it was asked, by the same clock. */
  readonly begin: (forMs: number, askedAt: number) => void;
  /** The provider has answered what it was asked then. */
  readonly noteAnswer: (askedAt: number) => void;
  /**
   * Waits for the caller's turn; there is nothing to wait for without a slowdown. Where none can come within `waitMsMax`
   * it ends as soon as that is certain: the milliseconds after which the slowdown ends.
   */
  readonly takeTurn: (waitMsMax: number, caller: TurnTaker | null) => Promise<Result<true, number>>;
};

export type SlowdownLimits = {
  /** Turns in the time that the provider named … */
  readonly turns: number;
  /** … at least and at most so many milliseconds apart. */
  readonly spacingMs: { readonly least: number; readonly most: number };
  /** How many questions wait for their turns. */
  readonly waiting: number;
};

type Waiter = {
  readonly caller: TurnTaker | null;
  /** Until when it waits. */
  readonly latest: number;
  readonly settle: (turn: Result<true, number>) => void;
};

/** What an answer makes of the pauses between turns. */
const shortening = 2 / 3;

/** Callers whose last turn is remembered. */
const callersMax = 1_000;

/** @param monotonicMs a clock that never goes back */
export const createSlowdown = (
  limits: SlowdownLimits,
  monotonicMs: () => number,
  pause: (ms: number) => Promise<void>,
): Slowdown => {
  const { least, most } = limits.spacingMs;
  let begunAt = 0;
  let until = 0;
  let nextTurn = 0;
  let spacing = 0;
  let keyedInARow = 0;
  let isGivingTurns = false;
  const waiting = new Set<Waiter>();
  /** When a caller had a turn, by the clock. */
  const served = createLruCache<string, number>(callersMax);
  const servedAt = ({ caller }: Waiter): number => (caller && served.peek(caller.id)) ?? -1;

  /** A turn after the end of the slowdown comes with all others at its end. */
  const turnAt = (now: number): number => Math.min(until, Math.max(now, nextTurn));

  const chooseNext = (): Waiter | undefined => {
    const order = [...waiting].sort((a, b) => servedAt(a) - servedAt(b));
    const keyed = order.find(({ caller }) => !isAnonymous(caller));
    const anonymous = order.find(({ caller }) => isAnonymous(caller));
    const isKeyedNext = keyed !== undefined && (anonymous === undefined || keyedInARow < keyedInARowMax);
    keyedInARow = isKeyedNext ? keyedInARow + 1 : 0;
    return isKeyedNext ? keyed : anonymous;
  };

  const giveTurns = async (): Promise<void> => {
    if (isGivingTurns) return;
    isGivingTurns = true;
    while (waiting.size > 0) {
      const now = monotonicMs();
      const at = turnAt(now);
      for (const waiter of waiting) if (waiter.latest < at) waiter.settle(err(until - now));
      if (waiting.size > 0 && at > now) await pause(at - now);
      const isPutOff = at < until && at < nextTurn;
      const next = isPutOff ? undefined : chooseNext();
      if (next === undefined) continue;
      nextTurn = at + spacing;
      if (next.caller !== null) served.set(next.caller.id, at);
      next.settle(ok(true));
    }
    isGivingTurns = false;
  };

  return {
    begin: (forMs, askedAt) => {
      const now = monotonicMs();
      const isSlow = now < until;
      until = Math.max(until, now + forMs);
      // Questions that were under way together are refused together.
      if (isSlow && askedAt < begunAt) return;
      begunAt = now;
      spacing = Math.min(most, Math.max(least, isSlow ? 2 * spacing : forMs / limits.turns));
      nextTurn = Math.max(nextTurn, now + spacing);
    },
    noteAnswer: (askedAt) => {
      if (monotonicMs() < until && askedAt >= begunAt) spacing = Math.max(least, spacing * shortening);
    },
    takeTurn: async (waitMsMax, caller) => {
      const now = monotonicMs();
      if (now >= until) return ok(true);
      const latest = now + waitMsMax;
      if (turnAt(now) > latest) return err(until - now);
      if (waiting.size >= limits.waiting) {
        const going = heaviestOf(waiting, caller);
        if (going === null) return err(until - now);
        going.settle(err(until - now));
      }
      return new Promise((resolve) => {
        const waiter: Waiter = {
          caller,
          latest,
          settle: (turn) => {
            waiting.delete(waiter);
            resolve(turn);
          },
        };
        waiting.add(waiter);
        void giveTurns();
      });
    },
  };
};
