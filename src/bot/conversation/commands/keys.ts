import { Composer } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import { type Accounts, type IssuedKey, isActiveKey, type ListedKey } from "../../../accounts/accounts.ts";
import { ok, type Result } from "../../../core/result.ts";
import { hourMs } from "../../../core/time.ts";
import { code, foreign, lines } from "../../../rendering/rich-text.ts";
import { type Calendar, formatDayIn } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, type Place, plain, type Reply } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
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
import { createKeyDraft, renderNewKey } from "./key-draft.ts";

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
  readonly calendarHere: CalendarHere;
};

const callbackPattern = /^key:([\w-]{8,32}):(live|test|options|rotate|ask|revoke)(\d{0,2})$/;

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
    const made = await madeOnce(ctx, commandSlot(ctx), async (keep) => {
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
    if (named !== undefined)
      return reply(ctx, await draft.open(ctx, { name: foreign(named), account: own.value.id }, language));
    const isLink = ctx.match.trim().toLowerCase() === "link";
    const said = isLink ? linkCode(ctx, own.value.id, language) : menu(ctx, own.value.id, language);
    await reply(ctx, await said);
  });

  /** Does what a button says, and words the answer. */
  const act = async (ctx: TalkContext, callback: KeyCallback, language: Language): Promise<Reply> => {
    const { account, verb, key, commandSlot } = callback;
    const by = { kind: "user", userId: ctx.from?.id ?? 0 } as const;
    const texts = catalogues[language].keys;
    if (verb === "live" || verb === "test") {
      const made = await madeOnce(ctx, commandSlot, async (keep) =>
        keyOf(await accounts.createKey(account, verb, { by, keep })),
      );
      return made.ok ? renderNewKey(made.value, { root, language }) : refusalReply(made.error, language);
    }
    if (verb === "options") return draft.open(ctx, { name: "", account }, language);
    if (key === undefined) return refusalReply({ code: "key_unknown" }, language);
    if (verb === "rotate") {
      const made = await madeOnce(ctx, commandSlot, async (keep) =>
        keyOf(await accounts.rotateKey(key, account, { by, keep })),
      );
      return made.ok
        ? renderNewKey(made.value, { root, language, note: texts.rotated })
        : refusalReply(made.error, language);
    }
    if (verb === "ask") {
      const { id } = await askWith(ctx, account, [key], ctx.callbackQuery?.message?.message_id);
      const yes = { text: texts.revokeYes, callback_data: `key:${id}:revoke0` };
      return { ...plain(texts.revokeAsk), markup: { inline_keyboard: [[yes]] } };
    }
    const revoked = await accounts.revokeKey(key, account, by);
    return revoked.ok ? plain(texts.revoked(revoked.value.last4)) : refusalReply(revoked.error, language);
  };

  commands.callbackQuery(callbackPattern, async (ctx) => {
    const [, id = "", verb = "", index = ""] = ctx.match;
    const language = await languageOf(ctx);
    const open = await memory.question(id, ctx.sending.updateId);
    const shown = ctx.callbackQuery.message;
    const isTheirs = open?.kind === "key" && open.chatId === ctx.chatId && open.userId === ctx.from.id;
    const taken = isTheirs && shown !== undefined ? await memory.answer(id, ctx.sending.updateId) : null;
    if (taken === null) return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const { keys, list, account } = menuSchema.parse(JSON.parse(taken.payload));
    const own = await ownAccount(ctx.from.id, accounts);
    if (own.ok && own.value.id !== account)
      return chat.notify(ctx.callbackQuery.id, catalogues[language].commandStale);
    const isOwner = own.ok && own.value.role === "owner";
    const place = { chatId: taken.chatId, messageId: shown?.message_id ?? 0 };
    const callback = { verb, key: keys[Number(index)], commandSlot: { place, slot: `key:${id}` } };
    const said = isOwner
      ? await act(ctx, { account: own.value.id, ...callback }, language)
      : own.ok
        ? plain(catalogues[language].keys.ownerOnly)
        : refusalReply(own.error, language);
    await replyToCallback(ctx, `key:${id}`, said);
    await chat.notify(ctx.callbackQuery.id);
    if (shown === undefined) return;
    if (!isOwner || list !== undefined) await chat.dropButtons(place);
    if (isOwner) await refresh(ctx, own.value.id, language, { ...place, messageId: list ?? place.messageId });
  });

  return commands;
};

type KeyCallback = {
  readonly account: string;
  readonly verb: string;
  readonly key: string | undefined;
  /** Where the button is answered. */
  readonly commandSlot: CommandSlot;
};

const keyOf = <E>(issued: Result<IssuedKey, E>): Result<string, E> =>
  issued.ok ? ok(issued.value.key) : issued;

type ListDependencies = {
  readonly memory: Pick<BotMemory, "ask">;
  readonly accounts: Pick<Accounts, "listKeys">;
  readonly chat: Pick<Chat, "edit" | "dropButtons">;
  readonly calendarHere: CalendarHere;
  readonly now: () => Date;
};

/** What a menu's buttons lead to; each menu works once. `keys` are ids, `list` is the message with the list. */
const menuSchema = z.object({
  account: z.string(),
  keys: z.array(z.string()),
  list: z.int().optional(),
});

const menuTtlMs = hourMs;

/** The list of an account's keys, with its buttons. */
const createKeyList = ({ memory, accounts, chat, calendarHere, now }: ListDependencies) => {
  const askWith = async (ctx: TalkContext, account: string, keys: readonly string[], list?: number) =>
    memory.ask({
      chatId: ctx.chatId ?? 0,
      userId: ctx.from?.id ?? 0,
      kind: "key",
      payload: JSON.stringify({ account, keys, list }),
      ttlMs: menuTtlMs,
    });

  const menu = async (ctx: TalkContext, account: string, language: Language): Promise<Reply> => {
    const listed = await accounts.listKeys(account);
    if (!listed.ok) return refusalReply(listed.error, language);
    const active = listed.value.filter((key) => isActiveKey(key, now()));
    const { id } = await askWith(
      ctx,
      account,
      active.map((key) => key.id),
    );
    const list = renderKeys(active, language, await calendarHere(ctx));
    return { ...list, markup: { inline_keyboard: buttonsOf(id, active, language) } };
  };

  /** Shows the current list with new buttons. */
  const refresh = async (ctx: TalkContext, account: string, language: Language, list: Place) => {
    if (!(await chat.edit(list, await menu(ctx, account, language)))) await chat.dropButtons(list);
  };

  return { askWith, menu, refresh };
};

const nameOf = ({ prefix, last4 }: ListedKey): string => `${prefix}…${last4}`;

/** The list of an account's keys. */
const renderKeys = (keys: readonly ListedKey[], language: Language, calendar: Calendar | null): Reply => {
  const { keys: texts } = catalogues[language];
  const dayOf = (at: Date) => formatDayIn(at, language, calendar);
  return lines(
    keys.length === 0 ? texts.none : texts.yours,
    ...keys.map((key) => {
      const until = key.expiresAt === null ? "" : ` · ${texts.until(dayOf(key.expiresAt))}`;
      const name = key.name === "" ? "" : ` · “${foreign(key.name)}”`;
      const used = key.lastUsedAt === null ? "" : ` · ${texts.used(dayOf(key.lastUsedAt))}`;
      return `• ${nameOf(key)}${name} · ${dayOf(key.createdAt)}${until}${used}`;
    }),
    "",
    texts.explained,
  );
};

/** The buttons of the list. `id`: the question that they answer. */
export const buttonsOf = (
  id: string,
  keys: readonly ListedKey[],
  language: Language,
): InlineKeyboardButton[][] => {
  const { keys: texts } = catalogues[language];
  const rows = keys.flatMap(({ last4, isReplaced }, index) => {
    const revoke = { text: texts.revoke(last4), callback_data: `key:${id}:ask${index}` };
    const rotate = { text: texts.rotate(last4), callback_data: `key:${id}:rotate${index}` };
    return [isReplaced ? [revoke] : [rotate, revoke]];
  });
  return [
    [
      { text: texts.newLive, callback_data: `key:${id}:live` },
      { text: texts.newTest, callback_data: `key:${id}:test` },
    ],
    [{ text: texts.newLimited, callback_data: `key:${id}:options` }],
    [{ text: catalogues[language].dashboard.open, callback_data: "dashboard:open" }],
    ...rows,
  ];
};
