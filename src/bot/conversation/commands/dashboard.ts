import { Composer } from "grammy";
import type { Accounts } from "../../../accounts/accounts.ts";
import { ok } from "../../../core/result.ts";
import { lines } from "../../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { type Chat, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import type { TalkContext } from "../sending.ts";
import {
  type CommandSlot,
  commandSlot,
  isPrivate,
  madeOnce,
  ownAccount,
  refusalReply,
  reply,
  replyToCallback,
} from "./command-reply.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount" | "createSignInCode">;
  readonly chat: Pick<Chat, "notify">;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * `/dashboard`, in private chats alone: a link that signs the person in to the pages, once and within ten minutes. Whoever
 * has no account yet gets one, as by `/key`.
 */
export const createDashboardCommand = ({ accounts, chat, publicUrl, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  const offer = async (
    ctx: TalkContext,
    userId: number,
    slot: CommandSlot,
    language: Language,
  ): Promise<Reply> => {
    const own = await ownAccount(userId, accounts);
    if (!own.ok) return refusalReply(own.error, language);
    const made = await madeOnce(ctx, slot, async (keep) => {
      const created = await accounts.createSignInCode(userId, keep);
      return created.ok ? ok(created.value.code) : created;
    });
    if (!made.ok) return refusalReply(made.error, language);
    return lines(catalogues[language].dashboard.link, `${publicUrl}/sign-in/${made.value}`);
  };

  commands.command("dashboard", async (ctx) => {
    const language = await languageOf(ctx);
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(catalogues[language].privateOnly));
    await reply(ctx, await offer(ctx, ctx.from.id, commandSlot(ctx), language));
  });

  commands.callbackQuery("dashboard:open", async (ctx) => {
    const language = await languageOf(ctx);
    const shown = ctx.callbackQuery.message;
    if (shown === undefined || !isPrivate(ctx))
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const slot = `dashboard:${ctx.sending.updateId}`;
    const place = placeOf(shown);
    await replyToCallback(ctx, slot, await offer(ctx, ctx.from.id, { place, slot }, language));
    await chat.notify(ctx.callbackQuery.id);
  });

  return commands;
};
