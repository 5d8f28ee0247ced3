import { type BigIntStats, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseSyncInstance, StatementSyncInstance } from "@photostructure/sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { awayError, isBusy } from "./away.ts";
import { createTurns } from "./turns.ts";

/** How long another process may hold the lock before everyone who needs it is told so. */
const lockWaitMs = 1_000;
/** A start may have to wait for another's migrations. */
const startLockWaitMs = 5_000;

type Circumstances = {
  /** Locks are waited for longer. */
  readonly isStart?: boolean;
  /** Why nothing may be read or written any more; null while there is no such reason. */
  readonly loss?: () => Error | null;
};

/** Kysely over one SQLite connection, the `node:sqlite` way; whole transactions take turns on it. */
export const createSqliteDialect = (
  sqlite: DatabaseSyncInstance,
  path: string,
  { isStart = false, loss = () => null }: Circumstances = {},
): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => {
    const lock = createLockWatch(isStart ? startLockWaitMs : lockWaitMs);
    return createDriver(sqlite, createDistrust(path, loss), lock);
  },
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

const createDriver = (
  sqlite: DatabaseSyncInstance,
  distrust: () => Error | null,
  lock: LockWatch,
): Driver => {
  const turns = createTurns(1);
  const prepare = createStatements(sqlite);
  const query = (text: string) => CompiledQuery.raw(text);
  return {
    init: async () => {},
    acquireConnection: async () => {
      await turns.take();
      const reason = distrust();
      if (reason === null) return createConnection(prepare, lock);
      turns.pass();
      throw reason;
    },
    beginTransaction: async (connection) => {
      await connection.executeQuery(query("begin immediate"));
    },
    commitTransaction: async (connection) => {
      await connection.executeQuery(query("commit"));
    },
    // A full disk has already rolled back, and a second rollback would hide that error.
    rollbackTransaction: async () => {
      if (sqlite.isTransaction) sqlite.exec("rollback");
    },
    releaseConnection: async () => turns.pass(),
    destroy: async () => sqlite.close(),
  };
};

/** Why what is written now may not last, if there is a reason. */
const createDistrust = (path: string, loss: () => Error | null): (() => Error | null) => {
  const opened = statOf(path);
  return () => {
    const found = statOf(path);
    if (found?.ino === opened?.ino && found?.dev === opened?.dev) return loss();
    // SQLite would go on writing to a deleted file, and what it counts there is lost.
    return awayError("the database file was removed or replaced while in use");
  };
};

/** Waits for other processes' locks without holding up this one, as SQLite's own busy timeout would. */
const createConnection = (
  prepare: (text: string) => Prepared,
  lock: LockWatch,
  random = Math.random,
): DatabaseConnection => {
  const run = ({ sql, parameters }: CompiledQuery) => {
    const { statement, hasRows } = prepare(sql);
    if (hasRows) return { rows: statement.all(...parameters) };
    return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
  };
  return {
    executeQuery: async (query) => {
      for (;;) {
        try {
          const result = run(query);
          lock.passed();
          return result;
        } catch (error) {
          if (!isBusy(error) || lock.isTooLong()) throw error;
        }
        await delay(5 + random() * 20);
      }
    },
    streamQuery: () => {
      throw new Error("streaming is not supported: read pages");
    },
  };
};

type Prepared = { readonly statement: StatementSyncInstance; readonly hasRows: boolean };

/** Far more than this program has; texts that hold values would else pile up. */
const statementsMax = 500;

/** Prepares each text once. */
const createStatements = (sqlite: DatabaseSyncInstance) => {
  const prepared = new Map<string, Prepared>();
  return (text: string): Prepared => {
    const known = prepared.get(text);
    if (known) return known;
    const statement = sqlite.prepare(text);
    const made = { statement, hasRows: statement.columns().length > 0 };
    if (prepared.size === statementsMax) prepared.clear();
    prepared.set(text, made);
    return made;
  };
};

type LockWatch = { readonly isTooLong: () => boolean; readonly passed: () => void };

/** All who wait share one patience, so that a queue behind a lock fails as a whole and not one by one. */
const createLockWatch = (waitMs: number): LockWatch => {
  let metFirst = Number.NEGATIVE_INFINITY;
  let metLast = Number.NEGATIVE_INFINITY;
  return {
    isTooLong: () => {
      const at = performance.now();
      if (at - metLast > waitMs) metFirst = at;
      metLast = at;
      return at - metFirst > waitMs;
    },
    passed: () => {
      metLast = Number.NEGATIVE_INFINITY;
    },
  };
};

const statOf = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });
