import { randomBytes } from "node:crypto";
import type { Config } from "../../config/config.ts";
import { isStartProblem } from "../../core/start-problem.ts";
import { openStore } from "../../database/store.ts";
import { openCacheStore } from "../../verify/cache-store.ts";
import type { Installation } from "./command.ts";
import type { Finding } from "./finding.ts";

/** Whether a bot could start; the tool itself needs none. */
export const telegramFinding = ({ telegram, webhook }: Config): Finding =>
  telegram === null
    ? {
        check: "telegram",
        state: "warning",
        message: "TELEGRAM_BOT_TOKEN is not set; only processes with ROLES=api can start",
      }
    : { check: "telegram", state: "ok", message: `a token, ${webhook ? "a webhook" : "long polling"}` };

/** Opens the database as a process does, and writes. */
export const databaseFinding = async ({
  config,
  now,
}: Pick<Installation, "config" | "now">): Promise<Finding> => {
  const { databaseUrl, secret } = config;
  const kind = databaseUrl.startsWith("sqlite:") ? "SQLite" : "PostgreSQL";
  const finding = { check: "database" } as const;
  try {
    const store = await openStore({ databaseUrl, secret, now });
    const from = performance.now();
    const ready = await store.ready();
    const tookMs = Math.ceil(performance.now() - from);
    await store.close();
    if (ready.ok) return { ...finding, state: "ok", message: `${kind}, a write took ${tookMs} ms` };
    return {
      ...finding,
      state: "failed",
      message: `${kind} takes no writes now: ${ready.error.detail ?? ready.error.code}`,
    };
  } catch (error) {
    if (!isStartProblem(error)) throw error;
    return { ...finding, state: "failed", message: error.message };
  }
};

const cacheAdvice =
  "Check the folder of CACHE_URL, and that the optional dependencies are installed; the log says more.";
const cacheServerAdvice =
  "Start the Redis or Valkey server of CACHE_URL, or correct its address and password; CACHE_CA_FILE names a root of your own. Without it everything goes on, slower.";

const roundTripMsMax = 5_000;

/** Opens the cache as a process does, and keeps something there for a moment. */
export const cacheFinding = async ({
  config,
  log,
}: Pick<Installation, "config" | "log">): Promise<Finding> => {
  const finding = { check: "cache" } as const;
  const cache = await openCacheStore(config, log);
  try {
    const [name, value] = [`doctor/${randomBytes(9).toString("base64url")}`, "there"];
    await cache.set(name, value, roundTripMsMax);
    if ((await cache.get(name)) !== value)
      return { ...finding, state: "failed", message: `${cache.kind}: what was kept is not there` };
    if (cache.kind !== "memory")
      return { ...finding, state: "ok", message: `${cache.kind}, kept and found again` };
    return {
      ...finding,
      state: "warning",
      message: "in memory only: the SQLite cache could not be opened",
      advice: cacheAdvice,
    };
  } catch (error) {
    const cause = error instanceof Error && "code" in error ? String(error.code) : "it cannot be written";
    const advice = cache.kind === "redis" ? cacheServerAdvice : cacheAdvice;
    return { ...finding, state: "failed", message: `${cache.kind}: ${cause}`, advice };
  } finally {
    await cache.close();
  }
};
