import pg from "pg";
import { joinedPostgresUrl, postgresHostUrls } from "../core/postgres-hosts.ts";
import { awayError } from "./away.ts";
import type { ConnectionsReading } from "./database.ts";

/** More connections would only queue at the same rows. */
const connectionsMax = 8;
/** How long a connection is waited for, a new one or one that others use: a longer queue is a server that cannot keep up. */
const connectMsMax = 5_000;
/** How long each of several servers has to tell whether it takes writes. */
const askMsMax = 2_000;

/** What the server itself ends: waits for a lock, statements, and transactions in which nothing happens. */
export type Limits = { readonly lockMs: number; readonly statementMs: number; readonly idleMs: number };

/** Connections to the server that takes writes, of those that a URL names. */
export type PostgresServers = {
  /** Rejects when no server takes writes, or all connections are in use for too long. */
  readonly connect: () => Promise<pg.PoolClient>;
  /** One statement outside transactions. */
  readonly query: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;
  readonly connections: () => ConnectionsReading;
  readonly end: () => Promise<void>;
};

type Server = { readonly url: string; readonly pool: pg.Pool };

type State = {
  readonly servers: readonly Server[];
  /** The one that took writes when it was last asked; null: none has been asked. */
  current: Server | null;
  /** The newest history seen so far. */
  timeline: number;
  search: Promise<void> | null;
};

/**
 * With one server, all is asked of it. With several, all are asked who takes writes, at first and whenever the one in use
 * cannot be connected to any more, so that a standby is used once it was promoted. A standby's promotion begins a new
 * timeline: the former primary, should it come back as if nothing had happened, is on an older one and is not used
 * again.
 */
export const createPostgresServers = (databaseUrl: string, limits: Limits): PostgresServers => {
  const urls = postgresHostUrls(databaseUrl) ?? [];
  const state: State = { servers: [], current: null, timeline: 0, search: null };
  const servers = urls.map((url) => {
    const one = joinedPostgresUrl([url]);
    return { url: one, pool: createPool(one, limits, state) };
  });
  Object.assign(state, { servers });
  const sum = (count: (pool: pg.Pool) => number) => servers.reduce((all, { pool }) => all + count(pool), 0);
  const connect = () => connectTo(state);
  return {
    connect,
    query: async (text, values = []) => {
      const client = await connect();
      let lost: Error | boolean = false;
      try {
        return await client.query(text, [...values]);
      } catch (error) {
        // What the server itself says leaves the connection as good as it was.
        lost = !(error instanceof pg.DatabaseError);
        throw error;
      } finally {
        client.release(lost);
      }
    },
    connections: () => ({
      running: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    end: async () => {
      await Promise.all(servers.map(({ pool }) => pool.end()));
    },
  };
};

const createPool = (connectionString: string, { lockMs, statementMs, idleMs }: Limits, state: State) => {
  const pool = new pg.Pool({
    connectionString,
    application_name: "deresegn",
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    // A server that says nothing at all cannot end a statement itself.
    query_timeout: statementMs + 100,
    // What a process that hangs holds is free again soon.
    idle_in_transaction_session_timeout: idleMs,
    keepAlive: true,
    types: numbers(),
    onConnect: async (client) => {
      const { isStandby, timeline } = await examine(client);
      if (isStandby) throw onlyReads();
      if (timeline < state.timeline)
        throw awayError("the server is a former primary: another took its place");
      state.timeline = timeline;
    },
  });
  // An idle connection was lost: the pool has dropped it, and the next query makes another or says what is wrong.
  pool.on("error", () => {});
  // One that is lost in the moment in which it is handed out is nobody's, and nothing may end the process: its next
  // query fails.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
};

/**
 * Asks whether a server takes writes, and gives its session a name for the life in which transaction ids mean one
 * transaction: a server that crashed, or a standby that was promoted, may give those out again whose transactions were
 * lost.
 */
const examine = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ standby: boolean; timeline: string }>(`
    with server as (
      select
        pg_is_in_recovery() as standby,
        case when pg_is_in_recovery() then '0' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
        -- Statistics are reset when the server recovers from a crash.
        extract(epoch from pg_postmaster_start_time()) || ' ' || coalesce(extract(epoch from stats_reset), 0) as started
      from pg_stat_bgwriter
    )
    select standby, timeline, set_config('deresegn.life', timeline || ' ' || started, false) from server`);
  const [server] = rows;
  if (server === undefined) throw new Error("a query of one row brought none");
  return { isStandby: server.standby, timeline: Number.parseInt(server.timeline, 16) };
};

/** In the server's own words. */
const onlyReads = (): Error =>
  Object.assign(awayError("the server is a standby, which only reads"), { severity: "FATAL", code: "25006" });

const connectTo = async (state: State): Promise<pg.PoolClient> => {
  const [first] = state.servers;
  if (first === undefined) throw new TypeError("a URL of no server");
  if (state.servers.length === 1) return first.pool.connect();
  if (state.current === null) await search(state);
  const asked = state.current ?? first;
  try {
    return await asked.pool.connect();
  } catch (error) {
    if (error instanceof pg.DatabaseError && !isGoing(error)) throw error;
    await search(state);
    if (state.current === null || state.current === asked) throw error;
    return state.current.pool.connect();
  }
};

/** The server stops or starts (57P01 to 57P03), or only reads. */
const isGoing = ({ code }: pg.DatabaseError): boolean => /^57P0|^25006$/.test(code ?? "");

/**
 * Asks all servers at once who takes writes, and takes the one of the newest timeline. One search serves all who wait
 * for it.
 */
const search = (state: State): Promise<void> => {
  state.search ??= searchOnce(state).finally(() => {
    state.search = null;
  });
  return state.search;
};

const searchOnce = async (state: State): Promise<void> => {
  const answers = await Promise.all(
    state.servers.map(async (server) => ({ server, timeline: await writableTimelineOf(server.url) })),
  );
  const newest = answers.toSorted((one, other) => other.timeline - one.timeline)[0];
  if (newest !== undefined && newest.timeline > 0 && newest.timeline >= state.timeline)
    state.current = newest.server;
};

/** 0: the server is away, or only reads. */
const writableTimelineOf = async (connectionString: string): Promise<number> => {
  const client = new pg.Client({
    connectionString,
    application_name: "deresegn",
    connectionTimeoutMillis: askMsMax,
    query_timeout: askMsMax,
  });
  client.on("error", () => {}); // the failed call says it, too
  try {
    await client.connect();
    const { isStandby, timeline } = await examine(client);
    return isStandby ? 0 : timeline;
  } catch {
    return 0;
  } finally {
    // A server that hangs does not say goodbye.
    void client.end().catch(() => {});
  }
};

/** `bigint`, and `numeric`, which is what its sums are, as numbers, as SQLite gives them. */
const numbers = () => {
  const types = new pg.TypeOverrides();
  for (const oid of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
    types.setTypeParser(oid, wholeNumber);
  return types;
};

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("a number of the database is not a safe integer");
  return value;
};
