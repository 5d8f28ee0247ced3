import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import {
  type IssuedKey,
  isActiveKey,
  type KeyScope,
  keyScopes,
  type ListedKey,
  type Refused,
} from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { parseSantim } from "../../core/money.ts";
import { endOfDay, startOfDay } from "../../core/time.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import { TextAreaField, TextField, Ticks } from "../field.tsx";
import { readForm } from "../form-body.ts";
import { MadeFor } from "../made-for.tsx";
import type { PageContext } from "../page-context.ts";
import { refusalText } from "../refusal-text.ts";
import { webTexts } from "../texts/texts.ts";
import { Confirm, List, Pager, PressForm, parameterOf, Secret } from "./parts.tsx";
import { may } from "./powers.ts";
import {
  actorOf,
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

const path = "/dashboard/keys";

const keyModes = ["live", "test"] as const;

const keyForm = z.object({
  name: z.string().max(100).default(""),
  mode: z.enum(keyModes).default("live"),
  scopes: z.array(z.enum(keyScopes)).max(3),
  expires: z.string().max(10).default(""),
  limit: z.string().max(30).default(""),
  addresses: z.string().max(3_000).default(""),
});

type KeyForm = z.infer<typeof keyForm>;

const emptyForm: KeyForm = {
  name: "",
  mode: "live",
  scopes: ["verify", "account:read"],
  expires: "",
  limit: "",
  addresses: "",
};

/** How many of the keys that have ended are shown at once. */
const endedMax = 20;

type KeysState = {
  /** A key that was made just now. */
  readonly issued?: IssuedKey;
  readonly refused?: Failure | Refused;
  readonly form?: KeyForm;
  readonly done?: string;
};

/** `GET /dashboard/keys`: the account's API keys; an owner makes, replaces and revokes them. A new key is shown once. */
export const addKeys = (server: FastifyInstance, context: PageContext): void => {
  const { accounts } = context;
  const making = needing(context, "make keys");

  server.get(path, needing(context, "see keys"), (request, reply) => showKeys(context, request, reply, {}));

  const showAgain = (request: FastifyRequest, reply: FastifyReply) =>
    showKeys(context, request, reply, { form: readForm(request, keyForm) ?? emptyForm });
  server.post(path, needing(context, "make keys", showAgain), async (request, reply) => {
    const session = sessionOf(request);
    const form = readForm(request, keyForm);
    const attributes = form && attributesOf(form);
    if (form === null || attributes === null)
      return showKeys(context, request, reply, { refused: invalid, form: form ?? emptyForm });
    const by = actorOf(session);
    const issued = await accounts.createKey(session.account.id, form.mode, { ...attributes, by });
    return showKeys(
      context,
      request,
      reply,
      issued.ok ? { issued: issued.value } : { refused: issued.error, form },
    );
  });

  server.post(`${path}/rotate`, making, async (request, reply) => {
    const session = sessionOf(request);
    const id = idIn(request);
    const issued = await accounts.rotateKey(id, session.account.id, { by: actorOf(session) });
    return showKeys(
      context,
      request,
      reply,
      issued.ok ? { issued: issued.value } : { refused: issued.error },
    );
  });

  server.post(`${path}/revoke`, needing(context, "revoke keys"), async (request, reply) => {
    const session = sessionOf(request);
    const id = idIn(request);
    const { who } = session;
    // A key that was replaced may be known to others. It ends itself, and never the one that took its place.
    if (who.kind === "key" && who.isReplaced && id !== who.id)
      return showKeys(context, request, reply, { refused: fail("key_replaced").error });
    const revoked = await accounts.revokeKey(id, session.account.id, actorOf(session));
    // Its own session has ended with it.
    if (revoked.ok && who.kind === "key" && id === who.id) return reply.redirect("/sign-in", 303);
    if (!revoked.ok) return showKeys(context, request, reply, { refused: revoked.error });
    const { language } = await shellOf(context, request);
    const done = catalogues[language].keys.revoked(revoked.value.last4);
    return showKeys(context, request, reply, { done });
  });
};

const invalid: Refused = { code: "key_attributes_invalid" };

/** Null: a field holds something else. The use case checks the rest. */
const attributesOf = ({ name, scopes, expires, limit, addresses }: KeyForm) => {
  const dailyLimitSantim = limit.trim() === "" ? null : parseSantim(limit);
  const isLimit = limit.trim() === "" || dailyLimitSantim !== null;
  if (!isLimit || !/^(?:\d{4}-\d\d-\d\d)?$/.test(expires)) return null;
  const expiresAt = expires === "" ? null : endOfDay(expires);
  if (expiresAt !== null && Number.isNaN(expiresAt.getTime())) return null;
  const blocks = addresses.split(/[\s,]+/).filter((block) => block !== "");
  return { name, scopes, expiresAt, dailyLimitSantim, addresses: blocks };
};

const showKeys = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: KeysState,
): Promise<FastifyReply> => {
  const shell = await shellOf(context, request);
  const { who, mode, account } = shell.session;
  const listed = may(shell.session, "see keys") ? await orThrow(context.accounts.listKeys(account.id)) : null;
  // A test key hears of itself alone.
  const shown = listed?.filter(({ id }) => mode === "live" || (who.kind === "key" && id === who.id)) ?? null;
  const page = (
    <Keys
      {...shell}
      {...state}
      keys={shown}
      endedFrom={Number(/^\d{1,5}$/.exec(parameterOf(request, "ended"))?.[0] ?? 0)}
      now={context.now()}
      publicUrl={context.publicUrl()}
    />
  );
  return sendShell(reply, page, state.refused !== undefined);
};

type KeysProps = Shell &
  KeysState & {
    /** Null: the session may not see them. */
    readonly keys: readonly ListedKey[] | null;
    /** How many of those that have ended stand on the pages before. */
    readonly endedFrom: number;
    readonly now: Date;
    readonly publicUrl: string;
  };

const Keys = (props: KeysProps): JSX.Element => {
  const { language, keys, now, session, issued, refused, done = null, form, publicUrl } = props;
  const { dashboard, keys: texts } = webTexts(language);
  const active = (keys ?? []).filter((key) => isActiveKey(key, now));
  const ended = (keys ?? []).filter((key) => !isActiveKey(key, now));
  const { howToUse } = catalogues[language].keys;
  return (
    <DashboardFrame {...props} section="keys" title={dashboard.menu.keys} done={done}>
      {refused !== undefined && <Refusal>{refusalText(refused, language)}</Refusal>}
      {issued !== undefined && (
        <Secret
          texts={dashboard}
          label={texts.newKey}
          value={issued.key}
          hint={`${issued.mode === "live" ? texts.saveIt : texts.saveTest} ${howToUse(publicUrl)}`}
        />
      )}
      {keys === null ? null : active.length === 0 ? (
        <p class="empty">{may(session, "make keys") ? texts.none : texts.noneToSee}</p>
      ) : (
        <ul class="cards">
          {active.map((key) => (
            <KeyCard key={key.id} listed={key} session={session} language={language} />
          ))}
        </ul>
      )}
      {may(session, "make keys") && (
        <NewKey texts={texts} form={form ?? emptyForm} isOpen={form !== undefined} />
      )}
      {ended.length > 0 && <Ended {...props} ended={ended} />}
    </DashboardFrame>
  );
};

const KeyCard = (props: {
  readonly listed: ListedKey;
  readonly session: Shell["session"];
  readonly language: Language;
}): JSX.Element => {
  const { listed: key, session, language } = props;
  const { keys: texts } = webTexts(language);
  const { revokeAsk } = catalogues[language].keys;
  const { scopes } = catalogues[language].keyDraft;
  const dates = useDates();
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [texts.mayDo, key.scopes.map((scope) => scopes[scope]).join(" · ")],
    [texts.madeOn, dates.day(key.createdAt)],
    [texts.lastUsed, key.lastUsedAt === null ? texts.never : dates.dayAndTime(key.lastUsedAt)],
    [texts.ends, key.expiresAt && lastDaySaid(key.expiresAt, dates)],
    [
      texts.limit,
      key.dailyLimitSantim === null
        ? null
        : `${formatAmount(key.dailyLimitSantim)} ${catalogues[language].currency}`,
    ],
    [texts.addresses, key.addresses.join(", ") || null],
  ];
  return (
    <li class="card">
      <h2 class="card__title">
        <KeyName listed={key} texts={texts} />
        {key.isReplaced && <span class="tag">{texts.replaced}</span>}
      </h2>
      <dl class="rows rows--start">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div class="rows__row">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div class="card__actions">
        {may(session, "make keys") && !key.isReplaced && (
          <Confirm label={texts.rotate} question={texts.rotateAsk} isHarmless>
            <PressForm action={`${path}/rotate`} fields={{ id: key.id }} label={texts.rotateYes} />
          </Confirm>
        )}
        {may(session, "revoke keys") && (
          <Confirm label={texts.revoke} question={revokeAsk}>
            <PressForm
              action={`${path}/revoke`}
              fields={{ id: key.id }}
              label={texts.revokeYes}
              kind="danger"
            />
          </Confirm>
        )}
      </div>
    </li>
  );
};

/** A key that ends with a day ends on it, and not at midnight of the next. */
const lastDaySaid = (end: Date, { day, dayAndTime }: ReturnType<typeof useDates>): string =>
  startOfDay(end).getTime() === end.getTime() ? day(new Date(end.getTime() - 1)) : dayAndTime(end);

const KeyName = (props: {
  readonly listed: ListedKey;
  readonly texts: ReturnType<typeof webTexts>["keys"];
}): JSX.Element => {
  const { listed: key, texts } = props;
  return (
    <>
      <bdi>{key.name === "" ? texts.unnamed : key.name}</bdi>{" "}
      <code class="tag">
        {key.prefix}…{key.last4}
      </code>
      {key.mode === "test" && <span class="tag">{texts.test}</span>}
    </>
  );
};

/** Keys that work no more, a few at a time: a shop may have made thousands. */
const Ended = (props: KeysProps & { readonly ended: readonly ListedKey[] }): JSX.Element => {
  const { language, ended, endedFrom } = props;
  const { dashboard, keys: texts } = webTexts(language);
  const dates = useDates();
  const until = endedFrom + endedMax;
  return (
    <details class="more" id="ended" open={endedFrom > 0}>
      <summary>{texts.ended(ended.length)}</summary>
      <List
        label={texts.ended(ended.length)}
        columns={[
          { name: texts.name },
          { name: texts.madeOn },
          { name: texts.lastUsed },
          { name: texts.endedOn },
        ]}
        rows={ended
          .slice(endedFrom, until)
          .map((key) => [
            <KeyName listed={key} texts={texts} />,
            dates.day(key.createdAt),
            key.lastUsedAt === null ? texts.never : dates.dayAndTime(key.lastUsedAt),
            dates.dayAndTime(key.revokedAt ?? key.expiresAt ?? key.createdAt),
          ])}
      />
      <Pager
        texts={dashboard}
        older={until < ended.length ? `${path}?ended=${until}#ended` : null}
        newest={endedFrom > 0 ? `${path}#ended` : null}
      />
    </details>
  );
};

const NewKey = (props: {
  readonly texts: ReturnType<typeof webTexts>["keys"];
  readonly form: KeyForm;
  readonly isOpen: boolean;
}): JSX.Element => {
  const { texts, form, isOpen } = props;
  return (
    <details class="more card" open={isOpen}>
      <summary>{texts.make}</summary>
      <form method="post" action={path}>
        <MadeFor />
        <TextField name="name" label={texts.name} hint={texts.nameHint} maxLength={100} value={form.name} />
        <Ticks
          name="mode"
          label={texts.kind}
          type="radio"
          options={keyModes.map((mode) => [mode, texts.modes[mode]] as const)}
          ticked={[form.mode]}
        />
        <Ticks
          name="scopes"
          label={texts.mayDo}
          type="checkbox"
          options={keyScopes.map((scope) => [scope, scopeSaid(scope, texts)] as const)}
          ticked={form.scopes}
        />
        <TextField name="expires" label={texts.ends} hint={texts.endsHint} type="date" value={form.expires} />
        <TextField
          name="limit"
          label={texts.limit}
          hint={texts.limitHint}
          inputMode="decimal"
          maxLength={30}
          value={form.limit}
        />
        <TextAreaField
          name="addresses"
          label={texts.addresses}
          hint={texts.addressesHint}
          rows={2}
          maxLength={3000}
          value={form.addresses}
        />
        <button class="button button--main" type="submit">
          {texts.make}
        </button>
      </form>
    </details>
  );
};

const scopeSaid = (scope: KeyScope, texts: ReturnType<typeof webTexts>["keys"]): JSX.Element => (
  <>
    {texts.scopes[scope]} <code>{scope}</code>
  </>
);
