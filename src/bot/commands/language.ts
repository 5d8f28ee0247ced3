import { Composer } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import type { BotMemory } from "../../store/bot-memory.ts";
import { catalogues, languageOfTag, languages } from "../../texts/texts.ts";
import { type Chat, plain } from "../chat.ts";
import type { TalkContext } from "../talk.ts";
import { reply } from "./command-reply.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "rememberLanguage">;
  readonly chat: Pick<Chat, "edit" | "notify">;
};

/** `/lang`, alone or with a language's tag behind it, and the language buttons. */
export const createLanguage = ({ memory, chat }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  commands.command(["lang", "language"], async (ctx) => {
    const wanted = languageOfTag(ctx.match.trim());
    if (wanted === null) return reply(ctx, { ...plain(askLanguage), markup: languageButtons });
    await memory.rememberLanguage(ctx.chat.id, wanted);
    await reply(ctx, plain(catalogues[wanted].languageChosen));
  });

  commands.callbackQuery(/^lang:(\w{2,8})$/, async (ctx) => {
    const wanted = languageOfTag(ctx.match[1]);
    if (wanted === null || ctx.chatId === undefined) return chat.notify(ctx.callbackQuery.id);
    await memory.rememberLanguage(ctx.chatId, wanted);
    const { languageChosen, welcome } = catalogues[wanted];
    await chat.notify(ctx.callbackQuery.id, languageChosen);
    const shown = ctx.callbackQuery.message?.message_id;
    if (shown !== undefined)
      await chat.edit({ chatId: ctx.chatId, messageId: shown }, plain(`${languageChosen}\n\n${welcome}`));
  });

  return commands;
};

export const askLanguage = languages.map((language) => catalogues[language].chooseLanguage).join(" · ");

const buttons = languages.map((language) => ({
  text: catalogues[language].name,
  callback_data: `lang:${language}`,
}));

/** Two in a row, so that no name is cut on a narrow screen. */
export const languageButtons: InlineKeyboardMarkup = {
  inline_keyboard: [buttons.slice(0, 2), buttons.slice(2)],
};
