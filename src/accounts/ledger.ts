import { flat, ok } from "../core/result.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/**
 * Balances in integer santim. What is reserved is never more than what is there, which a constraint of the table also
 * holds. Every change of the posted balance writes a ledger entry in the same transaction.
 */
export type Balance = Pick<Tables["balance"], "posted_santim" | "pending_santim">;

/** What an account can still spend, without what is reserved. */
export const spendable = ({ posted_santim, pending_santim }: Balance): number =>
  posted_santim - pending_santim;

/** Null: the account cannot spend so much. */
export const reserveSantim = async (
  trx: Transaction,
  account: string,
  santim: number,
): Promise<Balance | null> => (await addPending(trx, { account, santim })) ?? null;

type Amount = { readonly account: string; readonly santim: number };

const addPending = (trx: Database, { account, santim }: Amount) =>
  trx
    .updateTable("balance")
    .set((eb) => ({ pending_santim: eb("pending_santim", "+", santim) }))
    .where("account_id", "=", account)
    .where((eb) => eb(eb("posted_santim", "-", eb.ref("pending_santim")), ">=", santim))
    .returning(["posted_santim", "pending_santim"])
    .executeTakeFirst();

export const voidSantim = async (trx: Transaction, account: string, santim: number): Promise<void> => {
  await trx
    .updateTable("balance")
    .set((eb) => ({ pending_santim: eb("pending_santim", "-", santim) }))
    .where("account_id", "=", account)
    .execute();
};

/** Charges what was reserved. The entry's reservation is unique, so that it cannot be charged twice. */
export const commitSantim = async (
  trx: Transaction,
  charge: {
    readonly account: string;
    readonly santim: number;
    readonly reservation: string;
    readonly at: Date;
  },
): Promise<void> => {
  const { account, santim, reservation, at } = charge;
  const charged = (await chargePending(trx, { account, santim })) ?? null;
  if (charged === null) throw new Error("an account that is charged has a balance");
  const { posted_santim: balance, entries: seq } = charged;
  await writeCharge(trx, { account, seq, amount: -santim, balance, reservation, at: at.getTime() });
};

const chargePending = (trx: Database, { account, santim }: Amount) =>
  trx
    .updateTable("balance")
    .set((eb) => ({
      posted_santim: eb("posted_santim", "-", santim),
      pending_santim: eb("pending_santim", "-", santim),
      entries: eb("entries", "+", 1),
    }))
    .where("account_id", "=", account)
    .returning(["posted_santim", "entries"])
    .executeTakeFirst();

type Charge = {
  readonly account: string;
  readonly seq: number;
  readonly amount: number;
  readonly balance: number;
  readonly reservation: string;
  readonly at: number;
};

const writeCharge = (trx: Database, { account, seq, amount, balance, reservation, at }: Charge) =>
  trx
    .insertInto("ledger_entry")
    .values({
      account_id: account,
      seq,
      kind: "charge",
      amount_santim: amount,
      balance_santim: balance,
      reservation_id: reservation,
      source: "verification",
      at,
    })
    .execute();

/** Most that an account may hold: far below where numbers stop being exact. */
export const balanceSantimMax = 100_000_000_000_000;

/** Adds money that was paid in. Null: there is no such account, or it would hold more than it may. */
export const payIn = async (
  trx: Transaction,
  payment: { readonly account: string; readonly santim: number; readonly source: string; readonly at: Date },
): Promise<Balance | null> => {
  const { account, santim, source, at } = payment;
  const paid = await trx
    .updateTable("balance")
    .set((eb) => ({
      posted_santim: eb("posted_santim", "+", santim),
      entries: eb("entries", "+", 1),
    }))
    .where("account_id", "=", account)
    .where("posted_santim", "<=", balanceSantimMax - santim)
    .returning(["posted_santim", "pending_santim", "entries"])
    .executeTakeFirst();
  if (paid === undefined) return null;
  await trx
    .insertInto("ledger_entry")
    .values({
      account_id: account,
      seq: paid.entries,
      kind: "topup",
      amount_santim: santim,
      balance_santim: paid.posted_santim,
      reservation_id: null,
      source,
      at: at.getTime(),
    })
    .execute();
  return paid;
};

/** Null when there is no such account. */
export const balanceOf = async (trx: Database, account: string): Promise<Balance | null> =>
  (await readBalance(trx, { account })) ?? null;

const readBalance = (trx: Database, { account }: { readonly account: string }) =>
  trx
    .selectFrom("balance")
    .select(["posted_santim", "pending_santim"])
    .where("account_id", "=", account)
    .executeTakeFirst();

/** One change of an account's money. `seq` counts an account's entries from 1. */
export type LedgerEntry = {
  readonly seq: number;
  readonly kind: Tables["ledger_entry"]["kind"];
  /** Negative for a charge. */
  readonly amountSantim: number;
  /** After this entry. */
  readonly balanceSantim: number;
  /** Where the money came from, or what it was for. */
  readonly source: string;
  readonly at: Date;
};

/** Newest first; `before`: the last `seq` of the page before. Refused: `account_unknown`. */
export const ledgerOf = async (
  { store }: AccountsContext,
  account: string,
  { before, limit }: { readonly before?: number; readonly limit: number },
): AdminResult<readonly LedgerEntry[]> =>
  flat(
    await store.read(async (db) => {
      // An erased account still has its entries.
      if ((await balanceOf(db, account)) === null) return refuse("account_unknown");
      const rows = await db
        .selectFrom("ledger_entry")
        .selectAll()
        .where("account_id", "=", account)
        .$if(before !== undefined, (query) => query.where("seq", "<", before ?? 0))
        .orderBy("seq", "desc")
        .limit(limit)
        .execute();
      return ok(rows.map(rowToEntry));
    }),
  );

const rowToEntry = (row: Tables["ledger_entry"]): LedgerEntry => ({
  seq: row.seq,
  kind: row.kind,
  amountSantim: row.amount_santim,
  balanceSantim: row.balance_santim,
  source: row.source,
  at: new Date(row.at),
});
