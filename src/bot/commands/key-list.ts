import { z } from "zod";
import type { Accounts } from "../../accounts/accounts.ts";
import type { BotMemory } from "../../store/bot-memory.ts";
import type { Language } from "../../texts/texts.ts";
import type { Chat, Place, Reply } from "../chat.ts";
import type { TalkContext } from "../talk.ts";
import { refusalReply } from "./command-reply.ts";
import { buttonsOf, isActive, renderKeys } from "./key-menu.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "ask">;
  readonly accounts: Pick<Accounts, "listKeys">;
  readonly chat: Pick<Chat, "edit" | "dropButtons">;
  readonly now: () => Date;
};

/** What a menu's buttons lead to; each menu is good for one press. `keys` are ids, `list` the message with the list. */
export const menuSchema = z.strictObject({ keys: z.array(z.string()), list: z.int().optional() });

const menuTtlMs = 60 * 60 * 1000;

/** The list of an account's keys, and the presses that it waits for. */
export const createKeyList = ({ memory, accounts, chat, now }: Dependencies) => {
  const askWith = async (ctx: TalkContext, keys: readonly string[], list?: number) =>
    memory.ask({
      chatId: ctx.chatId ?? 0,
      userId: ctx.from?.id ?? 0,
      kind: "key",
      payload: JSON.stringify({ keys, list }),
      ttlMs: menuTtlMs,
    });

  const menu = async (ctx: TalkContext, account: string, language: Language): Promise<Reply> => {
    const listed = await accounts.listKeys(account);
    if (!listed.ok) return refusalReply(listed.error, language);
    const active = listed.value.filter((key) => isActive(key, now()));
    const { id } = await askWith(
      ctx,
      active.map((key) => key.id),
    );
    return { ...renderKeys(active, language), markup: { inline_keyboard: buttonsOf(id, active, language) } };
  };

  /** Shows the list as it is by now, with buttons for the next press. */
  const refresh = async (ctx: TalkContext, account: string, language: Language, list: Place) => {
    if (!(await chat.edit(list, await menu(ctx, account, language)))) await chat.dropButtons(list);
  };

  return { askWith, menu, refresh };
};
