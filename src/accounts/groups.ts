import type { Expression, SqlBool } from "kysely";
import { flat, ok } from "../core/result.ts";
import type { Database, Transaction, Where } from "../database/schema.ts";
import { type Actor, noteAct, tellAct } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { isFormerOf, linkOf, lockAccount } from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** The account that a group is bound to; null: none, or it is suspended. */
export const groupAccount = async (context: AccountsContext, chatId: number): AdminResult<string | null> => {
  const found = await context.store.read((db) => readBinding(db, { chatId }));
  return found.ok ? ok(found.value?.account_id ?? null) : found;
};

/**
 * Binds a group to the account that the user owns. False: the group is not bound to `former` any more (null: to none).
 * Refused: `not_owner`.
 */
export const bindGroup = async (
  context: AccountsContext,
  chatId: number,
  userId: number,
  former: string | null,
): AdminResult<boolean> =>
  flat(
    await context.store.transaction(async (trx) => {
      const bound_by = context.pseudonyms.user(userId);
      const account_id = await ownAccountOf(trx, bound_by);
      // The removal of an owner takes the same lock, so it has ended by then.
      if (account_id === null || !(await lockAccount(trx, account_id))) return refuse("not_owner");
      if ((await ownAccountOf(trx, bound_by)) !== account_id) return refuse("not_owner");
      const binding = { account_id, bound_by, bound_at: context.now().getTime() };
      const bound =
        former === null
          ? await trx
              .insertInto("group_binding")
              .values({ chat_id: chatId, ...binding, moved_to: null })
              .onConflict((conflict) => conflict.column("chat_id").doNothing())
              .returning("chat_id")
              .executeTakeFirst()
          : await trx
              .updateTable("group_binding")
              .set(binding)
              .where(isGroup(chatId))
              .where("account_id", "=", former)
              .returning("chat_id")
              .executeTakeFirst();
      const by = { kind: "user", userId } as const;
      if (bound !== undefined)
        await tellAct(trx, context, { account: account_id, by, act: "group_bound", what: "" });
      if (bound !== undefined && former !== null && former !== account_id)
        await noteAct(trx, context, { account: former, by, act: "group_unbound" });
      return ok(bound !== undefined);
    }),
  );

/** Whether a user owns an account or may come back to it as its owner. */
export const isOrWasOwner = (
  context: AccountsContext,
  userId: number,
  account: string,
): AdminResult<boolean> =>
  context.store.read(async (db) => {
    const pseudonym = context.pseudonyms.user(userId);
    const linked = await linkOf(db, pseudonym);
    const isOwner = linked?.account_id === account && linked.role === "owner";
    return isOwner || isFormerOf(db, pseudonym, account);
  });

/** False: the group is not bound to this user's account. Refused: `not_owner`. */
export const unbindGroup = async (
  context: AccountsContext,
  chatId: number,
  userId: number,
): AdminResult<boolean> =>
  flat(
    await context.store.transaction(async (trx) => {
      const account = await ownAccountOf(trx, context.pseudonyms.user(userId));
      if (account === null) return refuse("not_owner");
      const unbound = await trx
        .deleteFrom("group_binding")
        .where(isGroup(chatId))
        .where("account_id", "=", account)
        .returning("chat_id")
        .executeTakeFirst();
      const by = { kind: "user", userId } as const;
      if (unbound !== undefined) await noteAct(trx, context, { account, by, act: "group_unbound" });
      return ok(unbound !== undefined);
    }),
  );

/** A group, also under the number that it had before. */
const isGroup =
  (chatId: number) =>
  (eb: Where<"group_binding">): Expression<SqlBool> =>
    eb.or([eb("chat_id", "=", chatId), eb("moved_to", "=", chatId)]);

/**
 * Telegram gave a bound group another number, as both chats report. The former one stays bound with it: what was asked there,
 * and waits for its bank, is of the same shop.
 */
export const moveGroup = async (context: AccountsContext, from: number, to: number): AdminResult<void> =>
  context.store.transaction(async (trx) => {
    const bound = await trx
      .updateTable("group_binding")
      .set({ moved_to: to })
      .where("chat_id", "=", from)
      .where("moved_to", "is", null)
      .returning(["account_id", "bound_by", "bound_at"])
      .executeTakeFirst();
    if (bound === undefined) return;
    await trx
      .insertInto("group_binding")
      .values({ ...bound, chat_id: to, moved_to: null })
      .onConflict((conflict) => conflict.column("chat_id").doNothing())
      .execute();
  });

/** Unbinds the groups that a former owner has bound. The other owners may not even be members of them. */
export const unbindGroupsOf = async (
  trx: Transaction,
  context: AccountsContext,
  { account, pseudonym, by }: { readonly account: string; readonly pseudonym: string; readonly by: Actor },
): Promise<void> => {
  const unbound = await trx
    .deleteFrom("group_binding")
    .where("account_id", "=", account)
    .where("bound_by", "=", pseudonym)
    .returning("moved_to")
    .execute();
  for (const _ of unbound.filter(({ moved_to: movedTo }) => movedTo === null))
    await noteAct(trx, context, { account, by, act: "group_unbound" });
};

const ownAccountOf = async (trx: Transaction, pseudonym: string): Promise<string | null> => {
  const linked = await linkOf(trx, pseudonym);
  return linked?.role === "owner" ? linked.account_id : null;
};

const readBinding = (db: Database, { chatId }: { readonly chatId: number }) =>
  db
    .selectFrom("group_binding")
    .innerJoin("account", "account.id", "group_binding.account_id")
    .select("group_binding.account_id")
    .where("group_binding.chat_id", "=", chatId)
    .where("account.suspended_at", "is", null)
    .executeTakeFirst();
