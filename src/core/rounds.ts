import type { Log } from "./log.ts";

/** Work that is done again and again, one round at a time. */
type Rounds = {
  /** Does a round now, or waits for the one that runs. */
  readonly run: () => Promise<void>;
  /** Begins no further round, and waits for the one that runs. */
  readonly close: () => Promise<void>;
};

type Options = {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** What a bug is called in the log. */
  readonly name: string;
  readonly log: Pick<Log, "error">;
};

/** A bug in one round is logged, and ends neither the process nor the rounds after it. */
export const startRounds = ({ everyMs, work, name, log }: Options): Rounds => {
  let running: Promise<void> | null = null;
  const run = (): Promise<void> => {
    running ??= work()
      .then(
        () => {},
        (bug: unknown) => log.error({ err: bug }, `${name} broke; the next round tries again`),
      )
      .finally(() => {
        running = null;
      });
    return running;
  };
  const timer = setInterval(() => void run(), everyMs).unref();
  return {
    run,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
