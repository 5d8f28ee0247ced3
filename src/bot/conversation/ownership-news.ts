import { Composer } from "grammy";
import { z } from "zod";
import type { AccountNotice, Accounts, OwnerQuestion, OwnerWord } from "../../accounts/accounts.ts";
import { chatName, firstLineNameMax } from "../../rendering/names.ts";
import { unlinked } from "../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { BotMemory } from "../data/memory.ts";
import { readOwnUpdate } from "../telegram/arrival.ts";
import { type Chat, placeOf } from "../telegram/chat.ts";
import { orLater } from "../telegram/postponement.ts";
import { refusalReply } from "./commands/command-reply.ts";
import { shopIn } from "./commands/moving.ts";
import type { TalkContext } from "./sending.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "shopOf" | "decideOwner">;
  readonly memory: Pick<BotMemory, "languageOf">;
  readonly chat: Pick<Chat, "notify" | "edit" | "dropButtons">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

const newsSchema = z.looseObject({
  accountNotice: z
    .object({
      owner: z.int(),
      account: z.string(),
      act: z.enum([
        "owner_joined",
        "member_joined",
        "key_created",
        "key_replaced",
        "link_created",
        "group_bound",
      ]),
      what: z.string(),
      by: z.object({ kind: z.enum(["operator", "user", "key", "service"]), name: z.string() }),
    })
    .optional(),
  ownerQuestion: z
    .object({ owner: z.int(), account: z.string(), request: z.string(), name: z.string() })
    .optional(),
  ownerWord: z.object({ newcomer: z.int(), shop: z.string(), isConfirmed: z.boolean() }).optional(),
});

/**
 * What an account's owners get in their private chats: a notice of each new owner, member, key and code, and the question
 * about somebody who wants to own it, too. The newcomer gets their decision.
 */
export const createOwnershipNews = ({ accounts, memory, chat, languageOf }: Dependencies) => {
  const composer = new Composer<TalkContext>();

  const languageIn = async (chatId: number): Promise<Language> => {
    return (await memory.languageOf(chatId)) ?? "en";
  };

  /** Former owners get no notices. */
  const isOwner = async (userId: number, account: string): Promise<boolean> => {
    const linked = orLater(await accounts.telegramAccount(userId));
    return linked?.account === account && linked.role === "owner";
  };

  const notice = async ({ sending }: TalkContext, told: AccountNotice): Promise<void> => {
    if (!(await isOwner(told.owner, told.account))) return;
    const language = await languageIn(told.owner);
    const { text, name } = wordNotice(told, language);
    const place = { chatId: told.owner, messageId: 0 };
    await sending.send(place, `notice:${sending.updateId}`, { ...unlinked(text, name), isUnquoted: true });
  };

  const question = async ({ sending }: TalkContext, asked: OwnerQuestion): Promise<void> => {
    if (!(await isOwner(asked.owner, asked.account))) return;
    const language = await languageIn(asked.owner);
    const { ownership, staff } = catalogues[language];
    const name = chatName(asked.name, firstLineNameMax) || staff.unnamed;
    const shop = shopIn(orLater(await accounts.shopOf(asked.account)), language);
    const buttons = [
      { text: ownership.confirm, callback_data: `owner:${asked.request}:yes` },
      { text: ownership.refuse, callback_data: `owner:${asked.request}:no` },
    ];
    await sending.send({ chatId: asked.owner, messageId: 0 }, `owner:${asked.request}`, {
      ...unlinked(ownership.askConfirm(name, shop), name),
      isUnquoted: true,
      markup: { inline_keyboard: [buttons] },
    });
  };

  const word = async (
    { sending }: TalkContext,
    { newcomer, shop, isConfirmed }: OwnerWord,
  ): Promise<void> => {
    const language = await languageIn(newcomer);
    const { ownership } = catalogues[language];
    const called = shopIn(shop, language);
    const text = isConfirmed ? ownership.youOwn(called) : ownership.youAreRefused(called);
    const place = { chatId: newcomer, messageId: 0 };
    await sending.send(place, `word:${sending.updateId}`, { ...unlinked(text, called), isUnquoted: true });
  };

  composer.use(async (ctx, next) => {
    const { accountNotice, ownerQuestion, ownerWord } = readOwnUpdate(ctx.update, newsSchema) ?? {};
    if (accountNotice !== undefined) return notice(ctx, accountNotice);
    if (ownerQuestion !== undefined) return question(ctx, ownerQuestion);
    return ownerWord === undefined ? next() : word(ctx, ownerWord);
  });

  composer.callbackQuery(/^owner:(own_[0-9A-Za-z]{16}):(yes|no)$/, async (ctx) => {
    const [, request = "", answer = ""] = ctx.match;
    const language = await languageOf(ctx);
    const { ownership, staff, commandStale } = catalogues[language];
    const { id: queryId, message, from } = ctx.callbackQuery;
    if (message === undefined || message.chat.type !== "private") return chat.notify(queryId, commandStale);
    const place = placeOf(message);
    const decided = await accounts.decideOwner(request, from.id, answer === "yes");
    if (!decided.ok && decided.error.code === "overloaded") orLater(decided);
    if (decided.ok) {
      const name = chatName(decided.value.name, firstLineNameMax) || staff.unnamed;
      const text = answer === "yes" ? ownership.confirmed(name) : ownership.refused(name);
      await chat.edit(place, unlinked(text, name));
    } else if (decided.error.code === "account_suspended") {
      await chat.edit(place, refusalReply(decided.error, language));
    } else {
      await chat.notify(queryId, ownership.over);
      await chat.dropButtons(place);
      return;
    }
    await chat.notify(queryId);
  });

  return composer;
};

const wordNotice = (
  { act, what, by }: AccountNotice,
  language: Language,
): { readonly text: string; readonly name: string } => {
  const { notices, staff, audit } = catalogues[language];
  const called = (name: string) => chatName(name, firstLineNameMax) || staff.unnamed;
  const who = {
    operator: notices.byOperator,
    key: notices.byKey,
    service: audit.service,
    user: called(by.name),
  }[by.kind];
  if (act === "link_created") return { text: notices.link_created(what === "owner", who), name: who };
  if (act === "group_bound") return { text: notices.group_bound(who), name: who };
  if (act === "key_created" || act === "key_replaced") return { text: notices[act](what, who), name: who };
  return { text: notices[act](called(what), who), name: called(what) };
};
