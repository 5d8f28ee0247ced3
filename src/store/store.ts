import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import type { Database, Work } from "./schema.ts";

/** The SQL database that must not lose anything: quotas, and what a chat is in the middle of. */
export type Store = {
  /** For single statements. Rejects while the database is away: see `isAway`. */
  readonly db: Database;
  /**
   * The one place where several statements become one durable step: kept when `work` resolves, undone when
   * it rejects. Fails with `overloaded` while the database is locked, full or gone; nothing was written then.
   */
  readonly transaction: <T>(work: (work: Work) => Promise<T>) => Promise<Result<T, Failure>>;
  /** Whether this rejection of `db` means that the database is away, rather than a bug. */
  readonly isAway: (error: unknown) => boolean;
  /** Whether a write could begin now, for `/readyz`. */
  readonly ready: () => Promise<Result<true, Failure>>;
  readonly close: () => Promise<void>;
};

type Dependencies = { readonly databaseUrl: string; readonly secret: string; readonly now: () => Date };

/** Rejects with a start problem when the database cannot be used; its file is untouched then. */
export declare const openStore: (deps: Dependencies) => Promise<Store>;
