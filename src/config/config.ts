import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { z } from "zod";
import { err, ok, type Result } from "../core/result.ts";
import { type AddressBlock, tlsProblems } from "./safety.ts";
import { readSecretFiles } from "./secret-files.ts";
import { variables } from "./variables.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the operator decided, validated. */
export type Config = {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Base of links in messages and replies, no trailing slash; null: the address that is listened on. */
  readonly publicUrl: string | null;
  readonly roles: readonly ("bot" | "api")[];
  readonly deployment: "full" | "limited";
  /** `sqlite:` and a file, or a `postgres:` URL, which may hold a password. */
  readonly databaseUrl: string;
  /** `sqlite:` and a file that is not the database's, or a `redis:` URL, which may hold a password. */
  readonly cacheUrl: string;
  /** Certificates in PEM that the server of `cacheUrl` is checked against; null: the public roots. */
  readonly cacheCa: string | null;
  readonly secret: string;
  /** Set whenever `roles` holds `bot`. */
  readonly telegram: { readonly token: string; readonly apiRoot: string } | null;
  /** Null: the bot polls. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly trustedProxies: readonly AddressBlock[];
  /** Where people find the operator: a link or a Telegram name; null: it is not told. */
  readonly operatorContact: string | null;
  /** What `/status` says above the banks, in the operator's own words; null: nothing. */
  readonly statusText: string | null;
  /** What a reader of `/metrics` shows; null: only this machine's programs read it. */
  readonly metricsToken: string | null;
  /** The chat that hears what is wrong; null: none does. A process without the bot leaves it to one with it. */
  readonly alertChatId: number | null;
  /** Where traces are sent, no trailing slash; null: nothing is traced. */
  readonly tracesEndpoint: string | null;
  readonly recordTtlHours: number;
  readonly historyDays: number;
  readonly logLevel: string;
};

/**
 * Reads the environment variables. On failure: every problem at once, each a sentence that begins
 * with the variable's name and says what is expected; never the value of a secret.
 */
export const parseConfig = (env: Environment): Result<Config, readonly string[]> => {
  const variablesGiven = withoutEmpty(env);
  const files = readSecretFiles(variablesGiven);
  const held = files.flatMap(({ variable, text }) => (text === null ? [] : [[variable, text]]));
  const given = withoutEmpty({ ...variablesGiven, ...Object.fromEntries(held) });
  const parsed = variables.safeParse(given);
  const problems = [
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)),
    ...problemsBetween(given),
    ...tlsProblems(given),
  ].flatMap((problem) => {
    const file = files.find(({ variable }) => problem.startsWith(`${variable} `));
    if (file === undefined) return [problem];
    // What is wrong with the file is told once, below.
    return file.text === null ? [] : [`${file.source}${problem.slice(file.variable.length)}`];
  });
  const all = new Set([...problems, ...files.flatMap(({ problem }) => problem ?? [])]);
  return parsed.success && all.size === 0 ? ok(toConfig(parsed.data)) : err([...all]);
};

/** Where the providers file is, also when other settings are wrong. */
export const providersFileOf = (env: Environment): string =>
  resolve(withoutEmpty(env).PROVIDERS_FILE ?? "./providers.json");

/** Where the operator's receiving accounts are; null: there are no top-ups by receipt. */
export const topUpFileOf = (env: Environment): string | null => {
  const { TOPUP_FILE } = withoutEmpty(env);
  return TOPUP_FILE === undefined ? null : resolve(TOPUP_FILE);
};

/** Where the operator's own receipts are; null: banks are asked for none. */
export const canaryFileOf = (env: Environment): string | null => {
  const { CANARY_FILE } = withoutEmpty(env);
  return CANARY_FILE === undefined ? null : resolve(CANARY_FILE);
};

/**
 * The process's own variables, and those of a `.env` file in the working folder that it does not set itself. `NODE_OPTIONS`
 * comes out with what Node was told on its command line.
 */
export const readEnvironment = (): Environment => ({
  ...(existsSync(".env") && parseEnv(readFileSync(".env", "utf8"))),
  ...process.env,
  NODE_OPTIONS: [process.env.NODE_OPTIONS, ...process.execArgv].join(" "),
});

const toConfig = (given: z.infer<typeof variables>): Config => ({
  host: given.HOST,
  port: given.PORT,
  publicUrl: given.PUBLIC_URL ?? null,
  operatorContact: given.OPERATOR_CONTACT ?? null,
  statusText: given.STATUS_TEXT ?? null,
  roles: given.ROLES,
  deployment: given.DEPLOYMENT,
  databaseUrl: given.DATABASE_URL,
  cacheUrl: given.CACHE_URL ?? cacheBeside(given.DATABASE_URL),
  cacheCa: given.CACHE_CA_FILE ?? null,
  secret: given.SECRET,
  telegram: given.TELEGRAM_BOT_TOKEN
    ? { token: given.TELEGRAM_BOT_TOKEN, apiRoot: given.TELEGRAM_API_ROOT }
    : null,
  webhook:
    given.TELEGRAM_WEBHOOK_URL !== undefined && given.TELEGRAM_WEBHOOK_SECRET !== undefined
      ? { url: given.TELEGRAM_WEBHOOK_URL, secret: given.TELEGRAM_WEBHOOK_SECRET }
      : null,
  trustedProxies: given.TRUSTED_PROXIES,
  metricsToken: given.METRICS_TOKEN ?? null,
  alertChatId: given.ALERT_CHAT_ID ?? null,
  tracesEndpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  recordTtlHours: given.RECORD_TTL_HOURS,
  historyDays: given.HISTORY_DAYS,
  logLevel: given.LOG_LEVEL,
});

/** An empty variable is an unset one, as in the copied `.env.example`. */
const withoutEmpty = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );

/** What only two variables together can get wrong, told beside the problems of each. */
const problemsBetween = (given: Record<string, string>): string[] => {
  const { ROLES, DATABASE_URL, CACHE_URL } = variables.shape;
  const roles = ROLES.safeParse(given.ROLES);
  const database = DATABASE_URL.safeParse(given.DATABASE_URL);
  const cache = CACHE_URL.safeParse(given.CACHE_URL);
  const cacheUrl = database.success && cache.success ? (cache.data ?? cacheBeside(database.data)) : null;
  return [
    ...(roles.success && roles.data.includes("bot") && !given.TELEGRAM_BOT_TOKEN
      ? ["TELEGRAM_BOT_TOKEN is not set; the bot needs the token that BotFather gives (or set ROLES=api)"]
      : []),
    ...(given.TELEGRAM_WEBHOOK_URL && !given.TELEGRAM_WEBHOOK_SECRET
      ? [
          "TELEGRAM_WEBHOOK_SECRET is not set; with TELEGRAM_WEBHOOK_URL it must be, or anyone could post updates",
        ]
      : []),
    ...(given.TELEGRAM_WEBHOOK_SECRET && !given.TELEGRAM_WEBHOOK_URL
      ? ["TELEGRAM_WEBHOOK_URL is not set; TELEGRAM_WEBHOOK_SECRET is of no use without it"]
      : []),
    ...(["METRICS_TOKEN", "TELEGRAM_WEBHOOK_SECRET"] as const)
      .filter((name) => given.SECRET && given[name] === given.SECRET)
      .map(
        (name) => `${name} must not be the same as SECRET: whoever is told it could open what SECRET seals`,
      ),
    ...(given.CACHE_CA_FILE && cacheUrl !== null && !/^rediss:/i.test(cacheUrl)
      ? ["CACHE_CA_FILE is of no use without TLS: CACHE_URL must begin with rediss://"]
      : []),
    ...(database.success && cacheUrl?.startsWith("sqlite:") && fileOf(database.data) === fileOf(cacheUrl)
      ? [
          "CACHE_URL must name another file than DATABASE_URL: what may be lost is kept apart from what may not",
        ]
      : []),
  ];
};

/** Beside a server there is no place: the folder of the default's file. */
const cacheBeside = (databaseUrl: string): string =>
  `sqlite:${join(databaseUrl.startsWith("sqlite:") ? dirname(databaseUrl.slice("sqlite:".length)) : "data", "cache.sqlite")}`;

const fileOf = (url: string): string => resolve(url.slice("sqlite:".length));
