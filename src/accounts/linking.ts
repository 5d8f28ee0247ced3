import { fail } from "../failure.ts";
import { flat, ok } from "../result.ts";
import type { Work } from "../store/schema.ts";
import { type Account, insertAccount, lockAccount } from "./account-desk.ts";
import { dayOf } from "./admission.ts";
import { eraseAccount } from "./erasure.ts";
import { randomBase62 } from "./key-text.ts";
import { activeKeys } from "./keys.ts";
import {
  hashOfCode,
  hasOwner,
  isSuspended,
  type LinkRole,
  link,
  linkedAccount,
  linkOf,
  takeCode,
  unlink,
} from "./links.ts";
import { balanceOf } from "./money.ts";
import { carryDay } from "./quotas.ts";
import { type AtDesk, refuse } from "./refusal.ts";
import type { KeepSecret, Room } from "./room.ts";

export type Linking = {
  /** From `/start` on: the user's account, made when there is none. Failure: `account_suspended`. */
  readonly registerTelegram: (userId: number) => AtDesk<Account>;
  /** The account that a Telegram user's questions are counted on; null: anonymous. `asker` is the user in its history. */
  readonly telegramAccount: (
    userId: number,
  ) => AtDesk<{ readonly account: string; readonly role: LinkRole; readonly asker: string } | null>;
  /** A code for one use within ten minutes, of letters and digits: fits a deep link. */
  readonly createLinkCode: (
    account: string,
    role: LinkRole,
    keep?: KeepSecret,
  ) => AtDesk<{ readonly code: string; readonly expiresAt: Date }>;
  /**
   * Makes the code's account the user's; the former one is erased when nobody reaches it any more. Refused:
   * `link_code_unknown` when it was used, has expired or never was; `account_holds_money` when the user would leave
   * money behind. `name`: what the account's owners call the user.
   * `keep` is told the account's name, so that a user who did not hear of it is not refused with the code that worked.
   */
  readonly redeemLinkCode: (
    code: string,
    userId: number,
    name?: string,
    keep?: KeepSecret,
  ) => AtDesk<Account>;
  /** Staff goes: the user is anonymous again. False when there was no link; an owner's stays. */
  readonly leaveAccount: (userId: number) => AtDesk<boolean>;
};

const codeMs = 10 * 60_000;

export const createLinking = ({ store, names, seal, now }: Room): Linking => ({
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
        await carryDay(work, subject, account, day);
        return linkedAccount(work, account);
      }),
    ),

  telegramAccount: (userId) =>
    store.read(async (db) => {
      const linked = await linkOf(db, names.personOf(userId));
      return linked && { account: linked.account_id, role: linked.role, asker: linked.person };
    }),

  createLinkCode: async (account, role, keep) =>
    flat(
      await store.transaction(async (work) => {
        if (!(await lockAccount(work, account))) return refuse("account_unknown");
        const code = randomBase62(22);
        const expires_at = now().getTime() + codeMs;
        await work
          .insertInto("link_code")
          .values({ hash: hashOfCode(code), account_id: account, role, expires_at })
          .execute();
        await keep?.(work, code);
        return ok({ code, expiresAt: new Date(expires_at) });
      }),
    ),

  redeemLinkCode: async (code, userId, name = "", keep) =>
    flat(
      await store.transaction(async (work): AtDesk<Account> => {
        const person = names.personOf(userId);
        const linked = await linkOf(work, person);
        if (linked !== null && (await isSuspended(work, linked.account_id))) return fail("account_suspended");
        const left = linked?.role === "owner" ? await balanceOf(work, linked.account_id) : null;
        if (left !== null && left.posted_santim > 0) return refuse("account_holds_money");
        const taken = await takeCode(work, code, now());
        if (taken === null) return refuse("link_code_unknown");
        const { account_id: account, role } = taken;
        const found = await linkedAccount(work, account);
        if (found.ok) await keep?.(work, found.value.name);
        if (linked?.account_id === account) return found;
        if (linked !== null) {
          await unlink(work, { names, now }, userId, linked);
          if (await isLeftBehind(work, linked.account_id)) await eraseAccount(work, linked.account_id, now());
        }
        await link(work, person, { account, role, name: seal.close(person, name), at: now() });
        return found;
      }),
    ),

  leaveAccount: (userId) =>
    store.transaction(async (work) => {
      const linked = await linkOf(work, names.personOf(userId));
      if (linked?.role !== "staff") return false;
      await unlink(work, { names, now }, userId, linked);
      return true;
    }),
});

/** Whether nobody reaches the account any more, by a chat or by a key. */
const isLeftBehind = async (work: Work, account: string): Promise<boolean> =>
  !(await hasOwner(work, account)) && (await activeKeys(work, account)) === 0;
