import { existsSync } from "node:fs";
import { sql } from "kysely";
import { startProblem } from "../core/start-problem.ts";
import { sqliteCode } from "./away.ts";
import { migrationTable } from "./installation.ts";
import { asPostgresProblem, openPostgresForMove } from "./postgres.ts";
import type { Database, Tables } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import { requireNoProcess } from "./sqlite-backup.ts";
import { asStartProblem, sqlitePath } from "./sqlite-file.ts";

type Table = keyof Tables;

type Move = {
  /** `sqlite:` and the file of a program that is stopped. */
  readonly from: string;
  /** A `postgres:` URL of an empty database. */
  readonly to: string;
  readonly secret: string;
  readonly now: () => Date;
  /** Hears of each table that is there. */
  readonly onTable?: (table: string, rows: number) => void;
};

/** What was moved. Amounts are santim. */
export type Moved = {
  readonly tables: number;
  readonly rows: number;
  readonly accounts: number;
  readonly ledgerSantim: number;
  readonly balanceSantim: number;
};

/**
 * Copies all tables of a stopped SQLite database into an empty PostgreSQL one, and compares rows and sums before it is
 * kept. All or nothing: one transaction, so that an interrupted move leaves the target empty and may be begun again. The
 * file stays as it is. Rejects with a start problem when a process works on the file, or the target is not empty.
 */
export const moveToPostgres = async ({ from, to, secret, now, onTable }: Move): Promise<Moved> => {
  const path = sqlitePath(from);
  if (!existsSync(path)) throw startProblem(`${path} is not there: DATABASE_URL names no database to move.`);
  requireNoProcess(path);
  // Brings its tables up to date, too, so that both have the same.
  const source = await openSqlite({ databaseUrl: from, secret, now });
  try {
    const target = await openPostgresForMove({ databaseUrl: to, secret, now });
    try {
      // Holds the write lock of the file: nothing can be counted there any more while it is copied.
      return await source.db.transaction().execute((reading) =>
        target.db.transaction().execute(async (writing) => {
          const tables = await tablesOf(reading);
          await requireEmpty(writing, tables);
          let rows = 0;
          for (const table of tables) {
            const copied = await copy(table, reading, writing);
            onTable?.(table, copied);
            rows += copied;
          }
          const [sums, moved] = [await sumsOf(reading), await sumsOf(writing)];
          if (JSON.stringify(sums) !== JSON.stringify(moved))
            throw new Error(`the sums differ: ${JSON.stringify(sums)} and ${JSON.stringify(moved)}`);
          if (sums.mistakes > 0)
            throw startProblem(
              `The balances of ${sums.mistakes} accounts are not the sums of their ledgers. Nothing was moved.`,
            );
          const { mistakes: _, ...told } = sums;
          return { tables: tables.length, rows, ...told };
        }),
      );
    } finally {
      await target.close();
    }
  } catch (error) {
    throw sqliteCode(error) === null ? asPostgresProblem(error, to) : asStartProblem(error, path);
  } finally {
    await source.close();
  }
};

/** What the target has of its own, or what is of use to the processes of the source alone. */
const notMoved: ReadonlySet<string> = new Set<string>([
  "installation",
  "process_lease",
  "job_lease",
  migrationTable,
  `${migrationTable}_lock`,
]);

const tablesOf = async (db: Database): Promise<readonly Table[]> => {
  const { rows } = await sql<{ name: Table }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name).filter((name) => !notMoved.has(name));
};

const requireEmpty = async (db: Database, tables: readonly Table[]): Promise<void> => {
  // A process that starts on the target now waits, and finds all rows there or none.
  await sql`lock table ${sql.join([...tables, "process_lease" as const].map((table) => sql.table(table)))}`.execute(
    db,
  );
  for (const table of [...tables, "process_lease" as const])
    if ((await countOf(db, table)) > 0)
      throw startProblem(
        `The database to move to is not empty (${table} has rows): stop what works on it, and name an empty one. It was left as it is.`,
      );
};

/** PostgreSQL takes 65,535 values in one statement. */
const valuesMax = 30_000;

const copy = async (table: Table, reading: Database, writing: Database): Promise<number> => {
  let batch: Record<string, unknown>[] = [];
  let copied = 0;
  const write = async () => {
    if (batch.length === 0) return;
    // The rows come from a table of the same columns.
    await writing
      .insertInto(table)
      .values(batch as never)
      .execute();
    copied += batch.length;
    batch = [];
  };
  const rows = reading.selectFrom(table).selectAll().stream() as AsyncIterable<Record<string, unknown>>;
  for await (const row of rows) {
    batch.push(row);
    if (batch.length * Object.keys(row).length >= valuesMax) await write();
  }
  await write();
  const [read, written] = [await countOf(reading, table), await countOf(writing, table)];
  if (read !== copied || written !== copied)
    throw new Error(`${table}: ${read} rows were read, ${copied} copied, and ${written} are there`);
  return copied;
};

const countOf = async (db: Database, table: Table): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return Number(rows[0]?.count);
};

/** Accounts and their money. `mistakes`: accounts whose balance is not the sum of their ledger. */
const sumsOf = async (db: Database) => {
  const { rows } = await sql<
    Record<"accounts" | "ledger" | "balance" | "held" | "credited" | "mistakes", number>
  >`
    select
      (select count(*) from account) as accounts,
      (select coalesce(sum(amount_santim), 0) from ledger_entry) as ledger,
      (select coalesce(sum(posted_santim), 0) from balance) as balance,
      (select coalesce(sum(pending_santim), 0) from balance) as held,
      (select coalesce(sum(amount_santim), 0) from credited_receipt) as credited,
      (
        select count(*) from balance
        left join (
          select account_id, sum(amount_santim) as santim from ledger_entry group by account_id
        ) as entries on entries.account_id = balance.account_id
        where balance.posted_santim <> coalesce(entries.santim, 0)
      ) as mistakes`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error("a query of one row brought none");
  const { accounts, ledger, balance, held, credited, mistakes } = sums;
  return {
    accounts,
    ledgerSantim: ledger,
    balanceSantim: balance,
    heldSantim: held,
    creditedSantim: credited,
    mistakes,
  };
};
