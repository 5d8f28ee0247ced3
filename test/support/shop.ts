import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Accounts, createAccounts, type KeyOptions } from "../../src/accounts/accounts.ts";
import { keyScopes } from "../../src/accounts/key-attributes.ts";
import { parseConfig } from "../../src/config/config.ts";
import type { TopUpTerms } from "../../src/config/top-up-file.ts";
import type { Failure } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import type { Result } from "../../src/core/result.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { startService } from "../../src/service.ts";
import type { ReplyBody } from "./api.ts";
import { type Bank, type BankLabel, startBank } from "./bank.ts";
import { testClock } from "./cases.ts";
import { sharedReaders } from "./readers.ts";
import { keepReplies } from "./sent-replies.ts";
import { temporaryDatabase, temporaryFolder, testSecret } from "./temporary-store.ts";
import { settingsOf } from "./upstream-asking.ts";

type Options = {
  readonly databaseKind?: "sqlite" | "postgres";
  /** Unset: an empty one of that kind. */
  readonly databaseUrl?: string;
  /** Further live banks. */
  readonly banks?: readonly Exclude<BankLabel, "beta">[];
  /** How long a bank may take; a third of it is the longest wait for a place at it. */
  readonly timeoutMs?: number;
  /** Whose `X-Forwarded-For` counts. */
  readonly trustedProxies?: string;
  readonly topUpTerms?: TopUpTerms;
  readonly credentialsEveryMs?: number;
};

type Asking = {
  readonly method?: string;
  readonly body?: unknown;
  readonly key?: string;
  /** Of the caller, where a proxy is trusted. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Asked = {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
  readonly body: ReplyBody;
  readonly headers: Headers;
};

/** The real service as `npm start` makes it, one live bank beside it, and the accounts on the same database. */
export type Shop = {
  readonly url: string;
  readonly databaseUrl: string;
  /** beta, live: nothing but live orders reach it. */
  readonly bank: Bank;
  /** Every live bank. */
  readonly bankOf: (label: BankLabel) => Bank;
  /** The shop's clock. */
  readonly now: () => Date;
  readonly accounts: ReturnType<typeof createAccounts>;
  readonly store: Store;
  readonly ask: (path: string, asking?: Asking) => Promise<Asked>;
  /** An account with a key; of the balance tier with this much money. */
  readonly open: (given?: {
    readonly santim?: number;
    readonly mode?: "live" | "test";
    /** What its key is held to; a key that may do everything, unless it is told. */
    readonly options?: KeyOptions;
  }) => Promise<{ readonly account: string; readonly key: string; readonly keyId: string }>;
  /** Turns the clock on. */
  readonly later: (ms: number) => void;
};

const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);

/** For one test, and closed after it. */
export const openShop = async ({
  databaseKind = "sqlite",
  databaseUrl: given,
  banks: labels = [],
  timeoutMs,
  trustedProxies,
  topUpTerms,
  credentialsEveryMs,
}: Options = {}): Promise<Shop> => {
  const clock = { at: testClock };
  const now = () => clock.at;
  const databaseUrl = given ?? (await temporaryDatabase(databaseKind));
  const bank = await startBank("beta");
  const banks = [bank, ...(await Promise.all(labels.map((label) => startBank(label))))];
  for (const { close } of banks) onTestFinished(close);
  const service = await startService(configOf(databaseUrl, trustedProxies), {
    settings: Object.fromEntries(
      banks.map(({ label, url }) => [
        label,
        settingsOf(url, { bank: `Live ${label} bank`, ...(timeoutMs !== undefined && { timeoutMs }) }),
      ]),
    ),
    ...(topUpTerms && { topUpTerms }),
    ...(credentialsEveryMs && { credentialsEveryMs }),
    log: createLog("silent"),
    now,
    workerFile,
    readers: sharedReaders,
  });
  onTestFinished(service.stop);
  onTestFinished(keepReplies(service.url));
  const store = await openStore({ databaseUrl, secret: testSecret, now });
  onTestFinished(store.close);
  const accounts = createAccounts({ store, secret: testSecret, now });
  return {
    url: service.url,
    databaseUrl,
    bank,
    bankOf: (wanted) => {
      const found = banks.find(({ label }) => label === wanted);
      if (found === undefined) throw new Error(`${wanted} is no bank of this shop`);
      return found;
    },
    now,
    accounts,
    store,
    ask: createAsk(service.url),
    open: createOpen(accounts),
    later: (ms) => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
  };
};

/** The value of what must not fail. */
export const must = <T>(result: Result<T, Pick<Failure, "code"> | { readonly code: string }>): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

const configOf = (databaseUrl: string, trustedProxies: string | undefined) => {
  const config = parseConfig({
    PORT: "0",
    ROLES: "api",
    SECRET: testSecret,
    DATABASE_URL: databaseUrl,
    CACHE_URL: `sqlite:${join(temporaryFolder(), "cache.sqlite")}`,
    ...(trustedProxies === undefined ? {} : { TRUSTED_PROXIES: trustedProxies }),
  });
  if (!config.ok) throw new Error(config.error.join("\n"));
  return config.value;
};

const createAsk =
  (url: string): Shop["ask"] =>
  async (path, { method, body, key, from, headers = {} } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...(from === undefined ? {} : { "x-forwarded-for": from }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: ReplyBody = JSON.parse(text);
    return {
      status: response.status,
      code: parsed.error?.code,
      text,
      body: parsed,
      headers: response.headers,
    };
  };

const createOpen =
  (accounts: Accounts): Shop["open"] =>
  async ({ santim, mode = "live", options = { scopes: keyScopes } } = {}) => {
    const tier = santim === undefined ? "registered" : "balance";
    const { id: account } = must(await accounts.createAccount({ name: "Selam's shop", tier }));
    if (santim) must(await accounts.topUp(account, santim, "test"));
    const { key, id: keyId } = must(await accounts.createKey(account, mode, options));
    return { account, key, keyId };
  };
