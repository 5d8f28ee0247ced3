import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { isAway } from "./away.ts";
import type { OpenDatabase, Opening, TransactionOptions } from "./database.ts";
import type { Lifeline } from "./lifeline.ts";
import type { Database, Transaction } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";

/** The SQL database that must not lose anything: quotas, and what a chat is in the middle of. */
export type Store = {
  /** For single statements. Rejects while the database is away: see `isAway`. */
  readonly db: Database;
  /**
   * The one place where several statements become one durable step: kept when `change` resolves, undone when
   * it rejects. Fails with `overloaded` while the database is locked, full or gone. Nothing was kept then, unless the
   * connection to a server was lost in the commit and nobody can tell.
   * `change` must use only the transaction it is given, one statement after the other, with no effect elsewhere: it may be
   * run again when another transaction was in its way.
   */
  readonly transaction: <T>(
    change: (trx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<Result<T, Failure>>;
  /** What single statements read, without a transaction around them. Fails with `overloaded` as `transaction` does. */
  readonly read: <T>(query: (db: Database) => Promise<T>) => Promise<Result<T, Failure>>;
  /** Whether this rejection of `db` means that the database is away, rather than a bug. */
  readonly isAway: (error: unknown) => boolean;
  /** Null where only a lease that has run out tells that a process is gone. */
  readonly lifeline: Lifeline | null;
  /** What the server's clock shows, for `read`; null where there is no server. */
  readonly serverTime: OpenDatabase["serverTime"];
  /** Connections to a server; null where there is none. */
  readonly connections: OpenDatabase["connections"];
  /** Whether a write could begin now, for `/readyz`. */
  readonly ready: () => Promise<Result<true, Failure>>;
  /**
   * Leaves nothing in a database file of what was deleted before; what a reader of another process keeps is left to a
   * later call (`if owed`). Does nothing on a server. Fails with `overloaded` as `transaction` does.
   */
  readonly scrub: (when: "now" | "if owed") => Promise<Result<void, Failure>>;
  /** Lets running work end, then closes. Everything fails with `overloaded` afterwards. */
  readonly close: () => Promise<void>;
};

/** Rejects with a start problem when the database cannot be used; it is untouched then. */
export const openStore = async (opening: Opening): Promise<Store> =>
  storeOver(await (isPostgres(opening.databaseUrl) ? openServer(opening) : openSqlite(opening)));

/** Few installations have a server, so its client is loaded where there is one. */
const openServer = async (opening: Opening): Promise<OpenDatabase> =>
  (await import("./postgres.ts")).openPostgres(opening);

const isPostgres = (databaseUrl: string): boolean => /^postgres(?:ql)?:\/\//.test(databaseUrl);

const storeOver = ({
  db,
  transact,
  lifeline,
  serverTime,
  connections,
  scrub,
  close,
}: OpenDatabase): Store => {
  const transaction: Store["transaction"] = (change, options) => orAway(() => transact(change, options));
  const read: Store["read"] = (query) => orAway(() => query(db));
  const ready: Store["ready"] = () =>
    transaction(async (trx) => {
      // Only a write tells a disk that is full, or a database that may only be read.
      await trx.updateTable("installation").set({ id: 1 }).where("id", "=", 1).execute();
      return true as const;
    });
  return {
    db,
    transaction,
    read,
    isAway,
    lifeline,
    serverTime,
    connections,
    ready,
    scrub: (when) => orAway(() => scrub(when)),
    close,
  };
};

const orAway = async <T>(asked: () => Promise<T>): Promise<Result<T, Failure>> => {
  try {
    return ok(await asked());
  } catch (error) {
    if (!isAway(error)) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return fail("overloaded", { retryAfterSeconds: 2, detail: `database: ${detail}` });
  }
};
