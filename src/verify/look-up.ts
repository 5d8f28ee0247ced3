import { setTimeout as delay } from "node:timers/promises";
import type { Provider, Question } from "../providers/provider.ts";
import type { AskProvider, LiveAnswer } from "./ask-provider.ts";
import type { CachedAnswer, ReceiptCache } from "./cache.ts";

export type LookupOutcome = LiveAnswer & {
  /** Of the asker's own questions: `cache` where they have had this answer before. */
  readonly source: "live" | "cache";
  /** When the asker was given this answer first. */
  readonly checkedAt: Date;
  /** Whether another asker's look-up brought it; told to nobody. */
  readonly isShared?: boolean;
};

/**
 * Question in, reading out: cache, or the provider asked once per canonical question. `isFresh`: the provider
 * itself is asked now, whatever the cache holds.
 */
export type LookUp = (
  provider: Provider,
  question: Question,
  options?: {
    readonly isFresh?: boolean;
    /** Whose question it is, by any name; unset: nobody's in particular. */
    readonly asker?: string | null;
    /** Whether the asker is known by a key or a chat with an account, and comes before those that nobody knows. */
    readonly isKeyed?: boolean;
  },
) => Promise<LookupOutcome>;

type Dependencies = {
  readonly askProvider: AskProvider;
  readonly cache: ReceiptCache;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
};

/** An answer of the provider's, and whether it was asked for this very look-up. */
type Shared = CachedAnswer & { readonly isCached: boolean };

/** Nobody waits longer only so that it cannot be told that somebody else has asked. */
const disguiseMsMax = 5_000;

/**
 * Askers with the same question share one look-up, cached or live. It runs to its end whoever still waits for it. Nobody
 * learns from it that somebody else has asked: what another's look-up brought comes after the time that the provider
 * took, and with the time of one's own question. An asker's own question is answered again at once, as it was.
 */
export const createLookUp = (dependencies: Dependencies): LookUp => {
  const { askProvider, cache, now, pause = delay } = dependencies;
  const answering = new Map<string, Promise<LookupOutcome>>();
  const sharing = new Map<string, Promise<Shared>>();

  const ask = async ({ provider, question, isFresh, asker, isKeyed }: LookingUp): Promise<Shared> => {
    const key = cacheKeyOf(provider, question);
    const cached = isFresh ? null : await cache.find(key);
    if (cached !== null) return { ...cached, isCached: true };
    const checkedAt = now();
    const asked = await askProvider(provider, question, asker === null ? null : { id: asker, isKeyed });
    // The answer does not wait until it can be given again.
    void cache.keep(key, { ...asked, checkedAt });
    return { ...asked, checkedAt, isCached: false };
  };

  const answer = async (lookingUp: LookingUp): Promise<LookupOutcome> => {
    const { provider, question, isFresh, asker } = lookingUp;
    const key = cacheKeyOf(provider, question);
    const own = isFresh || asker === null ? null : await cache.find({ ...key, asker });
    if (own !== null) return { ...own, source: "cache", timings: noTimings };
    const [startedMs, checkedAt] = [performance.now(), now()];
    const [shared, isJoined] = once(sharing, JSON.stringify([key, isFresh]), () => ask(lookingUp));
    const { isCached, ...found } = await shared;
    if (asker === null) return isCached ? { ...found, source: "cache", timings: noTimings } : liveOf(found);
    const isShared = isCached || isJoined;
    const told = isShared ? { ...found, checkedAt, timings: atMost(found.timings, disguiseMsMax) } : found;
    if (isShared) {
      const { upstreamMs, parseMs } = told.timings;
      const leftMs = upstreamMs + parseMs - (performance.now() - startedMs);
      if (leftMs > 0) await pause(leftMs);
    }
    void cache.keep({ ...key, asker }, told);
    return { ...liveOf(told), isShared };
  };

  return (provider, question, { isFresh = false, asker = null, isKeyed = false } = {}) => {
    const name = JSON.stringify([cacheKeyOf(provider, question), isFresh, asker]);
    const [outcome] = once(answering, name, () => answer({ provider, question, isFresh, asker, isKeyed }));
    return outcome;
  };
};

type LookingUp = {
  readonly provider: Provider;
  readonly question: Question;
  readonly isFresh: boolean;
  readonly asker: string | null;
  readonly isKeyed: boolean;
};

const noTimings = { upstreamMs: 0, parseMs: 0 };

const liveOf = ({ result, checkedAt, timings }: CachedAnswer): LookupOutcome => ({
  result,
  checkedAt,
  timings,
  source: "live",
});

const atMost = ({ upstreamMs, parseMs }: LiveAnswer["timings"], ms: number): LiveAnswer["timings"] => ({
  upstreamMs: Math.min(upstreamMs, ms - Math.min(parseMs, ms)),
  parseMs: Math.min(parseMs, ms),
});

/** What runs under this name, or begins it; and whether it ran already. */
const once = <T>(
  running: Map<string, Promise<T>>,
  name: string,
  begin: () => Promise<T>,
): readonly [Promise<T>, boolean] => {
  const known = running.get(name);
  if (known !== undefined) return [known, true];
  const begun = begin().finally(() => running.delete(name));
  running.set(name, begun);
  return [begun, false];
};

/** The origin keeps apart two installations of one provider, such as a live host and a simulated one. */
const cacheKeyOf = ({ label, contractVersion }: Provider, { canonical, requests: [request] }: Question) => ({
  provider: label,
  contractVersion,
  origin: new URL(request.url).origin,
  canonical,
});
