/** Counts work that has begun and not ended, so that a stop can wait for it. */
export type InFlight = {
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Begins something that ends when the returned function is called; further calls change nothing. */
  readonly begin: () => () => void;
  /** Resolves when nothing runs; at once when nothing does. */
  readonly settled: () => Promise<void>;
};

export const createInFlight = (): InFlight => {
  const running = new Set<symbol>();
  let waiting: (() => void)[] = [];

  const begin = () => {
    const one = Symbol("work");
    running.add(one);
    return () => {
      running.delete(one);
      if (running.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    };
  };

  return {
    begin,
    run: async (work) => {
      const end = begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
    settled: () =>
      running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(() => resolve())),
  };
};
