import type { Database, Tables, Work } from "../database/schema.ts";
import { forgetFormer, formerOf, noteFormer } from "./former.ts";

/** The SQL of who belongs to which account. A person is a Telegram user's HMAC. */
export type LinkRole = Tables["telegram_link"]["role"];

export const linkOf = async (work: Database, person: string): Promise<Tables["telegram_link"] | null> =>
  (await readLink(work, { person })) ?? null;

const readLink = (work: Database, { person }: { readonly person: string }) =>
  work.selectFrom("telegram_link").selectAll().where("person", "=", person).executeTakeFirst();

/** False when the person has a link already. */
export const link = async (
  work: Work,
  person: string,
  { account, role, name = "", reach = "", at }: NewLink,
): Promise<boolean> => {
  const linked = await work
    .insertInto("telegram_link")
    .values({ person, account_id: account, role, name, reach, linked_at: at.getTime() })
    .onConflict((conflict) => conflict.column("person").doNothing())
    .returning("person")
    .executeTakeFirst();
  return linked !== undefined;
};

type NewLink = {
  readonly account: string;
  readonly role: LinkRole;
  /** Sealed; empty where it is not known. */
  readonly name?: string;
  /** Sealed, as `reachOf` has it; empty where it is not known. */
  readonly reach?: string;
  readonly at: Date;
};

/** One after the other for everyone who changes what belongs to an account; false when there is no such account. */
export const lockAccount = async (work: Work, id: string): Promise<boolean> => {
  const locked = await work
    .updateTable("account")
    .set({ erased_at: null })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return locked !== undefined;
};

/** Unlinks a person; what they have asked today counts on them wherever they go. */
export const unlink = async (work: Work, person: string): Promise<void> => {
  await work.deleteFrom("telegram_link").where("person", "=", person).execute();
};

/**
 * Unlinks a person, with the codes that they made; the account waits for whoever was its only owner. The account is
 * locked first, so that of two owners who leave at once the second one is known as the last.
 */
export const leave = async (work: Work, linked: Tables["telegram_link"], at: Date): Promise<void> => {
  await lockAccount(work, linked.account_id);
  await unlink(work, linked.person);
  await forgetCodesOf(work, linked.person, linked.account_id);
  if (linked.role === "owner" && !(await hasOwner(work, linked.account_id)))
    await noteFormer(work, linked, at);
};

/** Links somebody who belongs to no account any more to the one that they left last, if there is one. */
export const returnToFormer = async (
  work: Work,
  { person, name, reach }: Pick<Tables["telegram_link"], "person" | "name" | "reach">,
  at: Date,
): Promise<void> => {
  const former = await formerOf(work, person);
  if (former === null) return;
  await forgetFormer(work, person, former);
  await link(work, person, { account: former, role: "owner", name, reach, at });
};

/** Deletes the codes and the owner requests of a person who has left the account. */
export const forgetCodesOf = async (work: Work, person: string, account: string): Promise<void> => {
  await work.deleteFrom("link_code").where("account_id", "=", account).where("maker", "=", person).execute();
  await work
    .deleteFrom("owner_request")
    .where("account_id", "=", account)
    .where("person", "=", person)
    .execute();
};

export const isOwnerOf = async (work: Database, person: string, account: string): Promise<boolean> => {
  const linked = await linkOf(work, person);
  return linked?.account_id === account && linked.role === "owner";
};

export const isSuspended = async (work: Work, account: string): Promise<boolean> => {
  const found = await work
    .selectFrom("account")
    .select("suspended_at")
    .where("id", "=", account)
    .executeTakeFirst();
  return found !== undefined && found.suspended_at !== null;
};

/** @param beside a person who is not counted */
export const hasOwner = async (work: Work, account: string, beside = ""): Promise<boolean> => {
  const owner = await work
    .selectFrom("telegram_link")
    .select("person")
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .where("person", "!=", beside)
    .executeTakeFirst();
  return owner !== undefined;
};
