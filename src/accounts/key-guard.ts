import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { readKeyText } from "./key-text.ts";
import { networkOf } from "./pseudonyms.ts";

/**
 * Stops an address that tries keys (design 5): more than 20 bad ones in a minute, and for 15 minutes, twice as long
 * each time, its requests with bad keys are refused; who sends none there goes on. In this process alone, because keys are too long to be
 * guessed by many.
 */
export type KeyGuard = {
  readonly noteBadKey: (address: string) => void;
  /** Failure `rate_limited` (with `retryAfterSeconds`); to be asked for requests with a bad key. */
  readonly mayTryKey: (address: string) => Result<true, Failure>;
  /** Remembers whether a key was good when it was last shown. */
  readonly noteKey: (key: string, isGood: boolean) => void;
  /** The fingerprint of a key that was good when it was last shown here; null: nothing good is known of it. */
  readonly knownGood: (key: string) => string | null;
};

const badKeysMax = 20;
const minuteMs = 60_000;
const blockMs = 15 * minuteMs;
const dayMs = 24 * 60 * minuteMs;
/** Networks remembered at once; the ones that were quiet longest are forgotten first. */
const networksMax = 20_000;
/** Good keys remembered at once; the ones that were shown longest ago are forgotten first. */
const keysMax = 20_000;

type Tries = { readonly times: readonly number[]; readonly blockedUntil: number; readonly blocks: number };

export const createKeyGuard = ({ now }: { readonly now: () => Date }): KeyGuard => {
  const triesByNetwork = new Map<string, Tries>();
  const goodKeys = new Set<string>();
  return {
    noteKey: (key, isGood) => {
      const hash = readKeyText(key)?.hash;
      if (hash === undefined) return;
      goodKeys.delete(hash);
      if (isGood) goodKeys.add(hash);
      const [oldest] = goodKeys;
      if (goodKeys.size > keysMax && oldest !== undefined) goodKeys.delete(oldest);
    },
    knownGood: (key) => {
      const hash = readKeyText(key)?.hash;
      return hash !== undefined && goodKeys.has(hash) ? hash : null;
    },
    noteBadKey: (address) => {
      const network = networkOf(address);
      const tries = withBadKey(triesByNetwork.get(network) ?? none, now().getTime());
      triesByNetwork.delete(network);
      triesByNetwork.set(network, tries);
      const [quietest] = triesByNetwork.keys();
      if (triesByNetwork.size > networksMax && quietest !== undefined) triesByNetwork.delete(quietest);
    },
    mayTryKey: (address) => {
      const leftMs = (triesByNetwork.get(networkOf(address))?.blockedUntil ?? 0) - now().getTime();
      return leftMs > 0 ? fail("rate_limited", { retryAfterSeconds: Math.ceil(leftMs / 1000) }) : ok(true);
    },
  };
};

const none: Tries = { times: [], blockedUntil: 0, blocks: 0 };

const withBadKey = (tries: Tries, at: number): Tries => {
  if (tries.blockedUntil > at) return tries;
  const times = [...tries.times.filter((time) => time > at - minuteMs), at];
  if (times.length <= badKeysMax) return { ...tries, times };
  const earlier = at - tries.blockedUntil > dayMs ? 0 : tries.blocks;
  const blockedUntil = at + Math.min(dayMs, blockMs * 2 ** earlier);
  return { times: [], blockedUntil, blocks: earlier + 1 };
};
