import { createRequire } from "node:module";
import { Keyv, type KeyvStoreAdapter } from "keyv";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Log } from "../core/log.ts";
import { minuteMs } from "../core/time.ts";
import { makePrivateFile, makePrivateFolder } from "../database/private-files.ts";
import { type CacheStore, openRedisStore } from "./cache-redis.ts";

export type { CacheStore } from "./cache-redis.ts";

/** `cacheCa`: certificates in PEM that a server with TLS may show in place of the public roots. */
type CachePlace = { readonly cacheUrl: string; readonly cacheCa: string | null };

/** Resolves with the module `@keyv/sqlite`, or rejects. */
type LoadSqliteAdapter = () => Promise<unknown>;

/**
 * Opens the store that `CACHE_URL` names: `sqlite:` and a file, or a `redis:` server, which may be away now and come
 * back. Where the optional `@keyv/sqlite` cannot be loaded or the file cannot be opened, entries are kept in memory, and
 * the log says so once.
 */
export const openCacheStore = async (
  { cacheUrl, cacheCa }: CachePlace,
  log: Pick<Log, "warn">,
  load: LoadSqliteAdapter = loadSqliteAdapter,
): Promise<CacheStore> => {
  if (/^rediss?:/.test(cacheUrl)) return openRedisStore(cacheUrl, cacheCa);
  const file = cacheUrl.slice("sqlite:".length);
  try {
    return await openSqliteStore(file, await load());
  } catch (error) {
    log.warn({ err: error }, "Cached receipts are kept in memory: the SQLite cache could not be opened.");
    return createMemoryStore();
  }
};

/**
 * `require` needs no types of a package that may be absent, or have no binary for this machine.
 */
const loadSqliteAdapter: LoadSqliteAdapter = async () => createRequire(import.meta.url)("@keyv/sqlite");

/** The part of `@keyv/sqlite` that is used. */
type SqliteAdapter = KeyvStoreAdapter & {
  readonly query: (sql: string, ...parameters: unknown[]) => Promise<unknown>;
};
type SqliteAdapterConstructor = new (options: {
  readonly uri: string;
  readonly busyTimeout: number;
}) => SqliteAdapter;

const sqliteModuleSchema = z.object({
  KeyvSqlite: z.custom<SqliteAdapterConstructor>((value) => typeof value === "function"),
});

const busyTimeoutMs = 500;
const retentionEveryMs = 10 * minuteMs;

const openSqliteStore = async (file: string, loaded: unknown): Promise<CacheStore> => {
  const { KeyvSqlite } = sqliteModuleSchema.parse(loaded);
  makePrivateFolder(file);
  makePrivateFile(file);
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, busyTimeout: busyTimeoutMs });
  const keyv = keyvOf(adapter);
  await adapter.query("PRAGMA secure_delete = ON");
  await adapter.query("PRAGMA journal_mode = WAL");
  await adapter.query("PRAGMA synchronous = NORMAL");
  // Keyv deletes an expired entry only when it is read.
  const deleteExpired = () =>
    adapter.query("DELETE FROM keyv WHERE json_extract(value, '$.expires') < ?", Date.now());
  await deleteExpired();
  // The adapter runs statements in parallel, in any order: each write begins after the one before it, and reading and
  // closing wait for all of them.
  let written: Promise<void> = Promise.resolve();
  const get = async (key: string) => {
    await written;
    return keyv.get(key);
  };
  const set = (key: string, value: string, ttlMs: number) => {
    const writing = written.then(() => keyv.set(key, value, ttlMs));
    // Resolves with nothing: a result that held the one before it would keep all of them.
    written = writing.then(nothing, nothing);
    return writing;
  };
  const close = async () => {
    await written;
    await keyv.disconnect();
  };
  return storeOf("sqlite", { get, set, close }, deleteExpired);
};

const nothing = (): void => {};

const memoryEntriesMax = 10_000;

const createMemoryStore = (): CacheStore => {
  const entries = new LRUCache<string, string | object>({ max: memoryEntriesMax });
  const adapter = {
    get: (key: string) => entries.get(key),
    set: (key: string, value: string | object, ttlMs: number) => entries.set(key, value, { ttl: ttlMs }),
    delete: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
  const deleteExpired = async () => entries.purgeStale();
  const keyv = keyvOf(adapter);
  const set = (key: string, value: string, ttlMs: number) => keyv.set(key, value, ttlMs);
  return storeOf(
    "memory",
    { get: (key) => keyv.get(key), set, close: () => keyv.disconnect() },
    deleteExpired,
  );
};

const keyvOf = (store: unknown): Keyv<string> => new Keyv<string>({ store, throwOnErrors: true });

const storeOf = (
  kind: CacheStore["kind"],
  { get, set, close }: Pick<CacheStore, "get" | "set" | "close">,
  deleteExpired: () => Promise<unknown>,
): CacheStore => {
  // A failed round leaves expired entries to the next one.
  const timer = setInterval(() => deleteExpired().catch(() => undefined), retentionEveryMs).unref();
  return {
    kind,
    get,
    set,
    close: async () => {
      clearInterval(timer);
      await close();
    },
  };
};
