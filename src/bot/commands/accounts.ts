import { type CallbackQueryContext, Composer } from "grammy";
import type { Message } from "grammy/types";
import type { Provider } from "../../providers/provider.ts";
import { typedNumber } from "../../receivers.ts";
import type { BotMemory, OpenQuestion } from "../../store/bot-memory.ts";
import type { SavedAccount } from "../../store/saved-accounts.ts";
import { cleanText } from "../../text/cleaning.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { type AccountSaving, isTyped } from "../account-saving.ts";
import { type Chat, plain, type Reply } from "../chat.ts";
import { typedText } from "../message-text.ts";
import { type OwnAccounts, tailOf } from "../own-accounts.ts";
import { code, concat, foreign, lines } from "../rich-text.ts";
import type { TalkContext } from "../talk.ts";
import { isPrivate, reply } from "./command-reply.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly ownAccounts: OwnAccounts;
  readonly saving: AccountSaving;
  readonly providers: readonly Provider[];
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** How long a number is waited for; and how long without a reply to the question. */
const promptTtlMs = 24 * 60 * 60 * 1000;
const unquotedMs = 60 * 60 * 1000;

/**
 * `/accounts`: the asker's own bank accounts and phones, listed with buttons to add and to remove; with a number behind
 * it, and a name, it adds.
 */
export const createAccountsCommand = (deps: Dependencies) => {
  const { memory, ownAccounts, saving, providers, chat, now, languageOf } = deps;
  const commands = new Composer<TalkContext>();
  /** The bank it lies at, or another one's name; nothing for a phone. */
  const bankOf = ({ provider }: SavedAccount): string =>
    foreign(providers.find(({ label }) => label === provider)?.settings.bank ?? provider);

  const list = async (userId: number, language: Language): Promise<Reply> => {
    const { ownAccounts: texts } = catalogues[language];
    const { saved, isOwner } = await ownAccounts.of(userId);
    const each = saved.map((account) => {
      const rest = [foreign(account.name), bankOf(account)].filter((part) => part !== "");
      return concat("• ", code(foreign(account.number)), ...rest.map((part) => ` · ${part}`));
    });
    const remove = saved.map(({ id, number }) => [
      { text: texts.remove(tailOf(number)), callback_data: `own:remove:${id}` },
    ]);
    return {
      ...lines(saved.length === 0 ? texts.none : texts.yours, ...each, "", isOwner ? texts.explained : null),
      ...(isOwner && {
        markup: { inline_keyboard: [...remove, [{ text: texts.add, callback_data: "own:add" }]] },
      }),
    };
  };

  const add = async (ctx: TalkContext, text: string, language: Language): Promise<Reply> => {
    const typed = readTyped(text);
    if (typed === null) return plain(catalogues[language].ownAccounts.notANumber);
    const asking = { chatId: ctx.chatId ?? 0, userId: ctx.from?.id ?? 0 };
    const pending = { account: { provider: "", ...typed }, receipt: null };
    return (await saving.save(asking, pending, language)).reply;
  };

  commands.command("accounts", async (ctx) => {
    const language = await languageOf(ctx);
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(catalogues[language].privateOnly));
    const typed = ctx.match.trim();
    await reply(ctx, await (typed === "" ? list(ctx.from.id, language) : add(ctx, typed, language)));
  });

  /** The question for a number that a message answers: by a reply, or soon after it and beginning with one. */
  const questionFor = async (message: Message, updateId: number): Promise<OpenQuestion | null> => {
    const text = typedText(message);
    if (message.from === undefined || text === "" || text.startsWith("/")) return null;
    const to = message.reply_to_message?.message_id;
    // Most messages tell by themselves that they do not.
    if (to === undefined && !isNumberAlone(message)) return null;
    const open = await memory.openQuestionsOf(message.chat.id, message.from.id, updateId);
    if (to !== undefined)
      return open.find(({ kind, messageId }) => kind === "own" && messageId === to) ?? null;
    const newest = open.find(isTyped);
    const isRecent = newest !== undefined && now().getTime() - newest.askedAt.getTime() < unquotedMs;
    return newest?.kind === "own" && isRecent ? newest : null;
  };

  commands.on("message", async (ctx, next) => {
    const question = isPrivate(ctx) ? await questionFor(ctx.message, ctx.saying.updateId) : null;
    if (question === null) return next();
    const text = typedText(ctx.message);
    // Only a number answers it: after another text it is still waited for.
    if (readTyped(text) !== null) await memory.answer(question.id, ctx.saying.updateId);
    await reply(ctx, await add(ctx, text, await languageOf(ctx)));
  });

  const ask = async (ctx: CallbackQueryContext<TalkContext>, language: Language): Promise<void> => {
    const shown = ctx.callbackQuery.message;
    if (shown === undefined) return;
    const { askNumber, placeholder } = catalogues[language].ownAccounts;
    const chatId = shown.chat.id;
    const asked = { chatId, userId: ctx.from.id, kind: "own", payload: "{}", ttlMs: promptTtlMs };
    const { id } = await memory.ask(asked);
    const markup = { force_reply: true, input_field_placeholder: placeholder } as const;
    const place = { chatId, messageId: shown.message_id };
    const slot = `own:${ctx.saying.updateId}`;
    await memory.attachMessage(id, await ctx.saying.say(place, slot, { ...plain(askNumber), markup }));
  };

  commands.callbackQuery(/^own:(add|remove):?([\w-]{0,16})$/, async (ctx) => {
    const [, verb = "", id = ""] = ctx.match;
    const language = await languageOf(ctx);
    const { ownAccounts: texts, commandStale } = catalogues[language];
    const shown = ctx.callbackQuery.message;
    if (shown === undefined || !isPrivate(ctx)) return chat.notify(ctx.callbackQuery.id, commandStale);
    const place = { chatId: shown.chat.id, messageId: shown.message_id };
    if (verb === "add") {
      await ask(ctx, language);
      return chat.notify(ctx.callbackQuery.id);
    }
    const removed = await ownAccounts.remove(ctx.from.id, id);
    await chat.edit(place, await list(ctx.from.id, language));
    await chat.notify(
      ctx.callbackQuery.id,
      removed === null ? undefined : texts.removed(tailOf(removed.number)),
    );
  });

  return commands;
};

/** A number at the beginning of a text, and the name behind it; null without a number. */
const readTyped = (text: string): { readonly number: string; readonly name: string } | null => {
  // A number copied out of a phone's contacts comes between marks that nobody sees.
  const words = cleanText(text.slice(0, typedMax))
    .split(/\s+/)
    .filter((word) => word !== "");
  const nameAt = words.findIndex((word) => /[^\d()+-]/.test(word));
  const [digits, name] = nameAt < 0 ? [words, []] : [words.slice(0, nameAt), words.slice(nameAt)];
  const number = typedNumber(digits.join(""));
  return number === null ? null : { number, name: foreign(name.join(" ")) };
};

/** A number, and no more than a name behind it. A forwarded message may begin with a phone, too. */
const isNumberAlone = (message: Message): boolean => {
  const typed = readTyped(typedText(message));
  return typed !== null && /^[^\d\n]{0,60}$/.test(typed.name) && message.forward_origin === undefined;
};

/** Characters that are looked at. */
const typedMax = 200;
