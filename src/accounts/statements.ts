import { flat, ok } from "../core/result.ts";
import type { Tables, Work } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { balanceOf } from "./money.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** One change of an account's money. `seq` counts an account's entries from 1. */
export type LedgerEntry = {
  readonly seq: number;
  readonly kind: Tables["ledger_entry"]["kind"];
  /** Below zero: taken. */
  readonly amountSantim: number;
  /** After this entry. */
  readonly balanceSantim: number;
  /** Where the money came from, or what it was for. */
  readonly source: string;
  readonly at: Date;
};

/** One receipt that an account asked for. */
export type HistoryEntry = {
  readonly id: string;
  readonly at: Date;
  /** Who asked: a key's id, or a Telegram user as `telegramAccount` names it; empty when that one was erased. */
  readonly asker: string;
  readonly provider: string;
  readonly verdict: Tables["receipt_history"]["verdict"];
  /** Null unless it was verified. */
  readonly amountSantim: number | null;
  readonly chargedSantim: number;
  /** False: this receipt was seen verified before. */
  readonly isFirst: boolean;
};

/** `since` counts, `until` does not. */
export type Period = { readonly since: Date; readonly until: Date };

/** Receipts of a period; each verified one once, however often it was shown. */
export type Totals = { readonly asked: number; readonly verified: number; readonly amountSantim: number };

export type Statements = {
  /** Newest first; `before`: the `seq` that the page before ended with. Refused: `account_unknown`. */
  readonly ledgerOf: (
    account: string,
    page: { readonly before?: number; readonly limit: number },
  ) => AdminResult<readonly LedgerEntry[]>;
  /** Newest first; `before`: the last one of the page before. */
  readonly historyOf: (
    account: string,
    page: Period & { readonly before?: HistoryEntry; readonly limit: number },
  ) => AdminResult<readonly HistoryEntry[]>;
  readonly totalsOf: (account: string, period: Period) => AdminResult<Totals>;
};

export const createStatements = ({ store }: AccountsContext): Statements => ({
  ledgerOf: async (account, { before, limit }) =>
    flat(
      await store.transaction(async (work) => {
        // An erased account has its entries still.
        if ((await balanceOf(work, account)) === null) return refuse("account_unknown");
        const rows = await work
          .selectFrom("ledger_entry")
          .selectAll()
          .where("account_id", "=", account)
          .$if(before !== undefined, (query) => query.where("seq", "<", before ?? 0))
          .orderBy("seq", "desc")
          .limit(limit)
          .execute();
        return ok(rows.map(rowToLedgerEntry));
      }),
    ),

  historyOf: (account, { before, limit, ...period }) =>
    store.transaction(async (work) => {
      const rows = await asked(work, account, period)
        .selectAll()
        .$if(before !== undefined, (query) =>
          query.where((eb) => {
            const at = before?.at.getTime() ?? 0;
            return eb.or([eb("at", "<", at), eb.and([eb("at", "=", at), eb("id", "<", before?.id ?? "")])]);
          }),
        )
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(rowToHistoryEntry);
    }),

  totalsOf: (account, period) =>
    store.transaction(async (work) => {
      const { count } = await asked(work, account, period)
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      const first = await asked(work, account, period)
        .select(({ fn }) => [fn.countAll().as("count"), fn.sum("amount_santim").as("santim")])
        .where("is_first", "=", 1)
        .executeTakeFirstOrThrow();
      return {
        asked: Number(count),
        verified: Number(first.count),
        amountSantim: Number(first.santim ?? 0),
      };
    }),
});

const asked = (work: Work, account: string, { since, until }: Period) =>
  work
    .selectFrom("receipt_history")
    .where("account_id", "=", account)
    .where("at", ">=", since.getTime())
    .where("at", "<", until.getTime());

const rowToLedgerEntry = (row: Tables["ledger_entry"]): LedgerEntry => ({
  seq: row.seq,
  kind: row.kind,
  amountSantim: row.amount_santim,
  balanceSantim: row.balance_santim,
  source: row.source,
  at: new Date(row.at),
});

const rowToHistoryEntry = (row: Tables["receipt_history"]): HistoryEntry => ({
  id: row.id,
  at: new Date(row.at),
  asker: row.asker,
  provider: row.provider,
  verdict: row.verdict,
  amountSantim: row.amount_santim,
  chargedSantim: row.charged_santim,
  isFirst: row.is_first === 1,
});
