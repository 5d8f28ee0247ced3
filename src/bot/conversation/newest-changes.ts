import type { Message, Update } from "grammy/types";
import { createLruCache } from "../../core/lru-cache.ts";

/** Messages of groups whose newest change is remembered, at most; of those beyond, each change is answered. */
const messagesMax = 5_000;

/** The newest change of each message of a group, from when it arrives, as far as this process remembers. */
export const createNewestChanges = () => {
  const newest = createLruCache<string, number>(messagesMax);
  const nameOf = ({ chat, message_id: messageId }: Message): string => `${chat.id} ${messageId}`;
  /** Whether a message was changed again since this update of it, so that the update of that change answers it. */
  const isOutdated = (message: Message, updateId: number): boolean =>
    (newest.get(nameOf(message)) ?? updateId) > updateId;
  return {
    isOutdated,
    note: ({ update_id: updateId, edited_message: changed }: Update): void => {
      if (changed === undefined || changed.chat.type === "private") return;
      if (!isOutdated(changed, updateId)) newest.set(nameOf(changed), updateId);
    },
  };
};

export type NewestChanges = ReturnType<typeof createNewestChanges>;
