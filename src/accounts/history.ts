import { sql } from "kysely";
import { freshId } from "../core/crypto.ts";
import { dayMs, dayOf, startOfDay } from "../core/time.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { type Cursor, pageOf } from "./page.ts";
import { receiptPseudonym } from "./pseudonyms.ts";
import type { AdminResult } from "./refusal.ts";
import { firstSeenAt } from "./seen-receipts.ts";
import { isUndoneIn } from "./undone-receipts.ts";

/** One counted answer of an account's history. */
export type HistoryEntry = {
  readonly id: string;
  readonly at: Date;
  /** A key's id, or a Telegram user's pseudonym; empty when the user was erased. */
  readonly callerId: string;
  readonly provider: string;
  /** What is known by now: a receipt that its bank has called undone since is not completed. */
  readonly verdict: Tables["receipt_history"]["verdict"];
  /** Null unless the receipt was verified, if only then. */
  readonly amountSantim: number | null;
  readonly chargedSantim: number;
  /** False: the account has seen this receipt verified before. */
  readonly isFirst: boolean;
  /** Null unless it is verified and somebody assessed that. */
  readonly takings: Takings | null;
};

/** From `since` until just before `until`. */
export type Period = { readonly since: Date; readonly until: Date };

/** Whose the money of a receipt is: the account's merchant's, another's, or not known by what is saved and shown. */
export type Takings = NonNullable<Tables["receipt_history"]["takings"]>;

/** What an account was told on the current day of Addis Ababa. */
export type DayBook = Readonly<Record<Takings, readonly ProviderDay[]>> & {
  readonly since: Date;
  /** Answers that confirmed no receipt: not found, not completed, another receipt. */
  readonly notConfirmed: number;
};

/** `count` receipts that the account saw verified for the first time. */
export type ProviderDay = {
  readonly provider: string;
  readonly count: number;
  readonly amountSantim: number;
};

/** What one member or key of an account was shown today, in receipts that the account saw for the first time. */
export type CallerDay = Readonly<Record<Takings, Sum>> & {
  /** A key's id, or a Telegram user's pseudonym; empty when the user was erased. */
  readonly callerId: string;
};

export type Sum = Pick<ProviderDay, "count" | "amountSantim">;

/** An account's answers on one day of Addis Ababa. */
export type UsageDay = {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly answers: number;
  /** Answers that confirmed a receipt, also one that was confirmed before. */
  readonly verified: number;
  /** Of receipts that the account saw for the first time. */
  readonly amountSantim: number;
};

/** What of an account's history is looked for; every member that is set must fit. */
export type HistorySearch = {
  readonly since?: Date | undefined;
  /** The first moment that does not count. */
  readonly until?: Date | undefined;
  readonly provider?: string | undefined;
  readonly amountSantim?: number | undefined;
  /** Printed references, each with its provider. One of them must be the receipt's. */
  readonly receipts?: readonly { readonly provider: string; readonly reference: string }[] | undefined;
};

/** An entry with who saw the same receipt first. */
export type SearchedEntry = HistoryEntry & {
  /** Null unless the receipt was verified. */
  readonly first: { readonly callerId: string; readonly at: Date } | null;
};

/** One answer to be kept: no reference and no name. */
type NewEntry = Omit<HistoryEntry, "id"> & {
  readonly account: string;
  /** A pseudonym. */
  readonly question: string;
  /** A pseudonym; null unless the receipt was verified. */
  readonly receipt: string | null;
};

export const addToHistory = async (trx: Transaction, entry: NewEntry): Promise<void> => {
  await insert(trx, {
    ...entry,
    id: freshId(16),
    at: entry.at.getTime(),
    isFirst: entry.isFirst ? 1 : 0,
  });
};

type Row = Omit<NewEntry, "at" | "isFirst"> & {
  readonly id: string;
  readonly at: number;
  readonly isFirst: 0 | 1;
};

const insert = (trx: Database, row: Row) =>
  trx
    .insertInto("receipt_history")
    .values({
      id: row.id,
      account_id: row.account,
      at: row.at,
      caller_id: row.callerId,
      provider: row.provider,
      question: row.question,
      receipt: row.receipt,
      verdict: row.verdict,
      amount_santim: row.amountSantim,
      charged_santim: row.chargedSantim,
      is_first: row.isFirst,
      is_undone: 0,
      takings: row.takings,
    })
    .execute();

/** Keeps what the merchant said later: whether the money of a live receipt came to them. False: it is undone by now. */
export const noteTakings = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  {
    provider,
    reference,
    takings,
  }: { readonly provider: string; readonly reference: string; readonly takings: Takings },
): AdminResult<boolean> =>
  store.transaction(async (trx) => {
    const receipt = receiptPseudonym({ pseudonyms }, account, { provider, reference });
    if (await isUndoneIn(trx, account, receipt)) return false;
    const firstAt = await firstSeenAt(trx, account, receipt);
    if (firstAt === null) return true;
    await trx
      .updateTable("receipt_history")
      .set({ takings })
      .where("account_id", "=", account)
      .where("at", ">=", firstAt)
      .where("receipt", "=", receipt)
      .execute();
    return true;
  });

/** Newest first; `before`: the last entry of the page before. */
export const historyOf = (
  { store }: AccountsContext,
  account: string,
  { before, limit, ...period }: Period & { readonly before?: HistoryEntry; readonly limit: number },
): AdminResult<readonly HistoryEntry[]> =>
  store.read(async (db) => {
    const entries = entriesOf(db, account, period).selectAll();
    const page = pageOf(entries, ["at", "id"], "newest first", { after: before, limit });
    return (await page.execute()).map(rowToEntry);
  });

/** Newest first; `before`: the last entry of the page before. */
export const searchHistory = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  search: HistorySearch,
  { before, limit }: { readonly before?: Cursor | null; readonly limit: number },
): AdminResult<readonly SearchedEntry[]> =>
  store.read(async (db) => {
    const entries = searched(db, pseudonyms, account, search)
      .leftJoin("seen_receipt as seen", (join) =>
        join.onRef("seen.account_id", "=", "entry.account_id").onRef("seen.receipt", "=", "entry.receipt"),
      )
      .selectAll("entry")
      .select(["seen.caller_id as first_caller", "seen.first_at"]);
    const page = pageOf(entries, ["entry.at", "entry.id"], "newest first", { after: before, limit });
    const rows = await page.execute();
    return rows.map((row) => ({
      ...rowToEntry(row),
      first:
        row.first_at === null || row.first_caller === null
          ? null
          : { callerId: row.first_caller, at: new Date(row.first_at) },
    }));
  });

/** Where the newest `count` entries begin: the place of the entry just before them. Null: there are no more than these. */
export const placeBeforeNewest = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  search: HistorySearch,
  count: number,
): AdminResult<Cursor | null> =>
  store.read(async (db) => {
    const row = await searched(db, pseudonyms, account, search)
      .select(["entry.at", "entry.id"])
      .orderBy("entry.at", "desc")
      .orderBy("entry.id", "desc")
      .offset(count)
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : { at: new Date(row.at), id: row.id };
  });

/** Oldest first; `after`: the last entry of the page before, or where to begin. */
export const searchHistoryForward = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  search: HistorySearch,
  { after, limit }: { readonly after: Cursor | null; readonly limit: number },
): AdminResult<readonly HistoryEntry[]> =>
  store.read(async (db) => {
    const entries = searched(db, pseudonyms, account, search).selectAll("entry");
    const page = pageOf(entries, ["entry.at", "entry.id"], "oldest first", { after, limit });
    return (await page.execute()).map(rowToEntry);
  });

const searched = (
  db: Database,
  pseudonyms: AccountsContext["pseudonyms"],
  account: string,
  { since, until, provider, amountSantim, receipts }: HistorySearch,
) => {
  const wanted = receipts?.map((one) => receiptPseudonym({ pseudonyms }, account, one));
  return db
    .selectFrom("receipt_history as entry")
    .where("entry.account_id", "=", account)
    .$if(since !== undefined, (query) => query.where("entry.at", ">=", since?.getTime() ?? 0))
    .$if(until !== undefined, (query) => query.where("entry.at", "<", until?.getTime() ?? 0))
    .$if(provider !== undefined, (query) => query.where("entry.provider", "=", provider ?? ""))
    .$if(amountSantim !== undefined, (query) => query.where("entry.amount_santim", "=", amountSantim ?? 0))
    .$if(wanted !== undefined, (query) => query.where("entry.receipt", "in", wanted ?? []));
};

export const dayBookOf = ({ store, now }: AccountsContext, account: string): AdminResult<DayBook> => {
  const since = startOfDay(now());
  return store.read(async (db) => ({
    since,
    ...(await firstSeenSince(db, account, since)),
    notConfirmed: await notConfirmedSince(db, account, since),
  }));
};

const firstSeenSince = async (
  trx: Database,
  account: string,
  since: Date,
): Promise<Pick<DayBook, Takings>> => {
  const rows = await takingsSince(trx, account, since)
    .select("provider")
    .groupBy("provider")
    .orderBy("provider")
    .execute();
  const of = (takings: Takings): readonly ProviderDay[] =>
    rows
      .filter((row) => row.takings === takings)
      .map(({ provider, ...row }) => ({ provider, ...sumOfRow(row) }));
  return { own: of("own"), others: of("others"), unknown: of("unknown") };
};

/** Receipts that were seen for the first time, summed by whose the money is. What nobody has assessed is not known. */
const takingsSince = (trx: Database, account: string, since: Date) =>
  entriesOf(trx, account, { since })
    .select(({ fn }) => [
      sql<Takings>`coalesce(takings, 'unknown')`.as("takings"),
      fn.countAll().as("count"),
      fn.sum("amount_santim").as("santim"),
    ])
    .where("is_first", "=", 1)
    .where("is_undone", "=", 0)
    .groupBy(sql`coalesce(takings, 'unknown')`);

const sumOfRow = ({ count, santim }: { readonly count: unknown; readonly santim: unknown }): Sum => ({
  count: Number(count),
  amountSantim: Number(santim ?? 0),
});

const notConfirmedSince = async (trx: Database, account: string, since: Date): Promise<number> => {
  const { count } = await entriesOf(trx, account, { since })
    .select(({ fn }) => fn.countAll().as("count"))
    .where("verdict", "!=", "verified")
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The day's takings by the person who checked the receipts. The largest comes first. */
export const callerDaysOf = (
  { store, now }: AccountsContext,
  account: string,
): AdminResult<readonly CallerDay[]> =>
  store.read(async (db) => {
    const rows = await takingsSince(db, account, startOfDay(now()))
      .select("caller_id")
      .groupBy("caller_id")
      .execute();
    const none: Sum = { count: 0, amountSantim: 0 };
    const days = new Map<string, CallerDay>();
    for (const { caller_id: callerId, takings, ...row } of rows) {
      const day = days.get(callerId) ?? { callerId, own: none, others: none, unknown: none };
      days.set(callerId, { ...day, [takings]: sumOfRow(row) });
    }
    return [...days.values()].sort(
      (one, other) =>
        other.own.amountSantim - one.own.amountSantim || one.callerId.localeCompare(other.callerId),
    );
  });

/** The last `count` days up to today, the oldest first, those without answers too. */
export const usageOf = (
  { store, now }: AccountsContext,
  account: string,
  count: number,
): AdminResult<readonly UsageDay[]> =>
  store.read(async (db) => {
    const today = startOfDay(now()).getTime();
    const since = new Date(today - (count - 1) * dayMs);
    const rows = await entriesOf(db, account, { since })
      .select(({ fn }) => [
        // Days are counted from the first one. Both sides are whole numbers, and so is the quotient.
        sql<number>`(at - ${sql.lit(since.getTime())}) / ${sql.lit(dayMs)}`.as("day_index"),
        fn.countAll().as("answers"),
        sql<number>`sum(case when verdict = 'verified' then 1 else 0 end)`.as("verified"),
        sql<number>`sum(case when is_first = 1 and is_undone = 0 then amount_santim else 0 end)`.as("santim"),
      ])
      .groupBy(sql`1`)
      .execute();
    const byIndex = new Map(rows.map((row) => [Math.floor(Number(row.day_index)), row]));
    return Array.from({ length: count }, (_, index) => {
      const row = byIndex.get(index);
      return {
        day: dayOf(new Date(since.getTime() + index * dayMs)),
        answers: Number(row?.answers ?? 0),
        verified: Number(row?.verified ?? 0),
        amountSantim: Number(row?.santim ?? 0),
      };
    });
  });

const entriesOf = (
  trx: Database,
  account: string,
  { since, until }: { readonly since: Date; readonly until?: Date },
) =>
  trx
    .selectFrom("receipt_history")
    .where("account_id", "=", account)
    .where("at", ">=", since.getTime())
    .$if(until !== undefined, (query) => query.where("at", "<", until?.getTime() ?? 0));

const rowToEntry = (row: Tables["receipt_history"]): HistoryEntry => ({
  id: row.id,
  at: new Date(row.at),
  callerId: row.caller_id,
  provider: row.provider,
  verdict: row.is_undone === 1 ? "receipt_not_completed" : row.verdict,
  amountSantim: row.amount_santim,
  chargedSantim: row.charged_santim,
  isFirst: row.is_first === 1,
  takings: row.is_undone === 1 ? null : row.takings,
});
