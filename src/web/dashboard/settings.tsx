import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import {
  type AccountToErase,
  type Refused,
  readToldErasure,
  writeToldErasure,
} from "../../accounts/accounts.ts";
import type { ListedSession, Session } from "../../accounts/sessions.ts";
import type { Failure } from "../../core/failure.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { type Calendar, calendars } from "../../texts/dates.ts";
import { catalogues, type Language, languages } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import { TextField } from "../field.tsx";
import { readForm } from "../form-body.ts";
import { Frame } from "../frame.tsx";
import { MadeFor } from "../made-for.tsx";
import type { PageContext } from "../page-context.ts";
import { refusalText } from "../refusal-text.ts";
import { sendPage } from "../send-page.ts";
import { webTexts } from "../texts/texts.ts";
import { setCalendar, setSession, visitorOf } from "../visitor.ts";
import { Choices, Part, PressForm } from "./parts.tsx";
import { may } from "./powers.ts";
import {
  DashboardFrame,
  idIn,
  needing,
  orThrow,
  Refusal,
  type Shell,
  sendShell,
  sessionOf,
  shellOf,
} from "./shell.tsx";

const path = "/dashboard/settings";

const calendarForm = z.object({ calendar: z.enum(calendars) });
const eraseForm = z.object({ word: z.string().max(40).default(""), told: z.string().default("") });

type SettingsState = {
  readonly done?: string;
  readonly refused?: Failure | Refused | "word" | "changed";
};

/**
 * `GET /dashboard/settings`: the language, the calendar, the browsers that are signed in, and for an owner the erasure
 * of everything.
 */
export const addSettings = (server: FastifyInstance, context: PageContext): void => {
  const { accounts } = context;
  const options = { schema: { hide: true } };

  server.get(path, options, (request, reply) => showSettings(context, request, reply, {}));

  server.post(`${path}/calendar`, options, async (request, reply) => {
    const { calendar } = readForm(request, calendarForm) ?? {};
    if (calendar === undefined) return reply.redirect(path, 303);
    const session = sessionOf(request);
    const { who } = session;
    if (who.kind === "person") await orThrow(accounts.chooseCalendar(session, who, calendar));
    setCalendar(reply, context, calendar);
    return reply.redirect(`${path}#calendar`, 303);
  });

  server.post(`${path}/end`, options, async (request, reply) => {
    const session = sessionOf(request);
    const id = idIn(request);
    await orThrow(accounts.endSession(session, id));
    if (id !== session.id) return showSettings(context, request, reply, { done: textsOf(request).ended });
    setSession(reply, context, null);
    return reply.redirect("/sign-in", 303);
  });

  server.post(`${path}/end-others`, options, async (request, reply) => {
    const count = await orThrow(accounts.endOtherSessions(sessionOf(request)));
    return showSettings(context, request, reply, { done: textsOf(request).endedOthers(count) });
  });

  server.post(`${path}/erase`, needing(context, "erase"), async (request, reply) => {
    const session = sessionOf(request);
    const { who } = session;
    if (who.kind !== "person") throw new Error("a key erases nobody");
    const texts = textsOf(request);
    const { word = "", told: sealed = "" } = readForm(request, eraseForm) ?? {};
    if (word.trim().toLowerCase() !== texts.eraseWord)
      return showSettings(context, request, reply, { refused: "word" });
    const told = context.toldErasures.open(session, sealed);
    if (told === null) return showSettings(context, request, reply, { refused: "changed" });
    const { language, isTest } = await shellOf(context, request);
    const erased = await accounts.erase({ telegram: who.userId }, readToldErasure(told));
    // Money may have come in, or another owner may have left.
    if (!erased.ok && erased.error.code === "account_changed")
      return showSettings(context, request, reply, { refused: "changed" });
    if (!erased.ok) return showSettings(context, request, reply, { refused: erased.error });
    setSession(reply, context, null);
    return sendPage(
      reply,
      <Frame
        assets={context.assets}
        language={language}
        path="/sign-in"
        isTest={isTest}
        title={texts.erased}
        isWhoSaid
      >
        <h1>{texts.erased}</h1>
        <p>{catalogues[language].erased}</p>
      </Frame>,
    );
  });
};

const textsOf = (request: FastifyRequest) => webTexts(visitorOf(request).language).settings;

const showSettings = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: SettingsState,
): Promise<FastifyReply> => {
  const { accounts } = context;
  const shell = await shellOf(context, request);
  const { session } = shell;
  const sessions = await orThrow(accounts.listSessions(session));
  const gone =
    session.who.kind === "person" && may(session, "erase")
      ? await orThrow(accounts.accountsToErase({ telegram: session.who.userId }))
      : null;
  const erasure = gone && { gone, told: context.toldErasures.close(session, writeToldErasure(gone)) };
  const { calendar } = visitorOf(request);
  const shown = { sessions, erasure, calendar, now: context.now() };
  const page = <Settings {...shell} {...state} {...shown} />;
  return sendShell(reply, page, state.refused !== undefined);
};

/** What an erasure takes with it, and the same as the form sends it back. */
type Erasure = { readonly gone: readonly AccountToErase[]; readonly told: string };

type SettingsProps = Shell &
  SettingsState & {
    readonly calendar: Calendar;
    readonly now: Date;
    readonly sessions: readonly ListedSession[];
    /** Null: the session may not erase. */
    readonly erasure: Erasure | null;
  };

const Settings = (props: SettingsProps): JSX.Element => {
  const { language, calendar, now, session, sessions, erasure, done = null, refused } = props;
  const dates = useDates();
  const { dashboard, settings: texts } = webTexts(language);
  return (
    <DashboardFrame {...props} section="settings" title={dashboard.menu.settings} done={done}>
      {refused !== undefined && <Refusal>{whyNot(refused, language)}</Refusal>}
      <Part id="language" title={texts.language}>
        <Choices
          options={languages.map((one) => [`${path}?lang=${one}`, catalogues[one].name, one] as const)}
          chosen={`${path}?lang=${language}`}
        />
        <p class="card__hint">{texts.languageHint}</p>
      </Part>
      <Part id="calendar" title={texts.calendar}>
        <form method="post" action={`${path}/calendar`}>
          <MadeFor />
          <ul class="dash__menu">
            {calendars.map((one) => (
              <li>
                <button type="submit" name="calendar" value={one} aria-pressed={one === calendar}>
                  {texts.calendars[one]}
                </button>
              </li>
            ))}
          </ul>
        </form>
        <p class="card__hint">{texts.calendarHint(dates.bothDays(now))}</p>
        {session.who.kind === "person" && <p class="card__hint">{texts.calendarInChat}</p>}
      </Part>
      <Part id="sessions" title={texts.sessions}>
        <p class="card__hint">{texts.sessionsHint}</p>
        <ul class="lines">
          {sessions.map((one) => (
            <SessionLine listed={one} session={session} language={language} />
          ))}
        </ul>
        {sessions.length > 1 && <PressForm action={`${path}/end-others`} label={texts.endOthers} />}
      </Part>
      {erasure !== null && <Erase {...erasure} language={language} />}
    </DashboardFrame>
  );
};

const whyNot = (refused: NonNullable<SettingsState["refused"]>, language: Language): string => {
  const { settings: texts } = webTexts(language);
  if (refused === "word") return texts.wrongWord(texts.eraseWord);
  return refused === "changed" ? texts.changed : refusalText(refused, language);
};

const SessionLine = (props: {
  readonly listed: ListedSession;
  readonly session: Session;
  readonly language: Language;
}): JSX.Element => {
  const { listed, session, language } = props;
  const { settings: texts } = webTexts(language);
  const isThis = listed.id === session.id;
  return (
    <li class="lines__line">
      <span>
        {listed.label === "" ? texts.unknownBrowser : listed.label}
        {isThis && ` (${texts.thisOne})`}
        {listed.kind === "key" && ` · ${texts.byKey}`}{" "}
        <small class="card__hint">{texts.lastUsed(useDates().dayAndTime(listed.lastUsedAt))}</small>
      </span>
      <PressForm action={`${path}/end`} fields={{ id: listed.id }} label={texts.end} />
    </li>
  );
};

const Erase = ({ gone, told, language }: Erasure & { readonly language: Language }) => {
  const { settings: texts } = webTexts(language);
  const { eraseAsk, eraseLoses, eraseLosesWaiting } = catalogues[language];
  const santim = gone.reduce((sum, { balanceSantim }) => sum + balanceSantim, 0);
  const waiting = gone.reduce((sum, { waitingSantim }) => sum + waitingSantim, 0);
  return (
    <Part id="erase" title={texts.erase} card="bad">
      <p>{eraseAsk}</p>
      {santim > 0 && <p>{eraseLoses(formatAmount(santim))}</p>}
      {waiting > 0 && <p>{eraseLosesWaiting(formatAmount(waiting))}</p>}
      <form method="post" action={`${path}/erase`}>
        <MadeFor />
        <input type="hidden" name="told" value={told} />
        <TextField
          name="word"
          label={texts.typeWord(texts.eraseWord)}
          autocomplete="off"
          required
          maxLength={40}
        />
        <button class="button button--danger" type="submit">
          {texts.eraseYes}
        </button>
      </form>
    </Part>
  );
};
