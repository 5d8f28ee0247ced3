import type { Message, User } from "grammy/types";
import { type Candidate, candidatesOf, requestKeyOf } from "../../verify/candidates.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import { hiddenLinksOf, readableText, visibleText } from "./message-text.ts";

/** What a message says, and the receipts behind its words that are left out of that. */
type Read = { readonly text: string; readonly hidden: readonly Candidate[] };

/**
 * Reads a message. The receipt of one link behind words belongs to it, as in a bank's message. Where such links lead to
 * several receipts that the message does not name, none of the links is read: a person who passes the message on does not
 * see them, and would pay for each.
 */
export const createReadMessage =
  (detect: (text: string) => Detection) =>
  (message: Message, me: Pick<User, "username">): Read => {
    const text = readableText(message, me);
    if (hiddenLinksOf(message).length === 0) return { text, hidden: [] };
    const visible = visibleText(message, me);
    const named = new Set(candidatesOf(detect(visible)).flat().map(requestKeyOf));
    const hidden = candidatesOf(detect(text)).flatMap(([best]) =>
      best === undefined || named.has(requestKeyOf(best)) ? [] : [best],
    );
    return hidden.length > 1 ? { text: visible, hidden } : { text, hidden: [] };
  };
