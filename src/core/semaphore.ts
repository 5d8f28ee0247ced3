import { err, ok, type Result } from "./result.ts";

/** Lets so many do something at the same time; the others wait in a bounded queue. */
export type Semaphore = {
  /** A permit, to be given back by calling it, in the order of asking; or why there is none. `signal` ends the wait. */
  readonly acquire: (signal?: AbortSignal) => Promise<Result<() => void, "queue full" | "waited too long">>;
};

/** `running`: permits; `waiting`: how many may wait for one, and how long. */
export type SemaphoreLimits = {
  readonly running: number;
  readonly waiting?: number;
  readonly waitMs?: number;
};

/** Calls back after `delayMs` unless the returned function was called before. */
export type After = (delayMs: number, callBack: () => void) => () => void;

type Waiter = { readonly grant: () => void };

export const createSemaphore = (limits: SemaphoreLimits, after: After = afterTimeout): Semaphore => {
  const { running: permits, waiting = Number.POSITIVE_INFINITY, waitMs } = limits;
  const queue: Waiter[] = [];
  let running = 0;

  const permit = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next.grant();
    };
  };

  return {
    acquire: (signal) => {
      if (signal?.aborted) return Promise.resolve(err("waited too long"));
      if (running < permits) {
        running += 1;
        return Promise.resolve(ok(permit()));
      }
      if (queue.length >= waiting) return Promise.resolve(err("queue full"));
      return new Promise((resolve) => {
        const giveUp = () => {
          stopWaiting();
          queue.splice(queue.indexOf(waiter), 1);
          resolve(err("waited too long"));
        };
        const cancel = waitMs === undefined ? () => {} : after(waitMs, giveUp);
        const stopWaiting = () => {
          cancel();
          signal?.removeEventListener("abort", giveUp);
        };
        const waiter: Waiter = {
          grant: () => {
            stopWaiting();
            resolve(ok(permit()));
          },
        };
        signal?.addEventListener("abort", giveUp);
        queue.push(waiter);
      });
    },
  };
};

/** Runs work with a permit, or without one where none was to be had. */
export const withPermitIfAny = async <T>(semaphore: Semaphore, work: () => Promise<T>): Promise<T> => {
  const permit = await semaphore.acquire();
  try {
    return await work();
  } finally {
    if (permit.ok) permit.value();
  }
};

export const afterTimeout: After = (delayMs, callBack) => {
  const timer = setTimeout(callBack, delayMs);
  return () => clearTimeout(timer);
};
