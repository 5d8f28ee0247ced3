import { createPseudonym } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { deleteOldPictures } from "../../database/retention.ts";
import type { Store } from "../../database/store.ts";

/** A picture that a message shows, by the id by which Telegram tells pictures apart. */
type ShownPicture = { readonly chatId: number; readonly messageId: number; readonly picture: string };

/** Which picture each message was last seen with, kept as pseudonyms, so that every process knows it again. */
export type ShownPictures = {
  /** Notes it for an update. True: an earlier update of the message showed the same picture. */
  readonly note: (shown: ShownPicture, updateId: number) => Promise<Result<boolean, Failure>>;
  /** Forgets what was noted more than 48 hours ago: by then the message cannot be changed any more. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Pick<Store, "transaction">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createShownPictures = ({ store, secret, now }: Dependencies): ShownPictures => {
  const pseudonym = createPseudonym(secret, "shown picture");
  return {
    note: ({ chatId, messageId, picture }, updateId) =>
      store.transaction(async (work) => {
        const mark = pseudonym(chatId, messageId, picture);
        const before = await work
          .selectFrom("shown_picture")
          .select(["picture", "update_id"])
          .where("chat_id", "=", chatId)
          .where("message_id", "=", messageId)
          .executeTakeFirst();
        // An update that is worked off again after a crash may not have answered its own picture yet.
        if (before?.picture === mark) return before.update_id !== updateId;
        const noted = { picture: mark, update_id: updateId, noted_at: now().getTime() };
        await work
          .insertInto("shown_picture")
          .values({ chat_id: chatId, message_id: messageId, ...noted })
          .onConflict((conflict) => conflict.columns(["chat_id", "message_id"]).doUpdateSet(noted))
          .execute();
        return false;
      }),

    applyRetention: () => store.transaction((work) => deleteOldPictures(work, now())),
  };
};
