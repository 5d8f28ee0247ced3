import type { FastifyInstance } from "fastify";
import type { JSX } from "preact";
import { hourMs } from "../../core/time.ts";
import { type Calendar, formatRecent } from "../../texts/dates.ts";
import type { Language } from "../../texts/texts.ts";
import type { ProviderAnswers, ProviderCount, ProviderCounts } from "../../verify/provider-answers.ts";
import { Frame } from "../frame.tsx";
import type { PageContext } from "../page-context.ts";
import { sendPage } from "../send-page.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";

/** How a bank has answered, as far as this process knows. */
type BankNews = ProviderAnswers &
  ProviderCounts & {
    readonly label: string;
    readonly bank: string;
    /** Until it is asked again; 0 while it is asked. */
    readonly waitSeconds: number;
  };

/** `/status`: how each bank has answered this process. None is called working that has not answered lately. */
export const addStatusRoute = (server: FastifyInstance, context: PageContext): void => {
  const { providerSets, bankNews, now } = context;
  const startedAt = now();
  server.get("/status", { schema: { hide: true } }, (request, reply) => {
    const { language, calendar } = visitorOf(request);
    const { providers, waitSeconds, mode } = providerSets.live;
    const at = now();
    const reading = { now: at, language, calendar };
    const banks = providers.map((provider) => ({
      label: provider.label,
      bank: provider.settings.bank,
      waitSeconds: waitSeconds(provider),
      ...bankNews.answersOf(provider),
      ...bankNews.countsOf(provider),
    }));
    const texts = webTexts(language).status;
    return sendPage(
      reply,
      <Frame
        assets={context.assets}
        language={language}
        path="/status"
        isTest={mode === "test"}
        title={texts.title}
        isWide
      >
        <h1>{texts.title}</h1>
        <p class="lead__more">{texts.lead}</p>
        {context.statusText !== null && (
          <section class="note incident" aria-labelledby="incident">
            <h2 id="incident" class="incident__title">
              {texts.incident}
            </h2>
            <p class="card__lines" dir="auto">
              {context.statusText}
            </p>
          </section>
        )}
        {banks.length === 0 ? (
          <p class="empty">{texts.noBanks}</p>
        ) : (
          <ul class="banks">
            {banks.map((one) => (
              <Bank news={one} reading={reading} />
            ))}
          </ul>
        )}
        <p class="card__small">{texts.since(timeOf(startedAt, reading))}</p>
      </Frame>,
    );
  });
};

/** When the page is read, and how its days are written. */
type Reading = { readonly now: Date; readonly language: Language; readonly calendar: Calendar };

type BankProps = { readonly news: BankNews; readonly reading: Reading };

const Bank = ({ news, reading }: BankProps): JSX.Element => {
  const { now, language } = reading;
  const texts = webTexts(language).status;
  const state = stateOf(news, now);
  const { answeredAt, lastHour, lastDay, waitSeconds, bank } = news;
  return (
    <li class={`card bank-news bank-news--${state}`}>
      <h2 class="bank-news__name" dir="auto">
        {bank}
      </h2>
      <p class="bank-news__state">
        <span aria-hidden="true">{marks[state]}</span> {texts.states[state]}
      </p>
      <dl class="rows">
        <Row title={texts.lastAnswer}>
          {answeredAt === null ? (
            texts.none
          ) : (
            <time dateTime={toMinute(answeredAt)}>{timeOf(answeredAt, reading)}</time>
          )}
        </Row>
        <Row title={texts.lastHour}>{countText(lastHour, language)}</Row>
        <Row title={texts.lastDay}>{countText(lastDay, language)}</Row>
      </dl>
      {waitSeconds > 0 && <p class="card__hint">{texts.rests(waitSeconds)}</p>}
    </li>
  );
};

/** No more of it is told than is read: to the millisecond it would be the time of somebody's check. */
const toMinute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

const Row = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: JSX.Element | string;
}): JSX.Element => (
  <div class="rows__row">
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

const countText = ({ asked, timedOut, failed }: ProviderCount, language: Language): string => {
  const texts = webTexts(language).status;
  if (asked === 0) return texts.notAsked;
  return timedOut + failed === 0 ? texts.allAnswered(asked) : texts.failures(timedOut + failed, asked);
};

type State = "answering" | "troubled" | "failing" | "quiet" | "unknown";

/** Green needs an answer of the last hour, and no failure beside it. */
export const stateOf = (news: Omit<BankNews, "label" | "bank">, now: Date): State => {
  const { answeredAt, recent, lastHour, waitSeconds } = news;
  if (waitSeconds > 0) return "failing";
  if (recent.length === 0) return "unknown";
  if (recent[0] !== "answered") return "failing";
  if (answeredAt === null || now.getTime() - answeredAt.getTime() >= hourMs) return "quiet";
  return lastHour.timedOut + lastHour.failed > 0 ? "troubled" : "answering";
};

const marks = {
  answering: "●",
  troubled: "◐",
  failing: "✕",
  quiet: "○",
  unknown: "○",
} as const satisfies Record<State, string>;

const timeOf = (at: Date, { now, language, calendar }: Reading): string =>
  formatRecent(at, now, language, calendar);
