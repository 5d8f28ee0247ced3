import type { Retries } from "./retries.ts";
import { statement } from "./statement.ts";
import type { Store } from "./store.ts";

type Dependencies = {
  readonly store: Pick<Store, "transaction">;
  /** Under which a chat's receipt is kept. */
  readonly nameOf: (chatId: number, receipt: string) => string;
};

/** Ends what nobody waits for any more. */
export const createForgetting = ({
  store,
  nameOf,
}: Dependencies): Pick<Retries, "answered" | "forget" | "forgetBefore"> => ({
  answered: async (work, chatId, receipt) => {
    await forgetOne(work, { chatId, name: nameOf(chatId, receipt) });
  },

  forget: (chatId) =>
    store.transaction(async (work) => {
      await work.deleteFrom("retry").where("chat_id", "=", chatId).execute();
    }),

  forgetBefore: (updateId, { chatId, messageId }) =>
    store.transaction(async (work) => {
      // What an update plans is kept with what it says.
      const said = work
        .selectFrom("delivery")
        .select("delivery.slot")
        .where("delivery.chat_id", "=", chatId)
        .where("delivery.message_id", "=", messageId)
        .where("delivery.update_id", "=", updateId);
      const ended = await work
        .deleteFrom("retry")
        .where("chat_id", "=", chatId)
        .where("message_id", "=", messageId)
        .where((eb) => eb.not(eb.exists(said)))
        .returning("id")
        .execute();
      return ended.length;
    }),
});

const forgetOne = statement((work, { chatId, name }: { readonly chatId: number; readonly name: string }) =>
  work.deleteFrom("retry").where("chat_id", "=", chatId).where("receipt", "=", name),
);
