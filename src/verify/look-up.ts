import { setTimeout as delay } from "node:timers/promises";
import type { Provider, Question } from "../providers/provider.ts";
import type { AskProvider, LiveAnswer } from "./ask-provider.ts";
import type { CachedAnswer, CacheKey, ReceiptCache } from "./cache.ts";

export type LookupOutcome = LiveAnswer & {
  /** `cache`: this caller has had this answer before. */
  readonly source: "live" | "cache";
  /** When this caller first had this answer. */
  readonly checkedAt: Date;
  /** Whether another caller's look-up brought it. Nobody is told. */
  readonly isShared?: boolean;
};

/** Answers a question from the cache, or asks the provider once per canonical question. */
export type LookUp = (
  provider: Provider,
  question: Question,
  options?: {
    /** Whether the cache is skipped. */
    readonly isFresh?: boolean;
    /** Unset: nobody's question in particular. */
    readonly callerId?: string | null;
    /** Whether the caller has a key or an account. Such callers come before anonymous ones. */
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

/**
 * Callers with the same question share one look-up, which runs to its end even when nobody waits for it any more. Nobody
 * can tell from it that somebody else has asked: a shared answer comes after the time that the provider took.
 */
export const createLookUp = (dependencies: Dependencies): LookUp => {
  const running: Running = { answers: new Map(), questions: new Map() };
  return (provider, question, { isFresh = false, callerId = null, isKeyed = false } = {}) => {
    const asking = { provider, question, isFresh, callerId, isKeyed, key: cacheKeyOf(provider, question) };
    const name = JSON.stringify([asking.key, isFresh, callerId]);
    const [outcome] = once(running.answers, name, () => answer(dependencies, running, asking));
    return outcome;
  };
};

/** Look-ups under way, by their names. */
type Running = {
  /** Each caller's own. */
  readonly answers: Map<string, Promise<LookupOutcome>>;
  /** Shared by all callers. */
  readonly questions: Map<string, Promise<SharedAnswer>>;
};

type SharedAnswer = CachedAnswer & { readonly isCached: boolean };

type Asking = {
  readonly provider: Provider;
  readonly question: Question;
  readonly isFresh: boolean;
  readonly callerId: string | null;
  readonly isKeyed: boolean;
  readonly key: CacheKey;
};

/** The longest wait that hides that somebody else has asked. */
const disguiseMsMax = 5_000;

const answer = async (
  dependencies: Dependencies,
  { questions }: Running,
  asking: Asking,
): Promise<LookupOutcome> => {
  const { cache, now, pause = delay } = dependencies;
  const { isFresh, callerId, key } = asking;
  const own = isFresh || callerId === null ? null : await cache.find({ ...key, callerId });
  if (own !== null) return { ...own, source: "cache", timings: noTimings };
  const [startedMs, checkedAt] = [performance.now(), now()];
  const name = JSON.stringify([key, isFresh]);
  const [shared, isJoined] = once(questions, name, () => ask(dependencies, asking));
  const { isCached, ...found } = await shared;
  if (callerId === null) return isCached ? { ...found, source: "cache", timings: noTimings } : liveOf(found);
  const isShared = isCached || isJoined;
  const told = isShared ? { ...found, checkedAt, timings: atMost(found.timings, disguiseMsMax) } : found;
  if (isShared) {
    const { upstreamMs, parseMs } = told.timings;
    const leftMs = upstreamMs + parseMs - (performance.now() - startedMs);
    if (leftMs > 0) await pause(leftMs);
  }
  void cache.keep({ ...key, callerId }, told);
  return { ...liveOf(told), isShared };
};

const ask = async (
  { askProvider, cache, now }: Dependencies,
  { provider, question, isFresh, callerId, isKeyed, key }: Asking,
): Promise<SharedAnswer> => {
  const cached = isFresh ? null : await cache.find(key);
  if (cached !== null) return { ...cached, isCached: true };
  const checkedAt = now();
  const asked = await askProvider(provider, question, callerId === null ? null : { id: callerId, isKeyed });
  // The answer does not wait for the cache.
  void cache.keep(key, { ...asked, checkedAt });
  return { ...asked, checkedAt, isCached: false };
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

/** Joins what runs under this name, or begins it. The second value says whether it was running already. */
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

/** The origin distinguishes two installations of one provider, such as a live host and a simulated one. */
const cacheKeyOf = (
  { label, contractVersion }: Provider,
  { canonical, requests: [request] }: Question,
): CacheKey => ({
  provider: label,
  contractVersion,
  origin: new URL(request.url).origin,
  canonical,
});
