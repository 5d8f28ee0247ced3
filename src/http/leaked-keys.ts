import type { FastifyRequest } from "fastify";
import { leakedKeysIn, percentDecoded } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import type { Log } from "../core/log.ts";
import type { Result } from "../core/result.ts";

type Dependencies = {
  readonly log: Pick<Log, "error">;
  /** Revokes a whole key that others may have read. Says whether it was one. */
  readonly revokeLeaked: (key: string, face: "api") => Promise<Result<boolean, { readonly code: string }>>;
};

/** Refuses a request that shows a key where requests are logged and passed on; null: it shows none. */
export type RefuseShownKey = (request: Pick<FastifyRequest, "url" | "headers">) => Promise<Failure | null>;

/**
 * Refuses a request with a key in its address or in `X-Request-Id`, however often it is encoded there, and revokes the
 * keys.
 */
export const createRefuseShownKey =
  ({ log, revokeLeaked }: Dependencies): RefuseShownKey =>
  async (request) => {
    const shown = shownKeyIn(request);
    if (shown === null) return null;
    let isRevoked = false;
    for (const key of shown.leaked.slice(0, leakedMax)) {
      const revoked = await revokeLeaked(key, "api");
      if (!revoked.ok) log.error({ code: revoked.error.code }, "a leaked key could not be revoked");
      isRevoked ||= revoked.ok && revoked.value;
    }
    const { error } = fail("api_key_in_url", shown.param === null ? {} : { param: shown.param });
    return isRevoked ? { ...error, cause: "revoked" } : error;
  };

/** Whether a request shows a key where `createRefuseShownKey` refuses it. */
export const showsKey = (request: Pick<FastifyRequest, "url" | "headers">): boolean =>
  shownKeyIn(request) !== null;

/** Whether a text holds a key, in pieces too, or what looks like the beginning of one. */
export const holdsKey = (text: string): boolean => {
  const decoded = percentDecoded(text);
  return keyShape.test(decoded) || leakedKeysIn(decoded).length > 0;
};

type ShownKey = { readonly param: string | null; readonly leaked: readonly string[] };

const shownKeyIn = ({ url, headers }: Pick<FastifyRequest, "url" | "headers">): ShownKey | null =>
  keyInUrl(url) ?? keyInRequestId(headers["x-request-id"]);

const keyInUrl = (url: string): ShownKey | null => {
  const query = url.indexOf("?") === -1 ? "" : url.slice(url.indexOf("?") + 1);
  const names = [...new URLSearchParams(query).keys()];
  // A plus means a space in a query, and no key holds one.
  const text = percentDecoded(url).replaceAll("+", " ");
  const leaked = leakedKeysIn(text);
  const isShown = names.some((name) => keyNames.has(bare(name))) || keyShape.test(text) || leaked.length > 0;
  return isShown ? { param: null, leaked } : null;
};

const keyInRequestId = (header: string | readonly string[] | undefined): ShownKey | null => {
  const text = [header ?? []].flat().join(" ");
  return holdsKey(text) ? { param: "X-Request-Id", leaked: leakedKeysIn(percentDecoded(text)) } : null;
};

const keyNames = new Set([
  "key",
  "apikey",
  "xapikey",
  "apitoken",
  "accesstoken",
  "token",
  "drskey",
  "authorization",
]);
const keyShape = /drs_(live|test)_/i;
/** Each is looked up. An honest address holds one at most. */
const leakedMax = 3;

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
