import type { Message } from "grammy/types";
import { createRecentBudget } from "./recent-budget.ts";

/** Messages of a chat that are read when they arrive, within `windowMs`; the others are read in their turn. */
const limits = { max: 5, windowMs: 10_000, keysMax: 5_000 };

/**
 * Whether a message is read as soon as it arrives, so that its sender sees 👀 while those before it are worked on. Reading
 * takes up to 30 ms, and all messages that are forwarded at one go arrive together.
 */
export const createEarlyNotice = (
  now: () => Date,
): ((message: Pick<Message, "chat" | "message_id">) => boolean) => {
  const isAdmitted = createRecentBudget<number>(limits, now);
  return ({ chat, message_id: messageId }) => isAdmitted(chat.id, messageId);
};
