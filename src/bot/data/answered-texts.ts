import type { ChatMessage } from "../../accounts/accounts.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { deleteOldAnsweredTexts } from "../../database/retention.ts";
import type { Store } from "../../database/store.ts";

/** Which text of a message its answers are about, by the update that brought that text. */
export type AnsweredTexts = {
  readonly note: (message: ChatMessage, updateId: number) => Promise<Result<void, Failure>>;
  /** Null: none was noted. */
  readonly updateIdOf: (message: ChatMessage) => Promise<number | null>;
  /** Forgets what was noted more than 48 hours ago, when the messages cannot be changed any more. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = { readonly store: Pick<Store, "db" | "transaction">; readonly now: () => Date };

export const createAnsweredTexts = ({ store, now }: Dependencies): AnsweredTexts => ({
  note: ({ chatId, messageId }, updateId) =>
    store.transaction(async (trx) => {
      const noted = { update_id: updateId, noted_at: now().getTime() };
      await trx
        .insertInto("answered_text")
        .values({ chat_id: chatId, message_id: messageId, ...noted })
        .onConflict((conflict) => conflict.columns(["chat_id", "message_id"]).doUpdateSet(noted))
        .execute();
    }),

  updateIdOf: async ({ chatId, messageId }) => {
    const noted = await store.db
      .selectFrom("answered_text")
      .select("update_id")
      .where("chat_id", "=", chatId)
      .where("message_id", "=", messageId)
      .executeTakeFirst();
    return noted?.update_id ?? null;
  },

  applyRetention: () => store.transaction((trx) => deleteOldAnsweredTexts(trx, now())),
});
