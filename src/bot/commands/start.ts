import { Composer } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import type { Accounts } from "../../accounts/accounts.ts";
import type { BotMemory } from "../../store/bot-memory.ts";
import { catalogues, isLanguage, type Language, languages } from "../../texts/texts.ts";
import { plain, type Reply } from "../chat.ts";
import type { TalkContext } from "../talk.ts";
import { isPrivate, refusalReply, reply } from "./command-reply.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<Accounts, "registerTelegram" | "redeemLinkCode">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * `/start`: welcomes, and in a private chat registers whoever writes (design 5). `/start <code>` brings them to the
 * account that the code was made for.
 */
export const createStart = ({ memory, accounts, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  const welcome = async (ctx: TalkContext): Promise<Reply> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    const spoken = stored !== null && isLanguage(stored) ? [stored] : languages;
    const said = spoken.map((language) => catalogues[language].welcome);
    return { ...plain([...said, askLanguage].join("\n\n")), markup: languageButtons };
  };

  const redeem = async (code: string, userId: number, language: Language): Promise<Reply> => {
    const joined = await accounts.redeemLinkCode(code, userId);
    if (!joined.ok) return refusalReply(joined.error, language);
    return plain(catalogues[language].linked(joined.value.name));
  };

  commands.command("start", async (ctx) => {
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, await welcome(ctx));
    const code = ctx.match.trim();
    if (/^[0-9A-Za-z]{22}$/.test(code))
      return reply(ctx, await redeem(code, ctx.from.id, await languageOf(ctx)));
    const registered = await accounts.registerTelegram(ctx.from.id);
    if (!registered.ok) return reply(ctx, refusalReply(registered.error, await languageOf(ctx)));
    await reply(ctx, await welcome(ctx));
  });

  return commands;
};

export const askLanguage = languages.map((language) => catalogues[language].chooseLanguage).join(" · ");

export const languageButtons: InlineKeyboardMarkup = {
  inline_keyboard: [
    languages.map((language) => ({ text: catalogues[language].name, callback_data: `lang:${language}` })),
  ],
};
