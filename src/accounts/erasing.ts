import { flat, ok } from "../result.ts";
import type { Room } from "./accounts.ts";
import { eraseAccount } from "./erasure.ts";
import { leave, linkOf } from "./linking.ts";
import { type AtDesk, refuse } from "./refusal.ts";

/** What belongs to a person. */
export type Erased = { readonly account: string } | { readonly telegram: number };

export type Erasing = {
  /**
   * Removes names, links, history and keys at once and for good. Entries of the ledger and credited receipts stay
   * under the account's random id. A Telegram user's account goes with its last owner; staff only leaves it. False:
   * there was nothing. Refused: `account_unknown`.
   */
  readonly erase: (whose: Erased) => AtDesk<boolean>;
};

export const createErasing = ({ store, names, now }: Room): Erasing => ({
  erase: async (whose) =>
    flat(
      await store.transaction(async (work) => {
        if ("account" in whose) {
          const erased = await eraseAccount(work, whose.account, now());
          return erased ? ok(true) : refuse("account_unknown");
        }
        const person = names.personOf(whose.telegram);
        await work.deleteFrom("chat_answer").where("person", "=", person).execute();
        const linked = await linkOf(work, person);
        if (linked === null) return ok(false);
        await leave(work, { names, now }, whose.telegram, linked);
        return ok(true);
      }),
    ),
});
