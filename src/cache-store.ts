import { createRequire } from "node:module";
import { Keyv, type KeyvStoreAdapter } from "keyv";
import { z } from "zod";
import { createGathering } from "./cache-gathering.ts";
import type { Log } from "./log.ts";
import { makePrivateFile, makePrivateFolder } from "./store/private-files.ts";

/** Where cached receipts lie. What is in it may be lost at any time. */
export type CacheStore = {
  readonly kind: "sqlite" | "memory";
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** Gives the module `@keyv/sqlite`, or rejects. */
export type LoadSqliteAdapter = () => Promise<unknown>;

/**
 * Opens the store that `CACHE_URL` names (`sqlite:` and a file). Where the optional `@keyv/sqlite` cannot be
 * loaded or the file cannot be opened, entries are kept in memory, and the log says so once.
 */
export const openCacheStore = async (
  cacheUrl: string,
  log: Pick<Log, "warn">,
  load: LoadSqliteAdapter = loadSqliteAdapter,
): Promise<CacheStore> => {
  const file = cacheUrl.slice("sqlite:".length);
  try {
    return await openSqliteStore(file, await load());
  } catch (error) {
    log.warn({ err: error }, "Cached receipts are kept in memory: the SQLite cache could not be opened.");
    return createMemoryStore();
  }
};

/**
 * Not `import()`: where `sqlite3` has no binary, Node 20 rejects a second promise besides the one it gives, and
 * that one nobody can catch. Nor are the types of a package that may be absent needed to build.
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
const sweepEveryMs = 10 * 60_000;

const openSqliteStore = async (file: string, loaded: unknown): Promise<CacheStore> => {
  const { KeyvSqlite } = sqliteModuleSchema.parse(loaded);
  makePrivateFolder(file);
  makePrivateFile(file);
  const adapter = new KeyvSqlite({ uri: `sqlite://${file}`, busyTimeout: busyTimeoutMs });
  const keyv = keyvOf(Object.assign(adapter, { setMany: setManyOver(adapter) }));
  await adapter.query("PRAGMA secure_delete = ON");
  await adapter.query("PRAGMA journal_mode = WAL");
  await adapter.query("PRAGMA synchronous = NORMAL");
  // Keyv forgets an expired entry only when it is asked for.
  const sweep = () =>
    adapter.query("DELETE FROM keyv WHERE json_extract(value, '$.expires') < ?", Date.now());
  await sweep();
  const { get, set, settled } = createGathering(keyv);
  const close = async () => {
    await settled();
    await keyv.disconnect();
  };
  return storeOf("sqlite", { get, set, close }, sweep);
};

/** What the adapter itself lacks: several entries in one statement. */
const setManyOver =
  (adapter: SqliteAdapter) =>
  async (entries: readonly { readonly key: string; readonly value: unknown }[]): Promise<boolean[]> => {
    const places = entries.map(() => "(?, ?)").join(", ");
    await adapter.query(
      `INSERT INTO keyv (key, value) VALUES ${places} ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      ...entries.flatMap(({ key, value }) => [key, value]),
    );
    return entries.map(() => true);
  };

const memoryEntriesMax = 10_000;

const createMemoryStore = (): CacheStore => {
  const entries = new Map<string, { readonly value: unknown; readonly expiresAt: number }>();
  const adapter = {
    get: (key: string) => entries.get(key)?.value,
    set: (key: string, value: unknown, ttlMs = 0) => {
      entries.delete(key);
      entries.set(key, { value, expiresAt: Date.now() + ttlMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= memoryEntriesMax) break;
        entries.delete(oldest);
      }
    },
    delete: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
  const sweep = async () => {
    for (const [key, { expiresAt }] of entries) if (expiresAt < Date.now()) entries.delete(key);
  };
  const keyv = keyvOf(adapter);
  const set = (key: string, value: string, ttlMs: number) => keyv.set(key, value, ttlMs);
  return storeOf("memory", { get: (key) => keyv.get(key), set, close: () => keyv.disconnect() }, sweep);
};

const keyvOf = (store: unknown): Keyv<string> => new Keyv<string>({ store, throwOnErrors: true });

const storeOf = (
  kind: CacheStore["kind"],
  { get, set, close }: Pick<CacheStore, "get" | "set" | "close">,
  sweep: () => Promise<unknown>,
): CacheStore => {
  // A sweep that fails leaves expired entries to the next one.
  const timer = setInterval(() => sweep().catch(() => undefined), sweepEveryMs).unref();
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
