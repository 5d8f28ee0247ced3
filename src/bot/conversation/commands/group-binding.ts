import { Composer } from "grammy";
import { z } from "zod";
import type { Accounts } from "../../../accounts/accounts.ts";
import { dayMs } from "../../../core/time.ts";
import { chatName, firstLineNameMax } from "../../../rendering/names.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, plain, type Reply } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { TalkContext } from "../sending.ts";
import { messageOfOwnButton } from "./command-reply.ts";
import { shopIn } from "./moving.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<
    Accounts,
    "telegramAccount" | "groupAccount" | "shopOf" | "bindGroup" | "unbindGroup" | "isOrWasOwner"
  >;
  readonly chat: Pick<Chat, "notify" | "edit" | "isAdministrator">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** The accounts that a group is to belong to, and to which it belonged when that was asked; null: to none. */
const bindSchema = z.object({ account: z.string(), former: z.string().nullable() });

const askTtlMs = dayMs;

/**
 * `/join` by an owner in a group: after a button their saved accounts decide there. A group without an account is bound
 * by its administrators alone, because the one who binds it decides what is ✅ there.
 */
export const createGroupBinding = ({ memory, accounts, chat, languageOf }: Dependencies) => {
  const composer = new Composer<TalkContext>();
  const shopOf = async (account: string, language: Language): Promise<string> =>
    shopIn(orLater(await accounts.shopOf(account)), language);

  const askToBind = async (
    ctx: TalkContext,
    text: string,
    label: string,
    { account, former }: z.infer<typeof bindSchema>,
  ): Promise<Reply> => {
    const payload = JSON.stringify({ account, former } satisfies z.infer<typeof bindSchema>);
    const asked = { chatId: ctx.chatId ?? 0, userId: ctx.from?.id ?? 0, kind: "bind" as const, payload };
    const { id } = await memory.ask({ ...asked, ttlMs: askTtlMs });
    return {
      ...plain(text),
      markup: { inline_keyboard: [[{ text: label, callback_data: `bind:${id}` }]] },
    };
  };

  /** Why a person may not bind a group without an account; null: they may. */
  const refusalTo = async (userId: number, chatId: number, language: Language): Promise<string | null> => {
    const isAdministrator = await chat.isAdministrator(chatId, userId);
    const { group: texts } = catalogues[language];
    if (isAdministrator === null) return texts.administratorsUnknown;
    return isAdministrator ? null : texts.administratorsOnly;
  };

  /** What `/join` alone says in a group. */
  const offer = async (ctx: TalkContext, language: Language): Promise<Reply> => {
    const { group: texts } = catalogues[language];
    const { from, chatId, message } = ctx;
    if (from === undefined || chatId === undefined || message?.sender_chat !== undefined)
      return plain(texts.asYourself);
    const linked = orLater(await accounts.telegramAccount(from.id));
    const bound = orLater(await accounts.groupAccount(chatId));
    if (linked?.role !== "owner")
      return plain(bound === null ? texts.ownersOnly : texts.isYours(await shopOf(bound, language)));
    const shop = await shopOf(linked.account, language);
    if (bound === null) {
      const refused = await refusalTo(from.id, chatId, language);
      return refused === null
        ? askToBind(ctx, texts.askBind(shop), texts.bind, { account: linked.account, former: null })
        : plain(refused);
    }
    if (bound === linked.account)
      return {
        ...plain(texts.isYours(shop)),
        markup: { inline_keyboard: [[{ text: texts.unbind, callback_data: "unbind" }]] },
      };
    if (orLater(await accounts.isOrWasOwner(from.id, bound)))
      return askToBind(ctx, texts.askBind(shop), texts.bind, { account: linked.account, former: bound });
    const who = chatName(from.first_name, firstLineNameMax) || catalogues[language].staff.unnamed;
    const former = await shopOf(bound, language);
    return askToBind(ctx, texts.askRebind(who, shop, former), texts.agree, {
      account: linked.account,
      former: bound,
    });
  };

  composer.callbackQuery(/^bind:([\w-]{8,32})$/, async (ctx) => {
    const [, id = ""] = ctx.match;
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    const { id: queryId, message, from } = ctx.callbackQuery;
    const open = await memory.question(id, ctx.sending.updateId);
    if (open?.kind !== "bind" || open.chatId !== ctx.chatId || message === undefined)
      return chat.notify(queryId, texts.commandStale);
    const { account, former } = bindSchema.parse(JSON.parse(open.payload));
    if (former === null && open.userId !== from.id) return chat.notify(queryId, texts.group.onlyAsked);
    if (former !== null && !orLater(await accounts.isOrWasOwner(from.id, former)))
      return chat.notify(queryId, texts.group.onlyOwnerOf(await shopOf(former, language)));
    const refused = former === null ? await refusalTo(from.id, open.chatId, language) : null;
    if (refused !== null) return chat.notify(queryId, refused);
    // The question named the asker's shop of that time. They may belong to another one by now.
    const asker = orLater(await accounts.telegramAccount(open.userId));
    const isAsAsked = asker?.account === account;
    if (!isAsAsked || (await memory.answer(id, ctx.sending.updateId)) === null)
      return chat.notify(queryId, texts.commandStale);
    const bound = await accounts.bindGroup(open.chatId, open.userId, former);
    const now = orLater(await accounts.groupAccount(open.chatId));
    // When it is worked off again, the group is already bound to this account.
    const isBound = bound.ok && now !== null && now === account;
    const said = isBound ? texts.group.bound(await shopOf(now, language)) : texts.commandStale;
    const messageId = messageOfOwnButton(ctx);
    if (messageId !== null) await chat.edit({ chatId: message.chat.id, messageId }, plain(said));
    await chat.notify(queryId);
  });

  composer.callbackQuery("unbind", async (ctx) => {
    const language = await languageOf(ctx);
    const { group: texts, commandStale } = catalogues[language];
    const { id: queryId, message, from } = ctx.callbackQuery;
    if (message === undefined) return chat.notify(queryId, commandStale);
    const bound = orLater(await accounts.groupAccount(message.chat.id));
    const unbound = await accounts.unbindGroup(message.chat.id, from.id);
    if (bound !== null && !(unbound.ok && unbound.value))
      return chat.notify(queryId, texts.onlyOwnerOf(await shopOf(bound, language)));
    const messageId = messageOfOwnButton(ctx);
    if (messageId !== null) await chat.edit({ chatId: message.chat.id, messageId }, plain(texts.unbound));
    await chat.notify(queryId);
  });

  return { offer, composer };
};

export type GroupBinding = ReturnType<typeof createGroupBinding>;
