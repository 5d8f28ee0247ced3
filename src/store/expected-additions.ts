import type { Selectable } from "kysely";
import type { Database, Tables, Work } from "./schema.ts";
import { firstOf, statement } from "./statement.ts";

/** Who expects a sum, and where. */
export type Expecter = { readonly chatId: number; readonly userId: number };

/** A sum that is expected, and what receipts have brought of it, in santim. */
export type ExpectedSum = {
  readonly amountSantim: number;
  readonly receivedSantim: number;
  readonly receipts: number;
};

export type Addition = ExpectedSum & {
  /** False: the receipt has been added to another sum, or is not to be added. */
  readonly isAdded: boolean;
};

/** A receipt as the provider prints it. */
export type NamedReceipt = {
  readonly provider: string;
  readonly reference: string;
  readonly amountSantim: number;
};

/** A receipt to be added, by its name there. */
export type Adding = NamedReceipt & { readonly name: string };

/** One step of a transaction; see `ExpectedSums.add`. */
export const addWithin = async (
  work: Work,
  expecter: Expecter,
  { name, amountSantim }: Adding,
  at: number,
): Promise<Addition | null> => {
  const { chatId: chat_id, userId: user_id } = expecter;
  const expected = await openSum(work, expecter, at);
  if (expected === null) return null;
  const isFirst = await work
    .insertInto("expected_receipt")
    .values({ chat_id, user_id, receipt: name, expectation: expected.id, added_at: at })
    .onConflict((conflict) => conflict.columns(["chat_id", "user_id", "receipt"]).doNothing())
    .returning("receipt")
    .executeTakeFirst();
  const claim = { chat_id, user_id, receipt: name };
  if (isFirst === undefined) return standingOf(work, expecter, claim, at);
  const added = await work
    .updateTable("expectation")
    .set((eb) => ({
      received_santim: eb("received_santim", "+", amountSantim),
      receipts: eb("receipts", "+", 1),
    }))
    .where("id", "=", expected.id)
    .whereRef("received_santim", "<", "amount_santim")
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return { ...toSum(added), isAdded: true };
  // It had come in full before: this receipt is free for the next sum.
  await work
    .deleteFrom("expected_receipt")
    .where((eb) => eb.and(claim))
    .execute();
  return null;
};

/** The sum that a receipt meets which was added before. Read after that was seen: another one may just have added it. */
const standingOf = async (
  work: Work,
  expecter: Expecter,
  claim: { readonly chat_id: number; readonly user_id: number; readonly receipt: string },
  at: number,
): Promise<Addition | null> => {
  const earlier = await work
    .selectFrom("expected_receipt")
    .select("expectation")
    .where((eb) => eb.and(claim))
    .executeTakeFirst();
  const expected = await openSum(work, expecter, at);
  return expected ? { ...toSum(expected), isAdded: earlier?.expectation === expected.id } : null;
};

/** What somebody expects that is not over, perhaps come in full. */
export const openSum = async (db: Database, { chatId, userId }: Expecter, at: number) =>
  firstOf(await readSum(db, { chatId, userId, at }));

const readSum = statement((db, { chatId, userId, at }: Expecter & { readonly at: number }) =>
  db
    .selectFrom("expectation")
    .selectAll()
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .where("expires_at", ">", at),
);

/** A row as it is told. */
export const toSum = (row: Selectable<Tables["expectation"]>): ExpectedSum => ({
  amountSantim: row.amount_santim,
  receivedSantim: row.received_santim,
  receipts: row.receipts,
});
