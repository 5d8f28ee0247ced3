import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import type { Allowance, LedgerEntry } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import { turnForText } from "../../http/text-turns.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { Credited, TopUp } from "../../verify/top-up/top-up.ts";
import { useDates } from "../dates.ts";
import { TextAreaField } from "../field.tsx";
import { readForm } from "../form-body.ts";
import { MadeFor } from "../made-for.tsx";
import type { PageContext } from "../page-context.ts";
import { refusalText } from "../refusal-text.ts";
import { webTexts } from "../texts/texts.ts";
import { List, Pager, Part, parameterOf } from "./parts.tsx";
import { may } from "./powers.ts";
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

const path = "/dashboard/money";
const pageMax = 30;
const topUpForm = z.object({ text: z.string().trim().min(1).max(4096) });

/** `GET /dashboard/money`: what is left, how to top up, and the ledger. */
export const addMoney = (server: FastifyInstance, context: PageContext): void => {
  server.get(path, needing(context, "see money"), (request, reply) =>
    showMoney(context, request, reply, { outcome: null, text: "" }),
  );

  const showAgain = (request: FastifyRequest, reply: FastifyReply) =>
    showMoney(context, request, reply, { outcome: null, text: readForm(request, topUpForm)?.text ?? "" });
  server.post(`${path}/top-up`, needing(context, "top up", showAgain), async (request, reply) => {
    const form = readForm(request, topUpForm);
    const credited =
      form === null ? fail("reference_not_found_in_text") : await handIn(context, request, form.text);
    const outcome = credited.ok ? credited.value : credited.error;
    return showMoney(context, request, reply, { outcome, text: credited.ok ? "" : (form?.text ?? "") });
  });
};

/** Failures: those of `TopUp.credit`, `topup_not_offered`, `rate_limited`. */
const handIn = async (
  { topUp, takeText }: PageContext,
  request: FastifyRequest,
  text: string,
): Promise<Result<Credited, Failure>> => {
  if (topUp === null) return fail("topup_not_offered");
  const { caller, account } = sessionOf(request);
  const taken = takeText({ caller, account }, Buffer.byteLength(text));
  if (!taken.ok) return taken;
  await turnForText(request, account.id);
  return topUp.credit({ caller, account: account.id, handedIn: { text }, face: "web" });
};

type TriedTopUp = {
  /** Null: none was tried. */
  readonly outcome: Credited | Failure | null;
  /** What was handed in and refused. */
  readonly text: string;
};

const showMoney = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tried: TriedTopUp,
): Promise<FastifyReply> => {
  const { accounts, topUp, operatorContact } = context;
  const session = sessionOf(request);
  const before = /^\d{1,15}$/.exec(parameterOf(request, "before"))?.[0];
  const page = { limit: pageMax + 1, ...(before !== undefined && { before: Number(before) }) };
  const [shell, ledger, allowance] = await Promise.all([
    shellOf(context, request),
    may(session, "see ledger") ? orThrow(accounts.ledgerOf(session.account.id, page)) : null,
    may(session, "see money") ? orThrow(accounts.allowanceOf(session.caller)) : null,
  ]);
  return sendShell(
    reply,
    <Money
      {...shell}
      allowance={allowance}
      ledger={ledger}
      isLater={before !== undefined}
      topUp={may(session, "top up") ? topUp : null}
      contact={operatorContact}
      tried={tried}
    />,
    isFailure(tried.outcome),
  );
};

const isFailure = (outcome: TriedTopUp["outcome"]): outcome is Failure =>
  outcome !== null && "code" in outcome;

type MoneyProps = Shell & {
  /** Null: the session may not see it. */
  readonly allowance: Allowance | null;
  /** One entry more than is shown reveals that there are more. Null: the session may not see it. */
  readonly ledger: readonly LedgerEntry[] | null;
  readonly isLater: boolean;
  /** Null: none is offered to this session. */
  readonly topUp: TopUp | null;
  readonly contact: string | null;
  readonly tried: TriedTopUp;
};

const Money = (props: MoneyProps): JSX.Element => {
  const { language, allowance, ledger, isLater, topUp, contact, tried } = props;
  const { dashboard, money: texts } = webTexts(language);
  return (
    <DashboardFrame
      {...props}
      section="money"
      title={dashboard.menu.money}
      done={
        tried.outcome !== null && !isFailure(tried.outcome)
          ? creditText(tried.outcome, language, allowance !== null)
          : null
      }
    >
      {allowance !== null && <Left allowance={allowance} language={language} />}
      <Part id="top-up" title={texts.topUp} card="plain">
        {topUp === null ? (
          <p>{texts.noTopUp}</p>
        ) : (
          <TopUpForm topUp={topUp} language={language} tried={tried} />
        )}
        <p class="card__small">
          {contact === null ? texts.noContact : catalogues[language].contactOperator(contact)}
        </p>
      </Part>
      {ledger !== null && <Ledger ledger={ledger} language={language} isLater={isLater} />}
    </DashboardFrame>
  );
};

const Left = ({ allowance, language }: { readonly allowance: Allowance; readonly language: Language }) => {
  const { dashboard, money: texts } = webTexts(language);
  return (
    <Part
      id="left"
      title={allowance.kind === "balance" ? dashboard.overview.balance : dashboard.overview.left}
      card="plain"
    >
      <p class="tile__value tile__value--large">
        {allowance.kind === "balance"
          ? `${formatAmount(allowance.balanceSantim)} ${catalogues[language].currency}`
          : `${allowance.quota.remaining} / ${allowance.quota.limit}`}
      </p>
      <p class="card__hint">{allowance.kind === "balance" ? texts.balanceHint : texts.freeHint}</p>
    </Part>
  );
};

const creditText = (credited: Credited, language: Language, isBalanceSeen: boolean): string => {
  const { topUpCredited, topUpWaiting } = catalogues[language];
  const amount = formatAmount(credited.amountSantim);
  if (credited.state === "credited" && !isBalanceSeen) return webTexts(language).money.credited(amount);
  return credited.state === "credited"
    ? topUpCredited(amount, formatAmount(credited.balanceSantim))
    : topUpWaiting(amount);
};

const TopUpForm = (props: {
  readonly topUp: TopUp;
  readonly language: Language;
  readonly tried: TriedTopUp;
}): JSX.Element => {
  const { topUp, language, tried } = props;
  const { money: texts } = webTexts(language);
  const { minSantim, maxSantim, maxAgeHours } = topUp.limits;
  const refused = isFailure(tried.outcome) ? refusalText(tried.outcome, language) : null;
  return (
    <>
      <p>{catalogues[language].topUpHow}</p>
      <ul class="plain">
        {topUp.accounts.map(({ bank, account, name }) => (
          <li>
            <bdi>{bank}</bdi>: <code>{account}</code> · <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <p class="card__hint">
        {texts.limits(formatAmount(minSantim), formatAmount(maxSantim), maxAgeHours)} {texts.approval}
      </p>
      {refused !== null && <Refusal>{refused}</Refusal>}
      <form method="post" action={`${path}/top-up`}>
        <MadeFor />
        <TextAreaField
          name="text"
          label={texts.receipt}
          hint={texts.receiptHint}
          isWrong={refused !== null}
          rows={3}
          required
          maxLength={4096}
          value={tried.text}
        />
        <button class="button button--main" type="submit">
          {texts.handIn}
        </button>
      </form>
    </>
  );
};

const Ledger = (props: {
  readonly ledger: readonly LedgerEntry[];
  readonly language: Language;
  readonly isLater: boolean;
}): JSX.Element => {
  const { ledger, language, isLater } = props;
  const { dashboard, money: texts } = webTexts(language);
  const dates = useDates();
  const shown = ledger.slice(0, pageMax);
  const last = ledger.length > pageMax ? shown.at(-1) : undefined;
  return (
    <Part id="ledger" title={texts.ledger}>
      {shown.length === 0 ? (
        <p class="empty">{texts.noLedger}</p>
      ) : (
        <List
          label={texts.ledger}
          columns={[
            { name: texts.when },
            { name: texts.what },
            { name: texts.amount, isNumber: true },
            { name: texts.after, isNumber: true },
          ]}
          rows={shown.map(({ at, kind, amountSantim, balanceSantim }) => [
            dates.dayAndTime(at),
            texts.kinds[kind],
            `${amountSantim < 0 ? "−" : "+"}${formatAmount(Math.abs(amountSantim))}`,
            formatAmount(balanceSantim),
          ])}
        />
      )}
      <Pager
        texts={dashboard}
        older={last === undefined ? null : `${path}?before=${last.seq}`}
        newest={isLater ? path : null}
      />
    </Part>
  );
};
