import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { awayError } from "./away.ts";
import type { OpenDatabase } from "./database.ts";
import type { Database, Transaction } from "./schema.ts";

/** A queue that long is a disk that cannot keep up. */
const waitMsMax = 5_000;
/** Bounds of one commit, for which other processes wait. */
const unitsMax = 200;
const batchMsMax = 25;
/** A process that never lets go of the lock would starve the others: they look for it about this often. */
const holdMsMax = 50;
const breakMs = 8;
/**
 * While the disk writes a batch this thread does nothing else. Between two of them it has as long for other work, but no
 * longer than this: a batch may also have waited for another process.
 */
const restPerBatch = 1;
const restMsMax = 5;

type GroupCommit = Pick<OpenDatabase, "transact"> & {
  /** Resolves when nothing waits or runs. */
  readonly settled: () => Promise<void>;
};

/** A transaction that waits: `attempt` makes its change and gives the function that answers its caller. */
type Unit = {
  readonly attempt: (trx: Transaction) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
  /** False once it has waited too long and its caller was answered. */
  readonly isWanted: () => boolean;
};

/**
 * One commit for many waiting transactions, because each commit of SQLite waits for the disk. Every transaction works in
 * a savepoint of its own, so that one which fails takes nothing else with it, and is answered only after the commit.
 * Meanwhile others gather for the next one.
 */
export const createGroupCommit = (db: Database): GroupCommit => {
  const waiting: Unit[] = [];
  let running: Promise<void> | null = null;
  let restUntil = 0;

  const runAll = async (): Promise<void> => {
    let heldSince = performance.now();
    while (waiting.length > 0) {
      // What arrives in the same turn joins the batch; behind another one, what arrives while this process does other work.
      await nextTurn();
      const restMs = restUntil - performance.now();
      if (restMs >= 1) await delay(restMs);
      if (performance.now() - heldSince > holdMsMax) {
        await delay(breakMs);
        heldSince = performance.now();
      }
      const startedAt = performance.now();
      await runBatch(db, waiting);
      const endedAt = performance.now();
      restUntil = endedAt + Math.min(restMsMax, restPerBatch * (endedAt - startedAt));
    }
    running = null;
  };

  return {
    transact: (change) =>
      new Promise((resolve, reject) => {
        waiting.push(unitOf(change, resolve, reject));
        running ??= runAll();
      }),
    settled: async () => {
      while (running !== null) await running;
    },
  };
};

const unitOf = <T>(
  change: (trx: Transaction) => Promise<T>,
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
      const value = await change(within);
      return () => resolve(value);
    },
    fail: (error) => {
      clearTimeout(timer);
      reject(error);
    },
    isWanted: () => isWanted,
  };
};

/** Takes from those that wait, and answers whom it took; never rejects. */
const runBatch = async (db: Database, waiting: Unit[]): Promise<void> => {
  const batch: Unit[] = [];
  const answers: (() => void)[] = [];
  const workOff = async (trx: Transaction): Promise<void> => {
    const startedAt = performance.now();
    while (batch.length < unitsMax && performance.now() - startedAt < batchMsMax) {
      const unit = waiting.shift();
      if (unit === undefined) break;
      batch.push(unit);
      if (unit.isWanted()) answers.push(await attempt(trx, unit));
    }
  };
  try {
    await db.transaction().execute(workOff);
  } catch (error) {
    // Nothing of the batch was kept. Who waited for a transaction that could not even begin is refused, too.
    for (const unit of batch.length > 0 ? batch : waiting.splice(0)) unit.fail(error);
    return;
  }
  for (const answer of answers) answer();
};

const savepoint = CompiledQuery.raw("savepoint unit");
const release = CompiledQuery.raw("release unit");
const rollback = CompiledQuery.raw("rollback to unit");

/** The answer of a unit once it is committed; one that failed alone is answered now. Rejects when the batch is lost. */
const attempt = async (trx: Transaction, unit: Unit): Promise<() => void> => {
  await trx.executeQuery(savepoint);
  try {
    const answer = await unit.attempt(trx);
    await trx.executeQuery(release);
    return answer;
  } catch (error) {
    unit.fail(error);
    // A full disk, for one, has already rolled everything back: the others must hear of that error.
    await trx.executeQuery(rollback).catch(() => Promise.reject(error));
    await trx.executeQuery(release);
    return () => {};
  }
};
