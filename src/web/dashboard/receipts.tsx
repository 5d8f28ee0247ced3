import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { Cursor, HistorySearch, SearchedEntry, Takings } from "../../accounts/accounts.ts";
import { parseSantim } from "../../core/money.ts";
import { dayMs, endOfDay, isDay } from "../../core/time.ts";
import { turnForText } from "../../http/text-turns.ts";
import type { Provider } from "../../providers/provider.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { historyTableHead, historyTableLines } from "../../rendering/history-table.ts";
import { formatIsoDay } from "../../texts/dates.ts";
import { catalogues } from "../../texts/texts.ts";
import { candidatesOf } from "../../verify/candidates.ts";
import type { ProviderSet } from "../../verify/provider-set.ts";
import { receiptIdsOf } from "../../verify/receipt-ids.ts";
import { useDates } from "../dates.ts";
import { SelectField, TextField } from "../field.tsx";
import { toneOf } from "../form/tone.ts";
import { DrawnMark } from "../form/verdict.tsx";
import type { PageContext } from "../page-context.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { createDownloads } from "./downloads.ts";
import { bankNames, cursorIn, cursorOf, List, Pager, parameterOf } from "./parts.tsx";
import { type NameOf, namesOf } from "./people-names.ts";
import { Proofs, type ProofsPage, proofsFor } from "./proofs.tsx";
import {
  DashboardFrame,
  needing,
  orThrow,
  Refusal,
  type Shell,
  sendShell,
  sessionOf,
  shellOf,
} from "./shell.tsx";

const path = "/dashboard/receipts";
const pageMax = 50;
/** Rows of a file, at most: about 2 MB. */
const fileRowsMax = 20_000;
/** Rows that are read and written at a time. */
const filePageRows = 500;

const fieldNames = ["from", "to", "bank", "amount", "reference"] as const;

/** What the visitor looks for, as they typed it. */
type Fields = Readonly<Record<(typeof fieldNames)[number], string>>;

/** `GET /dashboard/receipts`: the history, to look through by day, bank, amount and reference, and as a table. */
export const addReceipts = (server: FastifyInstance, context: PageContext): void => {
  const { accounts } = context;
  const options = needing(context, "see books");
  const downloads = createDownloads();

  const showReceipts = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const shell = { ...(await shellOf(context, request)), path: path };
    const { providerSet } = visitorOf(request);
    const fields = fieldsOf(request);
    const search = await searchOf(request, fields);
    const before = cursorIn(request, "before");
    const found =
      search === null
        ? []
        : await orThrow(
            accounts.searchHistory(shell.session.account.id, search, { before, limit: pageMax + 1 }),
          );
    return sendShell(
      reply,
      <Receipts
        {...shell}
        fields={fields}
        isWrong={search === null}
        found={found}
        isLater={before !== null}
        providers={providerSet.providers}
        nameOf={await namesOf(accounts, shell.session, shell.language)}
        proofs={await proofsFor(context, request)}
      />,
      search === null,
    );
  };

  server.get(path, options, showReceipts);

  server.get("/dashboard/receipts.csv", options, async (request, reply) => {
    const { language, providerSet } = visitorOf(request);
    const search = await searchOf(request, fieldsOf(request));
    if (search === null) return showReceipts(request, reply);
    const { id } = sessionOf(request).account;
    const { turnOfPage } = await downloads.begin(id, reply);
    const before = await turnOfPage(() => orThrow(accounts.placeBeforeNewest(id, search, fileRowsMax)));
    const readPage = (after: Cursor | null) =>
      turnOfPage(async () => {
        const limit = filePageRows;
        const entries = await orThrow(accounts.searchHistoryForward(id, search, { after, limit }));
        const lines = historyTableLines(entries, providerSet.providers, language);
        return { lines, count: entries.length, last: entries.at(-1) ?? null };
      });
    // A failure of the first page is still answered as one; a later one cuts the file.
    const first = await readPage(before);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="deresegn-${formatIsoDay(context.now())}.csv"`)
      .send(Readable.from(linesOf(historyTableHead(language), first, readPage)));
  });
};

/** Lines of a file, and which entry is the last of them. */
type FilePage = { readonly lines: string; readonly count: number; readonly last: Cursor | null };

/** Reads a page when the one before has been sent, so that a slow reader fills no memory. */
async function* linesOf(
  head: string,
  first: FilePage,
  readPage: (after: Cursor | null) => Promise<FilePage>,
): AsyncGenerator<string> {
  yield head;
  let rows = 0;
  for (let page = first; ; page = await readPage(page.last)) {
    rows += page.count;
    yield page.lines;
    if (page.count < filePageRows || rows >= fileRowsMax) return;
  }
}

const fieldsOf = (request: FastifyRequest): Fields => {
  const [from, to, bank, amount, reference] = fieldNames.map((name) => parameterOf(request, name).trim());
  return {
    from: from ?? "",
    to: to ?? "",
    bank: bank ?? "",
    amount: amount ?? "",
    reference: reference ?? "",
  };
};

/** Null: a field holds what cannot be looked for. */
const searchOf = async (request: FastifyRequest, fields: Fields): Promise<HistorySearch | null> => {
  const { providerSet } = visitorOf(request);
  const { from, to, bank, amount, reference } = fields;
  const amountSantim = amount === "" ? undefined : parseSantim(amount);
  const isBank = bank === "" || providerSet.providers.some(({ label }) => label === bank);
  if (![from, to].every((day) => day === "" || isIsoDay(day)) || amountSantim === null || !isBank)
    return null;
  if (reference !== "") await turnForText(request, sessionOf(request).account.id);
  return {
    since: from === "" ? undefined : new Date(endOfDay(from).getTime() - dayMs),
    until: to === "" ? undefined : endOfDay(to),
    provider: bank === "" ? undefined : bank,
    amountSantim,
    receipts: reference === "" ? undefined : receiptsOf(reference, providerSet),
  };
};

const isIsoDay = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day));
};

/**
 * What was typed, in case it is a printed reference, and the receipts that a pasted text or link asks for. Only fingerprints
 * of whole references are kept.
 */
const receiptsOf = (text: string, { providers, detect }: ProviderSet) => {
  const typed = text.replace(/\s/g, "");
  const asked = candidatesOf(detect(text)).flat();
  return providers.flatMap((provider) => {
    const printed = [typed, typed.toUpperCase()].filter((one) => one !== "").map(provider.receiptId);
    const named = asked.filter((one) => one.provider === provider.label);
    const ids = new Set([...printed, ...named.flatMap((one) => receiptIdsOf(one, providers))]);
    return [...ids].map((reference) => ({ provider: provider.label, reference }));
  });
};

const queryWith = (fields: Fields, before: SearchedEntry | null): string => {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ""));
  if (before !== null) query.set("before", cursorOf(before.at, before.id));
  return query.size === 0 ? "" : `?${query}`;
};

type ReceiptsProps = Shell & {
  readonly fields: Fields;
  readonly isWrong: boolean;
  /** One entry more than is shown reveals that there are more. */
  readonly found: readonly SearchedEntry[];
  readonly isLater: boolean;
  readonly providers: readonly Provider[];
  readonly nameOf: NameOf;
  readonly proofs: ProofsPage | null;
};

const Receipts = (props: ReceiptsProps): JSX.Element => {
  const { language, fields, isWrong, found, isLater, providers } = props;
  const { dashboard, receipts: texts } = webTexts(language);
  const shown = found.slice(0, pageMax);
  const isSearch = Object.values(fields).some((value) => value !== "");
  const last = found.length > pageMax ? (shown.at(-1) ?? null) : null;
  return (
    <DashboardFrame {...props} section="receipts" title={dashboard.menu.receipts}>
      <SearchForm fields={fields} providers={providers} texts={texts} />
      {isWrong && <Refusal>{texts.wrong}</Refusal>}
      {!isWrong && shown.length === 0 && (
        <div class="empty">
          <p>{isSearch ? texts.nothingFound : texts.none}</p>
          <a class="button" href={isSearch ? path : "/"}>
            {isSearch ? texts.showAll : dashboard.overview.checkOne}
          </a>
        </div>
      )}
      {shown.length > 0 && <Found {...props} found={shown} />}
      <Pager
        texts={dashboard}
        older={last === null ? null : `${path}${queryWith(fields, last)}`}
        newest={isLater ? `${path}${queryWith(fields, null)}` : null}
      />
      {shown.length > 0 && (
        <>
          <a class="button button--small" href={`${path}.csv${queryWith(fields, null)}`} download>
            {texts.csv}
          </a>
          <p class="card__small">{texts.kept}</p>
        </>
      )}
      {props.proofs !== null && <Proofs {...props.proofs} language={language} />}
    </DashboardFrame>
  );
};

const SearchForm = (props: {
  readonly fields: Fields;
  readonly providers: readonly Provider[];
  readonly texts: ReturnType<typeof webTexts>["receipts"];
}): JSX.Element => {
  const { fields, providers, texts } = props;
  return (
    <form class="search" method="get" action={path}>
      <TextField name="from" label={texts.from} type="date" value={fields.from} />
      <TextField name="to" label={texts.to} type="date" value={fields.to} />
      <SelectField
        name="bank"
        label={texts.bank}
        options={[
          ["", texts.anyBank],
          ...providers.map(({ label, settings }) => [label, settings.bank] as const),
        ]}
        value={fields.bank}
      />
      <TextField
        name="amount"
        label={texts.amount}
        inputMode="decimal"
        maxLength={30}
        value={fields.amount}
      />
      <TextField
        name="reference"
        label={texts.reference}
        hint={texts.referenceHint}
        isWide
        autocomplete="off"
        dir="ltr"
        maxLength={200}
        value={fields.reference}
      />
      <button class="button button--main" type="submit">
        {texts.search}
      </button>
    </form>
  );
};

const Found = ({ language, found, providers, nameOf }: ReceiptsProps): JSX.Element => {
  const { receipts: texts, dashboard } = webTexts(language);
  const { results } = catalogues[language].exported;
  const bankOf = bankNames(providers);
  const dates = useDates();
  return (
    <List
      label={dashboard.menu.receipts}
      columns={[
        { name: texts.when },
        { name: texts.bank },
        { name: texts.result },
        { name: texts.amount, isNumber: true },
        { name: texts.who },
        { name: texts.firstBy },
      ]}
      rows={found.map((entry) => [
        dates.dayAndTime(entry.at),
        <bdi>{bankOf(entry.provider)}</bdi>,
        <span class={`result result--${toneOf(markOf(entry))}`}>
          <DrawnMark mark={markOf(entry)} /> {results[entry.verdict]}
        </span>,
        entry.amountSantim === null ? "–" : formatAmount(entry.amountSantim),
        <bdi>{nameOf(entry.callerId)}</bdi>,
        entry.first === null ? (
          "–"
        ) : entry.isFirst ? (
          texts.isFirst
        ) : (
          <>
            <bdi>{nameOf(entry.first.callerId)}</bdi>, {dates.dayAndTime(entry.first.at)}
          </>
        ),
      ])}
    />
  );
};

/** The marks of the answers: ✅ is for money that came to the merchant alone. */
const markOf = ({ verdict, takings }: SearchedEntry): string =>
  verdict === "verified" ? takingsMarks[takings ?? "unknown"] : "❌";

const takingsMarks = { own: "✅", others: "⚠️", unknown: "❓" } as const satisfies Record<Takings, string>;
