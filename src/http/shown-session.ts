import { fastifyCookie } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";

/** The token of a session, and whether a browser or the form inside Telegram shows it. */
type ShownSession = { readonly token: string; readonly keptIn: "browser" | "mini" };

/** The session that a request shows, whether or not it works; null: none. */
export const shownSession = (
  { headers }: Pick<FastifyRequest, "headers">,
  isHttps: boolean,
): ShownSession | null => {
  const [, inHeader] = sessionHeader.exec(headers.authorization ?? "") ?? [];
  if (inHeader !== undefined) return { token: inHeader, keptIn: "mini" };
  const token = fastifyCookie.parse(headers.cookie ?? "")[sessionCookie(isHttps)] ?? "";
  return token === "" ? null : { token, keptIn: "browser" };
};

/** How the form inside Telegram shows its session. */
const sessionHeader = /^Session ([\w-]{20,100})$/;

/** The prefix keeps other hosts and paths from setting it; browsers take it over https alone. */
export const sessionCookie = (isHttps: boolean): string => (isHttps ? "__Host-session" : "session");
