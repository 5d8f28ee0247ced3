import { Composer } from "grammy";
import type { Accounts, AuditEntry } from "../../../accounts/accounts.ts";
import { chatName, firstLineNameMax } from "../../../rendering/names.ts";
import { lines, unlinked } from "../../../rendering/rich-text.ts";
import { type Calendar, formatDayAndTime } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { plain } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, ownAccount, refusalReply, reply } from "./command-reply.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "registerTelegram" | "telegramAccount" | "auditOf">;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/** Entries that are shown, at most. */
const entriesMax = 20;

/** `/audit`, for owners in private chats: what was lately done with the shop, and by whom. */
export const createAuditCommand = ({ accounts, languageOf, calendarHere }: Dependencies) => {
  const commands = new Composer<TalkContext>();
  commands.command("audit", async (ctx) => {
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(texts.privateOnly));
    const own = await ownAccount(ctx.from.id, accounts);
    if (!own.ok) return reply(ctx, refusalReply(own.error, language));
    if (own.value.role !== "owner") return reply(ctx, plain(texts.staff.youAreStaff));
    const found = await accounts.auditOf(own.value.id, { limit: entriesMax + 1 });
    if (!found.ok) return reply(ctx, refusalReply(found.error, language));
    if (found.value.length === 0) return reply(ctx, plain(texts.audit.none));
    const readBy = { pseudonym: own.value.pseudonym, language, calendar: await calendarHere(ctx) };
    const shown = found.value.slice(0, entriesMax).map((entry) => lineOf(entry, readBy));
    const more = found.value.length > entriesMax ? ["", texts.audit.more] : [];
    await reply(ctx, lines(texts.audit.heading, ...shown, ...more));
  });
  return commands;
};

type Reader = {
  readonly pseudonym: string;
  readonly language: Language;
  readonly calendar: Calendar | null;
};

const lineOf = ({ at, actor, act }: AuditEntry, { pseudonym, language, calendar }: Reader) => {
  const { audit, notices, ownership, staff } = catalogues[language];
  const called = chatName(actor.name, firstLineNameMax) || staff.unnamed;
  const who = {
    operator: notices.byOperator,
    key: notices.byKey,
    service: audit.service,
    person: actor.id === pseudonym ? ownership.you : called,
  }[actor.kind];
  return unlinked(`• ${formatDayAndTime(at, language, calendar)} · ${audit.acts[act]} · ${who}`, who);
};
