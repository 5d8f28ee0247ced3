import { cleanWord, foreignCharacter } from "../core/clean-text.ts";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { ProviderSettings, ReceiptLink } from "./provider.ts";

/** A host that the operator configured for a provider. `port` is always given. */
export type Origin = { readonly scheme: string; readonly host: string; readonly port: string };

/** Every host whose links a provider reads: `url`, `linkUrl`, `apiUrl` and the aliases. */
export const originsOf = (settings: ProviderSettings): readonly Origin[] => {
  const known = originsBySettings.get(settings) ?? readOrigins(settings);
  originsBySettings.set(settings, known);
  return known;
};

const originsBySettings = new WeakMap<ProviderSettings, readonly Origin[]>();

const readOrigins = (settings: ProviderSettings): readonly Origin[] =>
  [settings.url, settings.linkUrl, settings.apiUrl, ...settings.aliases].flatMap((address) => {
    if (address === undefined || !URL.canParse(address)) return [];
    const { protocol, hostname, port } = new URL(address);
    const scheme = protocol.slice(0, -1);
    return [{ scheme, host: hostname, port: port || defaultPort(scheme) }];
  });

/** The port that a scheme implies. */
const defaultPort = (scheme: string): string => (scheme === "http" ? "80" : "443");

/** A link as written, split by hand: `URL` would hide back-slashes, user names, encoded and numeric hosts. */
export type LinkAddress = {
  /** All of it as written, `&amp;` mended. */
  readonly link: string;
  /** Lower case; null when the link begins with its host. */
  readonly scheme: string | null;
  /** Host and port as written, in lower case. */
  readonly authority: string;
  /** False when anything between scheme and path is not plainly `host` or `host:port`. */
  readonly isPlain: boolean;
  /** Path, query and fragment of the same. */
  readonly rest: string;
};

/** Never fails: what cannot be read is an address that is not plain. */
export const splitAddress = (link: string): LinkAddress => {
  const mended = mendEntities(link);
  const [, scheme, slashes = "", authority = "", rest = ""] = addressParts.exec(mended) ?? [];
  const isWeb = scheme === undefined ? slashes === "" : /^https?$/i.test(scheme) && slashes === "//";
  return {
    link: mended,
    scheme: scheme?.toLowerCase() ?? null,
    authority: authority.toLowerCase(),
    isPlain: isWeb && plainAuthority.test(authority) && !rest.startsWith("\\"),
    rest,
  };
};

/** Exact scheme, host and port: https, or http where the operator configured http for loopback. */
export const isOn = ({ scheme, authority, isPlain }: LinkAddress, origin: Origin): boolean => {
  if (!isPlain || (scheme === "http" && origin.scheme !== "http")) return false;
  const [, host = "", port = defaultPort(scheme ?? origin.scheme)] = hostAndPort.exec(authority) ?? [];
  return host === origin.host && port === origin.port;
};

/** Every host that the link could be said to name: as written, decoded, and as a browser reads it. */
export const hostNamesOf = ({ scheme, authority }: LinkAddress): readonly string[] => {
  const address = `${scheme ?? "https"}://${authority}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : "";
  const [, host = authority] = hostAndPort.exec(authority) ?? [];
  return [...new Set([hostname, host, decoded(authority)])].filter((name) => name !== "");
};

/** Takes a link apart for `readLink`. Percent-encoding is undone once, in path and query values. */
export const takeApart = ({ link, rest }: Pick<LinkAddress, "link" | "rest">): ReceiptLink => {
  const [beforeFragment, fragment] = cut(rest, "#");
  const [path, search] = cut(beforeFragment, "?");
  const query = new Map<string, string>();
  for (const pair of search.split("&")) {
    const [name, value] = cut(pair, "=");
    if (name !== "" && !query.has(decoded(name))) query.set(decoded(name), decoded(value));
  }
  return { link, path: decoded(path === "" ? "/" : path), query, search, fragment };
};

/** Scheme, slashes, host with port, and the rest. */
const addressParts = /^(?:(https?|[a-z][a-z0-9+.-]{0,20}(?=:[\\/])):)?([\\/]*)([^\\/?#]*)(.*)$/is;
/** `bank.example:8443`, `[::1]`. */
const plainAuthority = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::[1-9][0-9]{0,4})?$/i;
const hostAndPort = /^(.*?)(?::([0-9]+))?$/;

/** What pages and mail programs make of `&`; twice where it was quoted twice. */
const mendEntities = (link: string): string =>
  link.replace(/&(?:(?:amp|#38|#x26);)+(?:(?:amp|#38|#x26);)*/gi, "&");

const cut = (text: string, mark: string): readonly [string, string] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the text means itself.
    return text;
  }
};

/** Longest link that is looked at. */
const lengthMax = 512;

/**
 * A link from a request's `url` field, taken apart. Only one on exactly a configured host of this provider
 * passes, and it is never fetched as it stands: the address is built anew from its token. Failures:
 * `reference_malformed`, `reference_not_ascii`, `receipt_url_untrusted`, `receipt_url_feedback_link`, all on `param`.
 */
export const readReceiptUrl = (
  text: string,
  settings: ProviderSettings,
  param = "url",
): Result<ReceiptLink, Failure> => {
  const link = cleanWord(text);
  if (link.length > lengthMax) return fail("reference_malformed", { param });
  const address = splitAddress(link);
  if (address.scheme === null && !/[.:[]/.test(address.authority) && address.authority !== "localhost")
    return fail("reference_malformed", { param });
  const origins = originsOf(settings);
  if (origins.some(({ host }) => address.isPlain && address.authority === `feedback.${host}`))
    return fail("receipt_url_feedback_link", { param });
  if (!origins.some((origin) => isOn(address, origin))) return fail("receipt_url_untrusted", { param });
  const foreign = foreignCharacter(address.rest);
  if (foreign !== null) return fail("reference_not_ascii", { param, subject: foreign });
  return ok(takeApart(address));
};
