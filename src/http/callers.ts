import type { FastifyRequest } from "fastify";
import {
  type Accounts,
  type Caller,
  type Entrance,
  type KeyScope,
  networkOf,
  type Principal,
} from "../accounts/accounts.ts";
import type { AddressBlock } from "../config-variables.ts";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { clientAddress } from "./client-address.ts";
import type { Pace } from "./pace.ts";

/** Who asks, as the accounts know them. `account` is null for an address. */
export type Asker = Principal & { readonly caller: Caller };

declare module "fastify" {
  interface FastifyRequest {
    /** Set before any route of the API is entered. */
    asker: Asker | null;
  }
  interface FastifyContextConfig {
    /** Its answers are counted or paid for, so a valid key is held to its quota or balance and to no pace. */
    readonly counted?: boolean;
    /** What a key must be good for; null: any key will do. Every route of the API says so. */
    readonly scope?: KeyScope | null;
    /** Its caller proves itself, and sends as fast as there is something to send. */
    readonly unpaced?: boolean;
    /** What the log calls it in place of its path, which is a secret. */
    readonly named?: string;
  }
}

/** Every route of the API is entered after the asker is known. */
export const askerOf = ({ asker }: FastifyRequest): Asker => {
  if (asker === null) throw new Error("a route was entered before its caller was identified");
  return asker;
};

type Dependencies = {
  readonly accounts: Pick<Accounts, "authenticate" | "mayTryKey" | "noteBadKey" | "noteKey">;
  readonly trustedProxies: readonly AddressBlock[];
};

/** A check before a request is read. */
export type Step = (request: FastifyRequest) => Promise<Result<true, Failure>>;

type Pacing = {
  readonly pace: Pace;
  readonly accounts: Pick<Accounts, "knownGood">;
  readonly trustedProxies: readonly AddressBlock[];
};

/**
 * Holds requests to their pace (design 5): those of one address without a key, beside them those with a key of which
 * nothing good is known, and those of a good key. What a good key may pay for is held to none: no burst is too fast.
 */
export const createPaceStep =
  ({ pace, accounts, trustedProxies }: Pacing): Step =>
  async (request) => {
    const key = keyOf(request);
    const known = key === null ? null : accounts.knownGood(key);
    if (known !== null && request.routeOptions.config.counted === true) return ok(true);
    const network = networkOf(addressOf(request, trustedProxies));
    const whose = known === null ? `${key === null ? "address" : "unknown key"} ${network}` : `key ${known}`;
    const waitSeconds = pace.take(whose);
    return waitSeconds === 0 ? ok(true) : fail("rate_limited", { retryAfterSeconds: waitSeconds });
  };

/**
 * Finds out who asks. A missing key is an address; a bad one is refused and never taken for none. Failures: those
 * of `authenticate`, where the key's scopes and addresses count, and `rate_limited` for a bad key
 * from an address that tried too many.
 */
export const createIdentifyStep = ({ accounts, trustedProxies }: Dependencies): Step => {
  const byAddress = (address: string): Result<Asker, Failure> =>
    ok({ mode: "live", account: null, key: null, caller: { kind: "address", address } });

  const byKey = async (entrance: Entrance, key: string): Promise<Result<Asker, Failure>> => {
    const { address } = entrance;
    const caller: Caller = { kind: "key", key };
    const known = await accounts.authenticate(caller, entrance);
    // A database that is away says nothing about the key; what a good key may not do leaves it a good one.
    const isGood = known.ok || known.error.code === "key_scope_missing";
    if (known.ok || known.error.code !== "overloaded") accounts.noteKey(key, isGood);
    if (known.ok) return ok({ ...known.value, caller });
    // A key that was revoked or has expired was not guessed, and its owner is to go on hearing why.
    if (known.error.code !== "invalid_api_key") return known;
    accounts.noteBadKey(address);
    const allowed = accounts.mayTryKey(address);
    return allowed.ok ? known : allowed;
  };

  return async (request) => {
    const address = addressOf(request, trustedProxies);
    const key = keyOf(request);
    const { scope } = request.routeOptions.config;
    // Nobody enters a route that forgot to say what it takes.
    if (scope === undefined) throw new Error("a route of the API does not say which scope it needs");
    const asker = key === null ? byAddress(address) : await byKey({ address, scope }, key);
    if (!asker.ok) return asker;
    request.asker = asker.value;
    return ok(true);
  };
};

/** Null when there is no such header; an empty one holds a bad key. */
const keyOf = ({ headers }: FastifyRequest): string | null => {
  const given = headers["x-api-key"];
  return given === undefined ? null : [given].flat().join(",");
};

const addressOf = (request: FastifyRequest, trustedProxies: readonly AddressBlock[]): string => {
  const forwardedFor = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
  return clientAddress(request.socket.remoteAddress, forwardedFor, trustedProxies);
};
