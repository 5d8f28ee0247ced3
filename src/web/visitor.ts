import { fastifyCookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ResolvedCaller } from "../accounts/accounts.ts";
import type { NewSession, Session } from "../accounts/sessions.ts";
import { type Failure, isFailure } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { addressOf } from "../http/callers.ts";
import { preferredLanguage } from "../http/negotiation.ts";
import { sessionCookie, shownSession } from "../http/shown-session.ts";
import { type Calendar, isCalendar, usualCalendar } from "../texts/dates.ts";
import { isLanguage, type Language } from "../texts/texts.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import type { PageContext } from "./page-context.ts";
import { queryOf } from "./query.ts";

/** Who looks at a page. */
export type Visitor = Pick<ResolvedCaller, "caller" | "account"> & {
  readonly language: Language;
  /** In which days are written. */
  readonly calendar: Calendar;
  /** The same if it was chosen; null: it is the usual one of the language. */
  readonly chosenCalendar: Calendar | null;
  /** The banks that are asked for them. */
  readonly providerSet: ProviderSet;
  /** Null: they are not signed in. */
  readonly session: Session | null;
  /** Where the session was kept that they showed and that has ended; null: they showed none. */
  readonly ended: "browser" | "mini" | null;
  /** What the forms of a page say that was made for them. */
  readonly madeFor: string;
  /** Whether they have sent a form of the dashboard that was made for somebody else. Nothing is done then. */
  readonly isOthersForm: boolean;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Set before any page is entered. */
    visitor: Visitor | null;
  }
}

/** Every page is entered after its visitor is known. */
export const visitorOf = ({ visitor }: FastifyRequest): Visitor => {
  if (visitor === null) throw new Error("a page was entered before its visitor was known");
  return visitor;
};

const yearSeconds = 365 * 86_400;

/**
 * Finds out who looks. A session of which nothing is known any more is none. What is chosen by `?lang=` and `?calendar=`
 * is remembered.
 */
export const meetVisitor = async (
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<PageContext, "isHttps" | "providerSets" | "accounts" | "madeFor">,
): Promise<Result<true, Failure>> => {
  const { isHttps, providerSets } = context;
  const shown = isAsset(request) ? null : shownSession(request, isHttps);
  const session = shown === null ? ok(null) : await readSession(request, context, shown.token);
  if (!session.ok) return session;
  for (const choice of [languageChoice, calendarChoice]) {
    const chosen = chosenNow<string>(request, choice);
    if (chosen !== null) remember(reply, isHttps, choice.cookie, chosen);
  }
  const signedIn = session.value;
  const language = languageOf(request);
  const chosenCalendar = calendarOf(request, signedIn);
  const providerSet = signedIn?.mode === "test" ? await providerSets.test() : providerSets.live;
  request.providerSet = providerSet;
  request.visitor = {
    session: signedIn,
    ended: signedIn === null && shown !== null ? shown.keptIn : null,
    madeFor: context.madeFor(signedIn),
    isOthersForm: false,
    language,
    calendar: chosenCalendar ?? usualCalendar[language],
    chosenCalendar,
    caller: signedIn?.caller ?? { kind: "address", address: addressOf(request) },
    account: signedIn?.account ?? null,
    providerSet,
  };
  return ok(true);
};

/** The files that pages load are the same for everybody. */
const isAsset = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith("/assets/") === true;

const readSession = async (
  request: FastifyRequest,
  { accounts }: Pick<PageContext, "accounts">,
  token: string,
): Promise<Result<Session | null, Failure>> => {
  const session = await accounts.resolveSession(token, addressOf(request));
  if (session.ok) {
    accounts.noteSession(token, session.value);
    return session;
  }
  const { error } = session;
  return isFailure(error) ? { ok: false, error } : ok(null);
};

/** Signs this browser in, or out with null. */
export const setSession = (
  reply: FastifyReply,
  { isHttps, now }: Pick<PageContext, "isHttps" | "now">,
  session: NewSession | null,
): void => {
  if (session === null) {
    clearSession(reply, isHttps);
    // Some browsers keep whole pages for the way back, also those that may not be stored.
    reply.header("clear-site-data", '"cache"');
  } else {
    const maxAge = Math.floor((session.expiresAt.getTime() - now().getTime()) / 1000);
    reply.setCookie(sessionCookie(isHttps), session.token, { ...cookieOptions(isHttps), maxAge });
  }
};

const cookieOptions = (isHttps: boolean) =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isHttps }) as const;

const clearSession = (reply: FastifyReply, isHttps: boolean): FastifyReply =>
  reply.clearCookie(sessionCookie(isHttps), cookieOptions(isHttps));

/** Lets a browser forget the session that has ended, once its visitor was told. */
export const forgetEnded = (reply: FastifyReply): void => {
  const { visitor, cookies } = reply.request;
  if (visitor?.ended !== "browser") return;
  clearSession(reply, cookies[sessionCookie(true)] !== undefined);
};

/** The language that a visitor has chosen now or before, else the browser's. Also where no visitor was met. */
export const languageOf = (request: FastifyRequest): Language =>
  chosen(request, languageChoice) ?? preferredLanguage(request.headers["accept-language"]);

/** What a visitor chooses by a parameter of any address, and a cookie remembers. */
type Choice<T extends string> = {
  readonly param: string;
  readonly cookie: string;
  readonly isOne: (text: string) => text is T;
};

const languageChoice: Choice<Language> = { param: "lang", cookie: "language", isOne: isLanguage };
const calendarChoice: Choice<Calendar> = { param: "calendar", cookie: "calendar", isOne: isCalendar };

/** What a person has chosen, here or in the chat, counts in every browser that they are signed in with. */
const calendarOf = (request: FastifyRequest, session: Session | null): Calendar | null => {
  const theirs = session?.calendar ?? null;
  if (theirs === null || !isCalendar(theirs)) return chosen(request, calendarChoice);
  return chosenNow(request, calendarChoice) ?? theirs;
};

/** Lets a browser remember a calendar, also for when nobody is signed in. */
export const setCalendar = (
  reply: FastifyReply,
  { isHttps }: Pick<PageContext, "isHttps">,
  calendar: Calendar,
): void => remember(reply, isHttps, calendarChoice.cookie, calendar);

const remember = (reply: FastifyReply, isHttps: boolean, cookie: string, chosen: string): void => {
  reply.setCookie(cookie, chosen, { ...cookieOptions(isHttps), maxAge: yearSeconds });
};

/** What was chosen now or before; null: nothing. */
const chosen = <T extends string>(request: FastifyRequest, choice: Choice<T>): T | null => {
  const kept = fastifyCookie.parse(request.headers.cookie ?? "")[choice.cookie];
  return chosenNow(request, choice) ?? (kept !== undefined && choice.isOne(kept) ? kept : null);
};

const chosenNow = <T extends string>(
  request: FastifyRequest,
  { param, isOne }: Pick<Choice<T>, "param" | "isOne">,
): T | null => {
  const value = queryOf(request)[param];
  return typeof value === "string" && isOne(value) ? value : null;
};
