import { Composer } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import { z } from "zod";
import type { Accounts, AdminResult, ListedCode, Member } from "../../../accounts/accounts.ts";
import { ok } from "../../../core/result.ts";
import { hourMs } from "../../../core/time.ts";
import { code, foreign, lines, type RichText, unlinked } from "../../../rendering/rich-text.ts";
import { formatDayIn, formatTime } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, plain, type Reply } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { TalkContext } from "../sending.ts";
import {
  commandSlot,
  isPrivate,
  madeOnce,
  ownAccount,
  refusalReply,
  reply,
  replyToCallback,
  type UserAccount,
} from "./command-reply.ts";
import type { GroupBinding } from "./group-binding.ts";
import type { Moving } from "./moving.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly accounts: Pick<
    Accounts,
    | "registerTelegram"
    | "telegramAccount"
    | "createLinkCode"
    | "listLinkCodes"
    | "recallLinkCode"
    | "listMembers"
    | "removeMember"
    | "listKeys"
  >;
  readonly moving: Moving;
  readonly binding: GroupBinding;
  readonly chat: Pick<Chat, "notify" | "dropButtons">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/** What the buttons beneath a list lead to, in their order. */
const listSchema = z.object({
  account: z.string(),
  rows: z.array(z.object({ kind: z.enum(["owner", "staff", "code"]), id: z.string() })),
});

type List = z.infer<typeof listSchema>;
type Row = List["rows"][number];

const listTtlMs = hourMs;
/** Telegram shows no more than 100 buttons. */
const membersMax = 50;

/**
 * `/join` by an owner in a private chat: a code for one of the staff, and buttons to remove those who use the account.
 * `/join <code>`, anywhere: to use that account, which is asked first. `/join leave`: not any more. In a group, of an
 * owner: that it belongs to their account.
 */
export const createJoin = ({
  memory,
  accounts,
  moving,
  binding,
  chat,
  languageOf,
  calendarHere,
}: Dependencies) => {
  const commands = new Composer<TalkContext>();

  /** The account's owners, staff and open codes, each with a button except the reader. */
  const listed = async (
    ctx: TalkContext,
    { id: account, pseudonym }: UserAccount,
    language: Language,
  ): Promise<{ readonly said: readonly (string | RichText)[]; readonly markup?: InlineKeyboardMarkup }> => {
    const found = await accounts.listMembers(account);
    const alive = await accounts.listLinkCodes(account);
    const members = found.ok ? found.value.slice(0, membersMax) : [];
    const codes = alive.ok ? alive.value : [];
    const { staff: texts, ownership } = catalogues[language];
    const { chatId = 0, from } = ctx;
    const calendar = await calendarHere(ctx);
    const lineOf = (member: Member) => {
      const name = member.pseudonym === pseudonym ? ownership.you : nameOf(member, language);
      return unlinked(`• ${name} · ${formatDayIn(member.since, language, calendar)}`, name);
    };
    const owners = members.filter(({ role }) => role === "owner");
    const staff = members.filter(({ role }) => role === "staff");
    const codeLine = ({ role, createdAt }: ListedCode) =>
      `• ${formatTime(createdAt)} · ${role === "owner" ? ownership.ownerCode : ownership.staffCode}`;
    const said = [
      ...(owners.length > 1 ? [ownership.owners, ...owners.map(lineOf), ""] : []),
      ...(staff.length > 0 ? [texts.members, ...staff.map(lineOf)] : owners.length > 1 ? [] : [texts.none]),
      ...(codes.length > 0 ? ["", ownership.codes, ...codes.map(codeLine)] : []),
    ];
    const removable = members.filter((member) => member.pseudonym !== pseudonym);
    const rows: readonly (Row & { readonly text: string })[] = [
      ...removable.map((member) => ({
        kind: member.role,
        id: member.pseudonym,
        text: texts.remove(nameOf(member, language)),
      })),
      ...codes.map(({ id, createdAt }) => ({
        kind: "code" as const,
        id,
        text: ownership.recall(formatTime(createdAt)),
      })),
    ];
    if (rows.length === 0) return { said };
    const payload = JSON.stringify({ account, rows: rows.map(({ kind, id }) => ({ kind, id })) });
    const asked = { chatId, userId: from?.id ?? 0, kind: "staff" as const, payload, ttlMs: listTtlMs };
    const { id } = await memory.ask(asked);
    const buttons = rows.map(({ text }, index) => [{ text, callback_data: `staff:${id}:${index}` }]);
    return { said, markup: { inline_keyboard: buttons } };
  };

  const invite = async (ctx: TalkContext, userId: number, language: Language): Promise<Reply> => {
    const texts = catalogues[language].staff;
    const own = await ownAccount(userId, accounts);
    if (!own.ok) return refusalReply(own.error, language);
    if (own.value.role !== "owner") return plain(texts.youAreStaff);
    const by = { kind: "user", userId } as const;
    const made = await madeOnce(ctx, commandSlot(ctx), async (keep) => {
      const link = await accounts.createLinkCode(own.value.id, "staff", { by, keep });
      return link.ok ? ok(link.value.code) : link;
    });
    const { said, markup } = await listed(ctx, own.value, language);
    if (!made.ok && made.error.code === "too_many_link_codes") {
      const refused = refusalReply(made.error, language);
      return { ...lines(refused, "", ...said), ...(markup && { markup }) };
    }
    if (!made.ok) return refusalReply(made.error, language);
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

  /** Removes a member or recalls a code. A member who is gone already was removed by an earlier press. */
  const end = async (userId: number, account: string, { kind, id }: Row): AdminResult<unknown> => {
    const by = { kind: "user", userId } as const;
    const ended =
      kind === "code"
        ? await accounts.recallLinkCode(id, account, by)
        : await accounts.removeMember(account, { pseudonym: id, role: kind, by });
    const isGone =
      !ended.ok && (ended.error.code === "member_unknown" || ended.error.code === "link_code_unknown");
    return isGone ? ok(null) : ended;
  };

  commands.callbackQuery(/^staff:([\w-]{8,32}):(\d{1,2})$/, async (ctx) => {
    const [, id = "", index = ""] = ctx.match;
    const language = await languageOf(ctx);
    const { commandStale, staff, ownership } = catalogues[language];
    const open = await memory.question(id, ctx.sending.updateId);
    const isTheirs = open?.kind === "staff" && open.chatId === ctx.chatId && open.userId === ctx.from.id;
    const taken = isTheirs ? await memory.answer(id, ctx.sending.updateId) : null;
    const list = taken && listSchema.safeParse(JSON.parse(taken.payload)).data;
    const chosen = list?.rows[Number(index)];
    const shown = ctx.callbackQuery.message;
    if (!list || !chosen || shown === undefined) return chat.notify(ctx.callbackQuery.id, commandStale);
    const own = await ownAccount(ctx.from.id, accounts);
    // The list is of a shop that they have left.
    if (own.ok && own.value.id !== list.account) {
      await chat.dropButtons({ chatId: shown.chat.id, messageId: shown.message_id });
      return chat.notify(ctx.callbackQuery.id, commandStale);
    }
    const isOwner = own.ok && own.value.role === "owner";
    const ended = isOwner ? await end(ctx.from.id, own.value.id, chosen) : own;
    if (!ended.ok || !isOwner) {
      const said = ended.ok
        ? plain(staff.youAreStaff)
        : ended.error.code === "last_owner"
          ? plain(ownership.lastOwner)
          : refusalReply(ended.error, language);
      await replyToCallback(ctx, `staff:${id}`, said);
    } else {
      const { said, markup } = await listed(ctx, own.value, language);
      const keys = chosen.kind === "owner" ? await accounts.listKeys(own.value.id) : ok([]);
      const hasKeys = keys.ok && keys.value.some(({ revokedAt }) => revokedAt === null);
      const done = chosen.kind === "code" ? ownership.recalled : staff.removed;
      await replyToCallback(ctx, `staff:${id}`, {
        ...lines(done, ...(hasKeys ? [ownership.keysGoOn] : []), "", ...said),
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
