import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type Accounts,
  callerName,
  networkOf,
  type ResolvedCaller,
  widestNetworkOf,
} from "../accounts/accounts.ts";
import { type Failure, fail, isBlameless, isBlamelessOnce } from "../core/failure.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { ok, type Result } from "../core/result.ts";
import { addressOf, keyOf, type Step } from "./callers.ts";
import { showsKey } from "./leaked-keys.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** How long a body of JSON was; 0: there was none. */
    bodyBytes: number;
    /** Whether an answer of it was counted or paid for. */
    isCounted: boolean;
    /** Says of its text whether an answer was counted or paid for; null: its text was not admitted. */
    settleText: SettleText | null;
    /** Takes back that its picture was counted; null: it was not. */
    uncountPicture: (() => void) | null;
  }
  interface FastifyContextConfig {
    /**
     * Its answers are counted or paid for, so the key of an account that pays is held to its balance and to no rate
     * limit.
     */
    readonly counted?: boolean;
    /** Its caller proves who it is, and may send as fast as it likes. */
    readonly hasNoRateLimit?: boolean;
  }
}

/**
 * The most requests a minute from one network, of all kinds. Kept in memory: it guards this process, and counts nothing
 * that anyone pays for. `@fastify/rate-limit` counts in fixed windows, which lets twice the limit through around a
 * window's edge, counts what it refuses, and takes no clock.
 */
export type RateLimit = {
  /**
   * Counts a request, or so many units: 0 when it may go on, else the seconds after which one may. A refused one is not
   * counted.
   */
  readonly take: (network: string, units?: number) => number;
  /** Takes back units that were counted a moment ago. */
  readonly giveBack: (network: string, units: number) => void;
  /** What `take` would say; counts nothing. */
  readonly waitSeconds: (network: string, units?: number) => number;
};

type Limits = {
  /** Requests, or what else is counted. */
  readonly requestsPerMinute: number;
  /** Networks, keys or accounts that are remembered at once. Beyond them the least recent ones are forgotten. */
  readonly networksMax: number;
};

/** For one network, for one key, or for the requests of an account that it does not pay for. */
const usualRateLimit: Limits = { requestsPerMinute: 600, networksMax: 20_000 };

/** For an IPv6 /48, which is 256 networks and may be one caller's. */
const siteRateLimit: Limits = { requestsPerMinute: 2_400, networksMax: 20_000 };

/**
 * Bytes of text that one caller may have searched in a minute. Searching takes time by their length, and may cost
 * nothing.
 */
const textLimit: Limits = { requestsPerMinute: 512 * 1024, networksMax: 20_000 };

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

  const waitFor = (network: string, units: number): number => {
    const atMs = now().getTime();
    const tally = tallyOf(network, Math.floor(atMs / stretchMs));
    const taken = tally.counts.reduce((sum, count) => sum + count, 0);
    return taken + units > requestsPerMinute ? secondsUntilRoom(tally, atMs) : 0;
  };

  const add = (network: string, units: number): void => {
    const tally = tallyOf(network, Math.floor(now().getTime() / stretchMs));
    const at = tally.stretch % stretchesKept;
    tally.counts[at] = Math.max(0, (tally.counts[at] ?? 0) + units);
  };

  return {
    take: (network, units = 1) => {
      const wait = waitFor(network, units);
      if (wait === 0) add(network, units);
      return wait;
    },
    giveBack: (network, units) => add(network, -units),
    waitSeconds: (network, units = 1) => waitFor(network, units),
  };
};

/**
 * Forgets stretches that are over, and those that a clock far ahead has counted. One set back a little changes nothing.
 */
const advance = (tally: Tally, stretch: number): Tally => {
  if (tally.stretch - stretch > stretchesKept) {
    tally.counts.fill(0);
    tally.stretch = stretch;
  }
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
  readonly now: () => Date;
  readonly accounts: Pick<Accounts, "knownGood" | "payingAccount">;
};

/** Who sends a text. */
type TextCaller = Pick<ResolvedCaller, "account" | "caller">;

type SettleText = (isCounted: boolean) => void;

export type RateLimits = {
  /** Holds a request to its rate limit. */
  readonly enter: Step;
  /** Counts a text. Failure: `rate_limited`. */
  readonly takeText: (sender: TextCaller, bytes: number) => Result<true, Failure>;
  /** Admits the text of a request before it is searched. Failure: `rate_limited`. */
  readonly admitText: (request: FastifyRequest) => Result<SettleText, Failure>;
  /** Notes the reply to a request that was held to a limit. */
  readonly noteReply: (request: FastifyRequest, reply: FastifyReply) => void;
};

/**
 * Holds requests to their rate limits. An address without a key, the unknown keys from it, and each good key are
 * counted apart. Requests that an account pays for have no rate limit; those that cost it nothing are counted for all
 * of its keys together, and when they are too many, its requests are refused.
 */
export const createRateLimits = ({ now, accounts }: Limiting): RateLimits => {
  const requests = createRateLimit(usualRateLimit, now);
  const ofSites = createRateLimit(siteRateLimit, now);
  const unpaid = createRateLimit(usualRateLimit, now);
  const texts = createRateLimit(textLimit, now);

  /**
   * Counts a request for an address, and for the /48 around it. A request that one of them refuses is counted for
   * neither.
   */
  const takeFrom = (address: string, kind: "address" | "unknown key"): number => {
    const site = `${kind} ${widestNetworkOf(address)}`;
    const wait = ofSites.waitSeconds(site) || requests.take(`${kind} ${networkOf(address)}`);
    if (wait === 0) ofSites.take(site);
    return wait;
  };

  return {
    enter: async (request) => {
      const key = keyOf(request);
      const address = addressOf(request);
      // What shows a key is refused before it is known whether the address may use the other one.
      if (key === null || showsKey(request))
        return admitted(takeFrom(address, key === null ? "address" : "unknown key"));
      const payer =
        request.routeOptions.config.counted === true ? accounts.payingAccount(key, address) : null;
      if (payer !== null) return admitted(unpaid.waitSeconds(payer));
      const known = accounts.knownGood(key, address);
      return admitted(known === null ? takeFrom(address, "unknown key") : requests.take(`key ${known}`));
    },
    takeText: (sender, bytes) => admitted(texts.take(nameOf(sender), bytes)),
    admitText: ({ caller, bodyBytes, routeOptions }) => {
      if (caller === null) return ok(() => undefined);
      const name = nameOf(caller);
      // Of what an account can pay for, a burst of any size is answered: only what cost it nothing is counted, afterwards.
      const isPaidFor = routeOptions.config.counted === true && caller.key?.canPay === true;
      const room = admitted(isPaidFor ? texts.waitSeconds(name, bodyBytes) : texts.take(name, bodyBytes));
      if (!room.ok) return room;
      return ok((isCounted) => {
        if (isPaidFor && !isCounted) texts.take(name, bodyBytes);
        if (!isPaidFor && isCounted) texts.giveBack(name, bodyBytes);
      });
    },
    noteReply: (request, reply) => {
      const { isCounted, routeOptions, outcome } = request;
      request.settleText?.(isCounted);
      // A caller is not to blame for a failure of ours or a bank's. A page that tells of one has a status of its own.
      const hasFailed = reply.statusCode >= 500 || (outcome !== null && isBlameless(outcome));
      // A simulated bank fails because its caller has chosen so.
      const isExcused =
        request.providerSet?.mode !== "test" && (outcome === null ? hasFailed : isBlamelessOnce(outcome));
      const isRead = isCounted || isExcused;
      if (isRead) request.uncountPicture?.();
      if (isCounted) return;
      const payer = routeOptions.config.counted === true ? payerOf(request, accounts) : null;
      if (payer === null) return;
      // The first of several copies was paid for.
      const isCopy = reply.statusCode === 409 || reply.hasHeader("idempotent-replayed");
      if (!hasFailed && !isCopy) unpaid.take(payer);
    },
  };
};

const nameOf = ({ caller, account }: TextCaller): string => callerName(caller, account?.id ?? null);

/** The account that pays for a request's answer; also where its key was good for the address and lacks the scope alone. */
const payerOf = (request: FastifyRequest, accounts: Pick<Accounts, "payingAccount">): string | null => {
  const { caller, outcome } = request;
  if (caller !== null)
    return caller.mode === "live" && caller.account?.tier === "balance" ? caller.account.id : null;
  const key = outcome?.code === "key_scope_missing" ? keyOf(request) : null;
  return key === null ? null : accounts.payingAccount(key, addressOf(request));
};

const admitted = (waitSeconds: number): Result<true, Failure> =>
  waitSeconds === 0 ? ok(true) : fail("rate_limited", { retryAfterSeconds: waitSeconds });
