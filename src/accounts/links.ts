import type { Database, Tables, Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";
import { noteFormer } from "./former.ts";

/** The SQL of who belongs to which account. A person is a Telegram user's HMAC. */
export type LinkRole = Tables["telegram_link"]["role"];

export const linkOf = async (work: Database, person: string): Promise<Tables["telegram_link"] | null> =>
  firstOf(await readLink(work, { person }));

const readLink = statement((work, { person }: { readonly person: string }) =>
  work.selectFrom("telegram_link").selectAll().where("person", "=", person),
);

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

/** Unlinks a person; what they have asked today counts on them wherever they go. */
export const unlink = async (work: Work, person: string): Promise<void> => {
  await work.deleteFrom("telegram_link").where("person", "=", person).execute();
};

/** Unlinks a person; the account waits for whoever was its only owner. */
export const leave = async (work: Work, linked: Tables["telegram_link"], at: Date): Promise<void> => {
  await unlink(work, linked.person);
  if (linked.role === "owner" && !(await hasOwner(work, linked.account_id)))
    await noteFormer(work, linked, at);
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
