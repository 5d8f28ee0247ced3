import { flat, ok, type Result } from "../result.ts";
import type { Tables, Work } from "../store/schema.ts";
import { lockAccount } from "./account-desk.ts";
import type { Room } from "./accounts.ts";
import { randomBase62 } from "./key-text.ts";
import { balanceSantimMax, payIn, spendable } from "./money.ts";
import { type AtDesk, type Refused, refuse } from "./refusal.ts";

/** A verified receipt of a payment to the operator. `reference` is the printed one. */
export type PaidReceipt = {
  readonly account: string;
  readonly provider: string;
  readonly reference: string;
  readonly amountSantim: number;
};

/** What a receipt that was handed in came to. */
export type Credit =
  | { readonly state: "credited"; readonly id: string; readonly balanceSantim: number }
  /** Waits for the operator's word. */
  | { readonly state: "waiting"; readonly id: string };

export type WaitingCredit = {
  readonly id: string;
  readonly account: string;
  readonly provider: string;
  readonly amountSantim: number;
  readonly submittedAt: Date;
};

export type TopUps = {
  /**
   * Pays in, and makes the account one that pays. Resolves with what nothing holds. Refused: `amount_invalid`,
   * `account_unknown`. `source` says where the money came from, such as `operator`.
   */
  readonly topUp: (
    account: string,
    amountSantim: number,
    source: string,
  ) => AtDesk<{ readonly balanceSantim: number }>;
  /**
   * Credits a receipt once for ever, whoever hands it in; above 500 ETB it waits. Refused: `receipt_already_credited`
   * also while it waits and after it was declined.
   */
  readonly creditReceipt: (receipt: PaidReceipt) => AtDesk<Credit>;
  /** Oldest first. */
  readonly waitingCredits: (limit: number) => AtDesk<readonly WaitingCredit[]>;
  /** The operator's word. Refused: `credit_unknown` when it does not wait (any more). */
  readonly approveCredit: (id: string) => AtDesk<Credit>;
  readonly declineCredit: (id: string) => AtDesk<WaitingCredit>;
};

/** More than this waits for the operator's word (design 5): 500 ETB. */
const creditedAtOnceSantimMax = 50_000;

export const createTopUps = ({ store, names, now }: Room): TopUps => ({
  topUp: async (account, santim, source) =>
    flat(await store.transaction((work) => credit(work, { account, santim, source, at: now() }))),

  creditReceipt: async ({ account, provider, reference, amountSantim }) =>
    flat(
      await store.transaction(async (work) => {
        if (!isAmount(amountSantim)) return refuse("amount_invalid");
        if (!(await lockAccount(work, account))) return refuse("account_unknown");
        const at = now();
        const state = amountSantim > creditedAtOnceSantimMax ? "waiting" : "credited";
        const handedIn = await work
          .insertInto("credited_receipt")
          .values({
            receipt: names.creditOf(provider, reference),
            id: `crd_${randomBase62(16)}`,
            account_id: account,
            provider,
            amount_santim: amountSantim,
            state,
            submitted_at: at.getTime(),
            decided_at: state === "credited" ? at.getTime() : null,
          })
          .onConflict((conflict) => conflict.column("receipt").doNothing())
          .returningAll()
          .executeTakeFirst();
        if (handedIn === undefined) return refuse("receipt_already_credited");
        if (state === "waiting") return ok({ state, id: handedIn.id } as const);
        return creditOf(work, handedIn, at);
      }),
    ),

  waitingCredits: (limit) =>
    store.transaction(async (work) => {
      const rows = await work
        .selectFrom("credited_receipt")
        .selectAll()
        .where("state", "=", "waiting")
        .orderBy("submitted_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(rowToWaiting);
    }),

  approveCredit: async (id) =>
    flat(
      await store.transaction(async (work) => {
        const waiting = await decide(work, id, "credited", now());
        return waiting ? creditOf(work, waiting, now()) : refuse("credit_unknown");
      }),
    ),

  declineCredit: async (id) =>
    flat(
      await store.transaction(async (work) => {
        const waiting = await decide(work, id, "declined", now());
        return waiting ? ok(rowToWaiting(waiting)) : refuse("credit_unknown");
      }),
    ),
});

type CreditedReceipt = Tables["credited_receipt"];

const isAmount = (santim: number): boolean =>
  Number.isSafeInteger(santim) && santim > 0 && santim <= balanceSantimMax;

const credit = async (
  work: Work,
  payment: { readonly account: string; readonly santim: number; readonly source: string; readonly at: Date },
): Promise<Result<{ readonly balanceSantim: number }, Refused>> => {
  if (!isAmount(payment.santim)) return refuse("amount_invalid");
  if (!(await lockAccount(work, payment.account))) return refuse("account_unknown");
  const balance = await payIn(work, payment);
  if (balance === null) return refuse("amount_invalid");
  await work.updateTable("account").set({ tier: "balance" }).where("id", "=", payment.account).execute();
  return ok({ balanceSantim: spendable(balance) });
};

const creditOf = async (
  work: Work,
  { id, account_id, amount_santim }: CreditedReceipt,
  at: Date,
): Promise<Result<Credit, Refused>> => {
  const paid = await credit(work, {
    account: account_id,
    santim: amount_santim,
    source: `receipt ${id}`,
    at,
  });
  return paid.ok ? ok({ state: "credited", id, ...paid.value }) : paid;
};

const decide = async (
  work: Work,
  id: string,
  state: "credited" | "declined",
  at: Date,
): Promise<CreditedReceipt | null> => {
  const decided = await work
    .updateTable("credited_receipt")
    .set({ state, decided_at: at.getTime() })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
  return decided ?? null;
};

const rowToWaiting = (row: CreditedReceipt): WaitingCredit => ({
  id: row.id,
  account: row.account_id,
  provider: row.provider,
  amountSantim: row.amount_santim,
  submittedAt: new Date(row.submitted_at),
});
