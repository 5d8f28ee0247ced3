import { Composer } from "grammy";
import type { CallbackQuery, InlineKeyboardMarkup, Message } from "grammy/types";
import type { Accounts } from "../../../accounts/accounts.ts";
import { calendars, formatBothDays, isCalendar } from "../../../texts/dates.ts";
import { catalogues, isBeta, type Language, languageOfTag, languages } from "../../../texts/texts.ts";
import type { TopUp } from "../../../verify/top-up/top-up.ts";
import type { BotMemory } from "../../data/memory.ts";
import { callerIn } from "../../telegram/arrival.ts";
import { type Chat, plain } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, messageOfOwnButton, reply } from "./command-reply.ts";
import { menuIn, type Welcome } from "./menu.ts";
import { createMayChange } from "./shop-group.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "rememberLanguage" | "rememberCalendar">;
  readonly welcome: Welcome;
  readonly accounts: Pick<Accounts, "telegramAccount" | "groupAccount">;
  readonly chat: Pick<Chat, "edit" | "notify" | "listCommands" | "isAdministrator">;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: TopUp | null;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly now: () => Date;
};

/** `/lang`, alone or with a language's tag behind it, and its buttons: for the languages and for the calendars. */
export const createLanguage = (deps: Dependencies) => {
  const { memory, welcome, accounts, chat, topUp = null, languageOf, now } = deps;
  const commands = new Composer<TalkContext>();
  const mayChange = createMayChange(deps);

  /** Whether a person may choose for a chat. A customer must not choose for a shop's group. */
  const mayChoose = async (chatId: number, userId: number, senderChat?: Message["sender_chat"]) => {
    const shop = chatId < 0 ? orLater(await accounts.groupAccount(chatId)) : null;
    return mayChange({ chatId, userId, shop, senderChat });
  };

  const refuse = async (ctx: TalkContext & { readonly callbackQuery: CallbackQuery }): Promise<void> =>
    chat.notify(ctx.callbackQuery.id, catalogues[await languageOf(ctx)].languageNotYours);

  /** Answers the chat in this language from now on, and lists its commands in it. */
  const choose = async (ctx: TalkContext, chatId: number, language: Language): Promise<void> => {
    await memory.rememberLanguage(chatId, language);
    const menu = menuIn(language, { isPrivate: isPrivate(ctx), topUp: topUp !== null });
    // The answer does not wait for the menu.
    void chat.listCommands(chatId, menu);
  };

  commands.command(["lang", "language"], async (ctx) => {
    const wanted = languageOfTag(ctx.match.trim());
    if (wanted === null) {
      const { calendar } = catalogues[await languageOf(ctx)];
      const days = calendars.map((one) => ({ text: calendar.names[one], callback_data: `calendar:${one}` }));
      const markup = { inline_keyboard: [...languageButtons.inline_keyboard, days] };
      return reply(ctx, { ...plain(`${askLanguage}\n\n${calendar.choose}`), markup });
    }
    const userId = ctx.message && callerIn(ctx.message);
    if (userId === undefined) return;
    if (!(await mayChoose(ctx.chat.id, userId, ctx.message?.sender_chat)))
      return reply(ctx, plain(catalogues[await languageOf(ctx)].languageNotYours));
    await choose(ctx, ctx.chat.id, wanted);
    await reply(ctx, plain(catalogues[wanted].languageChosen));
  });

  commands.callbackQuery(/^lang:(\w{2,8})$/, async (ctx) => {
    const wanted = languageOfTag(ctx.match[1]);
    if (wanted === null || ctx.chatId === undefined) return chat.notify(ctx.callbackQuery.id);
    if (!(await mayChoose(ctx.chatId, ctx.from.id))) return refuse(ctx);
    await choose(ctx, ctx.chatId, wanted);
    const { languageChosen } = catalogues[wanted];
    await chat.notify(ctx.callbackQuery.id, languageChosen);
    const shown = messageOfOwnButton(ctx);
    const said = await welcome(wanted, isPrivate(ctx) ? ctx.from.id : null);
    const text = `${languageChosen}\n\n${said.text}`;
    if (shown !== null) await chat.edit({ chatId: ctx.chatId, messageId: shown }, { ...said, text });
  });

  commands.callbackQuery(/^calendar:(\w{2,12})$/, async (ctx) => {
    const [, wanted = ""] = ctx.match;
    if (!isCalendar(wanted) || ctx.chatId === undefined) return chat.notify(ctx.callbackQuery.id);
    if (!(await mayChoose(ctx.chatId, ctx.from.id))) return refuse(ctx);
    await memory.rememberCalendar(ctx.chatId, wanted);
    const language = await languageOf(ctx);
    const said = catalogues[language].calendar.chosen(formatBothDays(now(), language, wanted));
    await chat.notify(ctx.callbackQuery.id, said);
    const shown = messageOfOwnButton(ctx);
    if (shown !== null) await chat.edit({ chatId: ctx.chatId, messageId: shown }, plain(said));
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
