import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { inject } from "vitest";
import type { CanaryReceipt } from "../../src/config/canary-file.ts";
import { parseConfig } from "../../src/config/config.ts";
import type { SettingsByLabel } from "../../src/config/providers-file.ts";
import type { TopUpTerms } from "../../src/config/top-up-file.ts";
import { createLog, type Log } from "../../src/core/log.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { type Readers, startService } from "../../src/service.ts";
import { createTelegramEmulator } from "../../tools/demo/telegram/emulator.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { createPlayer, type Player } from "../../tools/demo/telegram/player.ts";
import { bodyOf, type ReplyBody } from "./api.ts";
import { cases, testClock } from "./cases.ts";
import { sharedReaders } from "./readers.ts";
import { keepReplies } from "./sent-replies.ts";
import { token } from "./telegram.ts";
import { testSecret } from "./temporary-store.ts";
import { settingsOf } from "./upstream-asking.ts";

type Options = {
  /** Unset: the sandbox's providers. */
  readonly providers?: SettingsByLabel;
  /** What is changed in the settings of the sandbox's providers. */
  readonly settings?: Partial<ProviderSettings>;
  /** With the bot and an emulated Telegram. */
  readonly hasChat?: boolean;
  /** Further variables of the configuration. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Another world whose database it shares, as a second process behind a balancer does; unset: it has its own. */
  readonly besides?: Pick<World, "databaseUrl" | "providers">;
  /** Unset: the clock of all worlds, which stands still. */
  readonly now?: () => Date;
  /** The operator's own receipts; unset: none. */
  readonly canaries?: readonly CanaryReceipt[];
  /** Unset: nothing is logged. */
  readonly log?: Log;
  /** Unset: what may be wrong is looked at as often as in production. */
  readonly watchEveryMs?: number;
  /** Unset: keys and sessions are read as often as in production. */
  readonly credentialsEveryMs?: number;
  /** Where top-ups are paid to; unset: nowhere. */
  readonly topUpTerms?: TopUpTerms;
  /** Which of the readers are not those that all worlds share. */
  readonly readers?: Partial<Readers>;
};

/** What the database holds about counting: callers of today, units taken, reservations that are not settled. */
export type Books = { readonly callers: number; readonly taken: number; readonly pending: number };

/** One answer over HTTP. `remaining` is what the caller has left today, null when nothing was reserved. */
export type HttpAnswer = {
  readonly status: number;
  readonly body: ReplyBody;
  readonly headers: Headers;
  readonly remaining: number | null;
};

export type World = {
  readonly url: string;
  /** The emulated Telegram's address, null in a world without a chat. */
  readonly telegramUrl: string | null;
  /** Banks' settings by label. */
  readonly providers: SettingsByLabel;
  /** Posts as a caller of its own, who has the whole day's quota. */
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<HttpAnswer>;
  /** A person in the emulated Telegram; throws in a world without a chat. */
  readonly selam: () => Player;
  /** Another person of the emulated Telegram. */
  readonly person: (name: PersonName) => Player;
  /** What the service keeps, for a test that looks at it or changes it beside the service. */
  readonly databaseUrl: string;
  readonly books: () => Books;
  readonly close: () => Promise<void>;
};

/** The clock of every world: `expected.json` of the fixtures holds at it. */
const now = () => testClock;

const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);

/** The real service on a database file of its own, between real loopback peers. */
export const createWorld = async (options: Options = {}): Promise<World> => {
  const folder = mkdtempSync(join(inject("scratchFolder"), "deresegn-world-"));
  const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const { besides } = options;
    const providers =
      options.providers ?? besides?.providers ?? (await startSandbox(options.settings ?? {}, endings));
    const apiRoot = options.hasChat ? await startTelegram(endings) : null;
    const databaseFile = besides?.databaseUrl.replace(/^sqlite:/, "") ?? join(folder, "deresegn.sqlite");
    const config = configOf(databaseFile, apiRoot, options.variables);
    const clock = options.now ?? now;
    const service = await startService(config, {
      settings: providers,
      mode: "test",
      log: options.log ?? createLog("silent"),
      now: clock,
      workerFile,
      readers: { ...sharedReaders, ...options.readers },
      ...(options.canaries && { canaries: options.canaries }),
      ...(options.watchEveryMs && { watchEveryMs: options.watchEveryMs }),
      ...(options.credentialsEveryMs && { credentialsEveryMs: options.credentialsEveryMs }),
      ...(options.topUpTerms && { topUpTerms: options.topUpTerms }),
    });
    endings.push(service.stop, keepReplies(service.url));
    const person = (name: PersonName): Player =>
      apiRoot === null ? missing("chat") : createPlayer(apiRoot, name);
    return {
      url: service.url,
      telegramUrl: apiRoot,
      providers,
      post: createPost(service.url),
      selam: () => person("selam"),
      person,
      databaseUrl: `sqlite:${databaseFile}`,
      books: () => booksOf(databaseFile),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const missing = (what: string): never => {
  throw new Error(`this world has no ${what}`);
};

const startSandbox = async (
  more: Partial<ProviderSettings>,
  endings: (() => unknown)[],
): Promise<SettingsByLabel> => {
  const sandbox = createSandbox({ cases: quickened, now });
  endings.push(sandbox.close);
  const { settings } = await sandbox.listen();
  return Object.fromEntries(
    Object.entries(settings).map(([label, { bank, url }]) => [label, settingsOf(url, { bank, ...more })]),
  );
};

/** Long enough for the bot to show progress, and no longer. */
const slowMs = 900;

/** The fixtures with their slow answers sped up. */
const quickened = cases.map((each) =>
  each.upstream.delayMs === undefined ? each : { ...each, upstream: { ...each.upstream, delayMs: slowMs } },
);

const startTelegram = async (endings: (() => unknown)[]): Promise<string> => {
  const emulator = createTelegramEmulator({ token, botUsername: "deresegn_bot", now });
  endings.push(emulator.close);
  return (await emulator.listen(0, "127.0.0.1")).url;
};

const configOf = (databaseFile: string, apiRoot: string | null, variables: Options["variables"]) => {
  const config = parseConfig({
    ...variables,
    PORT: "0",
    DATABASE_URL: `sqlite:${databaseFile}`,
    SECRET: testSecret,
    TRUSTED_PROXIES: "127.0.0.1",
    ...(apiRoot === null ? { ROLES: "api" } : { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot }),
  });
  if (!config.ok) throw new Error(config.error.join("\n"));
  return config.value;
};

const createPost = (url: string): World["post"] => {
  let callers = 0;
  return async (path, body, headers = {}) => {
    callers += 1;
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `198.18.${callers >> 8}.${callers & 255}`,
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const left = /;r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1];
    return {
      status: response.status,
      body: await bodyOf(response),
      headers: response.headers,
      remaining: left === undefined ? null : Number(left),
    };
  };
};

const booksOf = (databaseFile: string): Books => {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    const count = (query: string) => Number(Object.values(database.prepare(query).get() ?? {})[0]);
    return {
      callers: count("select count(*) from quota_day"),
      taken: count("select coalesce(sum(taken), 0) from quota_day"),
      pending: count("select count(*) from reservation where state = 'pending'"),
    };
  } finally {
    database.close();
  }
};
