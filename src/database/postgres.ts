import { setTimeout as delay } from "node:timers/promises";
import {
  type DatabaseIntrospector,
  type Dialect,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";
import pg from "pg";
import { createInFlight } from "../core/in-flight.ts";
import { postgresHostUrls } from "../core/postgres-hosts.ts";
import { isStartProblem, startProblem } from "../core/start-problem.ts";
import { awayError, isAway, sqlState } from "./away.ts";
import type { OpenDatabase, Opening, TransactionOptions } from "./database.ts";
import { install, migrationTable } from "./installation.ts";
import { type SentTransaction, wasKept } from "./postgres-lost-commit.ts";
import { createPostgresServers, type PostgresServers } from "./postgres-servers.ts";
import type { Database, Tables, Transaction } from "./schema.ts";

/** The longest wait for a lock, and the longest run of one statement; then the caller is told to come back. */
const serving = { lockMs: 1_500, statementMs: 1_900, idleMs: 5_000 };
/** A start may have to wait for another process that makes the tables. */
const starting = { lockMs: 60_000, statementMs: 60_000, idleMs: 5_000 };
/** A move checks the sums of all ledgers in one statement. */
const moving = { lockMs: 5_000, statementMs: 600_000, idleMs: 60_000 };

/** Connects to the server that `databaseUrl` names, and brings its tables up to date. Rejects with a start problem. */
export const openPostgres = async (opening: Opening): Promise<OpenDatabase> => {
  await start(opening).catch((error: unknown) => {
    throw asPostgresProblem(error, opening.databaseUrl);
  });
  const servers = createPostgresServers(opening.databaseUrl, serving);
  const db = new Kysely<Tables>({ dialect: createDialect(servers) });
  const transactions = createInFlight();
  let closed: Promise<void> | undefined;
  return {
    db,
    lifeline: null,
    serverTime,
    connections: servers.connections,
    transact: (change, options) =>
      transactions.run(() => repeatedly(() => transactOnce(db, servers, change), options)),
    scrub: async () => {},
    close: () => {
      // A pool that ends forgets those who still wait for a connection.
      closed ??= transactions.settled().then(servers.end);
      return closed;
    },
  };
};

const serverTime = async (db: Database): Promise<Date> => {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
  return new Date(rows[0]?.at ?? Number.NaN);
};

/** For one long transaction, in which no process waits for what it locks. */
export const openPostgresForMove = async (
  opening: Opening,
): Promise<Pick<OpenDatabase, "transact" | "close">> => {
  await start(opening).catch((error: unknown) => {
    throw asPostgresProblem(error, opening.databaseUrl);
  });
  const servers = createPostgresServers(opening.databaseUrl, moving);
  const db = new Kysely<Tables>({ dialect: createDialect(servers) });
  return { transact: (change) => transactOnce(db, servers, change), close: servers.end };
};

const createDialect = (servers: PostgresServers): Dialect => {
  const connect = async () =>
    lend(
      await servers.connect().catch((error: unknown) => {
        throw sqlState(error) === null ? awayError(`no connection: ${reasonOf(error)}`, error) : error;
      }),
    );
  return new PostgresDialect({ pool: { connect, end: servers.end } });
};

/** A connection as Kysely uses it: one that was lost is not used again, and an error says nothing of what was written. */
const lend = (client: pg.PoolClient): PostgresPoolClient => {
  let lost: Error | null = null;
  const lose = (error: unknown): Error => {
    lost ??= awayError(reasonOf(error), error);
    return lost;
  };
  client.on("error", lose);
  function query(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<never>>;
  function query(cursor: PostgresCursor<unknown>): never;
  async function query(text: unknown, values: readonly unknown[] = []): Promise<PostgresQueryResult<never>> {
    if (lost !== null) throw lost;
    try {
      const result = await client.query<never>(String(text), [...values]);
      // The server's way to say that one of the statements had failed.
      if (text === "commit" && result.command === "ROLLBACK")
        throw new TypeError("the change went on after a statement that failed");
      return asKyselyResult(result);
    } catch (error) {
      if (error instanceof pg.DatabaseError) forgetValues(error);
      if (sqlState(error) !== null || isOurMistake(error)) throw error;
      // What neither the server said nor our own values caused is the connection's.
      throw lose(error);
    }
  }
  const release = () => {
    client.off("error", lose);
    client.release(lost ?? undefined);
  };
  return { query, release };
};

const asKyselyResult = ({ command, rowCount, rows }: pg.QueryResult<never>): PostgresQueryResult<never> => ({
  command: writes.find((write) => write === command) ?? "SELECT",
  rowCount: rowCount ?? 0,
  rows,
});

const writes = ["INSERT", "UPDATE", "DELETE", "MERGE"] as const;

/** The server tells the row that it refused, and errors are logged. */
const forgetValues = (error: pg.DatabaseError): void => {
  error.detail = undefined;
  error.where = undefined;
};

/** Values that cannot be sent, or whole numbers too large to be read. */
const isOurMistake = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError;

/**
 * READ COMMITTED is enough: each decision is one conditional statement. It waits for the transaction that holds the row
 * and then looks at its condition again, so that no decision rests on an older reading.
 */
const transactOnce = async <T>(
  db: Database,
  servers: PostgresServers,
  change: (trx: Transaction) => Promise<T>,
): Promise<T> => {
  const commit: { sent: { readonly transaction: SentTransaction; readonly value: T } | null } = {
    sent: null,
  };
  try {
    return await db
      .transaction()
      .setIsolationLevel("read committed")
      .setAccessMode("read write")
      .execute(async (within) => {
        const { rows } = await sql<SentTransaction>`
          select pg_current_xact_id()::text as id, current_setting('deresegn.life', true) as life`.execute(
          within,
        );
        const [transaction] = rows;
        if (transaction === undefined) throw new Error("a query of one row brought none");
        const value = await change(within);
        commit.sent = { transaction, value };
        return value;
      });
  } catch (error) {
    if (commit.sent === null || isOurMistake(error)) throw error;
    const isKept = await wasKept(servers, commit.sent.transaction);
    if (isKept === null) throw perhapsKept(error);
    if (!isKept) throw error;
    return commit.sent.value;
  }
};

const perhapsKept = (cause: unknown): Error =>
  Object.assign(awayError("a commit was sent, and nobody can tell whether it was made", cause), {
    isPerhapsKept: true,
  });

/** Whether a commit was sent, and nobody can tell whether it was made. */
export const isPerhapsKept = (error: unknown): boolean => error instanceof Error && "isPerhapsKept" in error;

/** How often a change may be made: its transaction met another in a circle, or may have been kept. */
const attempts = 3;

/** Serialization failures, deadlocks, and a row that another wrote at the same time: who was undone may try again. */
const metAnother: ReadonlySet<string> = new Set(["40001", "40P01", "23505"]);

const repeatedly = async <T>(
  run: () => Promise<T>,
  { isRepeatable = false }: TransactionOptions = {},
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isWorthAnother = metAnother.has(sqlState(error) ?? "") || (isRepeatable && isPerhapsKept(error));
      if (attempt === attempts || !isWorthAnother) throw error;
    }
    await delay(10 * attempt);
  }
};

const start = async ({ databaseUrl, secret, now }: Opening): Promise<void> => {
  const servers = createPostgresServers(databaseUrl, starting);
  const dialect = createDialect(servers);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => dialect.createDriver(),
      createIntrospector: createOwnIntrospector,
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  try {
    await requireOurs(db);
    await install({ db, secret, now });
  } finally {
    await servers.end();
  }
};

/**
 * Tells of our own schema alone. Kysely's looks at all schemas of the server: it takes a table of another one for ours,
 * and fails when one is dropped meanwhile.
 */
const createOwnIntrospector = (db: Kysely<unknown>): DatabaseIntrospector => {
  const getTables = async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
      db,
    );
    return rows.map(({ name }) => ({ name, isView: false, columns: [] }));
  };
  return { getSchemas: async () => [], getTables, getMetadata: async () => ({ tables: await getTables() }) };
};

/** Refuses a server that is too old, and a database of somebody else, without changing anything. */
const requireOurs = async (db: Database): Promise<void> => {
  const { rows: servers } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding, pg_current_xact_id_if_assigned()`.execute(db);
  if (servers[0]?.encoding !== "UTF8")
    throw startProblem("The database of DATABASE_URL is not in UTF8: create one that is, and name it there.");
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.length > 0 && !tables.some(({ name }) => name === migrationTable))
    throw startProblem(
      "The database of DATABASE_URL holds the tables of another program: name an empty one, or the one that is ours. It was left as it is.",
    );
};

/** The start problem behind an error of opening the database; any other error is given back as it is. */
export const asPostgresProblem = (error: unknown, databaseUrl: string): unknown => {
  if (isStartProblem(error)) return error;
  const sentence = sentences.find(([states]) => states.test(sqlState(error) ?? ""))?.[1];
  if (sentence !== undefined) return startProblem(sentence, error);
  if (!isAway(error)) return error;
  return startProblem(
    `PostgreSQL at ${hostsOf(databaseUrl)} cannot be used (${reasonOf(error).replaceAll("\n", " ")}): start it, or correct DATABASE_URL.`,
    error,
  );
};

const hostsOf = (databaseUrl: string): string =>
  (postgresHostUrls(databaseUrl) ?? []).map(({ host }) => host).join(" and ");

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const sentences: readonly (readonly [states: RegExp, sentence: string])[] = [
  [
    /^28/,
    "PostgreSQL refused the user or the password of DATABASE_URL: correct them, or say sslmode=verify-full there if it takes connections over TLS alone.",
  ],
  [/^3D000$/, "PostgreSQL has no database of the name in DATABASE_URL: create it, or correct the name."],
  [
    /^(?:42501|3F000)$/,
    "The user of DATABASE_URL may not make tables in its database: grant that, or name its owner.",
  ],
  [/^42883$/, "PostgreSQL 13 or newer is needed: DATABASE_URL names an older server."],
  [
    /^(?:55P03|57014)$/,
    "Another program keeps the database of DATABASE_URL locked: stop it and start again.",
  ],
  [/^53300$/, "PostgreSQL has no connection left: raise its max_connections, or stop what uses them."],
  [/^25006$/, "The PostgreSQL of DATABASE_URL only reads, as a standby does: name the one that writes."],
];

/** The code alone says something where a name has several addresses and none could be connected to. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
};
