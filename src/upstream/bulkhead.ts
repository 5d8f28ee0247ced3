import { err, ok, type Result } from "../result.ts";

/** Places for running requests and a short queue before them, so that one provider cannot take all there is. */
export type Bulkhead = {
  /** A place, to be given back by calling it; or why there is none. Places are given in the order of asking. */
  readonly enter: () => Promise<Result<() => void, "queue full" | "waited too long">>;
};

export type BulkheadLimits = { readonly running: number; readonly waiting: number; readonly waitMs: number };

/** Calls back after `delayMs` unless the returned function was called before. */
export type After = (delayMs: number, callBack: () => void) => () => void;

type Waiter = { readonly grant: () => void };

export const createBulkhead = (limits: BulkheadLimits, after: After = afterTimeout): Bulkhead => {
  const queue: Waiter[] = [];
  let running = 0;

  const place = (): (() => void) => {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next.grant();
    };
  };

  return {
    enter: () => {
      if (running < limits.running) {
        running += 1;
        return Promise.resolve(ok(place()));
      }
      if (queue.length >= limits.waiting) return Promise.resolve(err("queue full"));
      return new Promise((resolve) => {
        const cancel = after(limits.waitMs, () => {
          queue.splice(queue.indexOf(waiter), 1);
          resolve(err("waited too long"));
        });
        const waiter: Waiter = {
          grant: () => {
            cancel();
            resolve(ok(place()));
          },
        };
        queue.push(waiter);
      });
    },
  };
};

const afterTimeout: After = (delayMs, callBack) => {
  const timer = setTimeout(callBack, delayMs);
  return () => clearTimeout(timer);
};
