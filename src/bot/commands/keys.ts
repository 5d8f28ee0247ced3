import { Composer } from "grammy";
import type { Accounts, IssuedKey } from "../../accounts/accounts.ts";
import { ok, type Result } from "../../result.ts";
import type { BotMemory } from "../../store/bot-memory.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { type Chat, plain, type Reply } from "../chat.ts";
import { code, foreign, lines } from "../rich-text.ts";
import type { TalkContext } from "../talk.ts";
import {
  commandSpot,
  isPrivate,
  madeOnce,
  ownAccount,
  refusalReply,
  reply,
  replyToPress,
  type Spot,
} from "./command-reply.ts";
import { createKeyDraft } from "./key-draft.ts";
import { createKeyList, menuSchema } from "./key-list.ts";
import { renderNewKey } from "./key-menu.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<
    Accounts,
    | "registerTelegram"
    | "telegramAccount"
    | "createKey"
    | "listKeys"
    | "rotateKey"
    | "revokeKey"
    | "createLinkCode"
  >;
  readonly chat: Pick<Chat, "notify" | "edit" | "dropButtons">;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

const pressPattern = /^key:([\w-]{8,32}):(live|test|options|rotate|ask|revoke)(\d{0,2})$/;

/**
 * `/key`: the account's API keys with buttons to make, rotate and revoke them; `/key link`: a one-time code for
 * another Telegram user. In private chats alone, and for the owner alone.
 */
export const createKeyCommands = (deps: Dependencies) => {
  const { memory, accounts, chat, publicUrl: root, languageOf } = deps;
  const commands = new Composer<TalkContext>();

  const { askWith, menu, refresh } = createKeyList(deps);
  const draft = createKeyDraft(deps);
  commands.use(draft.composer);

  const linkCode = async (ctx: TalkContext, account: string, language: Language): Promise<Reply> => {
    const by = { kind: "user", userId: ctx.from?.id ?? 0 } as const;
    const made = await madeOnce(ctx, commandSpot(ctx), async (keep) => {
      const link = await accounts.createLinkCode(account, "owner", { by, keep });
      return link.ok ? ok(link.value.code) : link;
    });
    if (!made.ok) return refusalReply(made.error, language);
    return lines(catalogues[language].keys.linkCode, code(`/start ${made.value}`));
  };

  commands.command("key", async (ctx) => {
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(texts.privateOnly));
    const own = await ownAccount(ctx.from.id, accounts);
    if (!own.ok) return reply(ctx, refusalReply(own.error, language));
    if (own.value.role !== "owner") return reply(ctx, plain(texts.keys.ownerOnly));
    const named = /^new\s+(\S.{0,99})$/iu.exec(ctx.match.trim())?.[1];
    if (named !== undefined) return reply(ctx, await draft.open(ctx, foreign(named), language));
    const isLink = ctx.match.trim().toLowerCase() === "link";
    const said = isLink ? linkCode(ctx, own.value.id, language) : menu(ctx, own.value.id, language);
    await reply(ctx, await said);
  });

  /** What a press does, and what is said of it. */
  const act = async (ctx: TalkContext, press: Press, language: Language): Promise<Reply> => {
    const { account, verb, key, spot } = press;
    const by = { kind: "user", userId: ctx.from?.id ?? 0 } as const;
    const texts = catalogues[language].keys;
    if (verb === "live" || verb === "test") {
      const made = await madeOnce(ctx, spot, async (keep) =>
        keyOf(await accounts.createKey(account, verb, { by, keep })),
      );
      return made.ok ? renderNewKey(made.value, { root, language }) : refusalReply(made.error, language);
    }
    if (verb === "options") return draft.open(ctx, "", language);
    if (key === undefined) return refusalReply({ code: "key_unknown" }, language);
    if (verb === "rotate") {
      const made = await madeOnce(ctx, spot, async (keep) =>
        keyOf(await accounts.rotateKey(key, account, { by, keep })),
      );
      return made.ok
        ? renderNewKey(made.value, { root, language, note: texts.rotated })
        : refusalReply(made.error, language);
    }
    if (verb === "ask") {
      const { id } = await askWith(ctx, [key], ctx.callbackQuery?.message?.message_id);
      const yes = { text: texts.revokeYes, callback_data: `key:${id}:revoke0` };
      return { ...plain(texts.revokeAsk), markup: { inline_keyboard: [[yes]] } };
    }
    const revoked = await accounts.revokeKey(key, account, by);
    return revoked.ok ? plain(texts.revoked(revoked.value.last4)) : refusalReply(revoked.error, language);
  };

  commands.callbackQuery(pressPattern, async (ctx) => {
    const [, id = "", verb = "", index = ""] = ctx.match;
    const language = await languageOf(ctx);
    const open = await memory.question(id, ctx.saying.updateId);
    const shown = ctx.callbackQuery.message;
    const isTheirs = open?.kind === "key" && open.chatId === ctx.chatId && open.userId === ctx.from.id;
    const taken = isTheirs && shown !== undefined ? await memory.answer(id, ctx.saying.updateId) : null;
    if (taken === null) return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const { keys, list } = menuSchema.parse(JSON.parse(taken.payload));
    const own = await ownAccount(ctx.from.id, accounts);
    const isOwner = own.ok && own.value.role === "owner";
    const place = { chatId: taken.chatId, messageId: shown?.message_id ?? 0 };
    const press = { verb, key: keys[Number(index)], spot: { place, slot: `key:${id}` } };
    const said = isOwner
      ? await act(ctx, { account: own.value.id, ...press }, language)
      : own.ok
        ? plain(catalogues[language].keys.ownerOnly)
        : refusalReply(own.error, language);
    await replyToPress(ctx, `key:${id}`, said);
    await chat.notify(ctx.callbackQuery.id);
    if (shown === undefined) return;
    if (!isOwner || list !== undefined) await chat.dropButtons(place);
    if (isOwner) await refresh(ctx, own.value.id, language, { ...place, messageId: list ?? place.messageId });
  });

  return commands;
};

type Press = {
  readonly account: string;
  readonly verb: string;
  readonly key: string | undefined;
  /** Under which what comes of it is said. */
  readonly spot: Spot;
};

const keyOf = <E>(issued: Result<IssuedKey, E>): Result<string, E> =>
  issued.ok ? ok(issued.value.key) : issued;
