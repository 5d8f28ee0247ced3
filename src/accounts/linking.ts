import type { Seal } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import type { Tables, Transaction } from "../database/schema.ts";
import { type Account, insertAccount, linkedAccount } from "./account-admin.ts";
import { noteAct, tellAct } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { waitingSantimOf } from "./credits.ts";
import { currentKeys } from "./keys.ts";
import { balanceOf, spendable } from "./ledger.ts";
import { codeOf, takeCode } from "./link-codes.ts";
import {
  deleteFormer,
  formerAccountOf,
  hasOwner,
  isAwaited,
  isBarred,
  isFormerOf,
  isSuspended,
  type LinkRole,
  link,
  linkOf,
  linkUnlinked,
  lockAccount,
  lockLink,
  nameMaker,
  reachContext,
  shopNameOf,
} from "./links.ts";
import { becomeOwner, leaveNoted, requestOwner } from "./owner-requests.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** The account that a code leads to. */
type Redeemed = Account & RedeemedShop;

export type RedeemedShop = {
  readonly shop: string;
  /** Whether an owner has yet to confirm the user. */
  readonly isWaiting: boolean;
  /** Whether the user has come back as the owner who left it. */
  readonly isReturn: boolean;
};

/** A user's way from one account to another. */
export type Move = {
  readonly account: string;
  /** Its name; empty where it is not known. */
  readonly shop: string;
  readonly role: LinkRole;
  /** Whether it is the user's account already. */
  readonly isThere: boolean;
  /** Whether the user comes back as the owner who left it. */
  readonly isReturn: boolean;
  /** The account that the user leaves; null: they have none. */
  readonly left: Left | null;
};

export type Left = {
  readonly shop: string;
  readonly role: LinkRole;
  /** Whether nobody else owns it, so that the user may come back. */
  readonly isOnlyOwner: boolean;
  /** Without what is reserved. */
  readonly balanceSantim: number;
  /** Receipts that were handed in and wait until the operator decides. */
  readonly waitingSantim: number;
  readonly keys: number;
  readonly savedAccounts: number;
};

/** The user's account after `/start`, made when there is none. Failure: `account_suspended`. */
export const registerTelegram = async (context: AccountsContext, userId: number): AdminResult<Account> => {
  const { store, pseudonyms, seal, now } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<Account> => {
      const pseudonym = pseudonyms.user(userId);
      const linked = await linkOf(trx, pseudonym);
      const reach = seal.close(reachContext(pseudonym), String(userId));
      if (linked !== null) {
        // An owner whom another user's act put back could not be reached until now.
        if (linked.role === "owner" && linked.reach === "")
          await trx.updateTable("telegram_link").set({ reach }).where("pseudonym", "=", pseudonym).execute();
        return linkedAccount(trx, linked.account_id);
      }
      const former = await comeBack(trx, context, userId);
      if (former !== null) return linkedAccount(trx, former);
      const account = await insertAccount(trx, {
        name: "",
        tier: "registered",
        madeBy: pseudonym,
        at: now(),
      });
      if (!(await link(trx, pseudonym, { account, role: "owner", reach, at: now() }))) {
        // Another process was quicker.
        await trx.deleteFrom("account").where("id", "=", account).execute();
        await trx.deleteFrom("balance").where("account_id", "=", account).execute();
        const first = await linkOf(trx, pseudonym);
        return first ? linkedAccount(trx, first.account_id) : refuse("account_unknown");
      }
      await noteAct(trx, context, { account, by: { kind: "user", userId }, act: "account_created" });
      return linkedAccount(trx, account);
    }),
  );
};

/** The account that a Telegram user's checks count on; null: anonymous. */
export const telegramAccount = (
  { store, pseudonyms }: AccountsContext,
  userId: number,
): AdminResult<{ readonly account: string; readonly role: LinkRole; readonly pseudonym: string } | null> =>
  store.read(async (db) => {
    const linked = await linkOf(db, pseudonyms.user(userId));
    return linked && { account: linked.account_id, role: linked.role, pseudonym: linked.pseudonym };
  });

/**
 * Whether this user's own act made an account, so that what they did without an account is about it. The operator makes a
 * shop, whose first owner may be anybody.
 */
export const isMakerOf = (
  { store, pseudonyms }: AccountsContext,
  userId: number,
  account: string,
): AdminResult<boolean> =>
  store.read(async (db) => {
    const made = await db
      .selectFrom("audit_entry")
      .select("id")
      .where("account_id", "=", account)
      .where("act", "=", "account_created")
      .where("actor_kind", "=", "person")
      .where("actor", "=", pseudonyms.user(userId))
      .executeTakeFirst();
    return made !== undefined;
  });

/** What using a code would do, for the question to the user. Refused: `link_code_unknown`. */
export const readLinkCode = async (
  context: AccountsContext,
  code: string,
  userId: number,
): AdminResult<Move> => {
  const { store, now } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<Move> => {
      const found = await codeOf(trx, code, now());
      if (found === null) return refuse("link_code_unknown");
      return ok(await moveOf(trx, context, userId, { account: found.account_id, role: found.role }));
    }),
  );
};

/**
 * Moves a user to the code's account; a further owner waits until an owner confirms (`isWaiting`). Whoever may come back
 * to it as its owner does so, whatever the code is for. `keep` keeps the outcome, so that a repeated press repeats it.
 * Refused: `link_code_unknown`.
 */
export const redeemLinkCode = async (
  context: AccountsContext,
  code: string,
  userId: number,
  name: string = "",
  keep?: (trx: Transaction, redeemed: RedeemedShop) => Promise<void>,
): AdminResult<Redeemed> => {
  const { store, pseudonyms, now, seal } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<Redeemed> => {
      const pseudonym = pseudonyms.user(userId);
      await lockLink(trx, pseudonym);
      const linked = await linkOf(trx, pseudonym);
      if (linked !== null && (await isSuspended(trx, linked.account_id))) return fail("account_suspended");
      const taken = await takeCode(trx, code, now());
      if (taken === null) return refuse("link_code_unknown");
      const { account_id: account, role } = taken;
      // One of two first owners is second, and waits until the first one confirms.
      await lockAccount(trx, account);
      const found = await linkedAccount(trx, account);
      if (!found.ok) return found;
      const shop = await shopNameOf(trx, seal, account);
      const isThere = linked?.account_id === account && (linked.role === "owner" || role === "staff");
      // Whoever comes back at this moment is found here, or is an owner below.
      const isFirst = await isFirstOwners(trx, taken);
      const isReturn = !isThere && (await mayReturn(trx, pseudonym, account));
      const isOwned = await hasOwner(trx, account);
      if (role === "owner" && !isOwned && !isReturn && !isFirst) return refuse("link_code_unknown");
      const isWaiting = !isThere && role === "owner" && isOwned;
      const redeemed: RedeemedShop = { shop, isWaiting, isReturn };
      await keep?.(trx, redeemed);
      const newcomer = { account, userId, name };
      const joined = { account, by: { kind: "user", userId }, subject: pseudonym, what: name } as const;
      if (isWaiting) await requestOwner(trx, context, newcomer);
      else if (isReturn) {
        if (linked !== null) await leaveNoted(trx, context, userId, linked);
        await restore(trx, context, userId, account);
      } else if (role === "owner" && !isThere) {
        await becomeOwner(trx, context, newcomer);
        await tellAct(trx, context, { ...joined, act: "owner_joined" });
      } else if (!isThere) {
        if (linked !== null) await leaveNoted(trx, context, userId, linked);
        const newLink = { account, role, name: seal.close(pseudonym, name), at: now() };
        // Another code has linked them a moment ago.
        if (!(await link(trx, pseudonym, newLink))) return refuse("link_code_unknown");
        await tellAct(trx, context, { ...joined, act: "member_joined" });
      }
      return ok({ ...found.value, ...redeemed });
    }),
  );
};

/** The account that a user would come back to by leaving; null: none. */
export const formerAccount = (context: AccountsContext, userId: number): AdminResult<Move | null> => {
  const { store, pseudonyms } = context;
  return store.transaction(async (trx) => {
    const account = await formerAccountOf(trx, pseudonyms.user(userId));
    return account === null ? null : moveOf(trx, context, userId, { account, role: "owner" });
  });
};

/**
 * Leaves an account and comes back to the former one. An owner without a former account stays. Failure:
 * `account_suspended`, which leaving would end.
 */
export const leaveAccount = async (context: AccountsContext, userId: number): AdminResult<Leaving> => {
  const { store, pseudonyms, seal } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<Leaving> => {
      const pseudonym = pseudonyms.user(userId);
      const linked = await linkOf(trx, pseudonym);
      if (linked !== null && (await isBarred(trx, linked))) return fail("account_suspended");
      const former = await formerAccountOf(trx, pseudonym);
      if (linked === null || (linked.role === "owner" && former === null)) return ok({ kind: "stayed" });
      await leaveNoted(trx, context, userId, linked);
      if (former === null) return ok({ kind: "left" });
      await restore(trx, context, userId, former);
      return ok({ kind: "came back", shop: await shopNameOf(trx, seal, former) });
    }),
  );
};

type Leaving = { readonly kind: "stayed" | "left" } | { readonly kind: "came back"; readonly shop: string };

/** Whether a code makes a first owner, whom no other owner can confirm. A former owner who may come back rules it out. */
const isFirstOwners = async (trx: Transaction, code: Tables["link_code"]): Promise<boolean> =>
  code.maker_kind === "operator" && !(await isAwaited(trx, code.account_id));

/** Whether a user left an account as its only owner and is still awaited. Where others own it, they decide. */
const mayReturn = async (trx: Transaction, pseudonym: string, account: string): Promise<boolean> =>
  (await isFormerOf(trx, pseudonym, account)) && !(await hasOwner(trx, account));

/** Links a user without an account to the one that they left last; null: there is none. */
const comeBack = async (
  trx: Transaction,
  context: AccountsContext,
  userId: number,
): Promise<string | null> => {
  const former = await formerAccountOf(trx, context.pseudonyms.user(userId));
  if (former !== null) await restore(trx, context, userId, former);
  return former;
};

const restore = async (
  trx: Transaction,
  context: AccountsContext,
  userId: number,
  account: string,
): Promise<void> => {
  const { pseudonyms, seal, now } = context;
  const pseudonym = pseudonyms.user(userId);
  const reach = seal.close(reachContext(pseudonym), String(userId));
  await deleteFormer(trx, pseudonym, account);
  await linkUnlinked(trx, pseudonym, { account, role: "owner", reach, at: now() });
  await nameMaker(trx, account, pseudonym);
  const by = { kind: "user", userId } as const;
  await tellAct(trx, context, { account, by, act: "owner_joined", subject: pseudonym, what: "" });
};

const moveOf = async (
  trx: Transaction,
  { pseudonyms, seal, now }: AccountsContext,
  userId: number,
  { account, role }: Pick<Move, "account" | "role">,
): Promise<Move> => {
  const pseudonym = pseudonyms.user(userId);
  const linked = await linkOf(trx, pseudonym);
  const isThere = linked?.account_id === account && (linked.role === "owner" || role === "staff");
  const isReturn = !isThere && (await mayReturn(trx, pseudonym, account));
  return {
    account,
    role: isReturn ? "owner" : role,
    shop: await shopNameOf(trx, seal, account),
    isThere,
    isReturn,
    left: linked === null ? null : await leftOf(trx, seal, linked, now()),
  };
};

const leftOf = async (
  trx: Transaction,
  seal: Seal,
  { account_id: account, role }: Tables["telegram_link"],
  at: Date,
): Promise<Left> => {
  const balance = await balanceOf(trx, account);
  const owners = await trx
    .selectFrom("telegram_link")
    .select("pseudonym")
    .where("account_id", "=", account)
    .where("role", "=", "owner")
    .execute();
  const saved = await trx
    .selectFrom("saved_account")
    .select("id")
    .where("account_id", "=", account)
    .execute();
  return {
    shop: await shopNameOf(trx, seal, account),
    role,
    isOnlyOwner: role === "owner" && owners.length === 1,
    balanceSantim: balance ? spendable(balance) : 0,
    waitingSantim: await waitingSantimOf(trx, account),
    keys: await currentKeys(trx, account, at),
    savedAccounts: saved.length,
  };
};
