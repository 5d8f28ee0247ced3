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
 * rejects at once with the reason. Of `rediss:` the certificate is checked always, against `ca`, or without it against
 * the public roots.
 */
export const openRedisStore = async (url: string, ca: string | null = null): Promise<CacheStore> => {
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
      ...(ca === null ? {} : { ca }),
      reconnectStrategy: (attempts) => Math.min(100 * 2 ** Math.min(attempts, 10), reconnectMsMax),
    },
  });
  // Each call that fails says so itself; an error that nobody hears would end the process.
  let lastProblem: unknown = null;
  client.on("error", (error: unknown) => {
    lastProblem = error;
  });
  const connected = client.connect().catch(() => {});
  await Promise.race([connected, new Promise((resolve) => setTimeout(resolve, connectMsMax).unref())]);

  const adapter = new KeyvRedis(client, { namespace: "deresegn", throwOnErrors: true });
  const keyv = new Keyv<string>({ store: adapter, useKeyPrefix: false, throwOnErrors: true });
  keyv.on("error", () => {});
  const orProblem = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw withCode(client.isReady ? error : (lastProblem ?? error));
    }
  };
  return {
    kind: "redis",
    get: (key) => orProblem(keyv.get(key)),
    set: (key, value, ttlMs) => orProblem(keyv.set(key, value, ttlMs)),
    close: async () => {
      if (client.isOpen) client.destroy();
      await connected;
    },
  };
};

/** An error of the server begins with a word for its kind, such as `OOM` or `WRONGPASS`. */
const withCode = (error: unknown): unknown => {
  if (!(error instanceof Error) || "code" in error) return error;
  const [code] = /^[A-Z]{2,20}(?= )/.exec(error.message) ?? [];
  return code === undefined ? error : Object.assign(error, { code });
};
