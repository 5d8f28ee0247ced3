import { ok } from "../result.ts";
import type { Work } from "../store/schema.ts";
import type { Room } from "./accounts.ts";
import { eraseAccount, forgetAsked } from "./erasure.ts";
import { leave, linkOf } from "./linking.ts";
import { type AtDesk, refuse } from "./refusal.ts";

/** What belongs to a person. */
export type Erased = { readonly account: string } | { readonly telegram: number };

export type Erasing = {
  /**
   * Removes names, links, keys and history at once and for good. Entries of the ledger and credited receipts stay
   * under the account's random id. A Telegram user's account goes with its last owner; staff only leaves it. False:
   * there was nothing. Refused: `account_unknown`.
   */
  readonly erase: (whose: Erased) => AtDesk<boolean>;
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
  };
};

/** Null when the user has no account. */
const forgetPerson = async (work: Work, { names, now }: Room, userId: number) => {
  const person = names.personOf(userId);
  await work.deleteFrom("chat_answer").where("person", "=", person).execute();
  const linked = await linkOf(work, person);
  return linked && leave(work, { names, now }, userId, linked);
};
