import { Composer } from "grammy";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Provider } from "../../providers/provider.ts";
import type { BotMemory } from "../../store/bot-memory.ts";
import { catalogues, isLanguage, type Language } from "../../texts/texts.ts";
import { type Chat, plain, type Reply } from "../chat.ts";
import { renderExample } from "../example.ts";
import type { TalkContext } from "../talk.ts";
import { isPrivate, refusalReply, reply, replyToPress } from "./command-reply.ts";
import { askLanguage, languageButtons } from "./language.ts";
import type { Moving } from "./moving.ts";
import type { Welcome } from "./welcome.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "languageOf">;
  readonly accounts: Pick<Accounts, "registerTelegram">;
  readonly moving: Pick<Moving, "askToJoin">;
  readonly providers: readonly Provider[];
  readonly welcome: Welcome;
  readonly chat: Pick<Chat, "notify">;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * `/start`: registers whoever writes in a private chat (design 5), asks for a language where none is chosen yet, and
 * says what to send. `/start <code>` asks whether to use the account that the code was made for.
 */
export const createStart = (deps: Dependencies) => {
  const { memory, accounts, moving, providers, welcome, chat, now, languageOf } = deps;
  const commands = new Composer<TalkContext>();

  const begin = async (ctx: TalkContext): Promise<Reply> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    if (stored === null || !isLanguage(stored)) return { ...plain(askLanguage), markup: languageButtons };
    return welcome(stored, isPrivate(ctx) ? (ctx.from?.id ?? null) : null);
  };

  commands.command("start", async (ctx) => {
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, await begin(ctx));
    const code = ctx.match.trim();
    if (code !== "") return reply(ctx, await moving.askToJoin(ctx, code, await languageOf(ctx)));
    const registered = await accounts.registerTelegram(ctx.from.id);
    if (!registered.ok) return reply(ctx, refusalReply(registered.error, await languageOf(ctx)));
    await reply(ctx, await begin(ctx));
  });

  commands.callbackQuery(/^start:(example|how)$/, async (ctx) => {
    const language = await languageOf(ctx);
    const banks = providers.map(({ settings }) => settings.bank);
    const said =
      ctx.match[1] === "example" ? renderExample(language, now()) : plain(catalogues[language].help(banks));
    await replyToPress(ctx, `start:${ctx.saying.updateId}`, { ...said, isUnquoted: true });
    await chat.notify(ctx.callbackQuery.id);
  });

  return commands;
};
