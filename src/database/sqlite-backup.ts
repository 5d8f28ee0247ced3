import { copyFileSync, existsSync, readdirSync, statSync, truncateSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { Kysely, sql } from "kysely";
import { startProblem } from "../core/start-problem.ts";
import { tablesOfCredentials } from "./credential-tables.ts";
import { migrationTable, requireInstallation } from "./installation.ts";
import { createLifeline } from "./lifeline.ts";
import { movedFilesOf } from "./moved-file.ts";
import { makeWholeFile } from "./new-file.ts";
import { makePrivateFolder } from "./private-files.ts";
import type { Tables } from "./schema.ts";
import { signedLengthOf, signFile } from "./signed-file.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import {
  asStartProblem,
  inspectSqliteFile,
  openSqliteFile,
  sqlitePath,
  startLockWaitMs,
} from "./sqlite-file.ts";

type DatabasePlace = { readonly databaseUrl: string; readonly secret: string };

/**
 * Writes the database as it is at one moment, without its credentials, into a new file, while processes go on working.
 * What is written is checked as a start would check it. Rejects with a start problem.
 */
export const backupSqlite = async ({ databaseUrl, secret }: DatabasePlace, to: string): Promise<void> => {
  const path = sqlitePath(databaseUrl);
  if (!existsSync(path))
    throw startProblem(`${path} is not there: DATABASE_URL names no database to back up.`);
  try {
    await inspectSqliteFile(path, secret);
    await makeWholeFile(to, async (part) => {
      const sqlite = new DatabaseSync(path, { readOnly: true, timeout: startLockWaitMs });
      try {
        sqlite.prepare("vacuum into ?").run(part);
      } finally {
        sqlite.close();
      }
      deleteCredentials(part);
      await inspectBackup(part, secret);
      signFile(part, secret);
    });
  } catch (error) {
    throw asStartProblem(error, path);
  }
};

/**
 * Puts a backup in the place of a database that is not there, in which nobody is signed in any more. Rejects with a start
 * problem, having changed nothing: when a database is there or a process uses it, and when a bit of the backup was changed or
 * it was made with another `SECRET`.
 */
export const restoreSqlite = async ({ databaseUrl, secret }: DatabasePlace, from: string): Promise<void> => {
  const path = sqlitePath(databaseUrl);
  if (!existsSync(from)) throw startProblem(`${from} is not there: name the file that deresegn backup made.`);
  await inspectBackup(from, secret);
  const length = signedLengthOf(from, secret);
  if (length === null) throw spoilt(from);
  makePrivateFolder(path);
  requireNoProcess(path);
  const left = [path, `${path}-wal`, `${path}-journal`, ...movedFilesOf(path)].find((file) =>
    existsSync(file),
  );
  if (left !== undefined)
    throw startProblem(
      `${left} is there already: move it away first, together with all files beside it whose names begin with ${basename(path)}. It was left as it is.`,
    );
  await makeWholeFile(path, async (part) => {
    copyFileSync(from, part);
    if (signedLengthOf(part, secret) !== length) throw spoilt(from);
    truncateSync(part, length);
    deleteCredentials(part);
    await inspectBackup(part, secret);
  });
};

const deleteCredentials = (path: string): void => {
  const sqlite = openSqliteFile(path);
  try {
    for (const table of tablesOfCredentials) sqlite.exec(`delete from ${table}`);
  } finally {
    sqlite.close();
  }
};

const spoilt = (path: string, cause?: unknown) =>
  startProblem(`${path} is no whole backup of this program: take another one. It was left as it is.`, cause);

/** Rejects with a start problem while a process works on the database at `path`. */
export const requireNoProcess = (path: string): void => {
  if (!existsSync(dirname(path))) return;
  const prefix = `${basename(path)}-process-`;
  const ids = readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && !/-(?:journal|wal|shm)$/.test(name))
    .map((name) => name.slice(prefix.length));
  const { isGone } = createLifeline(path);
  if (ids.some((id) => !isGone(id)))
    throw startProblem(`A process works on ${join(dirname(path), basename(path))}: stop it first.`);
};

/** Reads all of a file that nobody writes to. Rejects with a start problem when it cannot take a database's place. */
const inspectBackup = async (path: string, secret: string): Promise<void> => {
  if (!statSync(path).isFile()) throw spoilt(path);
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  const sqlite = new DatabaseSync(url, { readOnly: true });
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, 0) });
  try {
    const { rows: tables } = await sql<{ name: string }>`select name from sqlite_schema`
      .execute(db)
      .catch((error) => {
        throw spoilt(path, error);
      });
    const names = new Set(tables.map(({ name }) => name));
    if (!names.has("installation") || !names.has(migrationTable)) throw spoilt(path);
    const { rows: found } = await sql<{ integrity_check: string }>`pragma integrity_check(1)`
      .execute(db)
      .catch((error) => {
        throw spoilt(path, error);
      });
    if (found[0]?.integrity_check !== "ok") throw spoilt(path);
    await requireInstallation(db, secret);
  } finally {
    sqlite.close();
  }
};
