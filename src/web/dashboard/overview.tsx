import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { Allowance, CallerDay, DayBook, Sum, Takings, UsageDay } from "../../accounts/accounts.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import type { PageContext } from "../page-context.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { bankNames, Part } from "./parts.tsx";
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
    const maySeeMoney = may(sessionOf(request), "see money");
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
        allowance={left.ok && (maySeeMoney || left.value.kind !== "balance") ? left.value : null}
        bankOf={bankNames(providerSet.providers)}
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
  const dates = useDates();
  const texts = webTexts(language).dashboard;
  return (
    <DashboardFrame {...props} section="overview" title={texts.menu.overview}>
      {books === null && (
        <p class="empty">
          {session.mode === "test" ? texts.overview.testKey : texts.overview.scopeless}{" "}
          <a href="/">{texts.overview.checkOne}</a>
        </p>
      )}
      {books !== null && <p class="lead__more">{texts.overview.today(dates.bothDays(books.book.since))}</p>}
      <ul class="tiles">
        {books !== null && <TakingsTiles book={books.book} language={language} />}
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
  readonly tone?: "good" | "warn" | "bad";
}): JSX.Element => (
  <li class={props.tone === undefined ? "tile" : `tile tile--${props.tone}`}>
    <h2 class="tile__title">{props.title}</h2>
    <p class={props.tone === "good" ? "tile__value tile__value--large" : "tile__value"}>{props.value}</p>
    <p class="tile__hint">{props.hint}</p>
  </li>
);

const sumOf = (days: readonly Sum[]): Sum => ({
  count: days.reduce((sum, { count }) => sum + count, 0),
  amountSantim: days.reduce((sum, { amountSantim }) => sum + amountSantim, 0),
});

const birr = (santim: number, language: Language): string =>
  `${formatAmount(santim)} ${catalogues[language].currency}`;

/** Whose the money was, in the order in which it is told. */
const takings = ["own", "others", "unknown"] as const satisfies readonly Takings[];
const tones = { own: "good", others: "bad", unknown: "warn" } as const;

const TakingsTiles = ({ book, language }: { readonly book: DayBook; readonly language: Language }) => {
  const texts = webTexts(language).dashboard.overview;
  const names = catalogues[language].exported.whose;
  return (
    <>
      {takings.map((whose) => {
        const { count, amountSantim } = sumOf(book[whose]);
        return (
          <Tile
            tone={tones[whose]}
            title={names[whose]}
            value={birr(amountSantim, language)}
            hint={`${texts.receipts(count)} · ${texts.takingsHints[whose]}`}
          />
        );
      })}
      <Tile title={texts.notConfirmed} value={String(book.notConfirmed)} hint={texts.notConfirmedHint} />
    </>
  );
};

/** Santim that an answer costs. */
const priceSantim = 500;

const Left = ({ allowance, language }: { readonly allowance: Allowance; readonly language: Language }) => {
  const texts = webTexts(language).dashboard.overview;
  const dates = useDates();
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
      hint={texts.leftOf(limit, dates.dayAndTime(resetAt))}
    />
  );
};

const Today = ({ books, bankOf, language }: OverviewProps & { readonly books: Books }): JSX.Element => {
  const texts = webTexts(language).dashboard.overview;
  const { book } = books;
  const labels = [...new Set(takings.flatMap((whose) => book[whose]).map(({ provider }) => provider))].sort();
  if (labels.length === 0)
    return (
      <div class="empty">
        <p>{texts.noneToday}</p>
        <a class="button button--main" href="/">
          {texts.checkOne}
        </a>
      </div>
    );
  const partOf = (whose: Takings, label: string): Sum =>
    book[whose].find(({ provider }) => provider === label) ?? { count: 0, amountSantim: 0 };
  return (
    <>
      <TakingsTable
        id="by-bank"
        language={language}
        title={texts.byBank}
        first={texts.bank}
        rows={labels.map((label) => ({
          name: bankOf(label),
          own: partOf("own", label),
          others: partOf("others", label),
          unknown: partOf("unknown", label),
        }))}
      />
      {books.callers !== null && (
        <TakingsTable
          id="by-clerk"
          language={language}
          title={texts.byClerk}
          first={texts.clerk}
          rows={books.callers.map(({ callerId, ...sums }) => ({ name: books.nameOf(callerId), ...sums }))}
        />
      )}
    </>
  );
};

type Row = { readonly name: string } & Readonly<Record<Takings, Sum>>;

/** Sums by whose the money was. On a narrow screen each row is a card. */
const TakingsTable = (props: {
  readonly id: string;
  readonly language: Language;
  readonly title: string;
  readonly first: string;
  readonly rows: readonly Row[];
}): JSX.Element => {
  const { id, language, title, first, rows } = props;
  const texts = webTexts(language).dashboard.overview;
  const names = catalogues[language].exported.whose;
  const cells = (sums: Readonly<Record<Takings, Sum>>) =>
    takings.map((whose) => {
      const { count, amountSantim } = sums[whose];
      return (
        <td class="number" data-label={names[whose]}>
          {count === 0 ? "–" : `${formatAmount(amountSantim)} (${count})`}
        </td>
      );
    });
  const all = (whose: Takings) => sumOf(rows.map((row) => row[whose]));
  return (
    <Part id={id} title={title}>
      <table class="list takings" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {takings.map((whose) => (
              <th scope="col" class="number">
                {names[whose]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{texts.all}</th>
              {cells({ own: all("own"), others: all("others"), unknown: all("unknown") })}
            </tr>
          </tfoot>
        )}
      </table>
    </Part>
  );
};

const Usage = ({ usage, language }: { readonly usage: readonly UsageDay[]; readonly language: Language }) => {
  const texts = webTexts(language).dashboard.overview;
  const answers = usage.reduce((sum, day) => sum + day.answers, 0);
  return (
    <Part id="usage" title={texts.usage}>
      {answers === 0 ? (
        <p class="empty">{texts.usageNone}</p>
      ) : (
        <UsageChart usage={usage} language={language} />
      )}
    </Part>
  );
};
