import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import { dayMs } from "../core/time.ts";
import type { Tables, Transaction } from "../database/schema.ts";

import { leaving, noteAct, tellAct } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { unbindGroupsOf } from "./groups.ts";
import { randomBase62 } from "./key-text.ts";
import {
  deleteFormer,
  hasOwner,
  isSuspended,
  leave,
  linkOf,
  linkUnlinked,
  lockAccount,
  lockLink,
  nameMaker,
  reachContext,
  readOwners,
  shopNameOf,
} from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** The question to an owner in their private chat. */
export type OwnerQuestion = {
  readonly owner: number;
  readonly account: string;
  readonly request: string;
  readonly name: string;
};

/** The message to a newcomer about an owner's decision. */
export type OwnerWord = { readonly newcomer: number; readonly shop: string; readonly isConfirmed: boolean };

const requestMs = dayMs;

/**
 * An owner confirms or refuses a further owner. Refused: `owner_request_unknown`, `not_owner`. Failure:
 * `account_suspended` when the newcomer's own account is suspended.
 */
export const decideOwner = async (
  context: AccountsContext,
  id: string,
  owner: number,
  isConfirmed: boolean,
): AdminResult<{ readonly name: string }> => {
  const { store, now, pseudonyms, seal, ownUpdates } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<{ name: string }> => {
      const asked = await trx
        .selectFrom("owner_request")
        .selectAll()
        .where("id", "=", id)
        .where("expires_at", ">", now().getTime())
        .executeTakeFirst();
      if (asked === undefined) return refuse("owner_request_unknown");
      // In the order in which the newcomer's own steps lock them.
      await lockLink(trx, asked.pseudonym);
      if (!(await lockAccount(trx, asked.account_id))) return refuse("owner_request_unknown");
      const by = { kind: "user", userId: owner } as const;
      const word = await linkOf(trx, pseudonyms.user(owner));
      if (word?.account_id !== asked.account_id || word.role !== "owner") return refuse("not_owner");
      const own = await linkOf(trx, asked.pseudonym);
      // The newcomer agreed to leave the shop of that day, not one that they chose later.
      const askedAt = asked.expires_at - requestMs;
      const hasMoved = own !== null && own.account_id !== asked.account_id && own.linked_at > askedAt;
      if (isConfirmed && hasMoved) return refuse("owner_request_unknown");
      // Neither is given out, nor left, while it is suspended.
      const concerned = own === null ? [asked.account_id] : [asked.account_id, own.account_id];
      for (const account of isConfirmed ? concerned : [])
        if (await isSuspended(trx, account)) return fail("account_suspended");
      const taken = await trx
        .deleteFrom("owner_request")
        .where("id", "=", id)
        .returning("id")
        .executeTakeFirst();
      if (taken === undefined) return refuse("owner_request_unknown");
      const { account_id: account, pseudonym } = asked;
      const newcomer = Number(seal.open(reachContext(pseudonym), asked.reach));
      const name = asked.name === "" ? "" : seal.open(pseudonym, asked.name);
      if (isConfirmed) {
        await becomeOwner(trx, context, { account, userId: newcomer, name });
        await tellAct(trx, context, { account, by, act: "owner_joined", subject: pseudonym, what: name });
      } else await noteAct(trx, context, { account, by, act: "owner_refused", subject: pseudonym });
      const shop = await shopNameOf(trx, seal, account);
      const ownerWord: OwnerWord = { newcomer, shop, isConfirmed };
      await ownUpdates.add(trx, { chatId: newcomer, dueAt: now(), about: { ownerWord } });
      return ok({ name });
    }),
  );
};

type Newcomer = { readonly account: string; readonly userId: number; readonly name: string };

/** Makes a user an owner. They leave the account that they used before. */
export const becomeOwner = async (
  trx: Transaction,
  context: AccountsContext,
  { account, userId, name }: Newcomer,
): Promise<void> => {
  const { pseudonyms, seal, now } = context;
  const pseudonym = pseudonyms.user(userId);
  const own = await linkOf(trx, pseudonym);
  if (own !== null && own.account_id !== account) await leaveNoted(trx, context, userId, own);
  if (own?.account_id === account)
    await trx
      .deleteFrom("telegram_link")
      .where("pseudonym", "=", pseudonym)
      .where("account_id", "=", account)
      .execute();
  await deleteFormer(trx, pseudonym, account);
  const reach = seal.close(reachContext(pseudonym), String(userId));
  await linkUnlinked(trx, pseudonym, {
    account,
    role: "owner",
    name: seal.close(pseudonym, name),
    reach,
    at: now(),
  });
  await nameMaker(trx, account, pseudonym);
};

/** Takes a user out of an account, and notes it in the audit log. */
export const leaveNoted = async (
  trx: Transaction,
  context: AccountsContext,
  userId: number,
  linked: Tables["telegram_link"],
): Promise<void> => {
  const { account_id: account, role, pseudonym: subject } = linked;
  await leave(trx, linked, context.now());
  const by = { kind: "user", userId } as const;
  await noteAct(trx, context, { account, by, act: leaving(role), subject });
  if (role === "owner" && (await hasOwner(trx, account)))
    await unbindGroupsOf(trx, context, { account, pseudonym: subject, by });
};

/** Asks the owners about a newcomer. A repeated request replaces the earlier one. */
export const requestOwner = async (
  trx: Transaction,
  context: AccountsContext,
  { account, userId, name }: Newcomer,
): Promise<void> => {
  const { pseudonyms, seal, ownUpdates, now } = context;
  const pseudonym = pseudonyms.user(userId);
  const request = `own_${randomBase62(16)}`;
  const row: Tables["owner_request"] = {
    id: request,
    account_id: account,
    pseudonym,
    name: seal.close(pseudonym, name),
    reach: seal.close(reachContext(pseudonym), String(userId)),
    expires_at: now().getTime() + requestMs,
  };
  await trx
    .insertInto("owner_request")
    .values(row)
    .onConflict((conflict) => conflict.columns(["account_id", "pseudonym"]).doUpdateSet(row))
    .execute();
  const by = { kind: "user", userId } as const;
  await noteAct(trx, context, { account, by, act: "owner_requested", subject: pseudonym });
  for (const { chatId } of await readOwners(trx, seal, account)) {
    if (chatId === null) continue;
    const ownerQuestion: OwnerQuestion = { owner: chatId, account, request, name };
    await ownUpdates.add(trx, { chatId, dueAt: now(), about: { ownerQuestion } });
  }
};
