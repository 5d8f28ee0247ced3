import { Composer } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import { catalogues, isBeta, type Language, languageOfTag, languages } from "../../../texts/texts.ts";
import type { TopUp } from "../../../verify/top-up/top-up.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, plain } from "../../telegram/chat.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, reply } from "./command-reply.ts";
import { menuIn, type Welcome } from "./menu.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "rememberLanguage">;
  readonly welcome: Welcome;
  readonly chat: Pick<Chat, "edit" | "notify" | "listCommands">;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: TopUp | null;
};

/** `/lang`, alone or with a language's tag behind it, and the language buttons. */
export const createLanguage = ({ memory, welcome, chat, topUp = null }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  /** Answers the chat in this language from now on, and lists its commands in it. */
  const choose = async (ctx: TalkContext, chatId: number, language: Language): Promise<void> => {
    await memory.rememberLanguage(chatId, language);
    const menu = menuIn(language, { isPrivate: isPrivate(ctx), topUp: topUp !== null });
    // The answer does not wait for the menu.
    void chat.listCommands(chatId, menu);
  };

  commands.command(["lang", "language"], async (ctx) => {
    const wanted = languageOfTag(ctx.match.trim());
    if (wanted === null) return reply(ctx, { ...plain(askLanguage), markup: languageButtons });
    await choose(ctx, ctx.chat.id, wanted);
    await reply(ctx, plain(catalogues[wanted].languageChosen));
  });

  commands.callbackQuery(/^lang:(\w{2,8})$/, async (ctx) => {
    const wanted = languageOfTag(ctx.match[1]);
    if (wanted === null || ctx.chatId === undefined) return chat.notify(ctx.callbackQuery.id);
    await choose(ctx, ctx.chatId, wanted);
    const { languageChosen } = catalogues[wanted];
    await chat.notify(ctx.callbackQuery.id, languageChosen);
    const shown = ctx.callbackQuery.message?.message_id;
    const said = await welcome(wanted, isPrivate(ctx) ? ctx.from.id : null);
    const text = `${languageChosen}\n\n${said.text}`;
    if (shown !== undefined) await chat.edit({ chatId: ctx.chatId, messageId: shown }, { ...said, text });
  });

  return commands;
};

export const askLanguage = languages.map((language) => catalogues[language].chooseLanguage).join("\n");

const buttons = languages.map((language) => ({
  text: isBeta(language) ? `${catalogues[language].name} (beta)` : catalogues[language].name,
  callback_data: `lang:${language}`,
}));

/** Two in a row, so that no name is cut off on a narrow screen. */
export const languageButtons: InlineKeyboardMarkup = {
  inline_keyboard: [buttons.slice(0, 2), buttons.slice(2)],
};
