import type { FastifyReply, FastifyRequest } from "fastify";
import type { ResolvedCaller } from "../accounts/accounts.ts";
import { addressOf } from "../http/callers.ts";
import { preferredLanguage } from "../http/replies.ts";
import { isLanguage, type Language } from "../texts/texts.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import type { PageContext } from "./page-context.ts";

/** Who looks at a page. */
export type Visitor = Pick<ResolvedCaller, "caller" | "account"> & {
  readonly language: Language;
  /** The banks that are asked for them. */
  readonly providerSet: ProviderSet;
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

const languageCookie = "language";
const yearSeconds = 365 * 86_400;

/** Finds out who looks. A language that is chosen by `?lang=` is remembered. */
export const meetVisitor = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { isHttps, providerSets }: Pick<PageContext, "isHttps" | "providerSets">,
): Promise<void> => {
  const chosen = chosenLanguage(request);
  if (chosen !== null)
    reply.setCookie(languageCookie, chosen, {
      path: "/",
      maxAge: yearSeconds,
      httpOnly: true,
      sameSite: "lax",
      secure: isHttps,
    });
  const kept = request.cookies[languageCookie];
  request.visitor = {
    language:
      chosen ??
      (kept !== undefined && isLanguage(kept) ? kept : preferredLanguage(request.headers["accept-language"])),
    caller: { kind: "address", address: addressOf(request) },
    account: null,
    providerSet: providerSets.live,
  };
};

const chosenLanguage = ({ query }: FastifyRequest): Language | null => {
  const { lang } = (query ?? {}) as Readonly<Record<string, unknown>>;
  return typeof lang === "string" && isLanguage(lang) ? lang : null;
};
