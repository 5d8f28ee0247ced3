import { createHmac } from "node:crypto";
import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";
import { derivedKey } from "./derived-key.ts";
import {
  type Addition,
  addWithin,
  type ExpectedSum,
  type Expecter,
  type NamedReceipt,
  openSum,
  toSum,
} from "./expected-additions.ts";
import { freshId } from "./random-bytes.ts";
import type { Work } from "./schema.ts";
import type { Store } from "./store.ts";

export type { Addition, ExpectedSum, Expecter, NamedReceipt } from "./expected-additions.ts";

/** Sums that are expected, for payments in parts: receipts add up until the sum is there, each once. */
export type ExpectedSums = {
  /** Null: nothing is expected, or no longer. One that has come in full is there until the next. Rejects while the database is away. */
  readonly of: (expecter: Expecter) => Promise<ExpectedSum | null>;
  /** In place of what was expected before. */
  readonly expect: (expecter: Expecter, amountSantim: number) => Promise<Result<void, Failure>>;
  /** False: nothing was expected. */
  readonly end: (expecter: Expecter) => Promise<Result<boolean, Failure>>;
  /**
   * Adds a receipt to the sum that is still open, once however often it is tried; null: there is none, and the receipt
   * belongs to none.
   */
  readonly add: (expecter: Expecter, receipt: NamedReceipt) => Promise<Result<Addition | null, Failure>>;
  /** Forgets sums that are over, and receipts that are too old to be added to any. */
  readonly sweep: () => Promise<Result<void, Failure>>;
};

/** A sum that was not met is forgotten the day after. */
export const expectedMs = 24 * 60 * 60 * 1000;
/** By then a receipt is too old to be added to anything. */
const receiptKeptMs = 7 * expectedMs;

type Dependencies = {
  readonly store: Pick<Store, "db" | "transaction">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createExpectedSums = ({ store, secret, now }: Dependencies): ExpectedSums => {
  const key = derivedKey(secret, "expected receipt");
  const nameOf = ({ chatId, userId }: Expecter, { provider, reference }: NamedReceipt): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([chatId, userId, provider, reference.toUpperCase()]))
      .digest("base64url");

  return {
    of: async (expecter) => {
      const row = await openSum(store.db, expecter, now().getTime());
      return row ? toSum(row) : null;
    },

    expect: ({ chatId, userId }, amountSantim) =>
      store.transaction(async (work) => {
        const begun = {
          id: freshId(9),
          amount_santim: amountSantim,
          received_santim: 0,
          receipts: 0,
          expires_at: now().getTime() + expectedMs,
        };
        await work
          .insertInto("expectation")
          .values({ chat_id: chatId, user_id: userId, ...begun })
          .onConflict((conflict) => conflict.columns(["chat_id", "user_id"]).doUpdateSet(begun))
          .execute();
      }),

    end: ({ chatId, userId }) =>
      store.transaction(async (work) => {
        const ended = await work
          .deleteFrom("expectation")
          .where("chat_id", "=", chatId)
          .where("user_id", "=", userId)
          .where("expires_at", ">", now().getTime())
          .executeTakeFirst();
        return ended.numDeletedRows > 0n;
      }),

    sweep: () => store.transaction((work) => forgetOld(work, now().getTime())),

    add: (expecter, receipt) =>
      store.transaction((work) =>
        addWithin(work, expecter, { ...receipt, name: nameOf(expecter, receipt) }, now().getTime()),
      ),
  };
};

const forgetOld = async (work: Work, at: number): Promise<void> => {
  await work.deleteFrom("expectation").where("expires_at", "<=", at).execute();
  await work
    .deleteFrom("expected_receipt")
    .where("added_at", "<", at - receiptKeptMs)
    .execute();
};
