import { createPseudonym } from "../core/crypto.ts";
import { flat, ok } from "../core/result.ts";
import type { Store } from "../database/store.ts";
import { type Actor, operator } from "./audit.ts";
import { mayChange } from "./permission.ts";
import { createPseudonyms } from "./pseudonyms.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** A receiver as a receipt prints it, and the receipt. `bank`: a label, a printed name, or `""` where it is not known. */
type AskedReceiver = {
  readonly receiver: { readonly bank: string; readonly number: string; readonly name: string };
  readonly receipt: { readonly provider: string; readonly reference: string };
};

/** `mine` is about one receipt, `not_mine` about its receiver on every receipt. */
export type ReceiverAnswer = "mine" | "not_mine";

/** A merchant's answers to "is that you?", kept under pseudonyms without names and numbers. */
export type ReceiverAnswers = {
  /** Rejects while the database is away. */
  readonly of: (account: string, asked: AskedReceiver) => Promise<ReceiverAnswer | null>;
  /** Replaces earlier answers about the receipt and its receiver; null takes them back. `by` unset: the operator. Refused: `not_owner`. */
  readonly keep: (
    account: string,
    asked: AskedReceiver,
    answer: ReceiverAnswer | null,
    by?: Actor,
  ) => AdminResult<void>;
};

type Dependencies = {
  readonly store: Pick<Store, "db" | "transaction">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createReceiverAnswers = ({ store, secret, now }: Dependencies): ReceiverAnswers => {
  const people = createPseudonyms(secret);
  const pseudonymOf: (account: string, ...parts: readonly string[]) => string = createPseudonym(
    secret,
    "receiver answer",
  );
  const pseudonymsOf = (account: string, { receiver, receipt }: AskedReceiver) => ({
    mine: pseudonymOf(account, "receipt", receipt.provider, receipt.reference.toUpperCase()),
    not_mine: pseudonymOf(account, "receiver", receiver.bank, receiver.number, receiver.name.toLowerCase()),
  });

  return {
    of: async (account, asked) => {
      const pseudonyms = pseudonymsOf(account, asked);
      const rows = await store.db
        .selectFrom("receiver_answer")
        .select("answer")
        .where("account_id", "=", account)
        .where("pseudonym", "in", Object.values(pseudonyms))
        .orderBy("answer")
        .execute();
      // "mine" is about this receipt and wins over a "not mine" about an earlier one.
      return rows[0]?.answer ?? null;
    },

    keep: async (account, asked, answer, by = operator) =>
      flat(
        await store.transaction(async (trx): AdminResult<void> => {
          if (!(await mayChange(trx, { pseudonyms: people }, account, by))) return refuse("not_owner");
          const pseudonyms = pseudonymsOf(account, asked);
          await trx
            .deleteFrom("receiver_answer")
            .where("account_id", "=", account)
            .where("pseudonym", "in", Object.values(pseudonyms))
            .execute();
          if (answer === null) return ok(undefined);
          await trx
            .insertInto("receiver_answer")
            .values({
              account_id: account,
              pseudonym: pseudonyms[answer],
              answer,
              answered_at: now().getTime(),
            })
            .execute();
          return ok(undefined);
        }),
      ),
  };
};
