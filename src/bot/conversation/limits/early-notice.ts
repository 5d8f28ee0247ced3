import type { Message, Update } from "grammy/types";
import { createRecentBudget } from "./recent-budget.ts";

/** Messages and changes in a chat that are read when they arrive, within `windowMs`; the others are read in their turn. */
const limits = { max: 5, windowMs: 10_000, keysMax: 5_000 };

/**
 * Takes one of the early notices of a chat; false: none is left. A message with one is read as soon as it arrives, so that
 * its sender sees 👀 while those before it are worked on. Reading takes up to 30 ms, and all messages that are forwarded at
 * one go arrive together, as do the changes that a program makes of one.
 */
export const createTakeEarlyNotice = (
  now: () => Date,
): ((update: Pick<Update, "update_id">, message: Pick<Message, "chat">) => boolean) => {
  const recent = createRecentBudget<number>(limits, now);
  return ({ update_id: updateId }, { chat }) => recent.take(chat.id, updateId);
};
