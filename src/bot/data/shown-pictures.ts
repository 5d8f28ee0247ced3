import type { ChatMessage } from "../../accounts/accounts.ts";
import { createPseudonym } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { deleteOldPictures } from "../../database/retention.ts";
import type { Database } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

/**
 * By what a message is answered: its picture, by the id by which Telegram tells pictures apart, with what is claimed beside
 * it; its words; or nothing any more.
 */
export type AnsweredBy =
  | { readonly kind: "picture"; readonly picture: string; readonly claims: string }
  | { readonly kind: "words" | "nothing" };

/** By what each message with a picture is answered, kept as pseudonyms, so that every process knows its picture again. */
export type ShownPictures = {
  /**
   * Notes it for an update. True: so it was by an earlier update of the message, which had begun to answer (`isBegun`).
   * Where the earlier one ended before it said anything, the message is this update's to answer.
   */
  readonly note: (
    at: ChatMessage,
    by: AnsweredBy,
    update: { readonly updateId: number; readonly isBegun: boolean },
  ) => Promise<Result<boolean, Failure>>;
  /** Whether a message is answered by this picture. `claims` null: with whatever was claimed beside it. */
  readonly isAnsweredBy: (
    at: ChatMessage,
    by: { readonly picture: string; readonly claims: string | null },
  ) => Promise<Result<boolean, Failure>>;
  /** Forgets what was noted for an update that leaves its message to another one. */
  readonly forget: (at: ChatMessage, updateId: number) => Promise<Result<void, Failure>>;
  /** Forgets what was noted more than 48 hours ago: by then the message cannot be changed any more. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Pick<Store, "transaction" | "read">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createShownPictures = ({ store, secret, now }: Dependencies): ShownPictures => {
  const pseudonym = createPseudonym(secret, "shown picture");
  const pictureMark = ({ chatId, messageId }: ChatMessage, picture: string): string =>
    `${pseudonym(chatId, messageId, picture)} `;
  const markOf = (at: ChatMessage, by: AnsweredBy): string => {
    const { chatId, messageId } = at;
    if (by.kind !== "picture") return pseudonym(chatId, messageId, by.kind);
    return pictureMark(at, by.picture) + pseudonym(chatId, messageId, by.picture, by.claims);
  };
  return {
    note: (at, by, { updateId, isBegun }) =>
      store.transaction(async (trx) => {
        const { chatId, messageId } = at;
        const mark = markOf(at, by);
        const before = await findNoted(trx, at);
        // An update that is worked off again after a crash may not have answered its own picture yet.
        if (before?.picture === mark && isBegun) return before.update_id !== updateId;
        const noted = { picture: mark, update_id: updateId, noted_at: now().getTime() };
        await trx
          .insertInto("shown_picture")
          .values({ chat_id: chatId, message_id: messageId, ...noted })
          .onConflict((conflict) => conflict.columns(["chat_id", "message_id"]).doUpdateSet(noted))
          .execute();
        return false;
      }),

    isAnsweredBy: (at, { picture, claims }) =>
      store.read(async (db) => {
        const noted = (await findNoted(db, at))?.picture ?? "";
        return claims === null
          ? noted.startsWith(pictureMark(at, picture))
          : noted === markOf(at, { kind: "picture", picture, claims });
      }),

    forget: ({ chatId, messageId }, updateId) =>
      store.transaction(async (trx) => {
        await trx
          .deleteFrom("shown_picture")
          .where("chat_id", "=", chatId)
          .where("message_id", "=", messageId)
          .where("update_id", "=", updateId)
          .execute();
      }),

    applyRetention: () => store.transaction((trx) => deleteOldPictures(trx, now())),
  };
};

const findNoted = (db: Database, { chatId, messageId }: ChatMessage) =>
  db
    .selectFrom("shown_picture")
    .select(["picture", "update_id"])
    .where("chat_id", "=", chatId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
