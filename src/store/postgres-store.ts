import { setTimeout as delay } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import pg from "pg";
import { createInFlight } from "../in-flight.ts";
import { startProblem } from "../start-problem.ts";
import { sqlState } from "./away.ts";
import type { OpenDatabase, Opening } from "./database.ts";
import { install } from "./installation.ts";
import { createPostgresDialect } from "./postgres-dialect.ts";
import { createLine } from "./postgres-session.ts";
import { postgresStartProblem } from "./postgres-start-problem.ts";
import type { Tables, Work } from "./schema.ts";

/** From taking a connection to the commit; then whoever asked is told to come back. */
const limitMs = 1_900;
/** A start may have to wait for another's migrations. */
const startMsMax = 60_000;
const connectMsMax = 1_500;
const lockMsMax = 1_500;
/** More would only queue at the same rows. */
const connectionsMax = 8;
/** How often work may be run whose transaction met another in a circle. */
const attempts = 3;

/** Connects to the server that `databaseUrl` names, and brings its tables up to date. Rejects with a start problem. */
export const openPostgres = async ({ databaseUrl, secret, now }: Opening): Promise<OpenDatabase> => {
  const pool = createPool(databaseUrl);
  const line = createLine(pool, connectionsMax);
  try {
    const patient = new Kysely<Tables>({ dialect: createPostgresDialect(line, startMsMax) });
    await install({ db: patient, secret, now, lock });
  } catch (error) {
    await pool.end();
    throw postgresStartProblem(error, databaseUrl);
  }
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(line, limitMs) });
  const transactions = createInFlight();
  let closed: Promise<void> | undefined;
  return {
    db,
    lifeline: null,
    transact: (work) => transactions.run(() => repeatedly(() => db.transaction().execute(work))),
    scrub: async () => {},
    close: () => {
      // A pool that ends forgets those who still wait for a connection.
      closed ??= transactions.settled().then(() => pool.end());
      return closed;
    },
  };
};

const createPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    application_name: "deresegn",
    max: connectionsMax,
    connectionTimeoutMillis: connectMsMax,
    statement_timeout: limitMs,
    lock_timeout: lockMsMax,
    // What a process that hangs holds is free again soon.
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
    types: numbers(),
  });
  // An idle connection was lost: the pool has dropped it, and the next query makes another or says what is wrong.
  pool.on("error", () => {});
  return pool;
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

/** Serialization failures, deadlocks, and a row that another wrote at the same time: who was undone may try again. */
const metAnother: ReadonlySet<string> = new Set(["40001", "40P01", "23505"]);

const repeatedly = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !metAnother.has(sqlState(error) ?? "")) throw error;
    }
    await delay(10 * attempt);
  }
};

/** Any number, the same for all processes of this program. */
const installationLock = 5_724_901_336;

/** Of the processes that start together one installs, and the others wait. Refuses a database of somebody else. */
const lock = async (work: Work): Promise<void> => {
  await sql`select set_config('statement_timeout', ${String(startMsMax)}, true),
    set_config('lock_timeout', ${String(startMsMax)}, true)`.execute(work);
  await sql`select pg_advisory_xact_lock(${installationLock})`.execute(work);
  const { rows: encodings } = await sql<{ server_encoding: string }>`show server_encoding`.execute(work);
  if (encodings[0]?.server_encoding !== "UTF8")
    throw startProblem("The database of DATABASE_URL is not in UTF8: create one that is, and name it there.");
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
    work,
  );
  const names = new Set(tables.map(({ name }) => name));
  if (names.size > 0 && !(names.has("installation") && names.has("migration")))
    throw startProblem(
      "The database of DATABASE_URL holds the tables of another program: name an empty one, or the one that is ours. It was left as it is.",
    );
};
