import { setTimeout as delay, setImmediate as nextRound } from "node:timers/promises";
import { createFairQueue, type TurnTaker } from "./fair-queue.ts";

/** Work that is done one piece at a time, of which callers take turns. */
export type Turns = {
  /** Resolves or rejects as the work does, which begins when it is the caller's turn. */
  readonly run: <T>(caller: TurnTaker, work: () => Promise<T>) => Promise<T>;
};

/** The pause between two turns is as long as the first one took, at most this. */
const restMsMax = 30;

export const createTurns = (): Turns => {
  const waiting = createFairQueue<() => Promise<void>>();
  let isRunning = false;
  const giveTurns = async () => {
    isRunning = true;
    for (let begin = waiting.next(); begin !== undefined; begin = waiting.next()) {
      const startedAt = performance.now();
      await begin();
      await restAfter(startedAt);
    }
    isRunning = false;
  };
  return {
    run: (caller, work) =>
      new Promise((resolve, reject) => {
        waiting.add(caller, () => work().then(resolve, reject));
        if (!isRunning) void giveTurns();
      }),
  };
};

/**
 * Lets others have the thread after a turn. Node takes up one new connection in a round, and without a rest those behind a
 * flood would wait for it all.
 */
const restAfter = async (startedAt: number): Promise<void> => {
  await nextRound();
  const tookMs = performance.now() - startedAt;
  if (tookMs >= 1) await delay(Math.min(tookMs, restMsMax));
};
