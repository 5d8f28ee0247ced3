import { Keyv } from "keyv";

/** The store of cached receipts. Its entries may be lost at any time. */
export type CacheStore = {
  readonly kind: "sqlite" | "memory" | "redis";
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: string, ttlMs: number) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** How long a connection is waited for, and at most between two attempts. */
const connectMsMax = 2_000;
const reconnectMsMax = 5_000;
/** Commands that wait for an answer; a longer queue is a server that hangs. */
const commandsMax = 1_000;
/** A server that says nothing at all is noticed, and its connection given up, after twice this. */
const pingEveryMs = 10_000;

/**
 * Keeps cached receipts in a Redis or Valkey server that several processes share, each until its time is over. Never
 * rejects for a server that is away: the connection is made in the background, again and again, and meanwhile every call
 * rejects at once.
 */
export const openRedisStore = async (url: string): Promise<CacheStore> => {
  // Loaded by those alone that use it.
  const { createClient, default: KeyvRedis } = await import("@keyv/redis");
  const client = createClient({
    url,
    name: "deresegn",
    disableOfflineQueue: true,
    commandsQueueMaxLength: commandsMax,
    pingInterval: pingEveryMs,
    socket: {
      connectTimeout: connectMsMax,
      socketTimeout: 2 * pingEveryMs,
      reconnectStrategy: (attempts) => Math.min(100 * 2 ** Math.min(attempts, 10), reconnectMsMax),
    },
  });
  // Each call that fails says so itself; an error that nobody hears would end the process.
  client.on("error", () => {});
  const connected = client.connect().catch(() => {});
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, connectMsMax).unref())]);

  const adapter = new KeyvRedis(client, { namespace: "deresegn", throwOnErrors: true });
  const keyv = new Keyv<string>({ store: adapter, useKeyPrefix: false, throwOnErrors: true });
  keyv.on("error", () => {});
  return {
    kind: "redis",
    get: (key) => keyv.get(key),
    set: (key, value, ttlMs) => keyv.set(key, value, ttlMs),
    close: async () => {
      if (client.isOpen) client.destroy();
      await connected;
    },
  };
};
