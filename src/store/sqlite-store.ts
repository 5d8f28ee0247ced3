import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { Kysely, sql } from "kysely";
import { startProblem } from "../start-problem.ts";
import { isAway } from "./away.ts";
import type { OpenDatabase, Opening } from "./database.ts";
import { createGroupCommit } from "./group-commit.ts";
import { install } from "./installation.ts";
import { createLifeline } from "./lifeline.ts";
import type { Database, Tables } from "./schema.ts";
import { createDisk, createSavepoint } from "./sqlite-commits.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import { inspectSqliteFile, openSqliteFile, sqlitePath } from "./sqlite-file.ts";
import { openSqliteLog, type SqliteLog, type SyncFile } from "./sqlite-log.ts";
import { asStartProblem } from "./sqlite-start-problem.ts";

/**
 * Opens the file that `databaseUrl` names, and brings its tables up to date. Rejects with a start problem.
 *
 * @param sync of the log's file, for tests
 */
export const openSqlite = async (opening: Opening, sync?: SyncFile): Promise<OpenDatabase> => {
  const path = sqlitePath(opening.databaseUrl);
  try {
    await inspectSqliteFile(path, opening.secret);
    const sqlite = openSqliteFile(path);
    try {
      await start(sqlite, path, opening);
      return serve(sqlite, path, openSqliteLog(path, sync));
    } catch (error) {
      sqlite.close();
      throw error;
    }
  } catch (error) {
    throw asStartProblem(error, path);
  }
};

const start = async (sqlite: DatabaseSyncInstance, path: string, { secret, now }: Opening): Promise<void> => {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, { isStart: true }) });
  const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode = wal`.execute(db);
  if (rows[0]?.journal_mode !== "wal")
    throw startProblem(
      "The folder of the database does not support shared memory: set DATABASE_URL to a file on a local disk.",
    );
  // A commit is on the disk when it returns.
  await sql`pragma synchronous = full`.execute(db);
  // Each page that a unit of work changes is noted beside it, to be undone; a file takes two writes for that.
  await sql`pragma temp_store = memory`.execute(db);
  // To copy the log holds everything up three times for as long as the disk takes: once in 16 MB instead of in 4.
  await sql`pragma wal_autocheckpoint = 4000`.execute(db);
  await emptyLog(db);
  await install({ db, secret, now });
};

const serve = (sqlite: DatabaseSyncInstance, path: string, log: SqliteLog): OpenDatabase => {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, { loss: log.loss }) });
  const group = createGroupCommit(db, createSavepoint(sqlite), createDisk(sqlite, log));
  const close = async () => {
    await group.settled();
    await emptyLog(db).catch((error: unknown) => {
      // Then the log stays beside the file, and the next start reads it.
      if (!isAway(error)) throw error;
    });
    if (!sqlite.isOpen) return;
    log.close();
    sqlite.close();
  };
  let isOwed = false;
  const scrub: OpenDatabase["scrub"] = async (when) => {
    if (when === "if owed" && !isOwed) return;
    // Deleted content is overwritten in new pages, and the old ones stand in the log and the file until then.
    isOwed = true;
    isOwed = !(await emptyLog(db));
  };
  return { db, transact: group.transact, lifeline: createLifeline(path), scrub, close };
};

/** Brings what the log holds into the file and to the disk, and empties it. False: another process reads it. */
const emptyLog = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
};
