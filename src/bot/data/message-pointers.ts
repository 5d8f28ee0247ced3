import type { ChatMessage } from "../../accounts/accounts.ts";
import { createSeal } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { deleteOldPointers } from "../../database/retention.ts";
import type { Database, Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

/** A message that points to another one of its chat. */
export type MessagePointer = ChatMessage & { readonly pointingId: number };

/** The mark of what a message shows, and the update that tells so. */
export type MessageState = { readonly shows: string; readonly updateId: number };

/** Who points to the messages of groups, and what those messages show by now. */
export type MessagePointers = {
  /** Notes a pointer in place of what was noted of it before. `said`: text of the caller's making. */
  readonly note: (pointer: MessagePointer, said: string) => Promise<Result<void, Failure>>;
  /** The pointers to a message. */
  readonly to: (
    message: ChatMessage,
  ) => Promise<readonly { readonly pointer: MessagePointer; readonly said: string }[]>;
  /** Drops a pointer, and does something else once in that transaction; neither where it is gone. */
  readonly release: (
    pointer: MessagePointer,
    alongside: (trx: Transaction) => Promise<void>,
  ) => Promise<Result<void, Failure>>;
  /** Notes what a message shows, unless a later update told what it shows. Resolves with what is noted now. */
  readonly noteState: (message: ChatMessage, state: MessageState) => Promise<Result<MessageState, Failure>>;
  /** Null: nothing was noted. */
  readonly stateOf: (message: ChatMessage) => Promise<MessageState | null>;
  /** Forgets what was noted more than 48 hours ago, when the messages cannot be changed any more. */
  readonly applyRetention: () => Promise<Result<void, Failure>>;
};

type Dependencies = {
  readonly store: Pick<Store, "db" | "transaction">;
  readonly secret: string;
  readonly now: () => Date;
};

export const createMessagePointers = ({ store, secret, now }: Dependencies): MessagePointers => {
  const pointers = createSeal(secret, "message pointer");
  const states = createSeal(secret, "message state");

  const findState = async (db: Database, message: ChatMessage): Promise<MessageState | null> => {
    const row = await db
      .selectFrom("message_state")
      .select(["shows", "update_id"])
      .where((eb) => eb.and(keyOf(message)))
      .executeTakeFirst();
    return row ? { shows: states.open(contextOf(message), row.shows), updateId: row.update_id } : null;
  };

  return {
    note: (pointer, said) =>
      store.transaction(async (trx) => {
        const noted = { said: pointers.close(contextOfPointer(pointer), said), noted_at: now().getTime() };
        await trx
          .insertInto("message_pointer")
          .values({ ...keyOf(pointer), pointing_id: pointer.pointingId, ...noted })
          .onConflict((conflict) =>
            conflict.columns(["chat_id", "message_id", "pointing_id"]).doUpdateSet(noted),
          )
          .execute();
      }),

    to: async (message) => {
      const rows = await store.db
        .selectFrom("message_pointer")
        .select(["pointing_id", "said"])
        .where((eb) => eb.and(keyOf(message)))
        .orderBy("pointing_id")
        .execute();
      return rows.map((row) => {
        const pointer = { ...message, pointingId: row.pointing_id };
        return { pointer, said: pointers.open(contextOfPointer(pointer), row.said) };
      });
    },

    release: (pointer, alongside) =>
      store.transaction(async (trx) => {
        const released = await trx
          .deleteFrom("message_pointer")
          .where((eb) => eb.and({ ...keyOf(pointer), pointing_id: pointer.pointingId }))
          .executeTakeFirst();
        if (released.numDeletedRows > 0n) await alongside(trx);
      }),

    noteState: (message, state) =>
      store.transaction(async (trx) => {
        const { shows, updateId: update_id } = state;
        const noted = {
          update_id,
          shows: states.close(contextOf(message), shows),
          noted_at: now().getTime(),
        };
        await trx
          .insertInto("message_state")
          .values({ ...keyOf(message), ...noted })
          .onConflict((conflict) =>
            conflict
              .columns(["chat_id", "message_id"])
              .doUpdateSet(noted)
              .where("message_state.update_id", "<=", update_id),
          )
          .execute();
        return (await findState(trx, message)) ?? state;
      }),

    stateOf: (message) => findState(store.db, message),

    applyRetention: () => store.transaction((trx) => deleteOldPointers(trx, now())),
  };
};

const keyOf = ({ chatId, messageId }: ChatMessage) => ({ chat_id: chatId, message_id: messageId });

const contextOf = ({ chatId, messageId }: ChatMessage): string => `${chatId} ${messageId}`;

const contextOfPointer = (pointer: MessagePointer): string => `${contextOf(pointer)} ${pointer.pointingId}`;
