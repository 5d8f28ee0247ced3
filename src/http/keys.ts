import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";

/**
 * A key in the address is refused wherever it stands: addresses are logged and shared (design 5). `leaked`: the
 * whole keys among what was found, at most three.
 */
export const refuseKeyInUrl = (
  url: string,
): Result<true, { readonly failure: Failure; readonly leaked: readonly string[] }> => {
  const query = url.indexOf("?") === -1 ? "" : url.slice(url.indexOf("?") + 1);
  const names = [...new URLSearchParams(query).keys()];
  const text = decoded(url);
  if (!names.some((name) => keyNames.has(bare(name))) && !keyShape.test(text)) return ok(true);
  const leaked = [...new Set(text.match(wholeKeys) ?? [])].slice(0, leakedMax);
  return { ok: false, error: { failure: fail("api_key_in_url").error, leaked } };
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
const wholeKeys = /drs_(?:live|test)_[0-9A-Za-z]{36}(?![0-9A-Za-z])/g;
/** Each is looked up; one address has no reason to hold more. */
const leakedMax = 3;

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

const decoded = (url: string): string =>
  url.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
