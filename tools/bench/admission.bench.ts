import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { type Accounts, type Caller, createAccounts } from "../../src/accounts/accounts.ts";
import { openStore } from "../../src/database/store.ts";
import { withDatabases } from "../databases.ts";
import { type Benchmark, type Comparison, medianOf, timeOf } from "./benchmark.ts";

/** What an admission costs among 1,000,000 accounts and entries, against one among 1,000, on both databases. */
export const benchmark: Benchmark = {
  run: async () => {
    const comparisons: Comparison[] = [];
    const compare = async (kind: string, databases: readonly Database[]) => {
      const [few, many] = await timesOf(databases);
      comparisons.push({
        name: `an admission among 1,000,000 accounts and entries to one among 1,000, ${kind}`,
        ratio: many / few,
        measured: { "ms among 1,000,000": many, "ms among 1,000": few },
        wanted: { atMost: 1.3 },
      });
    };
    for (const kind of ["sqlite", "postgres"])
      await withDatabases(kind, async (_, few) => {
        await withDatabases(kind, async (_, many) => {
          const databases = [await openDatabase(few, 1_000), await openDatabase(many, 1_000_000)];
          await compare(kind, databases);
          for (const database of databases) await database.close();
        });
      });
    return comparisons;
  },
};

type Database = {
  readonly accounts: Accounts;
  readonly callers: readonly Caller[];
  readonly close: () => Promise<void>;
};

const secret = "a secret of the benchmarks, 32 bytes";
const now = () => new Date();
const asked = { deadlineMs: 15_000, mode: "live" } as const;

/** A database that is filled with others' accounts, and some of our own among them. */
const openDatabase = async (databaseUrl: string, size: number): Promise<Database> => {
  await (await openStore({ databaseUrl, secret, now })).close();
  await fill(databaseUrl, size);
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  const callers: Caller[] = [];
  for (let n = 0; n < 100; n++) {
    const account = await accounts.createAccount({ name: `Shop ${n}`, tier: "balance" });
    if (!account.ok) throw new Error(account.error.code);
    await accounts.topUp(account.value.id, 1_000_000, "operator");
    const key = await accounts.createKey(account.value.id, "live");
    if (!key.ok) throw new Error(key.error.code);
    callers.push({ kind: "key", key: key.value.key }, { kind: "telegram", userId: n });
  }
  return { accounts, callers, close: store.close };
};

/** Medians of the two, measured in turns, so that whatever else the machine does meets both. */
const timesOf = async ([few, many]: readonly Database[]): Promise<readonly [number, number]> => {
  const times: [number[], number[]] = [[], []];
  let question = 0;
  for (let round = 0; round < 6; round++)
    for (const [at, database] of [few, many].entries())
      for (const caller of database?.callers ?? []) {
        const ask = { ...asked, question: { provider: "beta", canonical: `beta ${question++}` } };
        const ms = await timeOf(async () => {
          const reserved = await database?.accounts.reserve(caller, ask);
          if (reserved?.ok) await database?.accounts.void(reserved.value);
        });
        if (round > 0) times[at]?.push(ms);
      }
  return [medianOf(times[0]), medianOf(times[1])];
};

/** Rows as the program writes them, all at once. */
const fill = async (databaseUrl: string, size: number): Promise<void> => {
  if (databaseUrl.startsWith("sqlite:")) {
    const database = new DatabaseSync(databaseUrl.slice("sqlite:".length));
    const id = "lower(hex(randomblob(12)))";
    // The store sets its own again when it opens the file.
    database.exec("pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000");
    for (const text of statements(size, id)) database.exec(text);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const text of statements(size, "md5(random()::text)")) await client.query(text);
  await client.query("analyze");
  await client.end();
};

const statements = (size: number, id: string): readonly string[] => {
  const day = "2026-01-01";
  const at = 1_767_225_600_000;
  return [
    `insert into account (id, name, tier, created_at, made_by)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size})
      select ${id}, 'Filler', 'balance', ${at} + i, '' from n`,
    `insert into balance (account_id, posted_santim, pending_santim, entries)
      select id, 100000, 0, 1 from account`,
    `insert into ledger_entry (account_id, seq, kind, amount_santim, balance_santim, source, at)
      select id, 1, 'topup', 100000, 100000, 'operator', created_at from account`,
    `insert into api_key (id, account_id, hash, prefix, last4, mode, created_at, name, scopes, addresses, spends_as)
      select ${id}, id, ${id} || id, 'drs_live_', 'abcd', 'live', created_at, '', 'verify', '', id from account`,
    `insert into telegram_link (pseudonym, account_id, role, linked_at, name, reach)
      select ${id} || id, id, 'owner', created_at, '', '' from account`,
    `insert into quota_day (subject, day, taken) select ${id} || id, '${day}', 3 from account`,
    `insert into reservation (id, subject, day, state, created_at, expires_at, kind, account_id, santim)
      select ${id} || id, ${id}, '${day}', 'committed', created_at, created_at, 'balance', id, 500 from account`,
  ];
};
