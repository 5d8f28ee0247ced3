import { LRUCache } from "lru-cache";
import { err, ok, type Result } from "../core/result.ts";

/** How a provider is asked that has too much to do and names a time: one request after the other, with pauses between. */
type Slowdown = {
  /** The provider asks to be left alone for so many milliseconds. */
  readonly begin: (forMs: number) => void;
  /**
   * Takes the next turn: the milliseconds until it comes, 0 where there is no slowdown. A caller leaves the turn to
   * those who found none lately and have waited longer for one. None is taken when it would be longer than `waitMsMax`: the milliseconds after which
   * the slowdown ends.
   */
  readonly takeTurn: (waitMsMax: number, caller: string | null) => Result<number, number>;
};

export type SlowdownLimits = {
  /** Turns in the time that the provider named … */
  readonly turns: number;
  /** … at least and at most so many milliseconds apart. */
  readonly spacingMs: { readonly least: number; readonly most: number };
};

/** @param monotonicMs a clock that never goes back */
export const createSlowdown = (limits: SlowdownLimits, monotonicMs: () => number): Slowdown => {
  let until = 0;
  let nextTurn = 0;
  let spacing = 0;
  /** When a caller had a turn, and when one found none, by the clock. */
  const served = new LRUCache<string, number>({ max: callersMax });
  const refused = new LRUCache<string, number>({ max: callersMax });
  const servedAt = (caller: string): number => served.peek(caller) ?? Number.NEGATIVE_INFINITY;
  const isBehindOthers = (caller: string, now: number): boolean =>
    [...refused.entries()].some(
      ([other, at]) => other !== caller && now - at <= 2 * spacing && servedAt(other) < servedAt(caller),
    );
  return {
    begin: (forMs) => {
      const now = monotonicMs();
      const { least, most } = limits.spacingMs;
      until = Math.max(until, now + forMs);
      spacing = Math.min(most, Math.max(least, forMs / limits.turns));
      nextTurn = Math.max(nextTurn, now + spacing);
    },
    takeTurn: (waitMsMax, caller) => {
      const now = monotonicMs();
      if (now >= until) return ok(0);
      // A turn after the end of the slowdown comes with all others at its end.
      const turn = Math.min(until, Math.max(now, nextTurn));
      const isLeft = turn < until && caller !== null && isBehindOthers(caller, now);
      if (isLeft || turn - now > waitMsMax) {
        if (caller !== null) refused.set(caller, now);
        return err(until - now);
      }
      if (caller !== null) {
        served.set(caller, turn);
        refused.delete(caller);
      }
      nextTurn = turn + spacing;
      return ok(turn - now);
    },
  };
};

const callersMax = 1_000;
