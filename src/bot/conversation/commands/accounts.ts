import { type CallbackQueryContext, Composer } from "grammy";
import type { Message } from "grammy/types";
import { z } from "zod";
import { cleanText } from "../../../core/clean-text.ts";
import { dayMs } from "../../../core/time.ts";
import type { Provider } from "../../../providers/provider.ts";
import { tailOf } from "../../../rendering/names.ts";
import { foreign, lines } from "../../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { bankNamesOf, typedName, typedNumber } from "../../../verify/parties.ts";
import type { BotMemory, OpenQuestion } from "../../data/memory.ts";
import { type Chat, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import { typedText } from "../message-text.ts";
import { isReplyTo, openTypedQuestion } from "../questions/typed-questions.ts";
import type { AccountSaving } from "../receivers/account-saving.ts";
import { type ChatAccounts, listedAccount } from "../receivers/chat-accounts.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, reply } from "./command-reply.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly chatAccounts: ChatAccounts;
  readonly saving: AccountSaving;
  readonly providers: readonly Provider[];
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** For whose account a number was asked; null: the person had none. */
const ownSchema = z.object({ of: z.string().nullable().default(null) });

/** How long a number is waited for. */
const promptTtlMs = dayMs;

/**
 * `/accounts` lists the person's own bank accounts and phones with buttons to add and remove them. With a number and
 * perhaps a name behind it, it adds an account.
 */
export const createAccountsCommand = (deps: Dependencies) => {
  const { memory, chatAccounts, saving, providers, chat, now, languageOf } = deps;
  const banks = bankNamesOf(providers);
  const commands = new Composer<TalkContext>();

  const list = async (userId: number, language: Language): Promise<Reply> => {
    const { ownAccounts: texts } = catalogues[language];
    const { saved, isOwner } = await chatAccounts.of(userId);
    const each = saved.map((account) => listedAccount(account, banks));
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

  /** `asked`: for whose account the number was asked; none where it comes with the command. */
  const add = async (
    ctx: TalkContext,
    text: string,
    language: Language,
    asked?: z.infer<typeof ownSchema>,
  ): Promise<Reply> => {
    const typed = readTyped(text);
    if (typed === null) return plain(catalogues[language].ownAccounts.notANumber);
    const asking = { chatId: ctx.chatId ?? 0, userId: ctx.from?.id ?? 0 };
    const { of } = asked ?? { of: (await chatAccounts.of(asking.userId)).account };
    const pending = { of, account: { provider: "", ...typed }, receipt: null };
    return (await saving.save(asking, pending, language)).reply;
  };

  /** Closes the questions for a number, which a number with the command has answered. */
  const closeAsked = async (chatId: number, userId: number, updateId: number): Promise<void> => {
    for (const { id, kind } of await memory.openQuestionsOf(chatId, userId, updateId))
      if (kind === "own") await memory.answer(id, updateId);
  };

  commands.command("accounts", async (ctx) => {
    const language = await languageOf(ctx);
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(catalogues[language].privateOnly));
    const typed = ctx.match.trim();
    if (readTyped(typed) !== null) await closeAsked(ctx.chatId, ctx.from.id, ctx.sending.updateId);
    await reply(ctx, await (typed === "" ? list(ctx.from.id, language) : add(ctx, typed, language)));
  });

  /** The open question for a number that a message answers, as a reply or soon after the question. */
  const questionFor = async (message: Message, updateId: number): Promise<OpenQuestion | null> => {
    const text = typedText(message);
    if (message.from === undefined || text === "" || text.startsWith("/")) return null;
    const isAlone = isNumberAlone(message);
    // Most messages hold no number alone, and are sorted out before the database is asked.
    if (message.reply_to_message === undefined && !isAlone) return null;
    const asked = await openTypedQuestion({ memory, now }, { message, userId: message.from.id, updateId }, [
      "own",
    ]);
    return asked !== null && (isAlone || isReplyTo(message, asked)) ? asked : null;
  };

  commands.on("message", async (ctx, next) => {
    const question = isPrivate(ctx) ? await questionFor(ctx.message, ctx.sending.updateId) : null;
    if (question === null) return next();
    const text = typedText(ctx.message);
    // Only a number answers the question; after another text it stays open.
    if (readTyped(text) !== null) await memory.answer(question.id, ctx.sending.updateId);
    const asked = ownSchema.parse(JSON.parse(question.payload));
    await reply(ctx, await add(ctx, text, await languageOf(ctx), asked));
  });

  const ask = async (ctx: CallbackQueryContext<TalkContext>, language: Language): Promise<void> => {
    const shown = ctx.callbackQuery.message;
    if (shown === undefined) return;
    const { askNumber, placeholder } = catalogues[language].ownAccounts;
    const chatId = shown.chat.id;
    const { account: of } = await chatAccounts.of(ctx.from.id);
    const payload = JSON.stringify({ of } satisfies z.infer<typeof ownSchema>);
    const asked = { chatId, userId: ctx.from.id, kind: "own" as const, payload, ttlMs: promptTtlMs };
    const { id } = await memory.ask(asked);
    const markup = { force_reply: true, input_field_placeholder: placeholder } as const;
    const place = { chatId, messageId: shown.message_id };
    const slot = `own:${ctx.sending.updateId}`;
    await memory.attachMessage(id, await ctx.sending.send(place, slot, { ...plain(askNumber), markup }));
  };

  commands.callbackQuery(/^own:(add|remove):?([\w-]{0,16})$/, async (ctx) => {
    const [, verb = "", id = ""] = ctx.match;
    const language = await languageOf(ctx);
    const { ownAccounts: texts, commandStale } = catalogues[language];
    const shown = ctx.callbackQuery.message;
    if (shown === undefined || !isPrivate(ctx)) return chat.notify(ctx.callbackQuery.id, commandStale);
    const place = placeOf(shown);
    if (verb === "add") {
      await ask(ctx, language);
      return chat.notify(ctx.callbackQuery.id);
    }
    const removed = await chatAccounts.remove(ctx.from.id, id);
    await chat.edit(place, await list(ctx.from.id, language));
    await chat.notify(
      ctx.callbackQuery.id,
      removed === null ? undefined : texts.removed(tailOf(removed.number)),
    );
  });

  return commands;
};

/** The number at the beginning of a text, and the name behind it; null without a number. */
const readTyped = (text: string): { readonly number: string; readonly name: string } | null => {
  // A number that is copied from a phone's contacts has invisible marks around it.
  const words = cleanText(text.slice(0, typedMax))
    // Between digits a comma is an amount's.
    .split(/(?:\s|[,;](?!\d))+/)
    .map(withoutMarks)
    .filter((word) => word !== "");
  const nameAt = words.findIndex((word) => /[^\d()+-]/.test(word));
  const [digits, name] = nameAt < 0 ? [words, []] : [words.slice(0, nameAt), words.slice(nameAt)];
  const number = typedNumber(digits.join(""));
  return number === null ? null : { number, name: foreign(typedName(name.join(" "))) };
};

/** A word without the quotation marks and brackets that people put around a number or a name. */
const withoutMarks = (word: string): string => {
  const bare = word.replace(/^["'“”„‘’«»‹›<[{]{1,2}|["'“”„‘’«»‹›>\]}:]{1,2}$/g, "");
  return /\p{L}/u.test(bare) ? bare.replace(/^\(|\)$/g, "") : bare;
};

/** Whether a message is a number, perhaps with a name. */
const isNumberAlone = (message: Message): boolean => {
  const typed = readTyped(typedText(message));
  return typed !== null && /^[^\d\n]{0,60}$/.test(typed.name);
};

/** Characters that are read. */
const typedMax = 200;
