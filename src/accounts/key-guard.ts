import { type Failure, fail } from "../core/failure.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { ok, type Result } from "../core/result.ts";
import { dayMs, minuteMs } from "../core/time.ts";
import { readKeyText } from "./key-text.ts";
import { networkOf } from "./pseudonyms.ts";

/**
 * A rate limit for bad keys: after more than 20 in a minute, requests with bad keys from that network are
 * refused for 15 minutes, and twice as long each time. It lives in this process alone, since keys are too long to guess.
 */
export type KeyGuard = {
  readonly noteBadKey: (address: string) => void;
  /** Call it for requests with a bad key. Failure: `rate_limited` with `retryAfterSeconds`. */
  readonly mayTryKey: (address: string) => Result<true, Failure>;
  /** Remembers what a key was when it was last shown, and what it is of; unset: as known. */
  readonly noteKey: (key: string, address: string, standing: KeyStanding, found?: ShownFor) => void;
  /** Remembers keys that work, and nothing of them that their use would tell. The most recently used come first. */
  readonly noteActiveKeys: (keys: readonly ActiveKey[]) => void;
  /**
   * The account of a key, where the key was good and the account paid when the key was last shown here. Null for other keys,
   * and for an address that may not use the key.
   */
  readonly payingAccount: (key: string, address: string) => string | null;
  /**
   * The name under which a key's requests are counted, where the key was good when it was last shown or read here. Null for
   * other keys, and for an address that may not use the key. An account may have replaced any number of keys: they share one
   * name.
   */
  readonly knownGood: (key: string, address: string) => string | null;
};

/**
 * `elsewhere`: it is not good for the address. It stays good for others, so that a thief does not take from its owner what
 * a known key has.
 */
export type KeyStanding = "good" | "bad" | "elsewhere";

/**
 * Facts about a good key. `payingAccount`: its account, where that pays. `replacedOf`: the account that has replaced
 * it; null: it is in use.
 */
type ShownFor = { readonly payingAccount: string | null; readonly replacedOf: string | null };

/** A key that works, by its hash. */
export type ActiveKey = Pick<ShownFor, "replacedOf"> & { readonly hash: string };

const unknownUse: ShownFor = { payingAccount: null, replacedOf: null };

const badKeysMax = 20;
const blockMs = 15 * minuteMs;
/** Networks remembered at once; the least recent one is dropped first. */
const networksMax = 20_000;
/** Good keys remembered at once, and as many pairs of a key and a network that may not use it. The least recent goes first. */
export const keysMax = 20_000;

type Tries = { readonly times: readonly number[]; readonly blockedUntil: number; readonly blocks: number };

export const createKeyGuard = ({ now }: { readonly now: () => Date }): KeyGuard => {
  const triesByNetwork = createLruCache<string, Tries>(networksMax);
  const goodKeys = createLruCache<string, ShownFor>(keysMax);
  const refusedFrom = createLruCache<string, true>(keysMax);
  const goodFrom = (key: string, address: string): (ShownFor & { readonly hash: string }) | null => {
    const hash = readKeyText(key)?.hash;
    const found = hash === undefined ? undefined : goodKeys.peek(hash);
    if (hash === undefined || found === undefined) return null;
    return refusedFrom.peek(placeOf(hash, address)) === undefined ? { ...found, hash } : null;
  };
  return {
    noteKey: (key, address, standing, found) => {
      const hash = readKeyText(key)?.hash;
      if (hash === undefined) return;
      const place = placeOf(hash, address);
      if (standing === "elsewhere") return void refusedFrom.set(place, true);
      refusedFrom.delete(place);
      if (standing === "good") goodKeys.set(hash, found ?? goodKeys.peek(hash) ?? unknownUse);
      else goodKeys.delete(hash);
    },
    noteActiveKeys: (keys) => {
      // What is noted last is dropped last.
      for (const { hash, replacedOf } of keys.toReversed())
        if (!goodKeys.has(hash)) goodKeys.set(hash, { ...unknownUse, replacedOf });
    },
    knownGood: (key, address) => {
      const found = goodFrom(key, address);
      if (found === null) return null;
      return found.replacedOf === null ? found.hash : `replaced of ${found.replacedOf}`;
    },
    payingAccount: (key, address) => goodFrom(key, address)?.payingAccount ?? null,
    noteBadKey: (address) => {
      const network = networkOf(address);
      triesByNetwork.set(network, withBadKey(triesByNetwork.peek(network) ?? none, now().getTime()));
    },
    mayTryKey: (address) => {
      const leftMs = (triesByNetwork.peek(networkOf(address))?.blockedUntil ?? 0) - now().getTime();
      return leftMs > 0 ? fail("rate_limited", { retryAfterSeconds: Math.ceil(leftMs / 1000) }) : ok(true);
    },
  };
};

const placeOf = (hash: string, address: string): string => `${hash} ${networkOf(address)}`;

const none: Tries = { times: [], blockedUntil: 0, blocks: 0 };

const withBadKey = (tries: Tries, at: number): Tries => {
  if (tries.blockedUntil > at) return tries;
  const times = [...tries.times.filter((time) => time > at - minuteMs), at];
  if (times.length <= badKeysMax) return { ...tries, times };
  const earlier = at - tries.blockedUntil > dayMs ? 0 : tries.blocks;
  const blockedUntil = at + Math.min(dayMs, blockMs * 2 ** earlier);
  return { times: [], blockedUntil, blocks: earlier + 1 };
};
