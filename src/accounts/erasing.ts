import { flat, ok } from "../result.ts";
import type { Work } from "../store/schema.ts";
import { type Account, accountOf } from "./account-desk.ts";
import { eraseAccount, forgetAsked } from "./erasure.ts";
import { hasOwner, isSuspended, linkOf, unlink } from "./links.ts";
import { type AtDesk, refuse } from "./refusal.ts";
import type { Room } from "./room.ts";

/** What belongs to a person. */
export type Erased = { readonly account: string } | { readonly telegram: number };

export type Erasing = {
  /**
   * Removes names, links, keys and history at once and for good, of a Telegram user also the open questions. Entries of the ledger and credited receipts stay
   * under the account's random id. A Telegram user's account goes with its last owner; staff only leaves it. False:
   * there was nothing. Refused: `account_unknown`.
   */
  readonly erase: (whose: Erased) => AtDesk<boolean>;
  /** The account that `erase` would take with its money; null: none goes. Refused: `account_unknown`. */
  readonly goesWith: (whose: Erased) => AtDesk<Account | null>;
};

export const createErasing = (room: Room): Erasing => {
  const { store, now } = room;

  /** Nobody reaches the account by now; what it asked goes in pieces. */
  const forgetAll = async (account: string): AtDesk<boolean> => {
    for (;;) {
      const isMore = await store.transaction((work) => forgetAsked(work, account));
      if (!isMore.ok) return isMore;
      if (!isMore.value) return ok(true);
    }
  };

  return {
    erase: async (whose) => {
      if ("account" in whose) {
        const erased = await store.transaction((work) => eraseAccount(work, whose.account, now()));
        if (!erased.ok) return erased;
        return erased.value ? forgetAll(whose.account) : refuse("account_unknown");
      }
      const left = await store.transaction((work) => forgetPerson(work, room, whose.telegram));
      if (!left.ok) return left;
      if (left.value === null) return ok(false);
      return left.value.isErased ? forgetAll(left.value.account) : ok(true);
    },
    goesWith: async (whose) => {
      const found = await store.transaction(async (work) => {
        if ("account" in whose) return accountOf(work, whose.account);
        const account = await lastOwnedBy(work, room.names.personOf(whose.telegram));
        return account === null ? ok(null) : accountOf(work, account);
      });
      return flat(found);
    },
  };
};

/** The account that has no owner without this person, or whose suspension no owner ends by leaving; null: none. */
const lastOwnedBy = async (work: Work, person: string): Promise<string | null> => {
  const linked = await linkOf(work, person);
  if (linked?.role !== "owner") return null;
  const { account_id: account } = linked;
  const goes = (await isSuspended(work, account)) || !(await hasOwner(work, account, person));
  return goes ? account : null;
};

/** Null when the user has no account. A suspended one's link stays, or the erasure would end the suspension. */
const forgetPerson = async (work: Work, room: Room, userId: number) => {
  const person = room.names.personOf(userId);
  await work.deleteFrom("free_repeat").where("asker", "=", person).execute();
  await work.deleteFrom("open_question").where("user_id", "=", userId).execute();
  await work.deleteFrom("expectation").where("user_id", "=", userId).execute();
  await work.deleteFrom("expected_receipt").where("user_id", "=", userId).execute();
  // A private chat has its user's number.
  await work.deleteFrom("chat").where("chat_id", "=", userId).execute();
  await work.deleteFrom("delivery").where("chat_id", "=", userId).execute();
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
  await work.updateTable("group_binding").set({ bound_by: "" }).where("bound_by", "=", person).execute();
  const linked = await linkOf(work, person);
  if (linked === null) return null;
  const { account_id: account, role } = linked;
  const isBarred = role === "owner" && (await isSuspended(work, account));
  if (!isBarred) await unlink(work, room, userId, linked);
  await work
    .updateTable("receipt_history")
    .set({ asker: "" })
    .where("account_id", "=", account)
    .where("asker", "=", person)
    .execute();
  const isLast = role === "owner" && (isBarred || !(await hasOwner(work, account)));
  return { account, isErased: isLast && (await eraseAccount(work, account, room.now())) };
};
