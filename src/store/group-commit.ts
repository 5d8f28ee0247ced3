import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { awayError } from "./away.ts";
import type { OpenDatabase } from "./database.ts";
import type { Database, Work } from "./schema.ts";

/** A queue that long is a disk that cannot keep up. */
const waitMsMax = 5_000;
/** Bounds of one commit: other processes wait for it, too. */
const unitsMax = 200;
const batchMsMax = 25;
/** From so many units on, the next batch gathers for as long as the last one took, and at most so long. */
const manyUnits = 8;
const gatherMsMax = 10;
/** Who never lets go of the lock starves the other processes: they look for it about this often. */
const holdMsMax = 50;
const breakMs = 8;

type Group = Pick<OpenDatabase, "transact"> & {
  /** Resolves when nothing waits or runs. */
  readonly settled: () => Promise<void>;
};

/** A mark in the transaction that runs on the database's one connection. */
export type Savepoint = {
  readonly set: () => void;
  readonly release: () => void;
  /** Back to the mark, which is then gone. */
  readonly undo: () => void;
};

/** Work that waits: `attempt` gives what to do once it is on the disk. */
type Unit = {
  readonly attempt: (work: Work) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
  /** False: it has waited too long, and its caller has gone. */
  readonly isWanted: () => boolean;
};

/**
 * Many short transactions in one commit, because a commit costs a write to the disk, whatever is in it. One after the
 * other works in a savepoint of its own, so that one which fails takes nothing else with it; each is answered only
 * when the commit that holds it has returned.
 */
export const createGroupCommit = (db: Database, savepoint: Savepoint): Group => {
  const waiting: Unit[] = [];
  let running: Promise<void> | null = null;

  const runAll = async (): Promise<void> => {
    let heldSince = performance.now();
    while (waiting.length > 0) {
      const begunAt = performance.now();
      const worked = await runBatch(db, savepoint, waiting);
      // What arrived meanwhile gets its own turn, and joins the next batch. Where many work, those who were just
      // answered get the time to ask again: one large commit costs no more than a small one.
      if (worked < manyUnits) await nextTurn();
      else await delay(Math.min(performance.now() - begunAt, gatherMsMax));
      if (waiting.length === 0 || performance.now() - heldSince < holdMsMax) continue;
      await delay(breakMs);
      heldSince = performance.now();
    }
    running = null;
  };

  return {
    transact: (work) =>
      new Promise((resolve, reject) => {
        waiting.push(unitOf(work, resolve, reject));
        running ??= runAll();
      }),
    settled: async () => {
      while (running !== null) await running;
    },
  };
};

const unitOf = <T>(
  work: (work: Work) => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Unit => {
  let isWanted = true;
  const timer = setTimeout(() => {
    isWanted = false;
    reject(awayError("too many transactions wait for the database"));
  }, waitMsMax);
  return {
    attempt: async (within) => {
      clearTimeout(timer);
      const value = await work(within);
      return () => resolve(value);
    },
    fail: (error) => {
      clearTimeout(timer);
      reject(error);
    },
    isWanted: () => isWanted,
  };
};

/** Takes those that wait now, and what comes while they are worked off, and answers each; never rejects. Gives how many. */
const runBatch = async (db: Database, savepoint: Savepoint, waiting: Unit[]): Promise<number> => {
  const first = waiting.splice(0, unitsMax);
  const kept: { readonly unit: Unit; readonly announce: () => void }[] = [];
  try {
    await db.transaction().execute(async (work) => {
      const startedAt = performance.now();
      for (let count = 0; count < unitsMax && performance.now() - startedAt < batchMsMax; count++) {
        const unit = first.shift() ?? waiting.shift();
        if (unit === undefined) break;
        if (!unit.isWanted()) continue;
        const announce = await attempt(work, savepoint, unit);
        if (announce !== null) kept.push({ unit, announce });
      }
    });
  } catch (error) {
    // Without its transaction nothing of the batch was kept; nor can those begin who waited for it.
    for (const unit of [...kept.map((one) => one.unit), ...first]) unit.fail(error);
    return kept.length;
  }
  waiting.unshift(...first);
  for (const { announce } of kept) announce();
  return kept.length;
};

/** Null when it failed alone, and said so. Rejects when the whole transaction is gone. */
const attempt = async (work: Work, savepoint: Savepoint, unit: Unit): Promise<(() => void) | null> => {
  try {
    savepoint.set();
    const announce = await unit.attempt(work);
    savepoint.release();
    return announce;
  } catch (error) {
    unit.fail(error);
    try {
      savepoint.undo();
    } catch {
      // A full disk, for one, has already undone everything: that is what the others must hear of.
      throw error;
    }
    return null;
  }
};
