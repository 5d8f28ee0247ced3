import type { Selectable } from "kysely";
import { createPseudonym, digestOf, freshId } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { dayMs } from "../../core/time.ts";
import { deleteOldSums } from "../../database/retention.ts";
import type { Database, Tables, Transaction, Where } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

/** Who expects a sum, and where. */
export type Expecter = {
  readonly chatId: number;
  readonly userId: number;
  /** The account of the shop whose group it is, which expects as one; null or unset: no group of a shop. */
  readonly shop?: string | null;
  /**
   * The account that receipts are assessed for; null or unset: none. It finds no sum that was begun for another one. A sum
   * without an account has no receipts yet, and goes on in the first.
   */
  readonly account?: string | null;
};

/** An expecter as the rows name it. */
type Named = Required<Omit<Expecter, "shop">>;

/** A shop stands in the rows under a negative number made of its account, so that another shop finds none of its sums. */
const namedIn = ({ chatId, userId, shop = null, account = null }: Expecter): Named => ({
  chatId,
  account,
  userId: shop === null ? userId : -Number.parseInt(digestOf(shop, "hex").slice(0, 12), 16),
});

/** A sum that is expected, and what receipts have brought of it, in santim. */
type ExpectedSum = {
  readonly since: Date;
  readonly amountSantim: number;
  readonly receivedSantim: number;
  readonly receipts: number;
};

export type Addition = ExpectedSum & {
  /** False: the receipt has been added to another sum, or is not to be added. */
  readonly isAdded: boolean;
};

/** A receipt as the provider prints it. */
type NamedReceipt = { readonly provider: string; readonly reference: string };

/** A receipt that is paid to a shop, with the pseudonym that it has in the shop's books. */
type ShopsReceipt = NamedReceipt & { readonly amountSantim: number; readonly receiptPseudonym: string };

/** A receipt to be added, by its pseudonym. */
type Adding = ShopsReceipt & { readonly name: string };

/** Sums that are expected, for payments in parts: receipts add up until the sum is there, each once. */
export type ExpectedSums = {
  /**
   * Null: nothing is expected, or no longer. One that has come in full is there until the next. Rejects while the
   * database is away.
   */
  readonly of: (expecter: Expecter) => Promise<ExpectedSum | null>;
  /** In place of what was expected before. */
  readonly expect: (expecter: Expecter, amountSantim: number) => Promise<Result<void, Failure>>;
  /** False: nothing was expected. */
  readonly end: (expecter: Expecter) => Promise<Result<boolean, Failure>>;
  /**
   * Adds a receipt to the sum that is still open, once however often it is tried; null: there is none, and the receipt
   * belongs to none.
   */
  readonly add: (expecter: Expecter, receipt: ShopsReceipt) => Promise<Result<Addition | null, Failure>>;
  /** Takes a receipt out of the sum again, for it is not the shop's. Without effect where it is no part of it. */
  readonly takeBack: (expecter: Expecter, receipt: NamedReceipt) => Promise<Result<void, Failure>>;
  /** Telegram gave a group another number: its sums and their receipts go along. What is expected there already stays. */
  readonly move: (from: number, to: number) => Promise<Result<void, Failure>>;
  /** Forgets sums that are over, and receipts that are too old to be added to any. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

/** A sum that was not met is forgotten the day after. */
export const expectedMs = dayMs;

type Dependencies = {
  readonly store: Pick<Store, "db" | "transaction">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createExpectedSums = ({ store, secret, now }: Dependencies): ExpectedSums => {
  const pseudonym = createPseudonym(secret, "expected receipt");
  // Without the chat's number, which a group does not keep.
  const nameOf = ({ userId }: Named, { provider, reference }: NamedReceipt): string =>
    pseudonym(userId, provider, reference.toUpperCase());

  return {
    of: async (expecter) => {
      const row = await openSum(store.db, namedIn(expecter), now().getTime());
      return row ? toSum(row) : null;
    },

    expect: (expecter, amountSantim) =>
      store.transaction(async (trx) => {
        const { chatId, userId, account } = namedIn(expecter);
        const begun = {
          id: freshId(9),
          account_id: account,
          amount_santim: amountSantim,
          received_santim: 0,
          receipts: 0,
          expires_at: now().getTime() + expectedMs,
        };
        await trx
          .insertInto("expectation")
          .values({ chat_id: chatId, user_id: userId, ...begun })
          .onConflict((conflict) => conflict.columns(["chat_id", "user_id"]).doUpdateSet(begun))
          .execute();
      }),

    end: (expecter) =>
      store.transaction(async (trx) => {
        const ended = await trx
          .deleteFrom("expectation")
          .where(isOpenFor(namedIn(expecter), now().getTime()))
          .executeTakeFirst();
        return ended.numDeletedRows > 0n;
      }),

    move: (from, to) => store.transaction((trx) => moveWithin(trx, from, to)),

    applyRetention: () => store.transaction((trx) => deleteOldSums(trx, now())),

    takeBack: (expecter, receipt) =>
      store.transaction((trx) => {
        const named = namedIn(expecter);
        return takeBackWithin(trx, named, nameOf(named, receipt));
      }),

    add: (expecter, receipt) =>
      store.transaction((trx) => {
        const named = namedIn(expecter);
        return addWithin(trx, named, { ...receipt, name: nameOf(named, receipt) }, now().getTime());
      }),
  };
};

/** One step of a transaction; see `ExpectedSums.takeBack`. */
const takeBackWithin = async (
  trx: Transaction,
  { chatId, userId, account }: Named,
  name: string,
): Promise<void> => {
  // A receipt that is not this account's may well be paid to the account for which its sum was begun.
  const ofOthers = trx
    .selectFrom("expectation")
    .select("id")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .where((eb) => eb.not(isOf(eb, account)));
  const taken = await trx
    .deleteFrom("expected_receipt")
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .where("receipt", "=", name)
    .where("expectation", "not in", ofOthers)
    .returning(["expectation", "amount_santim", "is_undone"])
    .executeTakeFirst();
  if (taken === undefined || taken.is_undone === 1) return;
  await trx
    .updateTable("expectation")
    .set((eb) => ({
      received_santim: eb("received_santim", "-", taken.amount_santim),
      receipts: eb("receipts", "-", 1),
    }))
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .where("id", "=", taken.expectation)
    .execute();
};

/** One step of a transaction; see `ExpectedSums.add`. */
const addWithin = async (
  trx: Transaction,
  expecter: Named,
  { name, amountSantim, receiptPseudonym }: Adding,
  at: number,
): Promise<Addition | null> => {
  const { chatId: chat_id, userId: user_id, account: account_id } = expecter;
  const expected = await openSum(trx, expecter, at);
  if (expected === undefined) return null;
  const isFirst = await trx
    .insertInto("expected_receipt")
    .values({
      chat_id,
      user_id,
      receipt: name,
      shop_receipt: receiptPseudonym,
      amount_santim: amountSantim,
      is_undone: 0,
      expectation: expected.id,
      added_at: at,
    })
    .onConflict((conflict) => conflict.columns(["chat_id", "user_id", "receipt"]).doNothing())
    .returning("receipt")
    .executeTakeFirst();
  const claim = { chat_id, user_id, receipt: name };
  if (isFirst === undefined) return addedBefore(trx, expecter, claim, at);
  const added = await trx
    .updateTable("expectation")
    .set((eb) => ({
      received_santim: eb("received_santim", "+", amountSantim),
      receipts: eb("receipts", "+", 1),
      account_id,
    }))
    .where("id", "=", expected.id)
    .where((eb) => isOf(eb, account_id))
    .whereRef("received_santim", "<", "amount_santim")
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return { ...toSum(added), isAdded: true };
  // It had come in full before: this receipt is free for the next sum.
  await trx
    .deleteFrom("expected_receipt")
    .where((eb) => eb.and(claim))
    .execute();
  return null;
};

/** The sum that a receipt meets which was added before. Read after that was seen: another one may just have added it. */
const addedBefore = async (
  trx: Transaction,
  expecter: Named,
  claim: { readonly chat_id: number; readonly user_id: number; readonly receipt: string },
  at: number,
): Promise<Addition | null> => {
  const earlier = await trx
    .selectFrom("expected_receipt")
    .select("expectation")
    .where((eb) => eb.and(claim))
    .executeTakeFirst();
  const expected = await openSum(trx, expecter, at);
  return expected ? { ...toSum(expected), isAdded: earlier?.expectation === expected.id } : null;
};

/** One step of a transaction; see `ExpectedSums.move`. Doing it again changes nothing. */
const moveWithin = async (trx: Transaction, from: number, to: number): Promise<void> => {
  await trx
    .updateTable("expectation as moved")
    .set({ chat_id: to })
    .where("moved.chat_id", "=", from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("expectation as there")
            .select("there.id")
            .where("there.chat_id", "=", to)
            .whereRef("there.user_id", "=", "moved.user_id"),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable("expected_receipt as moved")
    .set({ chat_id: to })
    .where("moved.chat_id", "=", from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("expected_receipt as there")
            .select("there.receipt")
            .where("there.chat_id", "=", to)
            .whereRef("there.user_id", "=", "moved.user_id")
            .whereRef("there.receipt", "=", "moved.receipt"),
        ),
      ),
    )
    .execute();
};

/** What somebody expects that is not over, perhaps come in full; undefined: nothing. */
const openSum = (db: Database, named: Named, at: number) =>
  db.selectFrom("expectation").selectAll().where(isOpenFor(named, at)).executeTakeFirst();

const isOpenFor =
  ({ chatId, userId, account }: Named, at: number) =>
  (eb: Where<"expectation">) =>
    eb.and([
      eb("chat_id", "=", chatId),
      eb("user_id", "=", userId),
      eb("expires_at", ">", at),
      isOf(eb, account),
    ]);

/** Whether a sum is the account's, or has none yet. */
const isOf = (eb: Where<"expectation">, account: string | null) =>
  eb.or([eb("account_id", "is", null), ...(account === null ? [] : [eb("account_id", "=", account)])]);

/** A row as it is told. */
const toSum = (row: Selectable<Tables["expectation"]>): ExpectedSum => ({
  since: new Date(row.expires_at - expectedMs),
  amountSantim: row.amount_santim,
  receivedSantim: row.received_santim,
  receipts: row.receipts,
});
