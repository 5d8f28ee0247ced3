import { Composer } from "grammy";
import { z } from "zod";
import type { AccountNotice, Accounts, OwnerQuestion, OwnerWord } from "../../accounts/accounts.ts";
import { savedSchema } from "../../accounts/saved-accounts.ts";
import { chatName, firstLineNameMax } from "../../rendering/names.ts";
import { lines, type RichText, unlinked } from "../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { BankNames } from "../../verify/parties.ts";
import type { BotMemory } from "../data/memory.ts";
import { readOwnUpdate } from "../telegram/arrival.ts";
import { type Chat, placeOf } from "../telegram/chat.ts";
import { orLater } from "../telegram/postponement.ts";
import { refusalReply } from "./commands/command-reply.ts";
import { shopIn } from "./commands/moving.ts";
import { listedAccount } from "./receivers/chat-accounts.ts";
import type { TalkContext } from "./sending.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "shopOf" | "decideOwner">;
  readonly memory: Pick<BotMemory, "languageOf">;
  readonly chat: Pick<Chat, "notify" | "edit" | "dropButtons">;
  readonly banks: BankNames;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

const toldSchema = z.union([
  z.object({
    act: z.enum([
      "owner_joined",
      "member_joined",
      "key_created",
      "key_replaced",
      "key_revoked",
      "key_leaked",
      "link_created",
      "group_bound",
    ]),
    what: z.string(),
  }),
  z.object({ act: z.enum(["saved_account_kept", "saved_account_removed"]), what: savedSchema }),
]);

const bySchema = z.object({
  kind: z.enum(["operator", "user", "key", "service"]),
  face: z.enum(["cli", "api", "chat", "web"]),
  name: z.string(),
  isOwner: z.boolean(),
});

const newsSchema = z.looseObject({
  accountNotice: z.object({ owner: z.int(), account: z.string(), by: bySchema }).and(toldSchema).optional(),
  ownerQuestion: z
    .object({ owner: z.int(), account: z.string(), request: z.string(), name: z.string() })
    .optional(),
  ownerWord: z.object({ newcomer: z.int(), shop: z.string(), isConfirmed: z.boolean() }).optional(),
});

/**
 * What an account's owners get in their private chats: a notice of each act that `tellAct` tells, and the question about
 * somebody who wants to own it, too. The newcomer gets their decision.
 */
export const createOwnershipNews = ({ accounts, memory, chat, banks, languageOf }: Dependencies) => {
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
    const place = { chatId: told.owner, messageId: 0 };
    const said = wordNotice(told, banks, language);
    await sending.send(place, `notice:${sending.updateId}`, { ...said, isUnquoted: true });
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

const wordNotice = (told: AccountNotice, banks: BankNames, language: Language): RichText => {
  const { notices, ownership, staff, audit } = catalogues[language];
  const { by } = told;
  const called = (name: string) => chatName(name, firstLineNameMax) || staff.unnamed;
  const actor = {
    operator: notices.byOperator,
    key: notices.byKey,
    service: audit.service,
    user: by.isOwner ? ownership.you : called(by.name),
  }[by.kind];
  const who = by.face === "web" ? notices.inBrowser(actor) : actor;
  switch (told.act) {
    case "owner_joined":
    case "member_joined":
      return unlinked(notices[told.act](called(told.what), who), called(told.what));
    case "key_created":
    case "key_replaced":
    case "key_revoked":
      return unlinked(notices[told.act](told.what, who), actor);
    case "key_leaked":
      return unlinked(notices.key_leaked(told.what, by.face === "chat"), told.what);
    case "link_created":
      return unlinked(notices.link_created(told.what === "owner", who), actor);
    case "group_bound":
      return unlinked(notices.group_bound(who), actor);
    case "saved_account_kept":
    case "saved_account_removed":
      return lines(unlinked(notices[told.act](who), actor), listedAccount(told.what, banks));
  }
};
