import ipaddr from "ipaddr.js";
import { z } from "zod";
import { certificateFile } from "./certificate-file.ts";
import { type AddressBlock, isGuessable, isThisMachine, trustsEverybody } from "./safety.ts";
import { cacheUrl, databaseUrl } from "./urls.ts";

/** A problem reads "<variable> <sentence>", so each sentence here begins with its verb. */
const text = (expected: string) =>
  z.string({
    error: (issue) => (issue.input === undefined ? `is not set; it ${expected}` : expected),
  });

const matching = (pattern: RegExp, expected: string) => text(expected).regex(pattern, expected);

const wholeNumber = (least: number, most: number) => {
  const expected = `must be a whole number from ${least} to ${most}`;
  return matching(/^\d{1,6}$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
};

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}` });

const httpUrl = (expected: string) =>
  text(expected)
    .refine(isHttpUrl, expected)
    .transform((value) => value.replace(/\/{1,9}$/, ""));

const isHttpUrl = (value: string): boolean => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username + url.password + url.search + url.hash === "";
};

/** Sealed on its way, or not on any way: https, or http to this machine. */
const isUnheard = (value: string): boolean => {
  if (!isHttpUrl(value)) return true; // told by its own problem
  const { protocol, hostname } = new URL(value);
  return protocol === "https:" || isThisMachine(hostname);
};

const listed = (value: string): string[] => value.split(",").map((part) => part.trim());

const roles = "must be bot, api or bot,api";
const allProxies =
  "trusts everybody: who could be anybody could claim any address; name your own proxies, e.g. 10.0.0.0/8,fd00::/8";
const proxies = "must be addresses or CIDR blocks with commas between them, e.g. 10.0.0.0/8,fd00::/8";

/**
 * `10.0.0.0/8` or a single address; null when it is neither. IPv4 in IPv6 dress comes out as IPv4, as callers' addresses do.
 * Numbers with a zero in front are none: some read them as octal.
 */
const parseBlock = (value: string): AddressBlock | null => {
  const [network = "", bits, ...rest] = value.split("/");
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(network);
  if (rest.length > 0 || (!isIpv4 && (!ipaddr.IPv6.isValid(network) || isUnclear(network)))) return null;
  if (bits !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(bits)) return null;
  const address = ipaddr.parse(network);
  const bitsMax = isIpv4 ? 32 : 128;
  const count = bits === undefined ? bitsMax : Number(bits);
  if (count > bitsMax) return null;
  if (!(address instanceof ipaddr.IPv6)) return [address, count];
  if (address.isIPv4MappedAddress() && count >= 96) return [address.toIPv4Address(), count - 96];
  return ipaddr.parse("::ffff:0:0").match(address, count)
    ? [new ipaddr.IPv4([0, 0, 0, 0]), 0]
    : [address, count];
};

/** `::10.0.0.1` is an address of IPv6 that some read as IPv4. */
const isUnclear = (network: string): boolean => /^::\d{1,3}(?:\.\d{1,3}){3}$/.test(network);

const webhookAddress =
  "must be the https address that Telegram posts to, with a path of letters, digits, /, -, _ and ., e.g. https://receipts.example/telegram/1f0c";
const webhookPath = /^\/[A-Za-z0-9/_.-]{1,200}$/;
const ownPath =
  "must be an address whose path does not begin as one of the service's own, such as /sign-in or /api, e.g. https://receipts.example/telegram/1f0c";
/** How the paths begin that the service has for others than Telegram. */
const ownPaths =
  /^\/(?:\.well-known|api|assets|dashboard|docs|favicon\.ico|healthz|metrics|mini|openapi\.json|p|readyz|robots\.txt|sign-in|status)(?:\/|$)/;

const webhookSecret = "must be 16 to 256 letters, digits, _ or -, e.g. the output of: openssl rand -hex 32";

const metricsToken = "must be 16 to 256 characters without spaces, e.g. the output of: openssl rand -hex 32";

/** The environment variables, with their defaults. */
export const variables = z.object({
  HOST: matching(/^[A-Za-z0-9.:_-]{1,253}$/, "must be an address or a host name, e.g. 127.0.0.1").default(
    "127.0.0.1",
  ),
  PORT: wholeNumber(0, 65_535).default(3_000),
  ROLES: text(roles)
    .transform(listed)
    .pipe(z.array(oneOf(["bot", "api"]), { error: roles }))
    .default(["bot", "api"]),
  DEPLOYMENT: oneOf(["full", "limited"]).default("full"),
  DATABASE_URL: databaseUrl.default("sqlite:./data/deresegn.sqlite"),
  CACHE_URL: cacheUrl.optional(),
  CACHE_CA_FILE: certificateFile.optional(),
  TELEGRAM_BOT_TOKEN: matching(
    /^\d{1,20}:[A-Za-z0-9_-]{1,200}$/,
    "must be the token that BotFather gives: digits, a colon, letters",
  ).optional(),
  TELEGRAM_API_ROOT: httpUrl("must be an http or https address, e.g. https://api.telegram.org")
    .refine(
      isUnheard,
      "must begin with https:// (http:// only for this machine): the bot's token is in every call",
    )
    .default("https://api.telegram.org"),
  TELEGRAM_WEBHOOK_URL: text(webhookAddress)
    .refine((value) => isHttpUrl(value) && webhookPath.test(new URL(value).pathname), webhookAddress)
    .refine((value) => !isHttpUrl(value) || !ownPaths.test(new URL(value).pathname), ownPath)
    .refine(
      isUnheard,
      "must begin with https:// (http:// only for this machine): whoever listens on the way could post updates",
    )
    .optional(),
  TELEGRAM_WEBHOOK_SECRET: matching(/^[A-Za-z0-9_-]{16,256}$/, webhookSecret)
    .refine((value) => new Set(value).size > 3, `can be guessed; it ${webhookSecret}`)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value, context) =>
      listed(value).flatMap((part) => {
        const block = parseBlock(part);
        if (block === null) context.addIssue({ code: "custom", message: proxies });
        return block === null ? [] : [block];
      }),
    )
    .refine((blocks) => !trustsEverybody(blocks), allProxies)
    .default([]),
  PUBLIC_URL: httpUrl("must be an http or https address, e.g. https://receipts.example").optional(),
  SECRET: text("must be at least 32 random bytes, e.g. the output of: openssl rand -base64 48")
    .refine(
      (value) => Buffer.byteLength(value) >= 32,
      "is too short; it must be at least 32 random bytes, e.g. the output of: openssl rand -base64 48",
    )
    .refine(
      (value) => Buffer.byteLength(value) < 32 || !isGuessable(value),
      "can be guessed: it repeats itself or counts; it must be at least 32 random bytes, e.g. the output of: openssl rand -base64 48",
    ),
  OPERATOR_CONTACT: matching(
    /^(?:@[A-Za-z][A-Za-z0-9_]{3,31}|https:\/\/[\x21-\x3F\x41-\x7E]{1,200})$/,
    "must be an https link or a Telegram name, e.g. @deresegn_help",
  ).optional(),
  STATUS_TEXT: z
    .string()
    .refine(
      (value) => [...value].length <= 500,
      "must be at most 500 characters, which /status shows above the banks",
    )
    .optional(),
  METRICS_TOKEN: matching(/^[\x21-\x7E]{16,256}$/, metricsToken)
    .refine((value) => new Set(value).size > 3, `can be guessed; it ${metricsToken}`)
    .optional(),
  ALERT_CHAT_ID: matching(
    /^-?[1-9]\d{0,15}$/,
    "must be the number of a Telegram chat, e.g. 123456789, or -1001234567890 for a group",
  )
    .transform(Number)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(
    "must be an http or https address that takes OTLP over HTTP, e.g. http://127.0.0.1:4318",
  ).optional(),
  RECORD_TTL_HOURS: wholeNumber(1, 24).default(24),
  HISTORY_DAYS: wholeNumber(4, 3_650).default(90),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
