import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { Kysely, sql } from "kysely";
import { startProblem } from "../core/start-problem.ts";
import { isAway } from "./away.ts";
import type { OpenDatabase, Opening } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { install } from "./installation.ts";
import { createLifeline } from "./lifeline.ts";
import { requireNotMoved } from "./moved-file.ts";
import type { Database, Tables } from "./schema.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import {
  asStartProblem,
  inspectSqliteFile,
  openSqliteFile,
  sqlitePath,
  startLockWaitMs,
} from "./sqlite-file.ts";

/** How long other processes may hold the lock, with their writes to the disk, before everyone who needs it is refused. */
const lockWaitMs = 2_500;

/** Opens the file that `databaseUrl` names, and brings its tables up to date. Rejects with a start problem. */
export const openSqlite = async (opening: Opening): Promise<OpenDatabase> => {
  const path = sqlitePath(opening.databaseUrl);
  try {
    await inspectSqliteFile(path, opening.secret);
    const sqlite = openSqliteFile(path);
    try {
      await start(sqlite, path, opening);
      return serve(sqlite, path);
    } catch (error) {
      // A connection that is closed keeps its lock for as long as one of its statements is known.
      if (sqlite.isTransaction) sqlite.exec("rollback");
      sqlite.close();
      throw error;
    }
  } catch (error) {
    throw asStartProblem(error, path);
  }
};

const start = async (sqlite: DatabaseSyncInstance, path: string, { secret, now }: Opening): Promise<void> => {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, startLockWaitMs) });
  const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode = wal`.execute(db);
  if (rows[0]?.journal_mode !== "wal")
    throw startProblem(
      "The folder of the database does not support shared memory: set DATABASE_URL to a file on a local disk.",
    );
  // A commit is on the disk when it returns.
  await sql`pragma synchronous = full`.execute(db);
  // A read-only system has no place for temporary files, and a savepoint needs none in memory.
  await sql`pragma temp_store = memory`.execute(db);
  await emptyLog(db);
  // Of two processes that start together one waits here until the other has made the tables.
  await sql`begin immediate`.execute(db);
  // A move may have held the lock.
  requireNotMoved(path);
  await install({ db, secret, now });
  await sql`commit`.execute(db);
};

const serve = (sqlite: DatabaseSyncInstance, path: string): OpenDatabase => {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, lockWaitMs) });
  const group = createGroupCommit(db);
  const close = async () => {
    await group.settled();
    await emptyLog(db).catch((error: unknown) => {
      // Then the log stays beside the file, and the next start reads it.
      if (!isAway(error)) throw error;
    });
    if (sqlite.isOpen) sqlite.close();
  };
  let isOwed = false;
  const scrub: OpenDatabase["scrub"] = async (when) => {
    if (when === "if owed" && !isOwed) return;
    // Deleted content is overwritten in new pages, and the old ones stand in the log and the file until then.
    isOwed = true;
    isOwed = !(await emptyLog(db));
  };
  return {
    db,
    transact: group.transact,
    lifeline: createLifeline(path),
    serverTime: null,
    connections: null,
    scrub,
    close,
  };
};

/** Brings what the log holds into the file and to the disk, and empties it. False: another process reads it. */
const emptyLog = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
};
