import type { SeenBefore, Showing } from "../accounts/accounts.ts";
import type { Place } from "./chat.ts";
import type { Spot } from "./look-ups.ts";

/** What shows a receipt in a chat, for the account's history: one of the answers about a message. */
export const showingOf = ({ chatId, messageId }: Place, slot: string): Showing => ({
  occasion: `chat ${chatId} message ${messageId}`,
  part: slot,
  message: { chatId, messageId },
});

/**
 * Whether a receipt that was seen before was brought by this very message, before it was changed. A message with several
 * receipts might name one of them twice, so that there the answer must be the same one, too.
 */
export const isSameShowing = (seenBefore: SeenBefore | null, { isOnly }: Pick<Spot, "isOnly">): boolean =>
  seenBefore?.by === "this" || (isOnly && seenBefore?.by === "this occasion");
