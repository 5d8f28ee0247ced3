import type { FastifyRequest } from "fastify";
import { type Accounts, networkOf } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { ok, type Result } from "../core/result.ts";
import { addressOf, keyOf, type Step } from "./callers.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its answers are counted or paid for, so the key of an account that pays is held to its balance and to no rate limit. */
    readonly counted?: boolean;
    /** Its caller proves who it is, and may send as fast as it likes. */
    readonly hasNoRateLimit?: boolean;
  }
}

/**
 * The most requests a minute from one network, of all kinds (design 5). Kept in memory: it guards this
 * process, and counts nothing that anyone pays for. `@fastify/rate-limit` counts in fixed windows, which lets twice the
 * limit through around a window's edge, counts what it refuses, and takes no clock.
 */
export type RateLimit = {
  /** Counts a request: 0 when it may go on, else the seconds after which one may. A refused one is not counted. */
  readonly take: (network: string) => number;
};

type Limits = {
  readonly requestsPerMinute: number;
  /** Networks that are remembered at once. Beyond them the least recent ones are forgotten. */
  readonly networksMax: number;
};

export const addressRateLimit: Limits = { requestsPerMinute: 600, networksMax: 20_000 };

/** Requests of one network, counted by stretches of five seconds. `stretch` is the number of the latest. */
type Tally = { readonly counts: number[]; stretch: number };

const stretchMs = 5_000;
/** Twelve full stretches and the running one always cover a whole minute. */
const stretchesKept = 60_000 / stretchMs + 1;

export const createRateLimit = ({ requestsPerMinute, networksMax }: Limits, now: () => Date): RateLimit => {
  const tallies = createLruCache<string, Tally>(networksMax);

  const tallyOf = (network: string, stretch: number): Tally => {
    const known = tallies.get(network);
    if (known !== undefined) return advance(known, stretch);
    const tally = { counts: new Array<number>(stretchesKept).fill(0), stretch };
    tallies.set(network, tally);
    return tally;
  };

  return {
    take: (network) => {
      const atMs = now().getTime();
      const stretch = Math.floor(atMs / stretchMs);
      const tally = tallyOf(network, stretch);
      const taken = tally.counts.reduce((sum, count) => sum + count, 0);
      if (taken >= requestsPerMinute) return secondsUntilRoom(tally, atMs);
      const at = tally.stretch % stretchesKept;
      tally.counts[at] = (tally.counts[at] ?? 0) + 1;
      return 0;
    },
  };
};

/** Forgets stretches that are over. A clock that was set back changes nothing. */
const advance = (tally: Tally, stretch: number): Tally => {
  const passed = Math.min(Math.max(0, stretch - tally.stretch), stretchesKept);
  for (let one = 1; one <= passed; one += 1) tally.counts[(tally.stretch + one) % stretchesKept] = 0;
  tally.stretch = Math.max(tally.stretch, stretch);
  return tally;
};

/** Seconds until the oldest stretch with requests is forgotten. */
const secondsUntilRoom = ({ counts, stretch }: Tally, atMs: number): number => {
  const ages = counts.map((_, back) => stretchesKept - 1 - back);
  const oldest = ages.find((age) => (counts[(stretch - age + stretchesKept) % stretchesKept] ?? 0) > 0) ?? 0;
  const roomAtMs = (stretch - oldest + stretchesKept) * stretchMs;
  return Math.max(1, Math.ceil((roomAtMs - atMs) / 1000));
};

type Limiting = {
  readonly rateLimit: RateLimit;
  readonly accounts: Pick<Accounts, "knownGood" | "isPaying">;
};

/**
 * Holds requests to their rate limit (design 5). An address without a key, the unknown keys from it, and each good key
 * are counted apart. Requests that an account pays for have no rate limit.
 */
export const createRateLimitStep =
  ({ rateLimit, accounts }: Limiting): Step =>
  async (request: FastifyRequest): Promise<Result<true, Failure>> => {
    const key = keyOf(request);
    const known = key === null ? null : accounts.knownGood(key);
    const isPaid = request.routeOptions.config.counted === true && key !== null && accounts.isPaying(key);
    if (isPaid) return ok(true);
    const network = networkOf(addressOf(request));
    const bucket = known === null ? `${key === null ? "address" : "unknown key"} ${network}` : `key ${known}`;
    const waitSeconds = rateLimit.take(bucket);
    return waitSeconds === 0 ? ok(true) : fail("rate_limited", { retryAfterSeconds: waitSeconds });
  };
