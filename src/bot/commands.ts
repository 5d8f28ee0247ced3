import { type Api, Composer } from "grammy";
import type { BotCommand } from "grammy/types";
import type { Accounts } from "../accounts/accounts.ts";
import type { Provider } from "../providers/provider.ts";
import type { BotMemory } from "../store/bot-memory.ts";
import { formatDayAndTime } from "../texts/dates.ts";
import { catalogues, failureSentence, type Language, languageOfTag, languages } from "../texts/texts.ts";
import type { TopUp } from "../top-up/top-up.ts";
import { type Chat, plain } from "./chat.ts";
import { reply } from "./commands/command-reply.ts";
import { createErase } from "./commands/erase.ts";
import { createKeyCommands } from "./commands/keys.ts";
import { askLanguage, createStart, languageButtons } from "./commands/start.ts";
import { createTopUpCommand } from "./commands/top-up.ts";
import { formatAmount } from "./render.ts";
import type { TalkContext } from "./talk.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Accounts;
  readonly topUp?: TopUp | null;
  readonly now: () => Date;
  readonly providers: readonly Provider[];
  readonly chat: Chat;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** The commands and the language buttons. */
export const createCommands = (deps: Dependencies) => {
  const { memory, accounts, providers, chat, languageOf } = deps;
  const commands = new Composer<TalkContext>();

  commands.use(createStart(deps));
  commands.use(createKeyCommands(deps));
  commands.use(createErase(deps));
  commands.use(createTopUpCommand(deps));

  commands.command("help", async (ctx) => {
    const banks = providers.map(({ settings }) => settings.bank);
    await reply(ctx, plain(catalogues[await languageOf(ctx)].help(banks)));
  });

  commands.command(["lang", "language"], async (ctx) => {
    const wanted = languageOfTag(ctx.match.trim());
    if (wanted === null) return reply(ctx, { ...plain(askLanguage), markup: languageButtons });
    await memory.rememberLanguage(ctx.chat.id, wanted);
    await reply(ctx, plain(catalogues[wanted].languageChosen));
  });

  commands.command("usage", async (ctx) => {
    const language = await languageOf(ctx);
    if (ctx.from === undefined) return;
    const allowance = await accounts.allowanceOf({ kind: "telegram", userId: ctx.from.id });
    if (!allowance.ok) return reply(ctx, plain(failureSentence(allowance.error, language).message));
    const texts = catalogues[language];
    if (allowance.value.kind === "balance")
      return reply(ctx, plain(texts.usageBalance(formatAmount(allowance.value.balanceSantim))));
    const { remaining, limit, resetAt } = allowance.value.quota;
    await reply(ctx, plain(texts.usage(remaining, limit, formatDayAndTime(resetAt, language))));
  });

  commands.command("privacy", async (ctx) => {
    await reply(ctx, plain(catalogues[await languageOf(ctx)].privacy));
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

  commands
    .on("message:entities:bot_command")
    .filter((ctx) => ctx.chat.type === "private" && ctx.message.text?.startsWith("/") === true)
    .use(async (ctx) => {
      await reply(ctx, plain(catalogues[await languageOf(ctx)].unknownCommand));
    });

  return commands;
};

/** Tells Telegram the commands: English for everyone, each further language for its speakers. */
export const registerCommands = async (api: Api): Promise<void> => {
  const scopes = [{ type: "default" }, { type: "all_private_chats" }, { type: "all_group_chats" }] as const;
  for (const scope of scopes) {
    await api.setMyCommands(commandList("en"), { scope });
    for (const language_code of languages) {
      if (language_code !== "en")
        await api.setMyCommands(commandList(language_code), { scope, language_code });
    }
  }
};

const commandList = (language: Language): BotCommand[] =>
  Object.entries(catalogues[language].commands).map(([command, description]) => ({ command, description }));
