import type { Lifeline } from "./lifeline.ts";
import type { Database, Transaction } from "./schema.ts";

/** A database that is open and holds our tables, whichever kind it is. */
export type OpenDatabase = {
  readonly db: Database;
  /**
   * Runs `change` as one durable step. Rejects with what `change` rejected with, or with an error that `isAway` recognises.
   * Nothing was kept then, unless the connection to a server was lost in the commit and nobody can tell.
   * `change` may be run again when another transaction was in its way.
   */
  readonly transact: <T>(
    change: (trx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ) => Promise<T>;
  /** Null where only a lease that has run out tells that a process is gone. */
  readonly lifeline: Lifeline | null;
  /**
   * Leaves nothing in the database's files of what was deleted before. `if owed`: only when an earlier call could not,
   * because another process was reading. A server's files are its own to tidy up.
   */
  readonly scrub: (when: "now" | "if owed") => Promise<void>;
  /** What the server's clock shows; null where there is no server. */
  readonly serverTime: ((db: Database) => Promise<Date>) | null;
  /** Connections to a server; null where there is none. */
  readonly connections: (() => ConnectionsReading) | null;
  /** Lets running work end, then closes; a second call does nothing. */
  readonly close: () => Promise<void>;
};

export type TransactionOptions = {
  /** Whether the change may be made twice. It is made again where nobody can tell whether it was kept. */
  readonly isRepeatable?: boolean;
};

/** What the connections to a server do. `waiting`: those who wait for one. */
export type ConnectionsReading = {
  readonly running: number;
  readonly idle: number;
  readonly waiting: number;
};

/** What every kind of database is opened with. */
export type Opening = { readonly databaseUrl: string; readonly secret: string; readonly now: () => Date };
