import { Kysely, sql } from "kysely";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { startProblem } from "../start-problem.ts";
import { isAway } from "./away.ts";
import { install } from "./installation.ts";
import type { Database, Tables, Work } from "./schema.ts";
import { createSqliteDialect } from "./sqlite-dialect.ts";
import { inspectSqliteFile, openSqliteFile, sqlitePath } from "./sqlite-file.ts";
import { asStartProblem } from "./sqlite-start-problem.ts";

/** The SQL database that must not lose anything: quotas, and what a chat is in the middle of. */
export type Store = {
  /** For single statements. Rejects while the database is away: see `isAway`. */
  readonly db: Database;
  /**
   * The one place where several statements become one durable step: kept when `work` resolves, undone when
   * it rejects. Fails with `overloaded` while the database is locked, full or gone; nothing was written then.
   * `work` must use only the `Work` it is given.
   */
  readonly transaction: <T>(work: (work: Work) => Promise<T>) => Promise<Result<T, Failure>>;
  /** Whether this rejection of `db` means that the database is away, rather than a bug. */
  readonly isAway: (error: unknown) => boolean;
  /** Whether a write could begin now, for `/readyz`. */
  readonly ready: () => Promise<Result<true, Failure>>;
  /** Lets running work end, then closes. Everything fails with `overloaded` afterwards. */
  readonly close: () => Promise<void>;
};

type Dependencies = { readonly databaseUrl: string; readonly secret: string; readonly now: () => Date };

/** Rejects with a start problem when the database cannot be used; its file is untouched then. */
export const openStore = async ({ databaseUrl, secret, now }: Dependencies): Promise<Store> => {
  const path = sqlitePath(databaseUrl);
  try {
    await inspectSqliteFile(path, secret);
    const sqlite = openSqliteFile(path);
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite, path) });
    await prepare(db, secret, now).catch((error: unknown) => {
      sqlite.close();
      throw error;
    });
    return storeOver(db, () => {
      if (sqlite.isOpen) sqlite.close();
    });
  } catch (error) {
    throw asStartProblem(error, path);
  }
};

const prepare = async (db: Database, secret: string, now: () => Date): Promise<void> => {
  const { rows } = await sql<{ journal_mode: string }>`pragma journal_mode = wal`.execute(db);
  if (rows[0]?.journal_mode !== "wal")
    throw startProblem(
      "The folder of the database does not support shared memory: set DATABASE_URL to a file on a local disk.",
    );
  // A commit is on the disk when it returns.
  await sql`pragma synchronous = full`.execute(db);
  await install({ db, secret, now });
};

const storeOver = (db: Database, disconnect: () => void): Store => {
  const transaction: Store["transaction"] = async (work) => {
    try {
      return ok(await db.transaction().execute(work));
    } catch (error) {
      if (!isAway(error)) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      return fail("overloaded", { retryAfterSeconds: 2, detail: `database: ${detail}` });
    }
  };
  const ready: Store["ready"] = () =>
    transaction(async (work) => {
      await work.selectFrom("installation").select("id").execute();
      return true as const;
    });
  const close = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db).catch((error: unknown) => {
      // Then the log stays beside the file, and the next start reads it.
      if (!isAway(error)) throw error;
    });
    disconnect();
  };
  return { db, transaction, isAway, ready, close };
};
