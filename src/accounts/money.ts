import type { Database, Tables, Work } from "../database/schema.ts";

/**
 * The SQL of balances, integer santim throughout. What is held is never above what is there (a constraint of the
 * table holds it too), and every change of a balance writes its entry in the same transaction.
 */
export type Balance = Pick<Tables["balance"], "posted_santim" | "pending_santim">;

/** What an account can still spend: without what is held. */
export const spendable = ({ posted_santim, pending_santim }: Balance): number =>
  posted_santim - pending_santim;

/** Null: there is not so much. */
export const holdSantim = async (work: Work, account: string, santim: number): Promise<Balance | null> =>
  (await hold(work, { account, santim })) ?? null;

type Amount = { readonly account: string; readonly santim: number };

const hold = (work: Database, { account, santim }: Amount) =>
  work
    .updateTable("balance")
    .set((eb) => ({ pending_santim: eb("pending_santim", "+", santim) }))
    .where("account_id", "=", account)
    .where((eb) => eb(eb("posted_santim", "-", eb.ref("pending_santim")), ">=", santim))
    .returning(["posted_santim", "pending_santim"])
    .executeTakeFirst();

export const releaseSantim = async (work: Work, account: string, santim: number): Promise<void> => {
  await work
    .updateTable("balance")
    .set((eb) => ({ pending_santim: eb("pending_santim", "-", santim) }))
    .where("account_id", "=", account)
    .execute();
};

/** Takes what a reservation held. The entry's reservation is unique: it cannot be charged twice. */
export const chargeHeld = async (
  work: Work,
  charge: {
    readonly account: string;
    readonly santim: number;
    readonly reservation: string;
    readonly at: Date;
  },
): Promise<void> => {
  const { account, santim, reservation, at } = charge;
  const charged = (await takeHeld(work, { account, santim })) ?? null;
  if (charged === null) throw new Error("an account that is charged has a balance");
  const { posted_santim: balance, entries: seq } = charged;
  await writeCharge(work, { account, seq, amount: -santim, balance, reservation, at: at.getTime() });
};

const takeHeld = (work: Database, { account, santim }: Amount) =>
  work
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

const writeCharge = (work: Database, { account, seq, amount, balance, reservation, at }: Charge) =>
  work
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
  work: Work,
  payment: { readonly account: string; readonly santim: number; readonly source: string; readonly at: Date },
): Promise<Balance | null> => {
  const { account, santim, source, at } = payment;
  const paid = await work
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
  await work
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
export const balanceOf = async (work: Work, account: string): Promise<Balance | null> =>
  (await readBalance(work, { account })) ?? null;

const readBalance = (work: Database, { account }: { readonly account: string }) =>
  work
    .selectFrom("balance")
    .select(["posted_santim", "pending_santim"])
    .where("account_id", "=", account)
    .executeTakeFirst();
