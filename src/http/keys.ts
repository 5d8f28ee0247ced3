import type { FastifyRequest } from "fastify";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";

/** A key in the address is refused wherever it stands: addresses are logged and shared (design 5). */
export const refuseKeyInUrl = (url: string): Result<true, Failure> => {
  const query = url.indexOf("?") === -1 ? "" : url.slice(url.indexOf("?") + 1);
  const pairs = [...new URLSearchParams(query)];
  const found =
    pairs.some(([name, value]) => keyNames.has(bare(name)) || keyShape.test(name) || keyShape.test(value)) ||
    keyShape.test(decoded(url));
  return found ? fail("api_key_in_url") : ok(true);
};

/**
 * No keys are issued yet, so whatever `X-API-Key` holds is unknown. It is never taken for no key at all:
 * who believes to have an account must hear that it does not count.
 */
export const refuseUnknownKey = (request: FastifyRequest): Result<true, Failure> =>
  request.headers["x-api-key"] === undefined ? ok(true) : fail("invalid_api_key");

const keyNames = new Set(["key", "apikey", "xapikey", "apitoken", "accesstoken", "drskey"]);
const keyShape = /drs_(live|test)_/i;

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

const decoded = (url: string): string =>
  url.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
