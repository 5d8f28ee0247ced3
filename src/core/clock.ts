/** The time that everything is counted and kept by. */
export type Clock = {
  readonly now: () => Date;
  /** How far this machine's clock has jumped since the last call, in ms: negative when it was set back. */
  readonly jumpedMs: () => number;
  /** Goes by another clock from now on, which shows `at` now. Says how far this machine's clock is ahead of it, in ms. */
  readonly goBy: (at: Date) => number;
};

type Sources = {
  readonly wallMs?: () => number;
  /** Goes on evenly, whatever the machine's clock is set to. */
  readonly monotonicMs?: () => number;
};

/** A smaller difference is the way of the answer; following it would only make the time uneven. */
const noticedMs = 1_000;

/** This machine's clock, until it is told another one to go by. */
export const createClock = ({
  wallMs = () => Date.now(),
  monotonicMs = () => performance.now(),
}: Sources = {}): Clock => {
  /** What a steady clock would show when `monotonicMs` shows 0. */
  let steady: number | null = null;
  let aheadOfMonotonic = wallMs() - monotonicMs();

  const now = () => new Date(steady === null ? wallMs() : Math.round(steady + monotonicMs()));

  return {
    now,
    jumpedMs: () => {
      const before = aheadOfMonotonic;
      aheadOfMonotonic = wallMs() - monotonicMs();
      return aheadOfMonotonic - before;
    },
    goBy: (at) => {
      if (steady === null || Math.abs(at.getTime() - now().getTime()) > noticedMs)
        steady = at.getTime() - monotonicMs();
      return wallMs() - at.getTime();
    },
  };
};
