import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Database, Tables, Work } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import type { AdminResult } from "./refusal.ts";

/** A receipt of a live bank, by the id under which its provider knows it again. */
export type KnownReceipt = { readonly provider: string; readonly reference: string };

/** A receipt whose bank was asked, by all ids under which an account may have seen it. */
type AskedReceipt = { readonly provider: string; readonly references: readonly string[] };

/**
 * Keeps that a receipt which an account was shown is undone, or not completed any more: no sum counts it, no proof of it
 * can be read, and another receipt may be of the payment that is made in its place.
 */
export const noteUndone = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  asked: AskedReceipt,
): AdminResult<void> => store.transaction((work) => noteUndoneWithin(work, pseudonyms, account, asked));

/** One step of a transaction; see `noteUndone`. */
export const noteUndoneWithin = async (
  work: Work,
  pseudonyms: AccountsContext["pseudonyms"],
  account: string,
  { provider, references }: AskedReceipt,
): Promise<void> => {
  for (const reference of new Set(references)) {
    const receipt = pseudonyms.receipt(account, "live", provider, reference);
    const firstAt = await firstSeenAt(work, account, receipt);
    if (firstAt === null) continue;
    await work
      .updateTable("receipt_history")
      .set({ takings: "others", is_undone: 1 })
      .where("account_id", "=", account)
      .where("at", ">=", firstAt)
      .where("receipt", "=", receipt)
      .execute();
    await takeBackParts(work, receipt);
    await work.deleteFrom("proof").where("receipt", "=", receipt).execute();
    await leavePayment(work, account, receipt);
  }
};

/** Takes a receipt out of all sums that the account's people expect. */
const takeBackParts = async (work: Work, receipt: string): Promise<void> => {
  const parts = await work
    .deleteFrom("expected_receipt")
    .where("shop_receipt", "=", receipt)
    .returning(["chat_id", "user_id", "expectation", "amount_santim"])
    .execute();
  for (const part of parts)
    await work
      .updateTable("expectation")
      .set((eb) => ({
        received_santim: eb("received_santim", "-", part.amount_santim),
        receipts: eb("receipts", "-", 1),
      }))
      .where("chat_id", "=", part.chat_id)
      .where("user_id", "=", part.user_id)
      .where("id", "=", part.expectation)
      .execute();
};

/** Whoever was paid back pays again, perhaps by another bank, whose receipt tells the same. */
const leavePayment = async (work: Work, account: string, receipt: string): Promise<void> => {
  for (const seat of ["sent", "received"] as const)
    await work
      .updateTable("seen_payment")
      .set({ [seat]: null })
      .where("account_id", "=", account)
      .where(seat, "=", receipt)
      .execute();
};

/** One step of a transaction: a receipt that was undone counts again, for its bank shows it as completed. */
export const noteCompletedWithin = async (
  work: Work,
  account: string,
  receipt: string,
  takings: Tables["receipt_history"]["takings"],
): Promise<void> => {
  const firstAt = await firstSeenAt(work, account, receipt);
  if (firstAt === null) return;
  await work
    .updateTable("receipt_history")
    .set({ takings, is_undone: 0 })
    .where("account_id", "=", account)
    .where("at", ">=", firstAt)
    .where("receipt", "=", receipt)
    .where("is_undone", "=", 1)
    .execute();
};

/** Whether a bank has called a receipt undone since an account was shown it. */
export const isUndone = (
  { store, pseudonyms }: AccountsContext,
  account: string,
  { provider, reference }: KnownReceipt,
): Promise<Result<boolean, Failure>> =>
  store.read((db) => isUndoneIn(db, account, pseudonyms.receipt(account, "live", provider, reference)));

/** How an account's books name a receipt. */
export const receiptName = (
  { pseudonyms }: AccountsContext,
  account: string,
  { provider, reference }: KnownReceipt,
): string => pseudonyms.receipt(account, "live", provider, reference);

/** `isUndone` of a receipt's pseudonym. */
export const isUndoneIn = async (db: Database, account: string, receipt: string): Promise<boolean> => {
  const undone = await db
    .selectFrom("receipt_history")
    .select("id")
    .where("account_id", "=", account)
    .where("at", "=", (await firstSeenAt(db, account, receipt)) ?? 0)
    .where("receipt", "=", receipt)
    .where("is_undone", "=", 1)
    .executeTakeFirst();
  return undone !== undefined;
};

/** From then on its entries are searched, which the key of the table leads to. */
const firstSeenAt = async (db: Database, account: string, receipt: string): Promise<number | null> => {
  const seen = await db
    .selectFrom("seen_receipt")
    .select("first_at")
    .where("account_id", "=", account)
    .where("receipt", "=", receipt)
    .executeTakeFirst();
  return seen?.first_at ?? null;
};
