import { Composer } from "grammy";
import type { Accounts, DayBook, ProviderDay } from "../../../accounts/accounts.ts";
import type { Provider } from "../../../providers/provider.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { bold, concat, foreign, lines } from "../../../rendering/rich-text.ts";
import { type Calendar, formatBothDays } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { plain, type Reply } from "../../telegram/chat.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, refusalReply, reply } from "./command-reply.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "dayBookOf">;
  readonly providers: readonly Provider[];
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/** `/today`: the receipts that the chat's account saw verified for the first time today, summed by bank. */
export const createToday = ({ accounts, providers, languageOf, calendarHere }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  const sums = async (userId: number, language: Language, calendar: Calendar | null): Promise<Reply> => {
    const own = await accounts.telegramAccount(userId);
    if (!own.ok) return refusalReply(own.error, language);
    if (own.value === null) return plain(catalogues[language].noHistory);
    const book = await accounts.dayBookOf(own.value.account);
    if (!book.ok) return refusalReply(book.error, language);
    return renderDay(book.value, { providers, language, calendar });
  };

  commands.command("today", async (ctx) => {
    const language = await languageOf(ctx);
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(catalogues[language].privateOnly));
    await reply(ctx, await sums(ctx.from.id, language, await calendarHere(ctx)));
  });

  return commands;
};

/** The chat says of both in one line that they are not known to be the merchant's. */
const sumByProvider = (days: readonly ProviderDay[]): readonly ProviderDay[] => {
  const sums = new Map<string, ProviderDay>();
  for (const { provider, count, amountSantim } of days) {
    const before = sums.get(provider) ?? { count: 0, amountSantim: 0 };
    sums.set(provider, {
      provider,
      count: before.count + count,
      amountSantim: before.amountSantim + amountSantim,
    });
  }
  return [...sums.values()].sort((one, other) => one.provider.localeCompare(other.provider));
};

type DayReply = {
  readonly providers: readonly Provider[];
  readonly language: Language;
  readonly calendar: Calendar | null;
};

const renderDay = (book: DayBook, { providers, language, calendar }: DayReply): Reply => {
  const { today, currency, colon } = catalogues[language];
  const { own, since, notConfirmed } = book;
  const others = sumByProvider([...book.others, ...book.unknown]);
  const bankOf = (label: string) =>
    providers.find((provider) => provider.label === label)?.settings.bank ?? label;
  const sum = (count: number, santim: number) =>
    `${today.receipts(count)} · ${formatAmount(santim)} ${currency}`;
  const part = (title: string, days: readonly ProviderDay[]) => {
    const count = days.reduce((total, day) => total + day.count, 0);
    const santim = days.reduce((total, day) => total + day.amountSantim, 0);
    const each = days.map(
      (day) => `• ${foreign(bankOf(day.provider))}${colon}${sum(day.count, day.amountSantim)}`,
    );
    return count === 0 ? [] : [concat(title, colon, bold(sum(count, santim))), ...each];
  };
  return lines(
    today.title(formatBothDays(since, language, calendar)),
    ...part(today.own, own),
    ...part(today.others, others),
    own.length + others.length === 0 ? today.none : null,
    notConfirmed === 0 ? null : today.notConfirmed(notConfirmed),
    "",
    today.meaning,
  );
};
