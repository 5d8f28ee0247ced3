import { GrammyError } from "grammy";
import type { ChatMemberUpdated, Update } from "grammy/types";
import type { Retries } from "../data/retries.ts";
import { messageOf } from "./arrival.ts";
import { postponement } from "./postponement.ts";

type Dependencies = { readonly retries: Pick<Retries, "forget">; readonly now: () => Date };

/** Chats remembered as gone, at most. */
const chatsMax = 10_000;

/**
 * Chats that have blocked or removed the bot. Nothing can be sent there, so nothing is looked up, counted or tried
 * again for them until they are back.
 */
export const createGoneChats = ({ retries, now }: Dependencies) => {
  const gone = new Map<number, Date>();

  const leave = async (chatId: number): Promise<void> => {
    gone.set(chatId, now());
    for (const oldest of [...gone.keys()].slice(0, -chatsMax)) gone.delete(oldest);
    const forgotten = await retries.forget(chatId);
    if (!forgotten.ok) throw postponement(forgotten.error);
  };

  return {
    /** Notes that Telegram refuses to send anything to the chat. */
    leave,
    /** Notes that the bot was blocked, removed, added or unblocked. */
    notice: async ({ chat, new_chat_member: { status } }: ChatMemberUpdated): Promise<void> => {
      if (status === "kicked" || status === "left") return leave(chat.id);
      gone.delete(chat.id);
    },
    /** Whether an update is older than the departure of its chat. A later message means that the chat is back. */
    isLeftBehind: (update: Update): boolean => {
      const message = messageOf(update);
      const since = message && gone.get(message.chat.id);
      if (message === undefined || since === undefined) return false;
      if ((message.edit_date ?? message.date) * 1000 <= since.getTime()) return true;
      gone.delete(message.chat.id);
      return false;
    },
  };
};

export type GoneChats = ReturnType<typeof createGoneChats>;

/** The chat that an error of Telegram (403) is about, or null. */
export const goneChatOf = (error: unknown): number | null => {
  if (!(error instanceof GrammyError) || error.error_code !== 403) return null;
  const chatId: unknown = error.payload.chat_id;
  return typeof chatId === "number" ? chatId : null;
};
