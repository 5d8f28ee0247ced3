import { createHash } from "node:crypto";
import { fail } from "../failure.ts";
import type { Database, Tables, Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";
import { accountOf } from "./account-desk.ts";

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
  { account, role, name = "", at }: NewLink,
): Promise<boolean> => {
  const linked = await work
    .insertInto("telegram_link")
    .values({ person, account_id: account, role, name, reach: "", linked_at: at.getTime() })
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
  readonly at: Date;
};

/** Unlinks a person; what they have asked today counts on them wherever they go. */
export const unlink = async (work: Work, person: string): Promise<void> => {
  await work.deleteFrom("telegram_link").where("person", "=", person).execute();
};

export const linkedAccount = async (work: Work, account: string) =>
  (await isSuspended(work, account)) ? fail("account_suspended") : accountOf(work, account);

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

/** Of two who use a code at once, one gets it. */
export const takeCode = async (work: Work, code: string, at: Date): Promise<Tables["link_code"] | null> => {
  const taken = await work
    .deleteFrom("link_code")
    .where("hash", "=", hashOfCode(code))
    .where("expires_at", ">", at.getTime())
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
};

export const hashOfCode = (code: string): string => createHash("sha256").update(code).digest("base64url");
