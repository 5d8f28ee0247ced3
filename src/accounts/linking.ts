import { createHash } from "node:crypto";
import { fail } from "../failure.ts";
import { flat, ok } from "../result.ts";
import type { Tables, Work } from "../store/schema.ts";
import { type Account, accountOf, insertAccount, lockAccount } from "./account-desk.ts";
import type { Room } from "./accounts.ts";
import { dayOf } from "./admission.ts";
import { eraseAccount } from "./erasure.ts";
import { randomBase62 } from "./key-text.ts";
import { carryUnits, unitsTaken } from "./quotas.ts";
import { type AtDesk, refuse } from "./refusal.ts";

export type LinkRole = Tables["telegram_link"]["role"];

export type Linking = {
  /** From `/start` on: the user's account, made when there is none. Failure: `account_suspended`. */
  readonly registerTelegram: (userId: number) => AtDesk<Account>;
  /** The account that a Telegram user's questions are counted on, and as whom; null: anonymous. */
  readonly telegramAccount: (
    userId: number,
  ) => AtDesk<{ readonly account: string; readonly role: LinkRole } | null>;
  /** A code for one use within ten minutes, of letters and digits: fits a deep link. */
  readonly createLinkCode: (
    account: string,
    role: LinkRole,
  ) => AtDesk<{ readonly code: string; readonly expiresAt: Date }>;
  /**
   * Makes the user's account the code's. Refused: `link_code_unknown` when it was used, has expired or never was;
   * `account_holds_money` when the user would leave money behind.
   */
  readonly redeemLinkCode: (code: string, userId: number) => AtDesk<Account>;
  /** Staff goes: the user is anonymous again. False when there was no link; an owner's stays. */
  readonly leaveAccount: (userId: number) => AtDesk<boolean>;
};

const codeMs = 10 * 60_000;

export const createLinking = ({ store, names, now }: Room): Linking => ({
  registerTelegram: async (userId) =>
    flat(
      await store.transaction(async (work): AtDesk<Account> => {
        const person = names.personOf(userId);
        const linked = await linkOf(work, person);
        if (linked !== null) return linkedAccount(work, linked.account_id);
        const account = await insertAccount(work, { name: "", tier: "registered", at: now() });
        if (!(await link(work, person, { account, role: "owner", at: now() }))) {
          // Another process was quicker.
          await work.deleteFrom("account").where("id", "=", account).execute();
          await work.deleteFrom("balance").where("account_id", "=", account).execute();
          const first = await linkOf(work, person);
          return first ? linkedAccount(work, first.account_id) : refuse("account_unknown");
        }
        const day = dayOf(now());
        const subject = names.subjectOf({ kind: "telegram", userId }, day);
        await carryUnits(work, account, day, await unitsTaken(work, subject, day));
        return accountOf(work, account);
      }),
    ),

  telegramAccount: (userId) =>
    store.transaction(async (work) => {
      const linked = await linkOf(work, names.personOf(userId));
      return linked && { account: linked.account_id, role: linked.role };
    }),

  createLinkCode: async (account, role) =>
    flat(
      await store.transaction(async (work) => {
        if (!(await lockAccount(work, account))) return refuse("account_unknown");
        const code = randomBase62(22);
        const expires_at = now().getTime() + codeMs;
        await work
          .insertInto("link_code")
          .values({ hash: hashOf(code), account_id: account, role, expires_at })
          .execute();
        return ok({ code, expiresAt: new Date(expires_at) });
      }),
    ),

  redeemLinkCode: async (code, userId) =>
    flat(
      await store.transaction(async (work): AtDesk<Account> => {
        const person = names.personOf(userId);
        const linked = await linkOf(work, person);
        if (linked !== null && (await isSuspended(work, linked.account_id))) return fail("account_suspended");
        if (linked?.role === "owner" && (await holdsMoney(work, linked.account_id)))
          return refuse("account_holds_money");
        const taken = await takeCode(work, code, now());
        if (taken === null) return refuse("link_code_unknown");
        if (linked !== null) await leave(work, { names, now }, userId, linked);
        await link(work, person, { account: taken.account_id, role: taken.role, at: now() });
        return accountOf(work, taken.account_id);
      }),
    ),

  leaveAccount: (userId) =>
    store.transaction(async (work) => {
      const linked = await linkOf(work, names.personOf(userId));
      if (linked?.role !== "staff") return false;
      await leave(work, { names, now }, userId, linked);
      return true;
    }),
});

export const linkOf = async (work: Work, person: string): Promise<Tables["telegram_link"] | null> => {
  const linked = await work
    .selectFrom("telegram_link")
    .selectAll()
    .where("person", "=", person)
    .executeTakeFirst();
  return linked ?? null;
};

/** False when the person has a link already. */
const link = async (
  work: Work,
  person: string,
  { account, role, at }: { readonly account: string; readonly role: LinkRole; readonly at: Date },
): Promise<boolean> => {
  const linked = await work
    .insertInto("telegram_link")
    .values({ person, account_id: account, role, linked_at: at.getTime() })
    .onConflict((conflict) => conflict.column("person").doNothing())
    .returning("person")
    .executeTakeFirst();
  return linked !== undefined;
};

/**
 * Unlinks a person, and erases the account when that was its last owner. What the account has taken today goes with
 * the person: nobody gets a second day by leaving.
 */
export const leave = async (
  work: Work,
  { names, now }: Pick<Room, "names" | "now">,
  userId: number,
  { person, account_id, role }: Tables["telegram_link"],
): Promise<{ readonly account: string; readonly isErased: boolean }> => {
  const day = dayOf(now());
  const subject = names.subjectOf({ kind: "telegram", userId }, day);
  await carryUnits(work, subject, day, await unitsTaken(work, account_id, day));
  const isBarred = role === "owner" && (await isSuspended(work, account_id));
  if (!isBarred) await work.deleteFrom("telegram_link").where("person", "=", person).execute();
  const isLast = role === "owner" && (isBarred || !(await hasOwner(work, account_id)));
  return { account: account_id, isErased: isLast && (await eraseAccount(work, account_id, now())) };
};

const linkedAccount = async (work: Work, account: string) =>
  (await isSuspended(work, account)) ? fail("account_suspended") : accountOf(work, account);

const isSuspended = async (work: Work, account: string): Promise<boolean> => {
  const found = await work
    .selectFrom("account")
    .select("suspended_at")
    .where("id", "=", account)
    .executeTakeFirst();
  return found !== undefined && found.suspended_at !== null;
};

const hasOwner = async (work: Work, account: string): Promise<boolean> => {
  const owner = await work
    .selectFrom("telegram_link")
    .select("person")
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .executeTakeFirst();
  return owner !== undefined;
};

const holdsMoney = async (work: Work, account: string): Promise<boolean> => {
  const balance = await work
    .selectFrom("balance")
    .select("posted_santim")
    .where("account_id", "=", account)
    .executeTakeFirst();
  return balance !== undefined && balance.posted_santim > 0;
};

/** Of two who use a code at once, one gets it. */
const takeCode = async (work: Work, code: string, at: Date): Promise<Tables["link_code"] | null> => {
  const taken = await work
    .deleteFrom("link_code")
    .where("hash", "=", hashOf(code))
    .where("expires_at", ">", at.getTime())
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
};

const hashOf = (code: string): string => createHash("sha256").update(code).digest("base64url");
