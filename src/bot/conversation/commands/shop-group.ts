import type { Message } from "grammy/types";
import type { Accounts } from "../../../accounts/accounts.ts";
import type { Chat } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount">;
  readonly chat: Pick<Chat, "isAdministrator">;
};

/** Who wants to change what holds for a whole group. */
type Changing = {
  readonly chatId: number;
  /** Negative: the group or the channel in whose name they write. */
  readonly userId: number;
  /** The shop that the group belongs to; null: none. */
  readonly shop: string | null;
  /** The identity in whose name they write; unset: their own. */
  readonly senderChat?: Message["sender_chat"];
};

/** In the group of a shop its people and the group's administrators change what holds for all, and no customer does. */
export const createMayChange =
  ({ accounts, chat }: Dependencies) =>
  async ({ chatId, userId, shop, senderChat }: Changing): Promise<boolean> => {
    // Any member may write as a channel. Telegram lets administrators alone write as the group.
    if (shop === null || senderChat?.id === chatId) return true;
    if (userId < 0) return false;
    const linked = orLater(await accounts.telegramAccount(userId));
    return linked?.account === shop || (await chat.isAdministrator(chatId, userId)) === true;
  };
