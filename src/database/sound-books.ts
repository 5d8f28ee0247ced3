import { type RawBuilder, sql } from "kysely";
import type { Database, Tables } from "./schema.ts";

/** Where a row holds what its column must not hold. `row` is its `rowid`. */
type DamagedValue = { readonly row: number; readonly column: string; readonly type: string };

/** The first value of a table of SQLite that PostgreSQL would refuse or change; null: there is none. */
export const damagedValueIn = async (db: Database, table: keyof Tables): Promise<DamagedValue | null> => {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select name, lower(type) as type from pragma_table_info(${table})`.execute(db);
  const damages = columns.map(({ name, type }) => ({ name, type, isDamaged: isDamaged(name, type) }));
  const { rows } = await sql<{ row: number; column: string }>`
    select rowid as "row", case ${sql.join(
      damages.map(({ name, isDamaged }) => sql`when ${isDamaged} then ${name}`),
      sql` `,
    )} end as "column"
    from ${sql.table(table)} where ${sql.join(
      damages.map(({ isDamaged }) => isDamaged),
      sql` or `,
    )} limit 1`.execute(db);
  const [found] = rows;
  const type = columns.find(({ name }) => name === found?.column)?.type;
  return found === undefined || type === undefined ? null : { ...found, type };
};

/** SQLite keeps a value of any type in any column. */
const isDamaged = (name: string, type: string): RawBuilder<boolean> => {
  const value = sql.ref(name);
  if (type === "text") return sql`(typeof(${value}) not in ('text', 'null') or instr(${value}, char(0)) > 0)`;
  const most = type === "integer" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  return sql`(typeof(${value}) not in ('integer', 'null') or ${value} not between ${-most} and ${most})`;
};

type Unsound = {
  readonly id: string;
  readonly why: string;
  /** How many accounts there are besides of which it is true. */
  readonly others: number;
};

/** The first account whose row, balance and ledger do not agree in everything; null: there is none. */
export const unsoundAccountIn = async (db: Database): Promise<Unsound | null> => {
  const { rows } = await sql<{
    id: string;
    account: string | null;
    posted: number | null;
    ledger: number;
    others: number;
  }>`
    with entry as (
      select account_id, amount_santim, seq, balance_santim,
        sum(amount_santim) over (partition by account_id order by seq) as santim,
        row_number() over (partition by account_id order by seq) as number
      from ledger_entry
    ), ledger as (
      select account_id, sum(amount_santim) as santim, count(*) as entries,
        sum(case when seq = number and balance_santim = santim then 0 else 1 end) as wrong
      from entry group by account_id
    ), known as (
      select id from account union select account_id from balance union select account_id from ledger_entry
    )
    select known.id as id, account.id as account, balance.posted_santim as posted,
      coalesce(ledger.santim, 0) as ledger, count(*) over () - 1 as others
    from known
    left join account on account.id = known.id
    left join balance on balance.account_id = known.id
    left join ledger on ledger.account_id = known.id
    where account.id is null or balance.account_id is null
      or balance.posted_santim <> coalesce(ledger.santim, 0)
      or balance.entries <> coalesce(ledger.entries, 0)
      or ledger.wrong > 0
    order by known.id limit 1`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  const { id, others } = found;
  return { id, why: whyUnsound(found), others: Number(others) };
};

const whyUnsound = (found: {
  readonly account: string | null;
  readonly posted: number | null;
  readonly ledger: number;
}): string => {
  const { account, posted, ledger } = found;
  if (account === null)
    return `it has a balance of ${posted ?? 0} santim or a ledger, and is not there itself`;
  if (posted === null) return `it has no balance, and its ledger adds up to ${ledger} santim`;
  if (posted !== ledger) return `its balance is ${posted} santim, and its ledger adds up to ${ledger}`;
  return "its ledger does not hold each entry once, with the balance after it";
};
