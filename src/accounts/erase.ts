import { randomInt } from "node:crypto";
import { ownUpdatesFrom } from "../bot/data/inbox.ts";
import { flat, ok } from "../core/result.ts";
import type { Work } from "../database/schema.ts";
import { type Account, accountOf } from "./account-admin.ts";
import { noteAct } from "./audit.ts";
import { testSubjectOf } from "./caller.ts";
import type { AccountsContext } from "./context.ts";
import { waitingSantimOf } from "./credits.ts";
import {
  deleteFormers,
  formersOf,
  hasOwner,
  isSuspended,
  linkOf,
  lockAccount,
  returnToFormer,
  unlink,
} from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** What belongs to a person. */
export type ErasedIdentity = { readonly account: string } | { readonly telegram: number };

/** An account that goes; `waitingSantim`: receipts for it that wait for the operator's word. */
export type AccountToErase = Account & { readonly waitingSantim: number };

/** Removes what was noted of a private chat since: that the user was told. */
export const eraseChat = async ({ store }: AccountsContext, telegram: number): AdminResult<void> => {
  const forgotten = await store.transaction(async (work) => {
    await work.deleteFrom("delivery").where("chat_id", "=", telegram).execute();
  });
  return forgotten.ok ? store.scrub("now") : forgotten;
};

/**
 * Removes names, links, keys and history at once and for good, of a Telegram user also the open questions. Entries of the ledger and credited receipts stay
 * under the account's random id. A Telegram user's account goes with its last owner, and so do those that wait for
 * the user; staff only leaves it. False: there was nothing. Refused: `account_unknown`.
 */
export const erase = async (context: AccountsContext, whose: ErasedIdentity): AdminResult<boolean> => {
  const { store, now } = context;
  if ("account" in whose) {
    const erased = await store.transaction((work) => eraseAccount(work, whose.account, now()));
    if (!erased.ok) return erased;
    if (!erased.value) return refuse("account_unknown");
    const forgotten = await eraseAllAsked(context, whose.account);
    if (!forgotten.ok) return forgotten;
    const scrubbed = await store.scrub("now");
    return scrubbed.ok ? ok(true) : scrubbed;
  }
  const left = await store.transaction((work) => eraseUser(work, context, whose.telegram));
  if (!left.ok) return left;
  for (const account of left.value.erased) {
    const forgotten = await eraseAllAsked(context, account);
    if (!forgotten.ok) return forgotten;
  }
  const scrubbed = await store.scrub("now");
  return scrubbed.ok ? ok(left.value.hadAccount) : scrubbed;
};

/** The accounts that `erase` would take with their money. Refused: `account_unknown`. */
export const accountsToErase = async (
  context: AccountsContext,
  whose: ErasedIdentity,
): AdminResult<readonly AccountToErase[]> => {
  const { store } = context;
  return flat(
    await store.transaction(async (work): AdminResult<readonly AccountToErase[]> => {
      const pseudonym = "account" in whose ? "" : context.pseudonyms.user(whose.telegram);
      const going = "account" in whose ? [whose.account] : await onlyOwnedBy(work, pseudonym);
      const found: AccountToErase[] = [];
      for (const id of going) {
        const account = await accountOf(work, id);
        if (!account.ok) return account;
        found.push({ ...account.value, waitingSantim: await waitingSantimOf(work, id) });
      }
      return ok(found);
    }),
  );
};

/** Nobody reaches the account by now; what it asked goes in pieces. */
const eraseAllAsked = async ({ store }: AccountsContext, account: string): AdminResult<boolean> => {
  for (;;) {
    const isMore = await store.transaction((work) => eraseAsked(work, account));
    if (!isMore.ok) return isMore;
    if (!isMore.value) return ok(true);
  }
};

/** The accounts that have no owner without this person, those that wait for them too. */
const onlyOwnedBy = async (work: Work, pseudonym: string): Promise<readonly string[]> => {
  const linked = await linkOf(work, pseudonym);
  const own = linked?.role === "owner" ? [linked.account_id] : [];
  const going: string[] = [];
  for (const account of [...own, ...(await formersOf(work, pseudonym))])
    if ((await isSuspended(work, account)) || !(await hasOwner(work, account, pseudonym)))
      going.push(account);
  return going;
};

/**
 * What is left to be said in a private chat goes. What is being worked on, such as the wish to be erased, leaves the
 * chat's queue, which has its user's number: a queue of its own is as good for one update.
 */
const eraseQueue = async (work: Work, userId: number): Promise<void> => {
  await work
    .deleteFrom("inbox")
    .where("queue", "=", userId)
    .where("state", "=", "waiting")
    .where("lease", "is", null)
    .where((eb) => eb.or([eb("update_id", "<", 0), eb("update_id", ">=", ownUpdatesFrom)]))
    .execute();
  await work
    .updateTable("inbox")
    .set({ queue: -ownUpdatesFrom - randomInt(ownUpdatesFrom - 1) })
    .where("queue", "=", userId)
    .where("lease", "is not", null)
    .execute();
};

/** A suspended account's link stays, or the erasure would end the suspension. */
const eraseUser = async (work: Work, context: AccountsContext, userId: number) => {
  const pseudonym = context.pseudonyms.user(userId);
  await work.deleteFrom("free_repeat").where("asker", "=", pseudonym).execute();
  await work.deleteFrom("open_question").where("user_id", "=", userId).execute();
  await work.deleteFrom("expectation").where("user_id", "=", userId).execute();
  await work.deleteFrom("expected_receipt").where("user_id", "=", userId).execute();
  // A private chat has its user's number.
  await work.deleteFrom("chat").where("chat_id", "=", userId).execute();
  await work.deleteFrom("delivery").where("chat_id", "=", userId).execute();
  await eraseQueue(work, userId);
  await work.deleteFrom("album_part").where("chat_id", "=", userId).execute();
  await work
    .deleteFrom("retry")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("chat_id", "=", userId)]))
    .execute();
  await work
    .updateTable("seen_receipt")
    .set({ asker: "", message: null })
    .where("asker", "=", pseudonym)
    .execute();
  await work.deleteFrom("owner_request").where("pseudonym", "=", pseudonym).execute();
  await work.updateTable("audit_entry").set({ actor: "" }).where("actor", "=", pseudonym).execute();
  await work.updateTable("audit_entry").set({ subject: "" }).where("subject", "=", pseudonym).execute();
  await work.deleteFrom("link_code").where("maker", "=", pseudonym).execute();
  const groups = await work
    .deleteFrom("group_binding")
    .where("bound_by", "=", pseudonym)
    .returning("account_id")
    .execute();
  const by = { kind: "service", face: "chat" } as const;
  for (const { account_id: account } of groups)
    await noteAct(work, context, { account, by, act: "group_unbound" });
  const linked = await linkOf(work, pseudonym);
  // Another owner may be leaving at this moment.
  if (linked !== null) await lockAccount(work, linked.account_id);
  const going = await onlyOwnedBy(work, pseudonym);
  if (linked !== null) {
    const { account_id: account, role } = linked;
    const isBarred = role === "owner" && (await isSuspended(work, account));
    if (!isBarred) await unlink(work, pseudonym);
    await work
      .updateTable("receipt_history")
      .set({ asker: "" })
      .where("account_id", "=", account)
      .where("asker", "=", pseudonym)
      .execute();
  }
  const erased: string[] = [];
  for (const account of going) if (await eraseAccount(work, account, context.now())) erased.push(account);
  await deleteFormers(work, pseudonym);
  await eraseMaker(work, pseudonym);
  return { hadAccount: linked !== null || going.length > 0, erased };
};

/** Accounts that go on without the person who made them count on the first of their owners. */
const eraseMaker = async (work: Work, pseudonym: string): Promise<void> => {
  await work
    .updateTable("account")
    .set((eb) => ({
      made_by: eb.fn.coalesce(
        eb
          .selectFrom("telegram_link")
          .select("telegram_link.pseudonym")
          .whereRef("telegram_link.account_id", "=", "account.id")
          .where("telegram_link.role", "=", "owner")
          .where("telegram_link.pseudonym", "!=", pseudonym)
          .orderBy("telegram_link.linked_at")
          .orderBy("telegram_link.pseudonym")
          .limit(1),
        eb.val(""),
      ),
    }))
    .where("made_by", "=", pseudonym)
    .execute();
};

/**
 * Takes an account's name, links and keys away, so that nobody reaches it any more; its entries stay under its random
 * id. False when there is no such account. Whom a suspended account belongs to stays known, or an erasure would end
 * the suspension.
 */
export const eraseAccount = async (work: Work, id: string, at: Date): Promise<boolean> => {
  const erased = await work
    .updateTable("account")
    .set({ name: "", made_by: "", erased_at: at.getTime() })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning("suspended_at")
    .executeTakeFirst();
  if (erased === undefined) return false;
  await work.deleteFrom("api_key").where("account_id", "=", id).execute();
  if (erased.suspended_at === null) {
    const links = await work
      .deleteFrom("telegram_link")
      .where("account_id", "=", id)
      .returningAll()
      .execute();
    await work.deleteFrom("former_account").where("account_id", "=", id).execute();
    for (const link of links) await returnToFormer(work, link, at);
  }
  await work.deleteFrom("link_code").where("account_id", "=", id).execute();
  await work.deleteFrom("owner_request").where("account_id", "=", id).execute();
  await work.deleteFrom("group_binding").where("account_id", "=", id).execute();
  return true;
};

/** Rows of one kind in one piece: no transaction may take long. */
const rowsMax = 5_000;

/** A piece of what an erased account asked; says whether there was any. */
export const eraseAsked = async (work: Work, id: string): Promise<boolean> => {
  const receipts = work
    .selectFrom("seen_receipt")
    .select("receipt")
    .where("account_id", "=", id)
    .limit(rowsMax);
  const replies = work.selectFrom("idempotency").select("scope").where("account", "=", id).limit(rowsMax);
  const deleted = [
    await eraseOldest(work, id),
    await work
      .deleteFrom("seen_receipt")
      .where("account_id", "=", id)
      .where("receipt", "in", receipts)
      .executeTakeFirst(),
    await work.deleteFrom("idempotency").where("scope", "in", replies).executeTakeFirst(),
    await work.deleteFrom("saved_account").where("account_id", "=", id).executeTakeFirst(),
    await work.deleteFrom("receiver_answer").where("account_id", "=", id).executeTakeFirst(),
    await work
      .deleteFrom("free_repeat")
      .where("asker", "in", [id, testSubjectOf(id)])
      .executeTakeFirst(),
    await work.deleteFrom("audit_entry").where("account_id", "=", id).executeTakeFirst(),
    await work.deleteFrom("guess_limit").where("subject", "=", id).executeTakeFirst(),
    await work.deleteFrom("guess_minute").where("subject", "=", id).executeTakeFirst(),
  ];
  return deleted.some(({ numDeletedRows }) => numDeletedRows > 0n);
};

const eraseOldest = async (work: Work, id: string) => {
  const until = await work
    .selectFrom("receipt_history")
    .select("at")
    .where("account_id", "=", id)
    .orderBy("at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  return work
    .deleteFrom("receipt_history")
    .where("account_id", "=", id)
    .$if(until !== undefined, (query) => query.where("at", "<=", until?.at ?? 0))
    .executeTakeFirst();
};
