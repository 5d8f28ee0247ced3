import { Composer } from "grammy";
import type { Provider } from "../../../providers/provider.ts";
import { foreign, lines } from "../../../rendering/rich-text.ts";
import { type Calendar, formatRecent } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import type { ProviderAnswers } from "../../../verify/provider-answers.ts";
import type { CalendarHere } from "../calendar-here.ts";
import type { TalkContext } from "../sending.ts";
import { reply } from "./command-reply.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  /** Seconds until asking a provider can help again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly calendarHere: CalendarHere;
};

/** `/status`: how each bank answered this process last, and when. None is green that has not answered. */
export const createStatus = (deps: Dependencies) => {
  const { providers, waitSeconds, answersOf, now, languageOf, calendarHere } = deps;
  const commands = new Composer<TalkContext>();
  const startedAt = now();

  commands.command("status", async (ctx) => {
    const language = await languageOf(ctx);
    const { title, since, meaning } = catalogues[language].status;
    const reading = { language, calendar: await calendarHere(ctx), now: now() };
    const each = providers.map((provider) => {
      const bank = foreign(provider.settings.bank);
      const told = { answers: answersOf(provider), seconds: waitSeconds(provider) };
      return lineOf(bank, told, reading);
    });
    await reply(ctx, lines(title, ...each, "", since(timeOf(startedAt, reading)), meaning));
  });

  return commands;
};

type Reading = { readonly language: Language; readonly calendar: Calendar | null; readonly now: Date };

const lineOf = (
  bank: string,
  { answers, seconds }: { readonly answers: ProviderAnswers; readonly seconds: number },
  reading: Reading,
): string => {
  const { status, colon } = catalogues[reading.language];
  const { answeredAt, recent } = answers;
  const timedOut = recent.filter((answer) => answer === "timed out").length;
  const failed = recent.filter((answer) => answer === "failed").length;
  const isBad = recent[0] !== undefined && recent[0] !== "answered";
  const mark = seconds > 0 || isBad ? "🔴" : recent.length === 0 ? "⚪" : timedOut + failed > 0 ? "🟡" : "🟢";
  const said = [
    ...(recent.length === 0 ? [status.notAsked] : []),
    ...(answeredAt === null ? [] : [status.answered(timeOf(answeredAt, reading))]),
    ...(timedOut === 0 ? [] : [status.timedOut(timedOut, recent.length)]),
    ...(failed === 0 ? [] : [status.failed(failed, recent.length)]),
    ...(seconds === 0 ? [] : [status.rests(seconds)]),
  ];
  return `${mark} ${bank}${colon}${said.join(" · ")}`;
};

const timeOf = (at: Date, { language, calendar, now }: Reading): string =>
  formatRecent(at, now, language, calendar);
