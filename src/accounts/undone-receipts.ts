import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { type KnownReceipt, receiptPseudonym } from "./pseudonyms.ts";
import type { AdminResult } from "./refusal.ts";

/** A receipt whose bank was asked, by all ids under which an account may have seen it. */
type UndoneReceipt = {
  readonly provider: string;
  readonly references: readonly string[];
  /** When its bank was asked. */
  readonly at: Date;
};

/**
 * Keeps that a receipt is undone, or not completed any more: no sum counts it, no proof of it can be read, no earlier answer
 * of it is given again, and another receipt may be of the payment that is made in its place. It holds for a receipt that the
 * account has not seen yet, too, because others may have.
 */
export const noteUndone = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  asked: UndoneReceipt,
): AdminResult<void> => store.transaction((trx) => noteUndoneWithin(trx, pseudonyms, account, asked));

/** One step of a transaction; see `noteUndone`. */
export const noteUndoneWithin = async (
  trx: Transaction,
  pseudonyms: AccountsContext["pseudonyms"],
  account: string,
  { provider, references, at }: UndoneReceipt,
): Promise<void> => {
  for (const reference of new Set(references)) {
    const receipt = receiptPseudonym({ pseudonyms }, account, { provider, reference });
    await keepUndone(trx, account, receipt, at);
    await countUndone(trx, account, receipt);
  }
};

/** One step of a transaction. The bank's last word is kept, also where an earlier one is written down after it. */
export const keepUndone = async (
  trx: Transaction,
  account: string,
  receipt: string,
  at: Date,
): Promise<void> => {
  const undoneAt = { undone_at: at.getTime() };
  await trx
    .insertInto("undone_receipt")
    .values({ account_id: account, receipt, ...undoneAt })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "receipt"])
        .doUpdateSet(undoneAt)
        .where("undone_receipt.undone_at", "<", at.getTime()),
    )
    .execute();
};

/** One step of a transaction: what is undone counts nowhere. */
const countUndone = async (trx: Transaction, account: string, receipt: string): Promise<void> => {
  await setUndone(trx, account, receipt, { takings: "others", is_undone: 1 });
  await setPartsUndone(trx, receipt, 1);
  await trx.deleteFrom("proof").where("receipt", "=", receipt).execute();
};

/** An answer that shows a receipt as completed. */
type Completed = {
  readonly takings: Tables["receipt_history"]["takings"];
  /** When the bank was asked; null: an earlier answer is given again. */
  readonly askedAt: Date | null;
  /** When it is written down. */
  readonly at: Date;
};

/**
 * One step of a transaction: a receipt that was undone counts again where its bank was asked later and shows it as completed.
 * `undone`: the bank was not, or an earlier answer is given again. Null: nobody has called it undone.
 */
export const noteCompletedWithin = async (
  trx: Transaction,
  account: string,
  receipt: string,
  { takings, askedAt, at }: Completed,
): Promise<"completed" | "undone" | null> => {
  const undoneAt = await lastUndoneAt(trx, account, receipt);
  if (undoneAt === null) return null;
  // A clock that was far ahead has dated it too late. By less, it may have been noted while this one waited to be written down.
  const isLater = askedAt !== null && (undoneAt <= askedAt.getTime() || undoneAt > at.getTime() + minuteMs);
  if (!isLater) {
    await countUndone(trx, account, receipt);
    return "undone";
  }
  await trx
    .deleteFrom("undone_receipt")
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .execute();
  await setUndone(trx, account, receipt, { takings, is_undone: 0 });
  await setPartsUndone(trx, receipt, 0);
  return "completed";
};

/** In what the account was told of it, also where that was in another shop's group. */
const setUndone = async (
  trx: Transaction,
  account: string,
  receipt: string,
  facts: Pick<Tables["receipt_history"], "takings" | "is_undone">,
): Promise<void> => {
  await trx
    .updateTable("receipt_history")
    .set(facts)
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .where("is_undone", "!=", facts.is_undone)
    .execute();
};

/** Takes a receipt out of all sums that the account's people expect, or puts it back. */
const setPartsUndone = async (trx: Transaction, receipt: string, isUndone: 0 | 1): Promise<void> => {
  const parts = await trx
    .updateTable("expected_receipt")
    .set({ is_undone: isUndone })
    .where("shop_receipt", "=", receipt)
    .where("is_undone", "!=", isUndone)
    .returning(["chat_id", "user_id", "expectation", "amount_santim"])
    .execute();
  for (const part of parts)
    await trx
      .updateTable("expectation")
      .set((eb) => ({
        received_santim: eb("received_santim", isUndone === 1 ? "-" : "+", part.amount_santim),
        receipts: eb("receipts", isUndone === 1 ? "-" : "+", 1),
      }))
      .where("chat_id", "=", part.chat_id)
      .where("user_id", "=", part.user_id)
      .where("id", "=", part.expectation)
      .execute();
};

/** Whether a bank has called a receipt undone when an account asked for it, and not shown it as completed since. */
export const isUndone = (
  context: AccountsContext,
  account: string,
  receipt: KnownReceipt,
): Promise<Result<boolean, Failure>> =>
  context.store.read((db) => isUndoneIn(db, account, receiptPseudonym(context, account, receipt)));

/** `isUndone` of a receipt's pseudonym. */
export const isUndoneIn = async (db: Database, account: string, receipt: string): Promise<boolean> =>
  (await lastUndoneAt(db, account, receipt)) !== null;

/** When the bank was asked for the last answer that called a receipt undone, in epoch milliseconds; null: none did. */
export const lastUndoneAt = async (
  db: Database,
  account: string,
  receipt: string,
): Promise<number | null> => {
  const undone = await db
    .selectFrom("undone_receipt")
    .select("undone_at")
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return undone?.undone_at ?? null;
};
