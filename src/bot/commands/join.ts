import { Composer } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import { z } from "zod";
import type { Accounts, Member } from "../../accounts/accounts.ts";
import { ok } from "../../result.ts";
import type { BotMemory } from "../../store/bot-memory.ts";
import { formatDay } from "../../texts/dates.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { type Chat, plain, type Reply } from "../chat.ts";
import { code, foreign, lines, type RichText, unlinked } from "../rich-text.ts";
import type { TalkContext } from "../talk.ts";
import {
  commandSpot,
  isPrivate,
  madeOnce,
  ownAccount,
  refusalReply,
  reply,
  replyToPress,
} from "./command-reply.ts";
import type { GroupBinding } from "./group-binding.ts";
import type { Moving } from "./moving.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<
    Accounts,
    "registerTelegram" | "telegramAccount" | "createLinkCode" | "listStaff" | "removeStaff"
  >;
  readonly moving: Moving;
  readonly binding: GroupBinding;
  readonly chat: Pick<Chat, "notify" | "dropButtons">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** What the buttons beneath a list lead to: the persons, in its order. */
const listSchema = z.strictObject({ persons: z.array(z.string()) });

const listTtlMs = 60 * 60 * 1000;
/** Telegram shows no more than 100 buttons. */
const membersMax = 50;

/**
 * `/join`, of an owner and in private: a code for one of the staff, and who uses the account, to be removed by a press.
 * `/join <code>`, anywhere: to use that account, which is asked first. `/join leave`: not any more. In a group, of an
 * owner: that it belongs to their account.
 */
export const createJoin = ({ memory, accounts, moving, binding, chat, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  /** Who uses the account, each with a button. */
  const listed = async (
    { chatId = 0, from }: TalkContext,
    account: string,
    language: Language,
  ): Promise<{ readonly said: readonly (string | RichText)[]; readonly markup?: InlineKeyboardMarkup }> => {
    const found = await accounts.listStaff(account);
    const members = found.ok ? found.value.slice(0, membersMax) : [];
    const texts = catalogues[language].staff;
    if (members.length === 0) return { said: [texts.none] };
    const payload = JSON.stringify({ persons: members.map(({ person }) => person) });
    const asked = { chatId, userId: from?.id ?? 0, kind: "staff", payload, ttlMs: listTtlMs };
    const { id } = await memory.ask(asked);
    const each = members.map((member) => {
      const name = nameOf(member, language);
      return unlinked(`• ${name} · ${formatDay(member.since, language)}`, name);
    });
    const buttons = members.map((member, index) => [
      { text: texts.remove(nameOf(member, language)), callback_data: `staff:${id}:${index}` },
    ]);
    return { said: [texts.members, ...each], markup: { inline_keyboard: buttons } };
  };

  const invite = async (ctx: TalkContext, userId: number, language: Language): Promise<Reply> => {
    const texts = catalogues[language].staff;
    const own = await ownAccount(userId, accounts);
    if (!own.ok) return refusalReply(own.error, language);
    if (own.value.role !== "owner") return plain(texts.youAreStaff);
    const made = await madeOnce(ctx, commandSpot(ctx), async (keep) => {
      const link = await accounts.createLinkCode(own.value.id, "staff", keep);
      return link.ok ? ok(link.value.code) : link;
    });
    if (!made.ok) return refusalReply(made.error, language);
    const { said, markup } = await listed(ctx, own.value.id, language);
    const link = `https://t.me/${ctx.me.username}?start=${made.value}`;
    const text = lines(texts.invitation, code(`/join ${made.value}`), texts.orLink, link, "", ...said);
    return { ...text, ...(markup && { markup }) };
  };

  /** An owner unbinds the group by "leave"; staff leave the account, wherever they say so. */
  const inGroup = async (ctx: TalkContext, userId: number, isLeaving: boolean, language: Language) => {
    const linked = isLeaving ? await accounts.telegramAccount(userId) : null;
    const isStaff = linked?.ok && linked.value !== null && linked.value.role === "staff";
    return isStaff ? moving.leaveOrAsk(ctx, userId, language) : binding.offer(ctx, language);
  };

  commands.command("join", async (ctx) => {
    const language = await languageOf(ctx);
    const given = ctx.match.trim();
    if (ctx.from === undefined) return;
    const isLeaving = given.toLowerCase() === "leave";
    if (given !== "" && !isLeaving) return reply(ctx, await moving.askToJoin(ctx, given, language));
    if (isPrivate(ctx) && isLeaving) return reply(ctx, await moving.leaveOrAsk(ctx, ctx.from.id, language));
    if (!isPrivate(ctx)) return reply(ctx, await inGroup(ctx, ctx.from.id, isLeaving, language));
    await reply(ctx, await invite(ctx, ctx.from.id, language));
  });

  commands.callbackQuery(/^staff:([\w-]{8,32}):(\d{1,2})$/, async (ctx) => {
    const [, id = "", index = ""] = ctx.match;
    const language = await languageOf(ctx);
    const { commandStale, staff } = catalogues[language];
    const open = await memory.question(id, ctx.saying.updateId);
    const isTheirs = open?.kind === "staff" && open.chatId === ctx.chatId && open.userId === ctx.from.id;
    const taken = isTheirs ? await memory.answer(id, ctx.saying.updateId) : null;
    const person = taken && listSchema.parse(JSON.parse(taken.payload)).persons[Number(index)];
    const shown = ctx.callbackQuery.message;
    if (!person || shown === undefined) return chat.notify(ctx.callbackQuery.id, commandStale);
    const own = await ownAccount(ctx.from.id, accounts);
    const isOwner = own.ok && own.value.role === "owner";
    const removed = isOwner ? await accounts.removeStaff(own.value.id, person) : own;
    if (!removed.ok || !isOwner) {
      const said = removed.ok ? plain(staff.youAreStaff) : refusalReply(removed.error, language);
      await replyToPress(ctx, `staff:${id}`, said);
    } else {
      const { said, markup } = await listed(ctx, own.value.id, language);
      await replyToPress(ctx, `staff:${id}`, {
        ...lines(staff.removed, "", ...said),
        ...(markup && { markup }),
      });
    }
    await chat.notify(ctx.callbackQuery.id);
    await chat.dropButtons({ chatId: shown.chat.id, messageId: shown.message_id });
  });

  return commands;
};

const nameOf = ({ name }: Member, language: Language): string =>
  Array.from(foreign(name)).slice(0, 40).join("") || catalogues[language].staff.unnamed;
