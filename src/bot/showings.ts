import type { Place } from "./chat.ts";
import type { Spot } from "./look-ups.ts";

/** What shows a receipt in a chat, for the account's history: one of the answers about a message. */
export const showingOf = ({ chatId, messageId }: Place, slot: string): string =>
  `${messageNameOf(chatId, messageId)}${slot}`;

const messageNameOf = (chatId: number, messageId: number): string => `chat ${chatId} message ${messageId} `;

/**
 * Whether a receipt that was seen before was brought by this very message, before it was changed or asked about again.
 * A message with several receipts might name one of them twice, so that there the answer must be the same one, too.
 */
export const isSameShowing = (
  first: string | null,
  place: Place,
  { slot, isOnly }: Pick<Spot, "slot" | "isOnly">,
): boolean =>
  first !== null &&
  (first === showingOf(place, slot) ||
    (isOnly && first.startsWith(messageNameOf(place.chatId, place.messageId))));
