import { Composer } from "grammy";
import type { Message } from "grammy/types";
import type { Accounts } from "../../../accounts/accounts.ts";
import { dayMs } from "../../../core/time.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { code, concat, foreign, lines } from "../../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../../texts/texts.ts";
import type { Credited, TopUp } from "../../../verify/top-up/top-up.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import { readableText } from "../message-text.ts";
import type { TalkContext } from "../sending.ts";
import { commandSlot, isPrivate, ownAccount, refusalReply, reply } from "./command-reply.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount">;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: TopUp | null;
  /** Where people find the operator; null or unset: nothing is said about it. */
  readonly operatorContact?: string | null;
  readonly chat: Pick<Chat, "whileTyping" | "notify">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** A payment may take a while to be made. */
const promptTtlMs = dayMs;

/**
 * `/topup`: alone it shows where to pay to and waits for the receipt; with a receipt behind it, or as the reply to
 * a message with one, it credits. So does a reply to what it showed.
 */
export const createTopUpCommand = (deps: Dependencies) => {
  const { memory, accounts, topUp = null, operatorContact = null, chat, languageOf } = deps;
  const commands = new Composer<TalkContext>();

  const notOffered = (language: Language): Reply => {
    const refused = refusalReply({ code: "topup_not_offered" }, language);
    const contact = operatorContact && catalogues[language].contactOperator(operatorContact);
    return contact ? { ...refused, ...lines(refused, contact) } : refused;
  };

  const credit = async (ctx: TalkContext, offered: TopUp, userId: number, text: string): Promise<Reply> => {
    const language = await languageOf(ctx);
    const own = await ownAccount(userId, accounts);
    if (!own.ok) return refusalReply(own.error, language);
    const payer = { caller: { kind: "telegram", userId }, account: own.value.id } as const;
    const credited = await chat.whileTyping(commandSlot(ctx).place, () =>
      offered.credit({ ...payer, handedIn: { text } }),
    );
    if (credited.ok) return renderCredit(credited.value, language);
    const { code: why, cause } = credited.error;
    // The message may be worked off again after a crash, before its answer was sent.
    const isOwn = why === "receipt_already_credited" && cause === "credited";
    return isOwn
      ? plain(`✅ ${failureSentence(credited.error, language).message}`)
      : refusalReply(credited.error, language);
  };

  const show = async (ctx: TalkContext, offered: TopUp, userId: number, language: Language) => {
    const { topUpPlaceholder } = catalogues[language];
    const asked = { chatId: ctx.chatId ?? userId, userId, kind: "topup" as const, payload: "{}" };
    const { id } = await memory.ask({ ...asked, ttlMs: promptTtlMs });
    const markup = { force_reply: true, input_field_placeholder: topUpPlaceholder } as const;
    const place = ctx.msg === undefined ? { chatId: asked.chatId, messageId: 0 } : placeOf(ctx.msg);
    const slot = ctx.callbackQuery === undefined ? "command" : `topup:${ctx.sending.updateId}`;
    const said = { ...renderAccounts(offered, language), markup, isUnquoted: true };
    const shown = await ctx.sending.send(place, slot, said);
    await memory.attachMessage(id, shown);
  };

  commands.command("topup", async (ctx) => {
    const language = await languageOf(ctx);
    if (topUp === null) return reply(ctx, notOffered(language));
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(catalogues[language].privateOnly));
    const quoted = ctx.message?.reply_to_message;
    const text = ctx.match.trim() || (quoted === undefined ? "" : readableText(quoted, ctx.me));
    if (text.trim() === "") return show(ctx, topUp, ctx.from.id, language);
    await reply(ctx, await credit(ctx, topUp, ctx.from.id, text));
  });

  commands.callbackQuery("topup:show", async (ctx) => {
    const language = await languageOf(ctx);
    const isOffered = topUp !== null && isPrivate(ctx);
    if (isOffered) await show(ctx, topUp, ctx.from.id, language);
    await chat.notify(ctx.callbackQuery.id, isOffered ? undefined : catalogues[language].commandStale);
  });

  /** Whether a message replies to what `/topup` showed. */
  const isReceiptFor = async (message: Message, updateId: number): Promise<boolean> => {
    const to = message.reply_to_message?.message_id;
    if (to === undefined || message.from === undefined || message.text?.startsWith("/") === true)
      return false;
    const open = await memory.openQuestionsOf(message.chat.id, message.from.id, updateId);
    return open.some(({ kind, messageId }) => kind === "topup" && messageId === to);
  };

  commands.on("message", async (ctx, next) => {
    const isTopUp =
      topUp !== null && isPrivate(ctx) && (await isReceiptFor(ctx.message, ctx.sending.updateId));
    if (topUp === null || !isTopUp) return next();
    await reply(ctx, await credit(ctx, topUp, ctx.from.id, readableText(ctx.message, ctx.me)));
  });

  return commands;
};

const renderAccounts = ({ accounts }: TopUp, language: Language): Reply => {
  const { topUpHow, topUpThen } = catalogues[language];
  const each = accounts.map(({ bank, account, name }) =>
    concat(`• ${foreign(bank)}: `, code(foreign(account)), ` · ${foreign(name)}`),
  );
  return lines(topUpHow, ...each, "", topUpThen);
};

const renderCredit = (credited: Credited, language: Language): Reply => {
  const { topUpCredited, topUpWaiting } = catalogues[language];
  const amount = formatAmount(credited.amountSantim);
  return credited.state === "credited"
    ? plain(`✅ ${topUpCredited(amount, formatAmount(credited.balanceSantim))}`)
    : plain(`⏳ ${topUpWaiting(amount)}`);
};
