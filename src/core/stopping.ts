type Closable = { readonly close: () => Promise<unknown> };

/** How a service stops: first everything that runs is finished, then what it ran on is closed, last opened first. */
export type Stopping = {
  /** Gives back what it is given, to be closed at the end. */
  readonly closeLast: <T extends Closable>(opened: T) => T;
  /** One thing after the other, in the order of these calls. */
  readonly drainFirst: (drain: () => Promise<unknown>) => void;
  /** Runs once; further calls wait for the same stop. */
  readonly stop: () => Promise<void>;
};

export const createStopping = (): Stopping => {
  const drains: (() => Promise<unknown>)[] = [];
  const opened: Closable[] = [];
  let stopped: Promise<void> | undefined;

  const stop = async () => {
    for (const drain of drains) await drain();
    for (const one of opened.reverse()) await one.close();
  };

  return {
    closeLast: (one) => {
      opened.push(one);
      return one;
    },
    drainFirst: (drain) => {
      drains.push(drain);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
