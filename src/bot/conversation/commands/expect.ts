import { Composer } from "grammy";
import type { Accounts } from "../../../accounts/accounts.ts";
import { formatAmount } from "../../../rendering/amounts.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { typedAmount } from "../../../verify/expectations.ts";
import type { ExpectedSums, Expecter } from "../../data/expected-sums.ts";
import { callerIn } from "../../telegram/arrival.ts";
import { type Chat, placeOf, plain } from "../../telegram/chat.ts";
import { postponement } from "../../telegram/postponement.ts";
import { expecterOf, type MerchantOf } from "../caller.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, reply } from "./command-reply.ts";
import { createMayChange } from "./shop-group.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount">;
  readonly merchantOf: MerchantOf;
  readonly chat: Chat;
  readonly expectedSums: ExpectedSums;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/**
 * `/expect 5000`: the sum that a person expects in this chat, in one receipt or in several; alone it shows how
 * far that has come; `/expect off` ends it, in a private chat a button, too. In the group of a shop all expect one sum,
 * which its people and the group's administrators change.
 */
export const createExpect = (deps: Dependencies) => {
  const { merchantOf, chat, expectedSums, languageOf } = deps;
  const commands = new Composer<TalkContext>();

  const mayChange = createMayChange(deps);

  const show = async (expecter: Expecter, language: Language): Promise<string> => {
    const { expecting: texts } = catalogues[language];
    const sum = await expectedSums.of(expecter);
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
    const userId = ctx.message && callerIn(ctx.message);
    if (userId === undefined) return;
    const asking = { place: placeOf(ctx.msg), userId };
    const expecter = expecterOf(asking, (await merchantOf(asking)).account);
    const typed = ctx.match.trim().slice(0, 40);
    if (typed === "") return reply(ctx, plain(await show(expecter, language)));
    const { shop = null } = expecter;
    const senderChat = ctx.message?.sender_chat;
    // A customer in the group must not say what the shop expects.
    if (!(await mayChange({ ...asking, chatId: asking.place.chatId, shop, senderChat })))
      return reply(ctx, plain(texts.notYours));
    if (/^(?:off|stop|0)$/i.test(typed)) {
      const ended = await expectedSums.end(expecter);
      if (!ended.ok) throw postponement(ended.error);
      return reply(ctx, plain(texts.ended));
    }
    const amountSantim = typedAmount(typed);
    if (amountSantim === null) return reply(ctx, plain(texts.notAnAmount));
    const begun = await expectedSums.expect(expecter, amountSantim);
    if (!begun.ok) throw postponement(begun.error);
    const amount = formatAmount(amountSantim);
    const begunText = plain(shop !== null ? texts.begunByShop(amount) : texts.begun(amount, isPrivate(ctx)));
    const stop = { text: texts.stop, callback_data: `expect:stop:${amountSantim}` };
    await reply(ctx, isPrivate(ctx) ? { ...begunText, markup: { inline_keyboard: [[stop]] } } : begunText);
  });

  commands.callbackQuery(/^expect:stop:(\d{1,16})$/, async (ctx) => {
    const { expecting: texts, commandStale } = catalogues[await languageOf(ctx)];
    const { id: queryId, message, from } = ctx.callbackQuery;
    if (message === undefined || !isPrivate(ctx)) return chat.notify(queryId, commandStale);
    const asking = { place: placeOf(message), userId: from.id };
    const expecter = expecterOf(asking, (await merchantOf(asking)).account);
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
