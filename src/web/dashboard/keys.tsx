import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import { type IssuedKey, keyScopes, type ListedKey, type Refused } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { parseSantim } from "../../core/money.ts";
import { endOfDay } from "../../core/time.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { formatDay, formatDayAndTime } from "../../texts/dates.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { readForm } from "../form-body.ts";
import type { PageContext } from "../page-context.ts";
import { refusalText } from "../refusal-text.ts";
import { webTexts } from "../texts/texts.ts";
import { Confirm, PressForm, Secret } from "./parts.tsx";
import { may } from "./powers.ts";
import {
  actorOf,
  DashboardFrame,
  holding,
  orThrow,
  Refusal,
  type Shell,
  sendShell,
  sessionOf,
  shellOf,
} from "./shell.tsx";

const path = "/dashboard/keys";

const keyForm = z.object({
  name: z.string().max(100).default(""),
  mode: z.enum(["live", "test"]).default("live"),
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

const idForm = z.object({ id: z.string().max(64) });

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
  const making = { schema: { hide: true }, onRequest: holding(context, "make keys") };

  server.get(path, { schema: { hide: true }, onRequest: holding(context, "see keys") }, (request, reply) =>
    showKeys(context, request, reply, {}),
  );

  server.post(path, making, async (request, reply) => {
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
    const { id = "" } = readForm(request, idForm) ?? {};
    const issued = await accounts.rotateKey(id, session.account.id, { by: actorOf(session) });
    return showKeys(
      context,
      request,
      reply,
      issued.ok ? { issued: issued.value } : { refused: issued.error },
    );
  });

  server.post(
    `${path}/revoke`,
    { schema: { hide: true }, onRequest: holding(context, "revoke keys") },
    async (request, reply) => {
      const session = sessionOf(request);
      const { id = "" } = readForm(request, idForm) ?? {};
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
    },
  );
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
    <Keys {...shell} {...state} keys={shown} now={context.now()} publicUrl={context.publicUrl()} />
  );
  return sendShell(reply, page, state.refused !== undefined);
};

type KeysProps = Shell &
  KeysState & {
    /** Null: the session may not see them. */
    readonly keys: readonly ListedKey[] | null;
    readonly now: Date;
    readonly publicUrl: string;
  };

const Keys = (props: KeysProps): JSX.Element => {
  const { language, keys, now, session, issued, refused, done = null, form, publicUrl } = props;
  const { dashboard, keys: texts } = webTexts(language);
  const active = (keys ?? []).filter((key) => isActive(key, now));
  const ended = (keys ?? []).filter((key) => !isActive(key, now));
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
      {ended.length > 0 && (
        <details class="more">
          <summary>{texts.ended(ended.length)}</summary>
          <ul class="cards">
            {ended.map((key) => (
              <KeyCard key={key.id} listed={key} session={null} language={language} />
            ))}
          </ul>
        </details>
      )}
    </DashboardFrame>
  );
};

/** Neither revoked nor past its end. */
const isActive = ({ revokedAt, expiresAt }: ListedKey, at: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);

const KeyCard = (props: {
  readonly listed: ListedKey;
  /** Null: nothing can be done with it any more. */
  readonly session: Shell["session"] | null;
  readonly language: Language;
}): JSX.Element => {
  const { listed: key, session, language } = props;
  const { keys: texts } = webTexts(language);
  const { revokeAsk } = catalogues[language].keys;
  const { scopes } = catalogues[language].keyDraft;
  const facts: readonly (readonly [string, string])[] = [
    [texts.mayDo, key.scopes.map((scope) => scopes[scope]).join(" · ")],
    [texts.madeOn, formatDay(key.createdAt, language)],
    [texts.lastUsed, key.lastUsedAt === null ? texts.never : formatDayAndTime(key.lastUsedAt, language)],
    ...(key.expiresAt === null ? [] : [[texts.ends, formatDayAndTime(key.expiresAt, language)] as const]),
    ...(key.revokedAt === null
      ? []
      : [[texts.revokedOn, formatDayAndTime(key.revokedAt, language)] as const]),
    ...(key.dailyLimitSantim === null
      ? []
      : [[texts.limit, `${formatAmount(key.dailyLimitSantim)} ${catalogues[language].currency}`] as const]),
    ...(key.addresses.length === 0 ? [] : [[texts.addresses, key.addresses.join(", ")] as const]),
  ];
  return (
    <li class="card">
      <h2 class="card__title">
        <bdi>{key.name === "" ? texts.unnamed : key.name}</bdi>{" "}
        <code class="tag">
          {key.prefix}…{key.last4}
        </code>
        {key.mode === "test" && <span class="tag">{texts.test}</span>}
        {key.isReplaced && <span class="tag">{texts.replaced}</span>}
      </h2>
      <dl class="rows">
        {facts.map(([name, value]) => (
          <div class="rows__row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {session !== null && (
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
      )}
    </li>
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
        <div class="field">
          <label class="field__label" for="name">
            {texts.name}
          </label>
          <input
            id="name"
            name="name"
            type="text"
            maxLength={100}
            value={form.name}
            aria-describedby="name-hint"
          />
          <p class="field__hint" id="name-hint">
            {texts.nameHint}
          </p>
        </div>
        <fieldset class="field">
          <legend class="field__label">{texts.kind}</legend>
          {(["live", "test"] as const).map((mode) => (
            <label class="tick">
              <input type="radio" name="mode" value={mode} checked={form.mode === mode} />
              <span>{texts.modes[mode]}</span>
            </label>
          ))}
        </fieldset>
        <fieldset class="field">
          <legend class="field__label">{texts.mayDo}</legend>
          {keyScopes.map((scope) => (
            <label class="tick">
              <input type="checkbox" name="scopes" value={scope} checked={form.scopes.includes(scope)} />
              <span>
                {texts.scopes[scope]} <code>{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="field">
          <label class="field__label" for="expires">
            {texts.ends}
          </label>
          <input
            id="expires"
            name="expires"
            type="date"
            value={form.expires}
            aria-describedby="expires-hint"
          />
          <p class="field__hint" id="expires-hint">
            {texts.endsHint}
          </p>
        </div>
        <div class="field">
          <label class="field__label" for="limit">
            {texts.limit}
          </label>
          <input
            id="limit"
            name="limit"
            type="text"
            inputMode="decimal"
            maxLength={30}
            value={form.limit}
            aria-describedby="limit-hint"
          />
          <p class="field__hint" id="limit-hint">
            {texts.limitHint}
          </p>
        </div>
        <div class="field">
          <label class="field__label" for="addresses">
            {texts.addresses}
          </label>
          <textarea
            id="addresses"
            name="addresses"
            rows={2}
            maxLength={3000}
            aria-describedby="addresses-hint"
          >
            {form.addresses}
          </textarea>
          <p class="field__hint" id="addresses-hint">
            {texts.addressesHint}
          </p>
        </div>
        <button class="button button--main" type="submit">
          {texts.make}
        </button>
      </form>
    </details>
  );
};
