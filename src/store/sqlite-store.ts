import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { Kysely, sql } from "kysely";
import { startProblem } from "../start-problem.ts";
import { isAway } from "./away.ts";
import type { OpenDatabase, Opening } from "./database.ts";
import { createGroupCommit, type Savepoint } from "./group-commit.ts";
import { install } from "./installation.ts";
import { createLifeline } from "./lifeline.ts";
import type { Database, Tables } from "./schema.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import { inspectSqliteFile, openSqliteFile, sqlitePath } from "./sqlite-file.ts";
import { asStartProblem } from "./sqlite-start-problem.ts";

/** Opens the file that `databaseUrl` names, and brings its tables up to date. Rejects with a start problem. */
export const openSqlite = async ({ databaseUrl, secret, now }: Opening): Promise<OpenDatabase> => {
  const path = sqlitePath(databaseUrl);
  try {
    await inspectSqliteFile(path, secret);
    const sqlite = openSqliteFile(path);
    const starting = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, { isStart: true }) });
    await prepare(starting)
      .then(() => install({ db: starting, secret, now }))
      .catch((error: unknown) => {
        sqlite.close();
        throw error;
      });
    const disconnect = () => {
      if (sqlite.isOpen) sqlite.close();
    };
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path) });
    const group = createGroupCommit(db, createSavepoint(sqlite));
    const close = async () => {
      await group.settled();
      await closeFile(db, disconnect);
    };
    return { db, transact: group.transact, lifeline: createLifeline(path), close };
  } catch (error) {
    throw asStartProblem(error, path);
  }
};

const createSavepoint = (sqlite: DatabaseSyncInstance): Savepoint => {
  const set = sqlite.prepare("savepoint unit");
  const release = sqlite.prepare("release unit");
  const undo = sqlite.prepare("rollback to unit");
  return {
    set: () => {
      set.run();
    },
    release: () => {
      release.run();
    },
    undo: () => {
      undo.run();
      release.run();
    },
  };
};

const prepare = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode = wal`.execute(db);
  if (rows[0]?.journal_mode !== "wal")
    throw startProblem(
      "The folder of the database does not support shared memory: set DATABASE_URL to a file on a local disk.",
    );
  // A commit is on the disk when it returns.
  await sql`pragma synchronous = full`.execute(db);
};

const closeFile = async (db: Database, disconnect: () => void): Promise<void> => {
  await sql`pragma wal_checkpoint(truncate)`.execute(db).catch((error: unknown) => {
    // Then the log stays beside the file, and the next start reads it.
    if (!isAway(error)) throw error;
  });
  disconnect();
};
