import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { awayError } from "./away.ts";
import type { OpenDatabase } from "./database.ts";
import type { Database, Work } from "./schema.ts";
import { onItsConnection } from "./statement.ts";

/** A queue that long is a disk that cannot keep up. */
const waitMsMax = 5_000;
/** Bounds of one commit: other processes wait for it, too. */
const unitsMax = 200;
const batchMsMax = 25;
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

/** How what is committed on that connection comes to the disk. */
export type Disk = {
  /** Lets the commits within `work` return before they are on the disk. */
  readonly later: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all that was committed before is on the disk; rejects when that is not certain. */
  readonly synced: () => Promise<void>;
};

/** Work that waits: `attempt` gives what to do once it is on the disk. */
type Unit = {
  readonly attempt: (work: Work) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
  /** False: it has waited too long, and its caller has gone. */
  readonly isWanted: () => boolean;
};

/** Work that was done, and how its caller hears of it. */
type Kept = { readonly unit: Unit; readonly announce: () => void };

/**
 * Many short transactions in one commit, because a commit costs a write to the disk, whatever is in it. One after the
 * other works in a savepoint of its own, so that one which fails takes nothing else with it; each is answered only
 * when the commit that holds it is on the disk. Meanwhile the next batch works, and is committed, and those after it
 * gather: a slow disk makes batches large.
 */
export const createGroupCommit = (db: Database, savepoint: Savepoint, disk: Disk): Group => {
  const waiting: Unit[] = [];
  let running: Promise<void> | null = null;
  let answering: Promise<void> = Promise.resolve();

  const runAll = async (): Promise<void> => {
    let heldSince = performance.now();
    while (waiting.length > 0) {
      const kept = await runBatch({ db, savepoint, disk, waiting });
      await answering;
      if (kept.length > 0) answering = answer(kept, disk.synced());
      // What arrived meanwhile gets its own turn, and joins the next batch.
      await nextTurn();
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
      // Whoever is answered last may begin once more.
      do {
        await running;
        await answering;
      } while (running !== null);
    },
  };
};

/** Never rejects. */
const answer = async (kept: readonly Kept[], synced: Promise<void>): Promise<void> => {
  try {
    await synced;
  } catch (error) {
    for (const { unit } of kept) unit.fail(error);
    return;
  }
  for (const { announce } of kept) announce();
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

type Batch = {
  readonly db: Database;
  readonly savepoint: Savepoint;
  readonly disk: Disk;
  readonly waiting: Unit[];
};

/** Takes those that wait now, and what comes while they are worked off; never rejects. Gives those that were committed. */
const runBatch = async ({ db, savepoint, disk, waiting }: Batch): Promise<readonly Kept[]> => {
  const first = waiting.splice(0, unitsMax);
  const kept: Kept[] = [];
  const workAll = async (work: Work): Promise<void> => {
    const startedAt = performance.now();
    for (let count = 0; count < unitsMax && performance.now() - startedAt < batchMsMax; count++) {
      const unit = first.shift() ?? waiting.shift();
      if (unit === undefined) break;
      if (!unit.isWanted()) continue;
      const announce = await attempt(work, savepoint, unit);
      if (announce !== null) kept.push({ unit, announce });
    }
  };
  try {
    await db
      .connection()
      .execute((own) =>
        disk.later(() => own.transaction().execute((work) => onItsConnection(work, () => workAll(work)))),
      );
  } catch (error) {
    // Without its transaction nothing of the batch was kept; nor can those begin who waited for it.
    for (const unit of [...kept.map((one) => one.unit), ...first]) unit.fail(error);
    return [];
  }
  waiting.unshift(...first);
  return kept;
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
