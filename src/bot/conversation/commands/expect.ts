import { Composer } from "grammy";
import { formatAmount } from "../../../rendering/amounts.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { typedAmount } from "../../../verify/expectations.ts";
import type { ExpectedSums } from "../../data/expected-sums.ts";
import { callerIn } from "../../telegram/arrival.ts";
import { type Chat, plain } from "../../telegram/chat.ts";
import { postponement } from "../../telegram/postponement.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, reply } from "./command-reply.ts";

type Dependencies = {
  readonly chat: Chat;
  readonly expectedSums: ExpectedSums;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * `/expect 5000`: the sum that a person expects in this chat, in one receipt or in several; alone it shows how
 * far that has come; `/expect off` ends it, in a private chat a button, too.
 */
export const createExpect = ({ chat, expectedSums, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  const show = async (chatId: number, userId: number, language: Language): Promise<string> => {
    const { expecting: texts } = catalogues[language];
    const sum = await expectedSums.of({ chatId, userId });
    if (sum === null) return texts.none;
    const { amountSantim, receivedSantim } = sum;
    const [amount, received] = [formatAmount(amountSantim), formatAmount(receivedSantim)];
    return receivedSantim < amountSantim
      ? texts.open(amount, received, formatAmount(amountSantim - receivedSantim))
      : texts.complete(amount, received);
  };

  commands.command("expect", async (ctx) => {
    const language = await languageOf(ctx);
    const { expecting: texts } = catalogues[language];
    // A message in the name of the group or a channel counts on that chat, as its receipts do.
    const userId = ctx.message && callerIn(ctx.message);
    if (userId === undefined) return;
    const expecter = { chatId: ctx.chat.id, userId };
    const typed = ctx.match.trim().slice(0, 40);
    if (typed === "") return reply(ctx, plain(await show(ctx.chat.id, userId, language)));
    if (/^(?:off|stop|0)$/i.test(typed)) {
      const ended = await expectedSums.end(expecter);
      if (!ended.ok) throw postponement(ended.error);
      return reply(ctx, plain(texts.ended));
    }
    const amountSantim = typedAmount(typed);
    if (amountSantim === null) return reply(ctx, plain(texts.notAnAmount));
    const begun = await expectedSums.expect(expecter, amountSantim);
    if (!begun.ok) throw postponement(begun.error);
    const begunText = plain(texts.begun(formatAmount(amountSantim), isPrivate(ctx)));
    const stop = { text: texts.stop, callback_data: `expect:stop:${amountSantim}` };
    await reply(ctx, isPrivate(ctx) ? { ...begunText, markup: { inline_keyboard: [[stop]] } } : begunText);
  });

  commands.callbackQuery(/^expect:stop:(\d{1,16})$/, async (ctx) => {
    const { expecting: texts, commandStale } = catalogues[await languageOf(ctx)];
    const { id: queryId, message, from } = ctx.callbackQuery;
    if (message === undefined || !isPrivate(ctx)) return chat.notify(queryId, commandStale);
    const expecter = { chatId: message.chat.id, userId: from.id };
    const sum = await expectedSums.of(expecter);
    // The button of an earlier sum does not end a later one.
    if (sum?.amountSantim !== Number(ctx.match[1])) return chat.notify(queryId, commandStale);
    const ended = await expectedSums.end(expecter);
    if (!ended.ok) throw postponement(ended.error);
    await chat.edit({ chatId: message.chat.id, messageId: message.message_id }, plain(texts.ended));
    await chat.notify(queryId);
  });

  return commands;
};
