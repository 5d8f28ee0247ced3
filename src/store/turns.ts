import { awayError } from "./away.ts";

/** A queue that long is a database that cannot keep up. */
const turnWaitMs = 5_000;

export type Turns = {
  /** Resolves when it is one's turn; rejects as away after five seconds. */
  readonly take: () => Promise<void>;
  readonly pass: () => void;
};

/** `width` at a time, first come first served. */
export const createTurns = (width: number): Turns => {
  const waiting = new Set<() => void>();
  let taken = 0;
  const take = () =>
    new Promise<void>((resolve, reject) => {
      if (taken < width) {
        taken += 1;
        resolve();
        return;
      }
      const go = () => {
        clearTimeout(timer);
        waiting.delete(go);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(go);
        reject(awayError("too many queries wait for the database"));
      }, turnWaitMs);
      waiting.add(go);
    });
  const next = () => {
    const [go] = waiting;
    if (go) go();
    else taken -= 1;
  };
  // Between two turns the rest of the process gets its own, however long the queue is.
  const pass = () => {
    if (waiting.size > 0) setImmediate(next);
    else taken -= 1;
  };
  return { take, pass };
};
