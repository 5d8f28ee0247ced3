import type { Message, Update } from "grammy/types";
import { createLruCache } from "../../../core/lru-cache.ts";
import type { Inbox, Unfinished } from "../../data/inbox.ts";

/** Messages of groups whose newest change that had to wait is remembered, at most. */
const messagesMax = 1_000;

/** A message as it was changed by an update. */
export type Change = { readonly updateId: number; readonly message: Message };

type UnfinishedChange = Change & Omit<Unfinished, "payload">;

/** A change that is not worked off; null: it is, or what was kept of it is damaged. */
export const findUnfinishedChange = async (
  inbox: Pick<Inbox, "unfinished">,
  updateId: number,
): Promise<UnfinishedChange | null> => {
  const unfinished = await inbox.unfinished(updateId);
  const update: Update | null = JSON.parse(unfinished?.payload ?? "null");
  const message = update?.edited_message;
  if (unfinished === null || message === undefined) return null;
  return { updateId, message, isClaimed: unfinished.isClaimed, isNext: unfinished.isNext };
};

/** The newest change without a key of each message that had to wait for its turn, as far as this process remembers. */
export const createNewestChanges = () => {
  const newest = createLruCache<string, Change & { isAnswered: boolean }>(messagesMax);
  const nameOf = ({ chat, message_id: messageId }: Message): string => `${chat.id} ${messageId}`;
  return {
    note: ({ updateId, message }: Change): void => {
      const known = newest.get(nameOf(message));
      if (known === undefined || known.updateId < updateId)
        newest.set(nameOf(message), { updateId, message, isAnswered: false });
    },
    /** The newest change of a message since this update of it; null: none. */
    since: (message: Message, updateId: number): Change | null => {
      const known = newest.get(nameOf(message));
      return known !== undefined && known.updateId > updateId ? known : null;
    },
    /** Notes that a message was answered in an earlier turn as this change shows it. */
    noteAnswered: ({ message, updateId }: Change): void => {
      const known = newest.get(nameOf(message));
      if (known?.updateId === updateId) known.isAnswered = true;
    },
    /** Whether a message was answered in an earlier turn as this change shows it. */
    isAnswered: ({ message, updateId }: Change): boolean => {
      const known = newest.get(nameOf(message));
      return known?.updateId === updateId && known.isAnswered;
    },
  };
};

export type NewestChanges = ReturnType<typeof createNewestChanges>;
