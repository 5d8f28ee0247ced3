import type { Pool, PoolClient, QueryResult } from "pg";
import { err, ok, type Result } from "../result.ts";
import { awayError, sqlState } from "./away.ts";

/** One connection, from being taken out of the pool to being put back; lost for good once anything cuts it. */
export type Session = {
  readonly query: (text: string, values?: readonly unknown[]) => Promise<QueryResult>;
  readonly begin: () => Promise<void>;
  /** An error says that the commit was sent and nobody answered that it was made; `id` is the transaction's. */
  readonly commit: () => Promise<Result<true, { readonly id: string; readonly error: unknown }>>;
  /** Never rejects: a transaction on a lost connection ends without us. */
  readonly rollback: () => Promise<void>;
  readonly release: () => void;
};

/** How long a commit that was sent may go without an answer. */
const commitMsMax = 2_000;

/**
 * READ COMMITTED is enough: each decision is one conditional statement. It waits for whoever holds the row and then
 * looks at its condition again, on what that one left, so that no decision rests on an older reading. Stricter
 * levels would refuse and repeat work that is right as it is. The transaction's id is what tells, should the
 * connection be lost in its commit, whether it was kept.
 */
const beginText = "begin isolation level read committed read write; select pg_current_xact_id()::text as id";

/**
 * Takes a connection. All that is done with it, but for the commit, has `limitMs`; then it is cut, everything on it
 * rejects and nothing was kept.
 */
export const createSession = async (pool: Pool, limitMs: number): Promise<Session> => {
  const startedAt = performance.now();
  const client = await pool.connect().catch((error: unknown) => {
    throw sqlState(error) === null ? awayError(`no connection: ${reasonOf(error)}`, error) : error;
  });
  const line = holdLine(client);
  line.limit(limitMs - (performance.now() - startedAt));
  let id = "";

  const query: Session["query"] = async (text, values = []) => {
    line.mustHold();
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      // What neither the server said nor our own values caused is the connection's.
      if (sqlState(error) === null && !isOurMistake(error)) line.cut(reasonOf(error));
      line.mustHold();
      throw error;
    }
  };

  return {
    query,
    begin: async () => {
      const [, started] = [await query(beginText)].flat();
      id = String(started?.rows[0]?.id);
    },
    commit: async () => {
      line.mustHold();
      line.limit(commitMsMax);
      const sent = await query("commit").then(ok, (error: unknown) => err({ id, error }));
      if (!sent.ok) return sent;
      // The server's way to say that one of the statements had failed.
      if (sent.value.command !== "COMMIT") throw new Error("the work went on after a statement that failed");
      return ok(true);
    },
    rollback: async () => {
      if (line.isCut()) return;
      await query("rollback").catch((error: unknown) => line.cut(reasonOf(error)));
    },
    release: line.release,
  };
};

/** Knows whether the connection still stands, and gives it back exactly once. */
const holdLine = (client: PoolClient) => {
  let lost: Error | null = null;
  let isReleased = false;
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    clearTimeout(timer);
    if (isReleased) return;
    isReleased = true;
    client.off("error", cutBy);
    client.release(lost ?? undefined);
  };
  // A connection that is given back with an error is closed by the pool, whatever still runs on it.
  const cut = (reason: string) => {
    lost ??= awayError(reason);
    release();
  };
  const cutBy = (error: Error) => {
    lost ??= awayError(reasonOf(error), error);
  };
  client.on("error", cutBy);
  return {
    cut,
    release,
    isCut: () => lost !== null,
    mustHold: () => {
      if (lost !== null) throw lost;
    },
    limit: (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => cut("it took too long"), Math.max(0, ms));
    },
  };
};

/** Values that cannot be sent, or whole numbers too large to be read. */
const isOurMistake = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;

/** Of a connection to a name with several addresses only the code says something. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
};
