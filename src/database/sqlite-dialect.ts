import { type BigIntStats, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from "kysely";
import { awayError, isBusy } from "./away.ts";
import { isMoved } from "./moved-file.ts";

/**
 * Kysely's dialect for SQLite over one connection of the `node:sqlite` kind. It adds three things: a transaction takes
 * the write lock when it begins, the locks of other processes are waited for without holding up this process (as
 * SQLite's own busy timeout would), and a file that was removed, replaced or moved is not used any more.
 *
 * @param lockWaitMs how long another process may hold the lock before everyone who needs it is refused
 */
export const createSqliteDialect = (
  sqlite: DatabaseSyncInstance,
  path: string,
  lockWaitMs: number,
): Dialect => {
  const dialect = new SqliteDialect({ database: asKyselyDatabase(sqlite) });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => createDriver(dialect.createDriver(), { sqlite, path, lockWaitMs }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
};

type Connecting = {
  readonly sqlite: DatabaseSyncInstance;
  readonly path: string;
  readonly lockWaitMs: number;
};

const createDriver = (driver: Driver, { sqlite, path, lockWaitMs }: Connecting): Driver => {
  const opened = statOf(path);
  const patience = createPatience(lockWaitMs);
  const requireFile = () => {
    const found = statOf(path);
    // SQLite would go on writing to a deleted file, and what it counts there would be lost.
    if (found?.ino !== opened?.ino || found?.dev !== opened?.dev)
      throw awayError("the database file was removed or replaced while in use");
  };
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const connection = await driver.acquireConnection();
      try {
        requireFile();
      } catch (error) {
        await driver.releaseConnection(connection);
        throw error;
      }
      return waitingForLocks(connection, patience);
    },
    beginTransaction: async (connection) => {
      await connection.executeQuery(CompiledQuery.raw("begin immediate"));
      if (!isMoved(path)) return;
      sqlite.exec("rollback");
      throw awayError("the database was moved while in use");
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: async (connection) => {
      // A full disk has already rolled back, and a second rollback would hide that error.
      if (sqlite.isTransaction) await driver.rollbackTransaction(connection);
    },
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
};

const waitingForLocks = (
  connection: DatabaseConnection,
  patience: Patience,
  random = Math.random,
): DatabaseConnection => ({
  executeQuery: async (query) => {
    for (;;) {
      try {
        const result = await connection.executeQuery<never>(query);
        patience.passed();
        return result;
      } catch (error) {
        if (!isBusy(error) || patience.isOver()) throw error;
      }
      // Often enough to meet the breaks that a busy process makes, see `group-commit.ts`.
      await delay(1 + random() * 6);
    }
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
});

type Patience = { readonly isOver: () => boolean; readonly passed: () => void };

/** All who wait share one patience, so that a queue behind a lock fails as a whole and not one by one. */
const createPatience = (waitMs: number): Patience => {
  let metFirst = Number.NEGATIVE_INFINITY;
  let metLast = Number.NEGATIVE_INFINITY;
  return {
    isOver: () => {
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

/** Far more texts than this program has; those that hold values would else pile up. */
const statementsMax = 500;

/** What Kysely asks of a database, with each text prepared once. */
const asKyselyDatabase = (sqlite: DatabaseSyncInstance): SqliteDatabase => {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare: (text) => {
      const known = prepared.get(text);
      if (known) return known;
      const statement = sqlite.prepare(text);
      const made: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters),
      };
      if (prepared.size === statementsMax) prepared.clear();
      prepared.set(text, made);
      return made;
    },
  };
};

const statOf = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });
