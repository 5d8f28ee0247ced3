import { err, ok, type Result } from "../core/result.ts";

/** Whose question it is, by any name. `isKeyed`: known by a key, or a chat with an account. */
export type Asker = { readonly id: string; readonly isKeyed: boolean };

/**
 * Places for running requests to one provider and a short queue before them. Of eight places one asker holds at most three,
 * or two without a key, and all without a key together seven: questions that hang leave room for the others.
 */
type Bulkhead = {
  /**
   * A place, to be given back by calling it; or why there is none. Of those that wait, whoever holds fewest places goes
   * first, then whoever has a key; else they take turns. When too many wait, the asker with most of them gives one up.
   * Null: nobody in particular, who shares with nobody.
   */
  readonly enter: (asker?: Asker | null) => Promise<Result<() => void, Refusal>>;
};

type Refusal = "queue full" | "waited too long";

export type BulkheadLimits = { readonly running: number; readonly waiting: number; readonly waitMs: number };

/** Calls back after `delayMs` unless the returned function was called before. */
export type After = (delayMs: number, callBack: () => void) => () => void;

type Waiter = { readonly asker: Asker | null; readonly settle: (place: Result<() => void, Refusal>) => void };

export const createBulkhead = (limits: BulkheadLimits, after: After = afterTimeout): Bulkhead => {
  const held = new Set<{ readonly asker: Asker | null }>();
  const queue = new Set<Waiter>();
  const ofOneMax = Math.ceil((limits.running * 3) / 8);
  const ofOneAnonymousMax = Math.ceil(limits.running / 4);
  const ofAnonymousMax = Math.max(1, limits.running - 1);

  const mayRun = (asker: Asker | null): boolean =>
    held.size < limits.running &&
    countOf(held, asker) < (isAnonymous(asker) ? ofOneAnonymousMax : ofOneMax) &&
    (!isAnonymous(asker) || [...held].filter((one) => isAnonymous(one.asker)).length < ofAnonymousMax);

  const place = (asker: Asker | null): (() => void) => {
    const one = { asker };
    held.add(one);
    return () => {
      if (held.delete(one)) passOn();
    };
  };

  const passOn = (): void => {
    const [next] = [...queue]
      .filter(({ asker }) => mayRun(asker))
      .sort(
        (a, b) =>
          countOf(held, a.asker) - countOf(held, b.asker) ||
          Number(isAnonymous(a.asker)) - Number(isAnonymous(b.asker)),
      );
    if (next === undefined) return;
    next.settle(ok(place(next.asker)));
    // What else its asker waits for comes after the others.
    for (const waiter of [...queue].filter(({ asker }) => asker !== null && asker.id === next.asker?.id)) {
      queue.delete(waiter);
      queue.add(waiter);
    }
  };

  /** How much of the queue an asker takes, with `more` than waits already. */
  const weightOf = (asker: Asker | null, more = 0): number =>
    (Math.max(1, countOf(queue, asker)) + more) * (isAnonymous(asker) ? 2 : 1);

  /** The waiting one that goes when `asker` joins a full queue; null: nobody has more in it than `asker` would. */
  const heaviest = (asker: Asker | null): Waiter | null => {
    const most = [...queue].reverse().sort((a, b) => weightOf(b.asker) - weightOf(a.asker))[0] ?? null;
    const joining = weightOf(asker, countOf(queue, asker) > 0 ? 1 : 0);
    return most !== null && weightOf(most.asker) > joining ? most : null;
  };

  const wait = (asker: Asker | null): Promise<Result<() => void, Refusal>> =>
    new Promise((resolve) => {
      const cancel = after(limits.waitMs, () => waiter.settle(err("waited too long")));
      const waiter: Waiter = {
        asker,
        settle: (result) => {
          cancel();
          queue.delete(waiter);
          resolve(result);
        },
      };
      queue.add(waiter);
    });

  return {
    enter: (asker = null) => {
      if (mayRun(asker)) return Promise.resolve(ok(place(asker)));
      if (held.size + queue.size >= limits.running + limits.waiting) {
        const going = heaviest(asker);
        if (going === null) return Promise.resolve(err("queue full"));
        going.settle(err("queue full"));
      }
      return wait(asker);
    },
  };
};

const isAnonymous = (asker: Asker | null): boolean => asker !== null && !asker.isKeyed;

/** How many of `these` are the asker's; 0 for nobody in particular. */
const countOf = (these: Iterable<{ readonly asker: Asker | null }>, asker: Asker | null): number =>
  asker === null ? 0 : [...these].filter((one) => one.asker?.id === asker.id).length;

const afterTimeout: After = (delayMs, callBack) => {
  const timer = setTimeout(callBack, delayMs);
  return () => clearTimeout(timer);
};
