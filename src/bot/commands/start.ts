import { Composer } from "grammy";
import type { Accounts } from "../../accounts/accounts.ts";
import type { BotMemory } from "../../store/bot-memory.ts";
import { catalogues, isLanguage, type Language } from "../../texts/texts.ts";
import { plain, type Reply } from "../chat.ts";
import { formatAmount } from "../render.ts";
import type { TalkContext } from "../talk.ts";
import { isPrivate, refusalReply, reply } from "./command-reply.ts";
import { askLanguage, languageButtons } from "./language.ts";
import type { Moving } from "./moving.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "languageOf">;
  readonly accounts: Pick<Accounts, "registerTelegram" | "allowanceOf">;
  readonly moving: Pick<Moving, "askToJoin">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * `/start`: welcomes, and in a private chat registers whoever writes (design 5). `/start <code>` asks whether to
 * use the account that the code was made for.
 */
export const createStart = ({ memory, accounts, moving, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  /** The language that was chosen; before that English and the app's own, or Amharic, which most people here read. */
  const spokenIn = async (ctx: TalkContext): Promise<readonly Language[]> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    if (stored !== null && isLanguage(stored)) return [stored];
    const guessed = await languageOf(ctx);
    return ["en", guessed === "en" ? "am" : guessed];
  };

  const welcome = async (
    ctx: TalkContext,
    standing: (language: Language) => readonly string[],
  ): Promise<Reply> => {
    const said = (await spokenIn(ctx)).map((language) =>
      [catalogues[language].welcome, ...standing(language)].join("\n"),
    );
    return { ...plain([...said, askLanguage].join("\n\n")), markup: languageButtons };
  };

  /** What a registered person may do from now on. */
  const standingOf = async (userId: number) => {
    const allowance = await accounts.allowanceOf({ kind: "telegram", userId });
    if (!allowance.ok) return () => [];
    const left = allowance.value;
    return (language: Language): readonly string[] => {
      const texts = catalogues[language];
      return left.kind === "balance"
        ? [texts.usageBalance(formatAmount(left.balanceSantim))]
        : [texts.registered(left.quota.limit)];
    };
  };

  commands.command("start", async (ctx) => {
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, await welcome(ctx, () => []));
    const code = ctx.match.trim();
    if (code !== "") return reply(ctx, await moving.askToJoin(ctx, code, await languageOf(ctx)));
    const registered = await accounts.registerTelegram(ctx.from.id);
    if (!registered.ok) return reply(ctx, refusalReply(registered.error, await languageOf(ctx)));
    await reply(ctx, await welcome(ctx, await standingOf(ctx.from.id)));
  });

  return commands;
};
