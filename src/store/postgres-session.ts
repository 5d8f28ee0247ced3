import pg, { type Pool, type QueryResult } from "pg";
import { err, ok, type Result } from "../result.ts";
import { awayError, sqlState } from "./away.ts";
import { holdClient, reasonOf } from "./postgres-client.ts";
import { createTurns } from "./turns.ts";

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

/** The connections of one process: `connect` takes one of them. */
export type Line = { readonly connect: (limitMs: number) => Promise<Session> };

/** Over a pool of `width` connections. Whoever waits for one, waits in our own queue. */
export const createLine = (pool: Pool, width: number): Line => {
  const turns = createTurns(width);
  const patience = createPatience();
  return {
    connect: async (limitMs) => {
      const askedAt = performance.now();
      await turns.take();
      try {
        patience.mustHope(askedAt);
        const client = await pool.connect().catch((error: unknown) => {
          patience.lose();
          throw sqlState(error) === null ? awayError(`no connection: ${reasonOf(error)}`, error) : error;
        });
        return createSession(holdClient(client, turns.pass), patience, limitMs);
      } catch (error) {
        turns.pass();
        throw error;
      }
    },
  };
};

/** All who wait share one patience, so that a queue in front of a lock fails as a whole and not one by one. */
const createPatience = () => {
  let lostAt = Number.NEGATIVE_INFINITY;
  return {
    lose: () => {
      lostAt = performance.now();
    },
    regain: () => {
      lostAt = Number.NEGATIVE_INFINITY;
    },
    mustHope: (askedAt: number) => {
      if (lostAt > askedAt) throw awayError("those before it waited in vain");
    },
  };
};

type Patience = ReturnType<typeof createPatience>;
type Client = ReturnType<typeof holdClient>;

/** All that is done with a connection, but for the commit, has `limitMs`; then it is cut and nothing was kept. */
const createSession = (client: Client, patience: Patience, limitMs: number): Session => {
  client.limit(limitMs);
  let id = "";
  let waitedInVain = false;

  const query: Session["query"] = async (text, values = []) => {
    client.mustHold();
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      if (error instanceof pg.DatabaseError) forgetValues(error);
      waitedInVain ||= waits.has(sqlState(error) ?? "");
      // What neither the server said nor our own values caused is the connection's.
      if (sqlState(error) === null && !isOurMistake(error)) client.cut(reasonOf(error));
      client.mustHold();
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
      client.mustHold();
      client.limit(commitMsMax);
      const sent = await query("commit").then(ok, (error: unknown) => err({ id, error }));
      if (!sent.ok) return sent;
      // The server's way to say that one of the statements had failed.
      if (sent.value.command !== "COMMIT") throw new Error("the work went on after a statement that failed");
      return ok(true);
    },
    rollback: async () => {
      if (client.isReleased()) return;
      await query("rollback").catch((error: unknown) => client.cut(reasonOf(error)));
    },
    release: () => {
      if (waitedInVain || client.isCut()) patience.lose();
      else patience.regain();
      client.release();
    },
  };
};

/** A lock or a statement took too long (55P03, 57014). */
const waits: ReadonlySet<string> = new Set(["55P03", "57014"]);

/** The server tells the row that it refused, and errors are logged. */
const forgetValues = (error: pg.DatabaseError): void => {
  error.detail = undefined;
  error.where = undefined;
};

/** Values that cannot be sent, or whole numbers too large to be read. */
const isOurMistake = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;
