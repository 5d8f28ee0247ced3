import { existsSync } from "node:fs";
import { sql } from "kysely";
import { startProblem } from "../core/start-problem.ts";
import { sqliteCode, sqlState } from "./away.ts";
import { migrationTable } from "./installation.ts";
import { forgetMoving, movedProblem, noteMoved, noteMoving } from "./moved-file.ts";
import { asPostgresProblem, isPerhapsKept, openPostgresForMove } from "./postgres.ts";
import type { Database, Tables } from "./schema.ts";
import { damagedValueIn, unsoundAccountIn } from "./sound-books.ts";
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
 * file stays as it is, and a note beside it says that it was moved. Rejects with a start problem when a process works on
 * the file, it is damaged or was moved before, or the target is not empty.
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
      return await source.db.transaction().execute(async (reading) => {
        // One may have started meanwhile.
        requireNoProcess(path);
        const tables = await tablesOf(reading);
        await requireSound(reading, tables, path);
        const moved = await target
          .transact(async (writing) => {
            const copied = await copyAll(tables, { reading, writing, onTable });
            // Whoever waits for the lock of the file must find it noted, however this process ends.
            noteMovingIn(path, to);
            return copied;
          })
          .catch((error: unknown) => {
            if (!isPerhapsKept(error)) forgetMoving(path);
            throw error;
          });
        noteMoved(path);
        return moved;
      });
    } finally {
      await target.close();
    }
  } catch (error) {
    const problem = movedProblem(path, error);
    if (problem !== null) throw problem;
    throw sqliteCode(error) === null ? asPostgresProblem(error, to) : asStartProblem(error, path);
  } finally {
    await source.close();
  }
};

const noteMovingIn = (path: string, to: string): void => {
  try {
    noteMoving(path, to);
  } catch (error) {
    throw asStartProblem(error, path);
  }
};

/** Looks at every value, and at the money of every account. */
const requireSound = async (db: Database, tables: readonly Table[], path: string): Promise<void> => {
  const mend = `correct it in ${path}, or put a backup back. Nothing was moved.`;
  for (const table of tables) {
    const damaged = await damagedValueIn(db, table);
    if (damaged === null) continue;
    const kind = damaged.type === "text" ? "text" : "whole number";
    throw startProblem(
      `${table} is damaged: its ${damaged.column} is no proper ${kind} in the row whose rowid is ${damaged.row}: ${mend}`,
    );
  }
  const unsound = await unsoundAccountIn(db);
  if (unsound === null) return;
  const { id, why, others } = unsound;
  const besides = others === 0 ? "" : ` The money of ${others} other accounts does not, either.`;
  throw startProblem(`The money of account ${id} does not add up: ${why}.${besides} So ${mend}`);
};

type Copying = {
  readonly reading: Database;
  readonly writing: Database;
  readonly onTable: Move["onTable"];
};

const copyAll = async (tables: readonly Table[], { reading, writing, onTable }: Copying): Promise<Moved> => {
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
  const unsound = await unsoundAccountIn(writing);
  if (unsound !== null) throw new Error(`the money of ${unsound.id} arrived otherwise: ${unsound.why}`);
  return { tables: tables.length, rows, ...sums };
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
      .execute()
      .catch((error: unknown) => {
        // Data exceptions and violated constraints.
        if (!/^2[23]/.test(sqlState(error) ?? "")) throw error;
        throw startProblem(
          `${table} is damaged: PostgreSQL refuses a row of it (${sqlState(error)}). Put a backup back. Nothing was moved.`,
          error,
        );
      });
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

/** Accounts and their money. */
const sumsOf = async (db: Database) => {
  const { rows } = await sql<Record<"accounts" | "ledger" | "balance" | "held" | "credited", number>>`
    select
      (select count(*) from account) as accounts,
      (select coalesce(sum(amount_santim), 0) from ledger_entry) as ledger,
      (select coalesce(sum(posted_santim), 0) from balance) as balance,
      (select coalesce(sum(pending_santim), 0) from balance) as held,
      (select coalesce(sum(amount_santim), 0) from credited_receipt) as credited`.execute(db);
  const [sums] = rows;
  if (sums === undefined) throw new Error("a query of one row brought none");
  const { accounts, ledger, balance, held, credited } = sums;
  return {
    accounts,
    ledgerSantim: ledger,
    balanceSantim: balance,
    heldSantim: held,
    creditedSantim: credited,
  };
};
