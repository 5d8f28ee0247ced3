import type { Message } from "grammy/types";
import { createLruCache } from "../../core/lru-cache.ts";
import { createSlidingWindow, type SlidingWindow } from "../../core/sliding-window.ts";

/** Messages of a chat that are read when they arrive, within `windowMs`; the others are read in their turn. */
const earlyMax = 5;
const windowMs = 10_000;
const chatsMax = 5_000;

/**
 * Whether a message is read as soon as it arrives, so that its sender sees 👀 while those before it are worked on. Reading
 * takes up to 30 ms, and all messages that are forwarded at one go arrive together.
 */
export const createEarlyNotice = (now: () => Date): ((message: Pick<Message, "chat">) => boolean) => {
  const chats = createLruCache<number, SlidingWindow<null>>(chatsMax);
  return ({ chat }) => {
    const recent = chats.get(chat.id) ?? createSlidingWindow<null>(windowMs, () => now().getTime());
    chats.set(chat.id, recent);
    if (recent.events().length >= earlyMax) return false;
    recent.add(null);
    return true;
  };
};
