import { accessSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { Kysely, sql } from "kysely";
import { isStartProblem, type StartProblem, startProblem } from "../core/start-problem.ts";
import { isBusy, sqliteCode } from "./away.ts";
import { migrationTable, requireInstallation } from "./installation.ts";
import { requireNotMoved } from "./moved-file.ts";
import { makePrivateFile, makePrivateFolder } from "./private-files.ts";
import type { Tables } from "./schema.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";

/** A start may have to wait for another process that makes the tables. */
export const startLockWaitMs = 5_000;

/** Absolute path of the file that a `sqlite:` URL names; throws a start problem for any other URL. */
export const sqlitePath = (databaseUrl: string): string => {
  const [, path] = /^sqlite:(?:\/\/(?=\/))?(?!\/\/|:memory:)(.+)$/.exec(databaseUrl) ?? [];
  if (path) return resolve(path);
  throw startProblem(
    "DATABASE_URL must name a file or a server: sqlite:./data/deresegn.sqlite, sqlite: followed by an absolute path, or postgres://user:password@host/database.",
  );
};

/**
 * Looks whether the file may be used, without changing a byte of it or leaving another beside it; makes its
 * folder when that is missing. Rejects with a start problem, or with the error of the place.
 */
export const inspectSqliteFile = async (path: string, secret: string): Promise<void> => {
  requireNotMoved(path);
  makePrivateFolder(path);
  if (isNew(path)) return;
  requireHeader(path);
  const sqlite = openToRead(path);
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path, startLockWaitMs) });
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'table'`.execute(db);
    if (tables.length === 0) return;
    const names = new Set(tables.map(({ name }) => name));
    if (!names.has("installation") || !names.has(migrationTable)) throw foreignFile(path);
    const { rows: found } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    if (found[0]?.quick_check !== "ok") throw damagedFile(path);
    await requireInstallation(db, secret);
  } finally {
    sqlite.close();
  }
};

/** Opens the file to write, making it when it is missing. What is deleted from it is overwritten. */
export const openSqliteFile = (path: string): DatabaseSyncInstance => {
  makePrivateFile(path);
  const sqlite = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: true });
  sqlite.exec("pragma secure_delete = on");
  return sqlite;
};

const isNew = (path: string): boolean => {
  accessSync(dirname(path), constants.W_OK);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  if (!found.isFile())
    throw startProblem(`${path} is not a file: set DATABASE_URL to the file that holds the database.`);
  accessSync(path, constants.R_OK | constants.W_OK);
  return found.size === 0;
};

/** @see https://www.sqlite.org/fileformat.html#magic_header_string */
const requireHeader = (path: string): void => {
  const header = Buffer.alloc(16);
  const file = openSync(path, "r");
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString("latin1") !== "SQLite format 3\0") throw foreignFile(path);
};

/** Even a reader leaves a write-ahead log beside the file, unless it may take the file for immutable. */
const openToRead = (path: string): DatabaseSyncInstance => {
  const url = pathToFileURL(path);
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!log?.size) url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
};

/** The start problem behind an error of opening the file at `path`; any other error is given back as it is. */
export const asStartProblem = (error: unknown, path: string): unknown => {
  if (isStartProblem(error)) return error;
  if (isBusy(error))
    return startProblem(`Another program keeps ${path} locked: stop it and start again.`, error);
  const code = sqliteCode(error);
  if (code === 11) return damagedFile(path, error);
  if (code === 26) return foreignFile(path, error);
  if (code === 13) return startProblem(`No space is left for ${path}: free some and start again.`, error);
  if (code === 10)
    return startProblem(
      `${path} cannot be read or written (disk I/O error): look whether its disk is full or failing, and start again.`,
      error,
    );
  const reason = code === null ? systemCode(error) : errorText(error);
  return reason ? unusablePlace(path, reason, error) : error;
};

const foreignFile = (path: string, cause?: unknown): StartProblem =>
  startProblem(
    `${path} is not a database of this program: put its backup back, or set DATABASE_URL to another file. It was left as it is.`,
    cause,
  );

const damagedFile = (path: string, cause?: unknown): StartProblem =>
  startProblem(
    `${path} is damaged: put its backup back, or set DATABASE_URL to another file. It was left as it is.`,
    cause,
  );

const unusablePlace = (path: string, reason: string, cause: unknown): StartProblem =>
  startProblem(
    `${path} cannot be written (${reason}): make its folder writable for this user, or set DATABASE_URL to another place.`,
    cause,
  );

/** Such as `EACCES`; null when the error did not come from the file system. */
const systemCode = (error: unknown): string | null =>
  error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : null;

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
