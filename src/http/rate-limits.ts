import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type Accounts,
  callerName,
  networkOf,
  type ResolvedCaller,
  widestNetworkOf,
} from "../accounts/accounts.ts";
import { type Failure, fail, isBlameless, isBlamelessOnce } from "../core/failure.ts";
import { createRateLimit, type RateLimitSettings } from "../core/rate-limit.ts";
import { ok, type Result } from "../core/result.ts";
import { addressOf, keyOf, type Step } from "./callers.ts";
import { showsKey } from "./leaked-keys.ts";
import { shownSession } from "./shown-session.ts";

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

/** For one network, for one key, or for the requests of an account that it does not pay for. */
const usualRateLimit: RateLimitSettings = { unitsPerMinute: 600, namesMax: 20_000 };

/** For an IPv6 /48, which is 256 networks and may be one caller's. */
const siteRateLimit: RateLimitSettings = { unitsPerMinute: 2_400, namesMax: 20_000 };

/**
 * Bytes of text that one caller may have searched in a minute. Searching takes time by their length, and may cost
 * nothing.
 */
const textLimit: RateLimitSettings = { unitsPerMinute: 512 * 1024, namesMax: 20_000 };

type Limiting = {
  readonly now: () => Date;
  readonly accounts: Pick<Accounts, "knownGood" | "knownSession" | "payingAccount">;
  /** Whether browsers reach us by https alone. */
  readonly isHttps: boolean;
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
 * Holds requests to their rate limits. An address without a key, the unknown keys from it, each good key, and each holder
 * of a session that works are counted apart. Requests that an account pays for have no rate limit; those that cost it
 * nothing are counted for all of its keys together, and when they are too many, its requests are refused.
 */
export const createRateLimits = ({ now, accounts, isHttps }: Limiting): RateLimits => {
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

  /** Counts a request without a key: for whoever is signed in, else for its address. */
  const takeWithoutKey = (request: FastifyRequest, address: string): number => {
    const shown = shownSession(request, isHttps);
    const known = shown === null ? null : accounts.knownSession(shown.token);
    return known === null ? takeFrom(address, "address") : requests.take(`session of ${known}`);
  };

  return {
    enter: async (request) => {
      const key = keyOf(request);
      const address = addressOf(request);
      if (key === null) return admitted(takeWithoutKey(request, address));
      // What shows a key is refused before it is known whether the address may use the other one.
      if (showsKey(request)) return admitted(takeFrom(address, "unknown key"));
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
