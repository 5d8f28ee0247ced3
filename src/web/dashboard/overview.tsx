import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ComponentChildren, JSX } from "preact";
import type { Allowance, CallerDay, DayBook, ProviderDay, UsageDay } from "../../accounts/accounts.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { formatBothDays, formatDayAndTime } from "../../texts/dates.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { PageContext } from "../page-context.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { type NameOf, namesOf } from "./people-names.ts";
import { may } from "./powers.ts";
import { DashboardFrame, orThrow, type Shell, sendShell, sessionOf, shellOf } from "./shell.tsx";
import { UsageChart } from "./usage-chart.tsx";

const daysShown = 30;

/** What the shop was told today; null: the session may not see it. */
type Books = {
  readonly book: DayBook;
  /** Null: staff do not see what each of them took. */
  readonly callers: readonly CallerDay[] | null;
  readonly usage: readonly UsageDay[];
  readonly nameOf: NameOf;
};

type OverviewProps = Shell & {
  readonly books: Books | null;
  /** Null: it may not be known. */
  readonly allowance: Allowance | null;
  readonly bankOf: (label: string) => string;
};

/** `GET /dashboard`: today's takings, what is left, and the last thirty days. */
export const addOverview = (server: FastifyInstance, context: PageContext): void => {
  server.get("/dashboard", { schema: { hide: true } }, async (request, reply) => {
    const { caller, providerSet } = visitorOf(request);
    const maySeeBooks = may(sessionOf(request), "see books");
    // Asked for together, for transactions that begin together share a commit.
    const [shell, left, books] = await Promise.all([
      shellOf(context, request),
      context.accounts.allowanceOf(caller),
      maySeeBooks ? booksOf(context, request) : null,
    ]);
    return sendShell(
      reply,
      <Overview
        {...shell}
        books={books}
        allowance={left.ok ? left.value : null}
        bankOf={(label) =>
          providerSet.providers.find((provider) => provider.label === label)?.settings.bank ?? label
        }
      />,
    );
  });
};

const booksOf = async ({ accounts }: PageContext, request: FastifyRequest): Promise<Books> => {
  const session = sessionOf(request);
  const { id } = session.account;
  const isStaff = session.who.kind === "person" && session.who.role === "staff";
  const [book, callers, usage, nameOf] = await Promise.all([
    orThrow(accounts.dayBookOf(id)),
    isStaff ? null : orThrow(accounts.callerDaysOf(id)),
    orThrow(accounts.usageOf(id, daysShown)),
    namesOf(accounts, session, visitorOf(request).language),
  ]);
  return { book, callers, usage, nameOf };
};

const Overview = (props: OverviewProps): JSX.Element => {
  const { language, books, allowance, session } = props;
  const texts = webTexts(language).dashboard;
  return (
    <DashboardFrame {...props} section="overview" title={texts.menu.overview}>
      {books === null && (
        <p class="empty">
          {session.mode === "test" ? texts.overview.testKey : texts.overview.scopeless}{" "}
          <a href="/">{texts.overview.checkOne}</a>
        </p>
      )}
      {books !== null && (
        <p class="lead__more">{texts.overview.today(formatBothDays(books.book.since, language))}</p>
      )}
      <ul class="tiles">
        {books !== null && <Takings book={books.book} language={language} />}
        {allowance !== null && <Left allowance={allowance} language={language} />}
      </ul>
      {books !== null && <Today {...props} books={books} />}
      {books !== null && <Usage usage={books.usage} language={language} />}
    </DashboardFrame>
  );
};

const Tile = (props: {
  readonly title: string;
  readonly value: string;
  readonly hint: string;
  readonly tone?: "good" | "warn";
  readonly children?: ComponentChildren;
}): JSX.Element => (
  <li class={props.tone === undefined ? "tile" : `tile tile--${props.tone}`}>
    <h2 class="tile__title">{props.title}</h2>
    <p class="tile__value">{props.value}</p>
    <p class="tile__hint">{props.hint}</p>
  </li>
);

const sumOf = (days: readonly Pick<ProviderDay, "count" | "amountSantim">[]) => ({
  count: days.reduce((sum, { count }) => sum + count, 0),
  amountSantim: days.reduce((sum, { amountSantim }) => sum + amountSantim, 0),
});

const birr = (santim: number, language: Language): string =>
  `${formatAmount(santim)} ${catalogues[language].currency}`;

const Takings = ({ book, language }: { readonly book: DayBook; readonly language: Language }) => {
  const texts = webTexts(language).dashboard.overview;
  const own = sumOf(book.own);
  const others = sumOf(book.others);
  return (
    <>
      <Tile
        tone="good"
        title={texts.yours}
        value={birr(own.amountSantim, language)}
        hint={`${texts.receipts(own.count)} · ${texts.yoursHint}`}
      />
      <Tile
        tone="warn"
        title={texts.others}
        value={birr(others.amountSantim, language)}
        hint={`${texts.receipts(others.count)} · ${texts.othersHint}`}
      />
      <Tile title={texts.notConfirmed} value={String(book.notConfirmed)} hint={texts.notConfirmedHint} />
    </>
  );
};

/** Santim that an answer costs. */
const priceSantim = 500;

const Left = ({ allowance, language }: { readonly allowance: Allowance; readonly language: Language }) => {
  const texts = webTexts(language).dashboard.overview;
  if (allowance.kind === "balance")
    return (
      <Tile
        title={texts.balance}
        value={birr(allowance.balanceSantim, language)}
        hint={texts.balanceHint(Math.floor(allowance.balanceSantim / priceSantim))}
      />
    );
  const { remaining, limit, resetAt } = allowance.quota;
  return (
    <Tile
      title={texts.left}
      value={String(remaining)}
      hint={texts.leftOf(limit, formatDayAndTime(resetAt, language))}
    />
  );
};

const Today = ({ books, bankOf, language }: OverviewProps & { readonly books: Books }): JSX.Element => {
  const texts = webTexts(language).dashboard.overview;
  const { own, others } = books.book;
  if (own.length + others.length === 0)
    return (
      <div class="empty">
        <p>{texts.noneToday}</p>
        <a class="button button--main" href="/">
          {texts.checkOne}
        </a>
      </div>
    );
  const labels = [...new Set([...own, ...others].map(({ provider }) => provider))].sort();
  const partOf = (days: readonly ProviderDay[], label: string) =>
    days.find(({ provider }) => provider === label) ?? { count: 0, amountSantim: 0 };
  return (
    <>
      <TakingsTable
        language={language}
        title={texts.byBank}
        first={texts.bank}
        rows={labels.map((label) => ({
          name: bankOf(label),
          own: partOf(own, label),
          others: partOf(others, label),
        }))}
      />
      {books.callers !== null && (
        <TakingsTable
          language={language}
          title={texts.byClerk}
          first={texts.clerk}
          rows={books.callers.map(({ callerId, ...sums }) => ({ name: books.nameOf(callerId), ...sums }))}
        />
      )}
    </>
  );
};

type Row = { readonly name: string } & Pick<CallerDay, "own" | "others">;

const TakingsTable = (props: {
  readonly language: Language;
  readonly title: string;
  readonly first: string;
  readonly rows: readonly Row[];
}): JSX.Element => {
  const { language, title, first, rows } = props;
  const texts = webTexts(language).dashboard.overview;
  const cell = ({ count, amountSantim }: Row["own"]) =>
    count === 0 ? "–" : `${formatAmount(amountSantim)} (${count})`;
  return (
    <section>
      <h2>{title}</h2>
      <table class="takings">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" class="number">
              {texts.yours}
            </th>
            <th scope="col" class="number">
              {texts.others}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, own, others }) => (
            <tr>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td class="number">{cell(own)}</td>
              <td class="number">{cell(others)}</td>
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{texts.all}</th>
              <td class="number">{cell(sumOf(rows.map(({ own }) => own)))}</td>
              <td class="number">{cell(sumOf(rows.map(({ others }) => others)))}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
};

const Usage = ({ usage, language }: { readonly usage: readonly UsageDay[]; readonly language: Language }) => {
  const texts = webTexts(language).dashboard.overview;
  const answers = usage.reduce((sum, day) => sum + day.answers, 0);
  if (answers === 0)
    return (
      <section>
        <h2>{texts.usage}</h2>
        <p class="empty">{texts.usageNone}</p>
      </section>
    );
  return (
    <section>
      <h2>{texts.usage}</h2>
      <UsageChart usage={usage} language={language} />
    </section>
  );
};
