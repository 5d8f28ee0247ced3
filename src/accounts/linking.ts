import { fail } from "../failure.ts";
import { flat, ok } from "../result.ts";
import type { Tables, Work } from "../store/schema.ts";
import type { Seal } from "../store/seal.ts";
import { type Account, insertAccount, lockAccount } from "./account-desk.ts";
import { forgetFormer, formerOf, noteFormer } from "./former.ts";
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
import { balanceOf, spendable } from "./money.ts";
import { shopNameOf } from "./people.ts";
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
  /** What a code would bring about for a user, who is asked first. Refused: `link_code_unknown`. */
  readonly readLinkCode: (code: string, userId: number) => AtDesk<Move>;
  /**
   * Makes the code's account the user's; one whose only owner they were stays as it is, and they may come back to it.
   * Refused: `link_code_unknown` when it was used, has expired or never was. `name`: what the user is called.
   * `keep` is told the account's name, so that a user who did not hear of it is not refused with the code that worked.
   */
  readonly redeemLinkCode: (
    code: string,
    userId: number,
    name?: string,
    keep?: KeepSecret,
  ) => AtDesk<Account & { readonly shop: string }>;
  /** What a user would come back to by leaving; null: to no account. */
  readonly formerAccount: (userId: number) => AtDesk<Move | null>;
  /**
   * Ends that the user uses the account, or owns it where they can come back to a former one of theirs. `shop`: what
   * the account is called to which they came back.
   */
  readonly leaveAccount: (
    userId: number,
  ) => AtDesk<{ readonly kind: "stayed" | "left" } | { readonly kind: "came back"; readonly shop: string }>;
};

/** A user's way from one account to another. */
export type Move = {
  readonly account: string;
  /** What it is called; `""` where that is not known. */
  readonly shop: string;
  readonly role: LinkRole;
  /** Whether it is the user's account already. */
  readonly isThere: boolean;
  /** What the user leaves; null: they have no account. */
  readonly left: Left | null;
};

export type Left = {
  readonly shop: string;
  readonly role: LinkRole;
  /** Whether nobody else owns it, so that it waits for the user. */
  readonly isOnlyOwner: boolean;
  /** What nothing holds. */
  readonly balanceSantim: number;
  readonly keys: number;
  readonly savedAccounts: number;
};

const codeMs = 10 * 60_000;

export const createLinking = (room: Room): Linking => {
  const { store, names, seal, now } = room;
  return {
    registerTelegram: async (userId) =>
      flat(
        await store.transaction(async (work): AtDesk<Account> => {
          const person = names.personOf(userId);
          const linked = await linkOf(work, person);
          if (linked !== null) return linkedAccount(work, linked.account_id);
          const former = await comeBack(work, room, userId);
          if (former !== null) return linkedAccount(work, former);
          const account = await insertAccount(work, {
            name: "",
            tier: "registered",
            madeBy: person,
            at: now(),
          });
          if (!(await link(work, person, { account, role: "owner", at: now() }))) {
            // Another process was quicker.
            await work.deleteFrom("account").where("id", "=", account).execute();
            await work.deleteFrom("balance").where("account_id", "=", account).execute();
            const first = await linkOf(work, person);
            return first ? linkedAccount(work, first.account_id) : refuse("account_unknown");
          }
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
            .values({
              id: `lnk_${randomBase62(16)}`,
              hash: hashOfCode(code),
              account_id: account,
              role,
              maker_kind: "operator",
              maker: "",
              created_at: now().getTime(),
              expires_at,
            })
            .execute();
          await keep?.(work, code);
          return ok({ code, expiresAt: new Date(expires_at) });
        }),
      ),

    readLinkCode: async (code, userId) =>
      flat(
        await store.transaction(async (work): AtDesk<Move> => {
          const found = await work
            .selectFrom("link_code")
            .selectAll()
            .where("hash", "=", hashOfCode(code))
            .where("expires_at", ">", now().getTime())
            .executeTakeFirst();
          if (found === undefined) return refuse("link_code_unknown");
          return ok(await moveOf(work, room, userId, { account: found.account_id, role: found.role }));
        }),
      ),

    redeemLinkCode: async (code, userId, name = "", keep) =>
      flat(
        await store.transaction(async (work): AtDesk<Account & { shop: string }> => {
          const person = names.personOf(userId);
          const linked = await linkOf(work, person);
          if (linked !== null && (await isSuspended(work, linked.account_id)))
            return fail("account_suspended");
          const taken = await takeCode(work, code, now());
          if (taken === null) return refuse("link_code_unknown");
          const { account_id: account, role } = taken;
          const found = await linkedAccount(work, account);
          if (!found.ok) return found;
          const shop = await shopNameOf(work, seal, account);
          await keep?.(work, shop);
          if (linked?.account_id === account) return ok({ ...found.value, shop });
          if (linked !== null) await leave(work, room, linked);
          await forgetFormer(work, person, account);
          await link(work, person, { account, role, name: seal.close(person, name), at: now() });
          if (role === "owner") await nameMaker(work, account, person);
          return ok({ ...found.value, shop });
        }),
      ),

    formerAccount: (userId) =>
      store.transaction(async (work) => {
        const account = await formerOf(work, names.personOf(userId));
        return account === null ? null : moveOf(work, room, userId, { account, role: "owner" });
      }),

    leaveAccount: (userId) =>
      store.transaction(async (work) => {
        const person = names.personOf(userId);
        const linked = await linkOf(work, person);
        const former = await formerOf(work, person);
        if (linked === null || (linked.role === "owner" && former === null)) return { kind: "stayed" };
        await leave(work, room, linked);
        if (former === null) return { kind: "left" };
        await restore(work, room, userId, former);
        return { kind: "came back", shop: await shopNameOf(work, seal, former) };
      }),
  };
};

/** Unlinks a user; the account waits for whoever was its only owner. */
const leave = async (work: Work, room: Room, linked: Tables["telegram_link"]): Promise<void> => {
  await unlink(work, linked.person);
  if (linked.role === "owner" && !(await hasOwner(work, linked.account_id)))
    await noteFormer(work, linked, room.now());
};

/** The first owner of an account that the operator made is the one on whose day it counts. */
const nameMaker = async (work: Work, account: string, person: string): Promise<void> => {
  await work
    .updateTable("account")
    .set({ made_by: person })
    .where("id", "=", account)
    .where("made_by", "=", "")
    .execute();
};

/** Links a user without an account to the one that they left last; null: there is none. */
const comeBack = async (work: Work, room: Room, userId: number): Promise<string | null> => {
  const former = await formerOf(work, room.names.personOf(userId));
  if (former !== null) await restore(work, room, userId, former);
  return former;
};

const restore = async (work: Work, { names, now }: Room, userId: number, account: string): Promise<void> => {
  const person = names.personOf(userId);
  await forgetFormer(work, person, account);
  await link(work, person, { account, role: "owner", at: now() });
};

const moveOf = async (
  work: Work,
  { names, seal, now }: Room,
  userId: number,
  { account, role }: Pick<Move, "account" | "role">,
): Promise<Move> => {
  const linked = await linkOf(work, names.personOf(userId));
  return {
    account,
    role,
    shop: await shopNameOf(work, seal, account),
    isThere: linked?.account_id === account,
    left: linked === null ? null : await leftOf(work, seal, linked, now()),
  };
};

const leftOf = async (
  work: Work,
  seal: Seal,
  { account_id: account, role }: Tables["telegram_link"],
  at: Date,
): Promise<Left> => {
  const balance = await balanceOf(work, account);
  const owners = await work
    .selectFrom("telegram_link")
    .select("person")
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .execute();
  const saved = await work
    .selectFrom("saved_account")
    .select("id")
    .where("account_id", "=", account)
    .execute();
  return {
    shop: await shopNameOf(work, seal, account),
    role,
    isOnlyOwner: role === "owner" && owners.length === 1,
    balanceSantim: balance ? spendable(balance) : 0,
    keys: await activeKeys(work, account, at),
    savedAccounts: saved.length,
  };
};
