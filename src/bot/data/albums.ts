import { createSeal } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import type { OwnUpdate } from "../../database/inbox-rows.ts";
import { deleteOldAlbumParts } from "../../database/retention.ts";
import type { Store } from "../../database/store.ts";
import type { Inbox } from "./inbox.ts";

export type Album = { readonly chatId: number; readonly album: string };

/** What was said about one picture of an album, as text of the caller's making. */
type AlbumPart = { readonly messageId: number; readonly said: string; readonly isTold: boolean };

/** What was said about the pictures of albums, which arrive one by one, so that one message can tell of all of them. */
export type Albums = {
  /**
   * Notes it, and leaves in the inbox when to tell of the album, in one step. What was noted before stays when `said`
   * is null.
   */
  readonly note: (
    of: Album & {
      readonly messageId: number;
      /** Whether its caption, or that of a picture before it, names the bot. */
      readonly isAddressed: boolean;
    },
    said: string | null,
    summaries: readonly OwnUpdate[],
  ) => Promise<Result<void, Failure>>;
  /** Whether a picture of the album that was answered is noted as addressed to the bot, as its album is then. */
  readonly isAddressed: (of: Album) => Promise<boolean>;
  /** The part that a message is; null: it is none. */
  readonly partAt: (
    of: Pick<Album, "chatId"> & { readonly messageId: number },
  ) => Promise<(AlbumPart & Pick<Album, "album"> & { readonly isAddressed: boolean }) | null>;
  /** In the order of the album. */
  readonly partsOf: (of: Album) => Promise<readonly AlbumPart[]>;
  readonly markSummarised: (of: Album, messageIds: readonly number[]) => Promise<Result<void, Failure>>;
  /** Forgets what was noted more than 48 hours ago: by then it cannot be edited any more. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Store;
  readonly secret: string;
  readonly inbox: Pick<Inbox, "add">;
  readonly now: () => Date;
};

export const createAlbums = ({ store, secret, inbox, now }: Dependencies): Albums => {
  const seal = createSeal(secret, "album");
  const contextOf = (chatId: number, messageId: number): string => `${chatId} ${messageId}`;

  return {
    note: ({ chatId, album, messageId, isAddressed }, said, telling) =>
      store.transaction(async (trx) => {
        const sealed = seal.close(contextOf(chatId, messageId), said ?? "");
        const row = {
          album,
          is_addressed: isAddressed ? 1 : 0,
          said: sealed,
          is_told: 0,
          noted_at: now().getTime(),
        };
        await trx
          .insertInto("album_part")
          .values({ chat_id: chatId, message_id: messageId, ...row })
          .onConflict((conflict) => {
            const known = conflict.columns(["chat_id", "message_id"]);
            return said === null ? known.doNothing() : known.doUpdateSet(row);
          })
          .execute();
        for (const own of telling) await inbox.add(trx, own);
      }),

    isAddressed: async ({ chatId, album }) => {
      const addressed = await store.db
        .selectFrom("album_part")
        .select("message_id")
        .where("chat_id", "=", chatId)
        .where("album", "=", album)
        .where("is_addressed", "=", 1)
        .executeTakeFirst();
      return addressed !== undefined;
    },

    partAt: async ({ chatId, messageId }) => {
      const row = await store.db
        .selectFrom("album_part")
        .selectAll()
        .where("chat_id", "=", chatId)
        .where("message_id", "=", messageId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const said = seal.open(contextOf(chatId, messageId), row.said);
      return {
        messageId,
        album: row.album,
        said,
        isTold: row.is_told === 1,
        isAddressed: row.is_addressed === 1,
      };
    },

    partsOf: async ({ chatId, album }) => {
      const rows = await store.db
        .selectFrom("album_part")
        .selectAll()
        .where("chat_id", "=", chatId)
        .where("album", "=", album)
        .orderBy("message_id")
        .execute();
      return rows.map(({ message_id, said, is_told }) => ({
        messageId: message_id,
        said: seal.open(contextOf(chatId, message_id), said),
        isTold: is_told === 1,
      }));
    },

    markSummarised: ({ chatId, album }, messageIds) =>
      store.transaction(async (trx) => {
        await trx
          .updateTable("album_part")
          .set({ is_told: 1 })
          .where("chat_id", "=", chatId)
          .where("album", "=", album)
          .where("message_id", "in", messageIds)
          .execute();
      }),

    applyRetention: () => store.transaction((trx) => deleteOldAlbumParts(trx, now())),
  };
};
