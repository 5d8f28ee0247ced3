import { type Failure, fail } from "../core/failure.ts";
import { err, flat, ok, type Result } from "../core/result.ts";
import type { Alongside } from "../database/alongside.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import { type Actor, noteAct, operator } from "./audit.ts";
import type { Caller } from "./caller.ts";
import type { AccountsContext } from "./context.ts";
import { randomBase62, readKeyText } from "./key-text.ts";
import { balanceSantimMax, payIn, spendable } from "./ledger.ts";
import { lockAccount } from "./links.ts";
import { type AdminResult, type Refused, refuse } from "./refusal.ts";
import { keepUndone, lastUndoneAt } from "./undone-receipts.ts";

/**
 * Pays money in, after which the account pays for its checks; resolves with what is not reserved. `source` says where the
 * money came from, such as `operator`. Refused: `amount_invalid`, `account_unknown`.
 */
export const topUp = async (
  context: AccountsContext,
  account: string,
  santim: number,
  source: string,
): AdminResult<{ readonly balanceSantim: number }> =>
  flat(
    await context.store.transaction(async (trx) => {
      const paid = await payInFor(trx, { account, santim, source, at: context.now() });
      if (paid.ok) await noteAct(trx, context, { account, by: operator, act: "topped_up" });
      return paid;
    }),
  );

const isAmount = (santim: number): boolean =>
  Number.isSafeInteger(santim) && santim > 0 && santim <= balanceSantimMax;

const payInFor = async (
  trx: Transaction,
  payment: { readonly account: string; readonly santim: number; readonly source: string; readonly at: Date },
): Promise<Result<{ readonly balanceSantim: number }, Refused>> => {
  if (!isAmount(payment.santim)) return refuse("amount_invalid");
  if (!(await lockAccount(trx, payment.account))) return refuse("account_unknown");
  const balance = await payIn(trx, payment);
  if (balance === null) return refuse("amount_invalid");
  await trx.updateTable("account").set({ tier: "balance" }).where("id", "=", payment.account).execute();
  return ok({ balanceSantim: spendable(balance) });
};

/** A verified receipt of a payment to the operator. `reference` is the printed one. */
export type PaidReceipt = {
  readonly account: string;
  readonly provider: string;
  readonly reference: string;
  readonly amountSantim: number;
  /** When its bank was asked for it; unset: now. */
  readonly askedAt?: Date;
  /** The caller who handed it in, and the face that they used if it is the pages. */
  readonly caller?: Caller;
  readonly face?: "web" | undefined;
  /** What becomes durable together with the credit. */
  readonly alongside?: Alongside<Credit> | undefined;
};

/** The state of a receipt that was handed in. */
export type Credit =
  | { readonly state: "credited"; readonly id: string; readonly balanceSantim: number }
  /** Waits until the operator decides. */
  | { readonly state: "waiting"; readonly id: string };

type CreditedTo = Credit & { readonly account: string };

export type WaitingCredit = {
  readonly id: string;
  readonly account: string;
  readonly provider: string;
  readonly amountSantim: number;
  /** When its bank was asked for it, as it was handed in. */
  readonly askedAt: Date;
  /** Whether its bank has called it undone since. */
  readonly isUndone: boolean;
};

/** A larger amount waits until the operator decides. */
const creditedAtOnceSantimMax = 50_000;

/**
 * Credits a receipt once for all accounts; above 500 ETB it waits. Refused: `receipt_already_credited`, also while it waits
 * and after it was declined; `receipt_undone` where it would not wait, and its bank has called it undone since it was asked;
 * `amount_invalid`, `account_unknown`.
 */
export const creditReceipt = async (
  context: AccountsContext,
  { account, provider, reference, amountSantim, askedAt, caller, face, alongside }: PaidReceipt,
): AdminResult<Credit> =>
  flat(
    await context.store.transaction(async (trx): Promise<Result<Credit, Failure | Refused>> => {
      if (alongside !== undefined && !(await alongside.isMine(trx)))
        return fail("request_in_progress", { retryAfterSeconds: 2 });
      if (!isAmount(amountSantim)) return refuse("amount_invalid");
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      const at = context.now();
      const state = amountSantim > creditedAtOnceSantimMax ? "waiting" : "credited";
      const handedIn = await trx
        .insertInto("credited_receipt")
        .values({
          receipt: context.pseudonyms.credit(provider, reference),
          id: `crd_${randomBase62(16)}`,
          account_id: account,
          provider,
          amount_santim: amountSantim,
          state,
          asked_at: (askedAt ?? at).getTime(),
          decided_at: state === "credited" ? at.getTime() : null,
        })
        .onConflict((conflict) => conflict.column("receipt").doNothing())
        .returningAll()
        .executeTakeFirst();
      if (handedIn === undefined)
        return alreadyCredited(trx, context.pseudonyms.credit(provider, reference), account);
      const noted = { account, by: await actorOf(trx, caller, face), subject: handedIn.id };
      if (state === "waiting") {
        await noteAct(trx, context, { ...noted, act: "credit_waiting" });
        const waiting = { state, id: handedIn.id } as const;
        await alongside?.keep(trx, waiting);
        return ok(waiting);
      }
      const isUndone = await isUndoneSinceHandedIn(trx, handedIn);
      const credited = isUndone ? refuse("receipt_undone") : await creditOf(trx, handedIn, at);
      if (credited.ok) {
        await noteAct(trx, context, { ...noted, act: "topped_up" });
        await alongside?.keep(trx, credited.value);
        return credited;
      }
      // A refused receipt can be handed in again.
      await trx.deleteFrom("credited_receipt").where("id", "=", handedIn.id).execute();
      return credited;
    }),
  );

/** Oldest first. */
export const waitingCredits = (
  context: AccountsContext,
  limit: number,
): AdminResult<readonly WaitingCredit[]> =>
  context.store.read(async (db) => {
    const rows = await db
      .selectFrom("credited_receipt")
      .selectAll()
      .where("state", "=", "waiting")
      .orderBy("asked_at")
      .orderBy("id")
      .limit(limit)
      .execute();
    const waiting: WaitingCredit[] = [];
    for (const row of rows) waiting.push(await rowToWaiting(db, row));
    return waiting;
  });

/**
 * One step of a transaction: a bank that was asked then has called a receipt undone. Where that was handed in before or is just
 * now, and waits, the operator hears of it.
 */
export const noteCreditUndone = async (
  trx: Transaction,
  pseudonyms: AccountsContext["pseudonyms"],
  {
    provider,
    references,
    at,
  }: { readonly provider: string; readonly references: readonly string[]; readonly at: Date },
): Promise<void> => {
  // In one order, so that no two checks wait for each other.
  for (const reference of [...new Set(references)].sort())
    await keepUndone(trx, everyAccount, pseudonyms.credit(provider, reference), at);
};

/** In `undone_receipt`, in place of one account. */
const everyAccount = "";

/** Asked whenever it matters: the bank's word may be written down while the receipt is handed in. */
const isUndoneSinceHandedIn = async (
  db: Database,
  { receipt, asked_at }: CreditedReceipt,
): Promise<boolean> => {
  const undoneAt = await lastUndoneAt(db, everyAccount, receipt);
  return undoneAt !== null && undoneAt >= asked_at;
};

type Approval = {
  /** Another one than handed it in. */
  readonly account?: string | undefined;
  /** Whether it is credited though its bank has called it undone. */
  readonly isUndoneToo?: boolean;
};

/**
 * The operator's word. Refused: `credit_unknown` when it does not wait (any more); `receipt_undone`; `account_unknown` when
 * the account was erased meanwhile or never was. In the latter two cases it goes on waiting.
 */
export const approveCredit = async (
  context: AccountsContext,
  id: string,
  { account, isUndoneToo = false }: Approval = {},
): AdminResult<CreditedTo> =>
  flat(
    await context.store.transaction(async (trx) => {
      const waiting = await decide(trx, id, "credited", context.now());
      if (waiting === null) return refuse("credit_unknown");
      if (!isUndoneToo && (await isUndoneSinceHandedIn(trx, waiting))) {
        await waitAgain(trx, id);
        return refuse("receipt_undone");
      }
      const to = account ?? waiting.account_id;
      const credited = await creditOf(trx, { ...waiting, account_id: to }, context.now());
      if (!credited.ok) {
        await waitAgain(trx, id);
        return credited;
      }
      await trx.updateTable("credited_receipt").set({ account_id: to }).where("id", "=", id).execute();
      // Both accounts see what became of the receipt.
      for (const one of new Set([to, waiting.account_id]))
        await noteAct(trx, context, { account: one, by: operator, act: "credit_approved", subject: id });
      return ok({ ...credited.value, account: to });
    }),
  );

export const declineCredit = async (context: AccountsContext, id: string): AdminResult<WaitingCredit> =>
  flat(
    await context.store.transaction(async (trx) => {
      const waiting = await decide(trx, id, "declined", context.now());
      if (waiting === null) return refuse("credit_unknown");
      const { account_id: account } = waiting;
      await noteAct(trx, context, { account, by: operator, act: "credit_declined", subject: id });
      return ok(await rowToWaiting(trx, waiting));
    }),
  );

/** What waits for the operator's word of an account: its money as much as its balance is. */
export const waitingSantimOf = async (trx: Transaction, account: string): Promise<number> => {
  const { santim } = await trx
    .selectFrom("credited_receipt")
    .select(({ fn }) => fn.sum("amount_santim").as("santim"))
    .where("account_id", "=", account)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(santim ?? 0);
};

const actorOf = async (trx: Transaction, caller: Caller | undefined, face?: "web"): Promise<Actor> => {
  const by = face === undefined ? {} : { face };
  if (caller?.kind === "telegram") return { kind: "user", userId: caller.userId, ...by };
  if (caller?.kind === "known_key") return { kind: "key", key: caller.id, ...by };
  const facts = caller?.kind === "key" ? readKeyText(caller.key) : null;
  const key =
    facts && (await trx.selectFrom("api_key").select("id").where("hash", "=", facts.hash).executeTakeFirst());
  return key ? { kind: "key", key: key.id } : operator;
};

type CreditedReceipt = Tables["credited_receipt"];

const creditOf = async (
  trx: Transaction,
  { id, account_id, amount_santim }: CreditedReceipt,
  at: Date,
): Promise<Result<Credit, Refused>> => {
  const paid = await payInFor(trx, {
    account: account_id,
    santim: amount_santim,
    source: `receipt ${id}`,
    at,
  });
  return paid.ok ? ok({ state: "credited", id, ...paid.value }) : paid;
};

/** Only the account that handed it in hears what became of it. */
const alreadyCredited = async (trx: Transaction, receipt: string, account: string) => {
  const earlier = await trx
    .selectFrom("credited_receipt")
    .select(["account_id", "state"])
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  const state = earlier?.account_id === account ? { state: earlier.state } : {};
  return err<Refused>({ code: "receipt_already_credited", ...state });
};

const decide = async (
  trx: Transaction,
  id: string,
  state: "credited" | "declined",
  at: Date,
): Promise<CreditedReceipt | null> => {
  const decided = await trx
    .updateTable("credited_receipt")
    .set({ state, decided_at: at.getTime() })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
  return decided ?? null;
};

const waitAgain = async (trx: Transaction, id: string): Promise<void> => {
  await trx
    .updateTable("credited_receipt")
    .set({ state: "waiting", decided_at: null })
    .where("id", "=", id)
    .execute();
};

const rowToWaiting = async (db: Database, row: CreditedReceipt): Promise<WaitingCredit> => ({
  id: row.id,
  account: row.account_id,
  provider: row.provider,
  amountSantim: row.amount_santim,
  askedAt: new Date(row.asked_at),
  isUndone: await isUndoneSinceHandedIn(db, row),
});
