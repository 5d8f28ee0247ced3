import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Refused } from "../../accounts/accounts.ts";
import type { NewSession, SessionHolder } from "../../accounts/sessions.ts";
import type { Failure } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { addressOf, authenticateKey } from "../../http/callers.ts";
import { setRetryAfter } from "../../http/replies.ts";
import type { Language } from "../../texts/texts.ts";
import { readForm } from "../form-body.ts";
import type { PageContext } from "../page-context.ts";
import { queryOf } from "../query.ts";
import { refusalText } from "../refusal-text.ts";
import { sendPage } from "../send-page.ts";
import { webTexts } from "../texts/texts.ts";
import { setSession, visitorOf } from "../visitor.ts";
import { browserName } from "./browser-name.ts";
import { SignInLinkPage, SignInPage } from "./sign-in-page.tsx";

const keyForm = z.object({ key: z.string().trim().max(100), to: z.string().max(100).default("") });

/** Pages that a visitor may be sent on to. */
const insidePath = /^\/dashboard(?:\/[a-z-]{1,30})?$/;

/** Where a visitor goes who wanted to see a page of the dashboard before. */
export const signInPath = (wanted: string): string =>
  insidePath.test(wanted) ? `/sign-in?to=${encodeURIComponent(wanted)}` : "/sign-in";

const destinationOf = (wanted: unknown): string =>
  typeof wanted === "string" && insidePath.test(wanted) ? wanted : "/dashboard";

/**
 * `/sign-in`: by presenting a key, or by a link from the bot, `/sign-in/<code>`. Telegram and other programs fetch links
 * to show a preview, so only the button of its page uses a link up.
 */
export const addSignInRoutes = (server: FastifyInstance, context: PageContext): void => {
  const { accounts } = context;
  const hidden = { schema: { hide: true } };

  server.get("/sign-in", hidden, async (request, reply) => {
    const { session } = visitorOf(request);
    const { to } = queryOf(request);
    const destination = destinationOf(to);
    if (session !== null) return reply.redirect(destination, 303);
    return showSignIn(context, request, reply, { to: destination });
  });

  server.post("/sign-in", hidden, async (request, reply) => {
    const form = readForm(request, keyForm);
    const destination = destinationOf(form?.to);
    const found = await authenticateKey(
      accounts,
      { address: addressOf(request), scope: null },
      form?.key ?? "",
    );
    const holder: Result<SessionHolder, Failure | Refused> =
      found.ok && found.value.key !== null
        ? ok({ kind: "key", key: found.value.key.id })
        : found.ok
          ? { ok: false, error: { code: "invalid_api_key" } }
          : found;
    const signedIn = holder.ok ? await signIn(context, request, holder.value) : holder;
    if (signedIn.ok) return enter(context, reply, signedIn.value, destination);
    const status = signedIn.error.code === "rate_limited" ? 429 : 401;
    if ("retryAfterSeconds" in signedIn.error) setRetryAfter(reply, signedIn.error, context.now());
    return showSignIn(context, request, reply, { to: destination, refused: signedIn.error, status });
  });

  server.get<{ Params: { code: string } }>("/sign-in/:code", hidden, async (request, reply) => {
    const { language, providerSet, session } = visitorOf(request);
    const found = await accounts.accountOfSignInCode(request.params.code);
    if (!found.ok || found.value === null) return showUsedLink(context, request, reply);
    const { id, shop } = found.value;
    const current = session !== null && session.account.id !== id ? session : null;
    const frame = { assets: context.assets, language, isTest: providerSet.mode === "test" };
    const path = `/sign-in/${request.params.code}`;
    return sendPage(reply, <SignInLinkPage {...frame} path={path} shop={shop} current={current} />);
  });

  server.post<{ Params: { code: string } }>("/sign-in/:code", hidden, async (request, reply) => {
    const label = browserName(request.headers["user-agent"]);
    const signedIn = await accounts.signInByCode(request.params.code, label);
    if (!signedIn.ok)
      return signedIn.error.code === "sign_in_code_unknown"
        ? showUsedLink(context, request, reply)
        : showSignIn(context, request, reply, { to: "/dashboard", note: signedIn.error, status: 403 });
    await endFormer(context, request);
    return enter(context, reply, signedIn.value, "/dashboard");
  });

  server.post("/dashboard/sign-out", hidden, async (request, reply) => {
    await endFormer(context, request);
    setSession(reply, context, null);
    return reply.redirect("/sign-in", 303);
  });
};

/**
 * Signs in whoever proved to be this person or to hold this key, whatever the proof was. The browser's former session
 * ends.
 */
export const signIn = async (
  context: Pick<PageContext, "accounts">,
  request: FastifyRequest,
  holder: SessionHolder,
): Promise<Result<NewSession, Failure | Refused>> => {
  const created = await context.accounts.createSession(holder, browserName(request.headers["user-agent"]));
  if (created.ok) await endFormer(context, request);
  return created;
};

const endFormer = async (
  { accounts }: Pick<PageContext, "accounts">,
  request: FastifyRequest,
): Promise<void> => {
  const { session } = visitorOf(request);
  if (session !== null) await accounts.endSession(session, session.id);
};

const enter = (
  context: PageContext,
  reply: FastifyReply,
  session: NewSession,
  destination: string,
): FastifyReply => {
  setSession(reply, context, session);
  return reply.redirect(destination, 303);
};

/** The sentence of the API speaks of a header. */
const keyRefusal = (error: Failure | Refused, language: Language): string =>
  error.code === "invalid_api_key" ? webTexts(language).signIn.wrongKey : refusalText(error, language);

type SignInShown = {
  readonly to: string;
  /** Of a key. */
  readonly refused?: Failure | Refused;
  readonly note?: Failure | Refused | "used";
  readonly status?: number;
};

const showUsedLink = (context: PageContext, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  showSignIn(context, request, reply, { to: "/dashboard", note: "used", status: 410 });

const showSignIn = (
  { assets, chatUrl }: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { to, refused, note, status = 200 }: SignInShown,
): FastifyReply => {
  const { language, providerSet } = visitorOf(request);
  return sendPage(
    reply,
    <SignInPage
      assets={assets}
      language={language}
      path="/sign-in"
      isTest={providerSet.mode === "test"}
      to={to}
      chatUrl={chatUrl()}
      refused={refused === undefined ? null : keyRefusal(refused, language)}
      note={
        note === undefined
          ? null
          : note === "used"
            ? webTexts(language).signIn.used
            : refusalText(note, language)
      }
    />,
    status,
  );
};
