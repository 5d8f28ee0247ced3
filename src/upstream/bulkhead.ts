import type { TurnTaker } from "../core/fair-queue.ts";
import { err, ok, type Result } from "../core/result.ts";
import { type After, afterTimeout } from "../core/semaphore.ts";

/**
 * Permits for requests to one provider, with a short queue before them. Of eight permits one caller holds at most three, or
 * two without a key, and all callers without a key hold seven together. So requests that hang leave room for others.
 */
type Bulkhead = {
  /**
   * A permit, to be given back by calling it; or why there is none. Of the waiting callers the one with the fewest permits
   * goes first, then one with a key; else they take turns. When too many wait, the caller with the most gives one up.
   * Null: the program itself, which has no share.
   */
  readonly enter: (caller?: TurnTaker | null) => Promise<Result<() => void, Refusal>>;
  readonly reading: () => { readonly running: number; readonly waiting: number };
};

type Refusal = "queue full" | "waited too long";

export type BulkheadLimits = { readonly running: number; readonly waiting: number; readonly waitMs: number };

type Waiter = {
  readonly caller: TurnTaker | null;
  readonly settle: (place: Result<() => void, Refusal>) => void;
};

/** How many permits one caller holds at most. */
export const permitsOfOne = (
  { running }: Pick<BulkheadLimits, "running">,
  { isKeyed }: Pick<TurnTaker, "isKeyed">,
): number => Math.ceil((running * (isKeyed ? 3 : 2)) / 8);

export const createBulkhead = (limits: BulkheadLimits, after: After = afterTimeout): Bulkhead => {
  const held = new Set<{ readonly caller: TurnTaker | null }>();
  const queue = new Set<Waiter>();
  const ofAnonymousMax = Math.max(1, limits.running - 1);

  const mayRun = (caller: TurnTaker | null): boolean =>
    held.size < limits.running &&
    countOf(held, caller) < permitsOfOne(limits, { isKeyed: !isAnonymous(caller) }) &&
    (!isAnonymous(caller) || [...held].filter((one) => isAnonymous(one.caller)).length < ofAnonymousMax);

  const place = (caller: TurnTaker | null): (() => void) => {
    const one = { caller };
    held.add(one);
    return () => {
      if (held.delete(one)) passOn();
    };
  };

  const passOn = (): void => {
    const [next] = [...queue]
      .filter(({ caller }) => mayRun(caller))
      .sort(
        (a, b) =>
          countOf(held, a.caller) - countOf(held, b.caller) ||
          Number(isAnonymous(a.caller)) - Number(isAnonymous(b.caller)),
      );
    if (next === undefined) return;
    next.settle(ok(place(next.caller)));
    // Other questions of the same caller go to the end of the queue.
    for (const waiter of [...queue].filter(
      ({ caller }) => caller !== null && caller.id === next.caller?.id,
    )) {
      queue.delete(waiter);
      queue.add(waiter);
    }
  };

  const wait = (caller: TurnTaker | null): Promise<Result<() => void, Refusal>> =>
    new Promise((resolve) => {
      const cancel = after(limits.waitMs, () => waiter.settle(err("waited too long")));
      const waiter: Waiter = {
        caller,
        settle: (result) => {
          cancel();
          queue.delete(waiter);
          resolve(result);
        },
      };
      queue.add(waiter);
    });

  return {
    reading: () => ({ running: held.size, waiting: queue.size }),
    enter: (caller = null) => {
      if (mayRun(caller)) return Promise.resolve(ok(place(caller)));
      if (held.size + queue.size >= limits.running + limits.waiting) {
        const going = heaviestOf(queue, caller);
        if (going === null) return Promise.resolve(err("queue full"));
        going.settle(err("queue full"));
      }
      return wait(caller);
    },
  };
};

/**
 * The question that leaves a full queue when `caller` joins it; null: no other caller has more in it than `caller`
 * would.
 */
export const heaviestOf = <T extends { readonly caller: TurnTaker | null }>(
  queue: ReadonlySet<T>,
  caller: TurnTaker | null,
): T | null => {
  const weightOf = (one: TurnTaker | null, more = 0): number =>
    (Math.max(1, countOf(queue, one)) + more) * (isAnonymous(one) ? 2 : 1);
  const most = [...queue].reverse().sort((a, b) => weightOf(b.caller) - weightOf(a.caller))[0] ?? null;
  const joining = weightOf(caller, countOf(queue, caller) > 0 ? 1 : 0);
  return most !== null && weightOf(most.caller) > joining ? most : null;
};

export const isAnonymous = (caller: TurnTaker | null): boolean => caller !== null && !caller.isKeyed;

/** How many of `these` are the caller's; 0 when there is no particular caller. */
const countOf = (these: Iterable<{ readonly caller: TurnTaker | null }>, caller: TurnTaker | null): number =>
  caller === null ? 0 : [...these].filter((one) => one.caller?.id === caller.id).length;
