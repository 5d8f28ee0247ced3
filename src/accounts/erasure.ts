import type { Work } from "../store/schema.ts";

/**
 * Takes an account's name, links, keys and history away; its entries stay under its random id. False when there is
 * no such account. Whom a suspended account belongs to stays known, or an erasure would end the suspension.
 */
export const eraseAccount = async (work: Work, id: string, at: Date): Promise<boolean> => {
  const erased = await work
    .updateTable("account")
    .set({ name: "", erased_at: at.getTime() })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning("suspended_at")
    .executeTakeFirst();
  if (erased === undefined) return false;
  if (erased.suspended_at === null)
    await work.deleteFrom("telegram_link").where("account_id", "=", id).execute();
  await forgetAsked(work, id);
  return true;
};

/** What an account may ask with, and what it asked. */
export const forgetAsked = async (work: Work, id: string): Promise<void> => {
  await work.deleteFrom("api_key").where("account_id", "=", id).execute();
  await work.deleteFrom("link_code").where("account_id", "=", id).execute();
  await work.deleteFrom("receipt_history").where("account_id", "=", id).execute();
  await work.deleteFrom("seen_receipt").where("account_id", "=", id).execute();
  await work.deleteFrom("conduct").where("account_id", "=", id).execute();
  await work.deleteFrom("conduct_minute").where("account_id", "=", id).execute();
  await work.deleteFrom("idempotency").where("account", "=", id).execute();
};
