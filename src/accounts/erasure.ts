import type { Work } from "../database/schema.ts";
import { returnToFormer } from "./links.ts";
import { testSubjectOf } from "./standing.ts";

/**
 * Takes an account's name, links and keys away, so that nobody reaches it any more; its entries stay under its random
 * id. False when there is no such account. Whom a suspended account belongs to stays known, or an erasure would end
 * the suspension.
 */
export const eraseAccount = async (work: Work, id: string, at: Date): Promise<boolean> => {
  const erased = await work
    .updateTable("account")
    .set({ name: "", made_by: "", erased_at: at.getTime() })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning("suspended_at")
    .executeTakeFirst();
  if (erased === undefined) return false;
  await work.deleteFrom("api_key").where("account_id", "=", id).execute();
  if (erased.suspended_at === null) {
    const links = await work
      .deleteFrom("telegram_link")
      .where("account_id", "=", id)
      .returningAll()
      .execute();
    await work.deleteFrom("former_account").where("account_id", "=", id).execute();
    for (const link of links) await returnToFormer(work, link, at);
  }
  await work.deleteFrom("link_code").where("account_id", "=", id).execute();
  await work.deleteFrom("owner_request").where("account_id", "=", id).execute();
  await work.deleteFrom("group_binding").where("account_id", "=", id).execute();
  return true;
};

/** Rows of one kind in one piece: no transaction may take long. */
const rowsMax = 5_000;

/** A piece of what an erased account asked; says whether there was any. */
export const forgetAsked = async (work: Work, id: string): Promise<boolean> => {
  const receipts = work
    .selectFrom("seen_receipt")
    .select("receipt")
    .where("account_id", "=", id)
    .limit(rowsMax);
  const replies = work.selectFrom("idempotency").select("scope").where("account", "=", id).limit(rowsMax);
  const deleted = [
    await forgetOldest(work, id),
    await work
      .deleteFrom("seen_receipt")
      .where("account_id", "=", id)
      .where("receipt", "in", receipts)
      .executeTakeFirst(),
    await work.deleteFrom("idempotency").where("scope", "in", replies).executeTakeFirst(),
    await work.deleteFrom("saved_account").where("account_id", "=", id).executeTakeFirst(),
    await work.deleteFrom("receiver_answer").where("account_id", "=", id).executeTakeFirst(),
    await work
      .deleteFrom("free_repeat")
      .where("asker", "in", [id, testSubjectOf(id)])
      .executeTakeFirst(),
    await work.deleteFrom("audit_entry").where("account_id", "=", id).executeTakeFirst(),
    await work.deleteFrom("guess_limit").where("subject", "=", id).executeTakeFirst(),
    await work.deleteFrom("guess_minute").where("subject", "=", id).executeTakeFirst(),
  ];
  return deleted.some(({ numDeletedRows }) => numDeletedRows > 0n);
};

const forgetOldest = async (work: Work, id: string) => {
  const until = await work
    .selectFrom("receipt_history")
    .select("at")
    .where("account_id", "=", id)
    .orderBy("at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  return work
    .deleteFrom("receipt_history")
    .where("account_id", "=", id)
    .$if(until !== undefined, (query) => query.where("at", "<=", until?.at ?? 0))
    .executeTakeFirst();
};
