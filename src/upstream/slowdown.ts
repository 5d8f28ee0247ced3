import { err, ok, type Result } from "../core/result.ts";

/** How a provider is asked that has too much to do and names a time: one request after the other, with pauses between. */
type Slowdown = {
  /** The provider asks to be left alone for so many milliseconds. */
  readonly begin: (forMs: number) => void;
  /**
   * Takes the next turn: the milliseconds until it comes, 0 where there is no slowdown. None is taken when it would be
   * longer than `waitMsMax`: the milliseconds after which the slowdown ends.
   */
  readonly takeTurn: (waitMsMax: number) => Result<number, number>;
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
  return {
    begin: (forMs) => {
      const now = monotonicMs();
      const { least, most } = limits.spacingMs;
      until = Math.max(until, now + forMs);
      spacing = Math.min(most, Math.max(least, forMs / limits.turns));
      nextTurn = Math.max(nextTurn, now + spacing);
    },
    takeTurn: (waitMsMax) => {
      const now = monotonicMs();
      if (now >= until) return ok(0);
      // Whoever would come after the end of it comes with the others at its end.
      const turn = Math.min(until, Math.max(now, nextTurn));
      if (turn - now > waitMsMax) return err(until - now);
      nextTurn = turn + spacing;
      return ok(turn - now);
    },
  };
};
