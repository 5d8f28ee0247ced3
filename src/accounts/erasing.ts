import { randomInt } from "node:crypto";
import { ownUpdatesFrom } from "../bot/data/inbox.ts";
import { flat, ok } from "../core/result.ts";
import type { Work } from "../database/schema.ts";
import { type Account, accountOf } from "./account-admin.ts";
import { noteAct } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { waitingSantimOf } from "./credits.ts";
import { eraseAccount, forgetAsked } from "./erasure.ts";
import { forgetFormers, formersOf } from "./former.ts";
import { hasOwner, isSuspended, linkOf, lockAccount, unlink } from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** What belongs to a person. */
export type Erased = { readonly account: string } | { readonly telegram: number };

export type Erasing = {
  /**
   * Removes names, links, keys and history at once and for good, of a Telegram user also the open questions. Entries of the ledger and credited receipts stay
   * under the account's random id. A Telegram user's account goes with its last owner, and so do those that wait for
   * the user; staff only leaves it. False: there was nothing. Refused: `account_unknown`.
   */
  readonly erase: (whose: Erased) => AdminResult<boolean>;
  /** Removes what was noted of a private chat since: that the user was told. */
  readonly forgetChat: (telegram: number) => AdminResult<void>;
  /** The accounts that `erase` would take with their money. Refused: `account_unknown`. */
  readonly goWith: (whose: Erased) => AdminResult<readonly GoingAccount[]>;
};

/** An account that goes; `waitingSantim`: receipts for it that wait for the operator's word. */
export type GoingAccount = Account & { readonly waitingSantim: number };

export const createErasing = (context: AccountsContext): Erasing => {
  const { store, now } = context;

  /** Nobody reaches the account by now; what it asked goes in pieces. */
  const forgetAll = async (account: string): AdminResult<boolean> => {
    for (;;) {
      const isMore = await store.transaction((work) => forgetAsked(work, account));
      if (!isMore.ok) return isMore;
      if (!isMore.value) return ok(true);
    }
  };

  return {
    forgetChat: async (telegram) => {
      const forgotten = await store.transaction(async (work) => {
        await work.deleteFrom("delivery").where("chat_id", "=", telegram).execute();
      });
      return forgotten.ok ? store.scrub("now") : forgotten;
    },
    erase: async (whose) => {
      if ("account" in whose) {
        const erased = await store.transaction((work) => eraseAccount(work, whose.account, now()));
        if (!erased.ok) return erased;
        if (!erased.value) return refuse("account_unknown");
        const forgotten = await forgetAll(whose.account);
        if (!forgotten.ok) return forgotten;
        const scrubbed = await store.scrub("now");
        return scrubbed.ok ? ok(true) : scrubbed;
      }
      const left = await store.transaction((work) => forgetPerson(work, context, whose.telegram));
      if (!left.ok) return left;
      for (const account of left.value.erased) {
        const forgotten = await forgetAll(account);
        if (!forgotten.ok) return forgotten;
      }
      const scrubbed = await store.scrub("now");
      return scrubbed.ok ? ok(left.value.hadAccount) : scrubbed;
    },
    goWith: async (whose) =>
      flat(
        await store.transaction(async (work): AdminResult<readonly GoingAccount[]> => {
          const person = "account" in whose ? "" : context.names.personOf(whose.telegram);
          const going = "account" in whose ? [whose.account] : await onlyOwnedBy(work, person);
          const found: GoingAccount[] = [];
          for (const id of going) {
            const account = await accountOf(work, id);
            if (!account.ok) return account;
            found.push({ ...account.value, waitingSantim: await waitingSantimOf(work, id) });
          }
          return ok(found);
        }),
      ),
  };
};

/** The accounts that have no owner without this person, those that wait for them too. */
const onlyOwnedBy = async (work: Work, person: string): Promise<readonly string[]> => {
  const linked = await linkOf(work, person);
  const own = linked?.role === "owner" ? [linked.account_id] : [];
  const going: string[] = [];
  for (const account of [...own, ...(await formersOf(work, person))])
    if ((await isSuspended(work, account)) || !(await hasOwner(work, account, person))) going.push(account);
  return going;
};

/**
 * What is left to be said in a private chat goes. What is being worked on, such as the wish to be erased, leaves the
 * chat's queue, which has its user's number: a queue of its own is as good for one update.
 */
const forgetQueue = async (work: Work, userId: number): Promise<void> => {
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
const forgetPerson = async (work: Work, context: AccountsContext, userId: number) => {
  const person = context.names.personOf(userId);
  await work.deleteFrom("free_repeat").where("asker", "=", person).execute();
  await work.deleteFrom("open_question").where("user_id", "=", userId).execute();
  await work.deleteFrom("expectation").where("user_id", "=", userId).execute();
  await work.deleteFrom("expected_receipt").where("user_id", "=", userId).execute();
  // A private chat has its user's number.
  await work.deleteFrom("chat").where("chat_id", "=", userId).execute();
  await work.deleteFrom("delivery").where("chat_id", "=", userId).execute();
  await forgetQueue(work, userId);
  await work.deleteFrom("album_part").where("chat_id", "=", userId).execute();
  await work
    .deleteFrom("retry")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("chat_id", "=", userId)]))
    .execute();
  await work
    .updateTable("seen_receipt")
    .set({ asker: "", message: null })
    .where("asker", "=", person)
    .execute();
  await work.deleteFrom("owner_request").where("person", "=", person).execute();
  await work.updateTable("audit_entry").set({ actor: "" }).where("actor", "=", person).execute();
  await work.updateTable("audit_entry").set({ subject: "" }).where("subject", "=", person).execute();
  await work.deleteFrom("link_code").where("maker", "=", person).execute();
  const groups = await work
    .deleteFrom("group_binding")
    .where("bound_by", "=", person)
    .returning("account_id")
    .execute();
  const by = { kind: "service", face: "chat" } as const;
  for (const { account_id: account } of groups)
    await noteAct(work, context, { account, by, act: "group_unbound" });
  const linked = await linkOf(work, person);
  // Another owner may be leaving at this moment.
  if (linked !== null) await lockAccount(work, linked.account_id);
  const going = await onlyOwnedBy(work, person);
  if (linked !== null) {
    const { account_id: account, role } = linked;
    const isBarred = role === "owner" && (await isSuspended(work, account));
    if (!isBarred) await unlink(work, person);
    await work
      .updateTable("receipt_history")
      .set({ asker: "" })
      .where("account_id", "=", account)
      .where("asker", "=", person)
      .execute();
  }
  const erased: string[] = [];
  for (const account of going) if (await eraseAccount(work, account, context.now())) erased.push(account);
  await forgetFormers(work, person);
  await forgetMaker(work, person);
  return { hadAccount: linked !== null || going.length > 0, erased };
};

/** Accounts that go on without the person who made them count on the first of their owners. */
const forgetMaker = async (work: Work, person: string): Promise<void> => {
  await work
    .updateTable("account")
    .set((eb) => ({
      made_by: eb.fn.coalesce(
        eb
          .selectFrom("telegram_link")
          .select("telegram_link.person")
          .whereRef("telegram_link.account_id", "=", "account.id")
          .where("telegram_link.role", "=", "owner")
          .where("telegram_link.person", "!=", person)
          .orderBy("telegram_link.linked_at")
          .orderBy("telegram_link.person")
          .limit(1),
        eb.val(""),
      ),
    }))
    .where("made_by", "=", person)
    .execute();
};
