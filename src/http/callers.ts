import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type {
  Accounts,
  Caller,
  Entrance,
  KeyScope,
  KeyStanding,
  ResolvedCaller,
} from "../accounts/accounts.ts";
import type { AddressBlock } from "../config/safety.ts";
import type { Failure } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set before any route of the API is entered. */
    caller: ResolvedCaller | null;
  }
  interface FastifyContextConfig {
    /** What a key must be good for; null: any key will do. Every route of the API says so. */
    readonly scope?: KeyScope | null;
  }
}

/** Every route of the API is entered after the caller is known. */
export const callerOf = ({ caller }: FastifyRequest): ResolvedCaller => {
  if (caller === null) throw new Error("a route was entered before its caller was identified");
  return caller;
};

/** A check before a request is read. */
export type Step = (request: FastifyRequest) => Promise<Result<true, Failure>>;

type KeyAccounts = Pick<Accounts, "authenticate" | "mayTryKey" | "noteBadKey" | "noteKey">;

type Dependencies = { readonly accounts: KeyAccounts };

/**
 * Finds out who asks. Without a key it is an address. A bad key is refused and never treated as none. Failures: those
 * of `authenticate`, where the key's scopes and addresses count, and `rate_limited` for a bad key from an address that
 * tried too many.
 */
export const createIdentifyStep =
  ({ accounts }: Dependencies): Step =>
  async (request) => {
    const address = addressOf(request);
    const key = keyOf(request);
    const { scope } = request.routeOptions.config;
    // A route that does not say what it accepts is closed.
    if (scope === undefined) throw new Error("a route of the API does not say which scope it needs");
    const caller =
      key === null ? callerByAddress(address) : await authenticateKey(accounts, { address, scope }, key);
    if (!caller.ok) return caller;
    request.caller = caller.value;
    return ok(true);
  };

const callerByAddress = (address: string): Result<ResolvedCaller, Failure> =>
  ok({ mode: "live", account: null, key: null, caller: { kind: "address", address } });

/** A key as the API takes it: failures as there, and bad ones of one network are limited together. */
export const authenticateKey = async (
  accounts: KeyAccounts,
  entrance: Entrance,
  key: string,
): Promise<Result<ResolvedCaller, Failure>> => {
  const { address } = entrance;
  const caller: Caller = { kind: "key", key };
  const known = await accounts.authenticate(caller, entrance);
  if (known.ok) {
    accounts.noteKey(key, address, "good", shownFor(known.value));
    return known;
  }
  const standing = standingOf(known.error);
  if (standing !== null) accounts.noteKey(key, address, standing);
  // A revoked or expired key was not guessed, and its owner goes on hearing why it is refused.
  if (known.error.code !== "invalid_api_key") return known;
  accounts.noteBadKey(address);
  const allowed = accounts.mayTryKey(address);
  return allowed.ok ? known : allowed;
};

/** Null: nothing is known of the key, as where the database is away. */
const standingOf = ({ code }: Failure): KeyStanding | null => {
  if (code === "overloaded") return null;
  if (code === "key_address_refused") return "elsewhere";
  // It is still a good one.
  return code === "key_scope_missing" ? "good" : "bad";
};

const shownFor = ({ mode, account, key }: ResolvedCaller) => ({
  payingAccount: mode === "live" && account?.tier === "balance" ? account.id : null,
  replacedOf: key?.isReplaced === true ? (account?.id ?? null) : null,
});

/** Null when there is no such header; an empty one holds a bad key. */
export const keyOf = ({ headers }: FastifyRequest): string | null => {
  const given = headers["x-api-key"];
  return given === undefined ? null : [given].flat().join(",");
};

/**
 * Fastify's `trustProxy` for our own proxies: it walks `X-Forwarded-For` from right to left while this is true, because
 * only what a trusted proxy appended is worth anything.
 */
export const trustProxy = (blocks: readonly AddressBlock[]): false | ((address: string) => boolean) =>
  blocks.length > 0 && ((address) => isWithin(parseAddress(address), blocks));

/**
 * Who speaks to us: the socket's peer, or the last address that its trusted proxies name. A last entry that
 * is no address is left out. IPv4 in IPv6 form comes out as IPv4.
 */
export const addressOf = ({ ip, ips = [ip] }: Pick<FastifyRequest, "ip" | "ips">): string => {
  const address = ips.map(parseAddress).findLast((one) => one !== null);
  return address?.toString() ?? unknownPeer;
};

/** A peer that hung up before its address was read; nothing is answered to it. */
const unknownPeer = "0.0.0.0";

const parseAddress = (text: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const bare = withoutPort(text ?? "").replace(/%.{0,64}$/, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.parse(bare);
  // The library reads `::203.0.113.5`, an address of IPv6, as IPv4. So only what Node itself calls IPv6 is read.
  if (!isIPv6(bare) || !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(new URL(`http://[${bare}]`).hostname.slice(1, -1));
};

/** `192.0.2.1:443` and `[2001:db8::1]:443` as some proxies write them. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]{1,64})\](:\d{1,5})?$/.exec(entry)?.[1] ??
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(entry)?.[1] ??
  entry;

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6 | null, blocks: readonly AddressBlock[]): boolean =>
  address !== null &&
  blocks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
