import { setTimeout as delay } from "node:timers/promises";
import type { TurnTaker } from "../core/fair-queue.ts";
import type { Provider, Question } from "../providers/provider.ts";
import { isAnonymous } from "../upstream/bulkhead.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { AskProvider, LiveAnswer } from "./ask-provider.ts";
import type { CachedAnswer, CachedReceipt, CacheKey, ReceiptCache } from "./cache.ts";
import { idsIn } from "./receipt-ids.ts";

export type LookUpOutcome = LiveAnswer & {
  /** `cache`: this caller has had this answer before. */
  readonly source: "live" | "cache";
  /** When this caller first had this answer. */
  readonly checkedAt: Date;
  /** When the provider was asked for it, which may have been for another caller, or before. */
  readonly askedAt: Date;
  /** Whether another caller's look-up brought it. Nobody is told. */
  readonly isShared?: boolean;
};

/** Who asks. */
type Asker = {
  /** Whom an answer is given again. */
  readonly subject: string;
  /** Whose share of the provider's places it takes. */
  readonly shareId: string;
  /** Whether the caller has a key or an account. Such callers come before anonymous ones. */
  readonly isKeyed: boolean;
};

export type LookUpOptions = {
  /** Whether the cache is skipped. */
  readonly isFresh?: boolean;
  /** Unset: no particular caller. */
  readonly asker?: Asker;
};

/** Answers a question from the cache, or asks the provider once per canonical question. */
export type LookUp = (
  provider: Provider,
  question: Question,
  options?: LookUpOptions,
) => Promise<LookUpOutcome>;

type Dependencies = {
  readonly askProvider: AskProvider;
  readonly upstream: Pick<Upstream, "occupy">;
  readonly cache: ReceiptCache;
  /** Whether nothing says that the provider of this label is down. Unset: nothing ever does. */
  readonly isAnswering?: (label: string) => boolean;
  readonly now: () => Date;
  /** Resolves after so many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
};

/**
 * Callers with the same question share one look-up, which runs to its end even when nobody waits for it any more. Nobody
 * can tell from it that somebody else has asked: a shared answer waits as a question would and takes the time that the
 * provider took, and while the provider fails nothing is shared that was asked before.
 */
export const createLookUp = (dependencies: Dependencies): LookUp => {
  const running: Running = { answers: new Map(), questions: new Map() };
  return (provider, question, { isFresh = false, asker } = {}) => {
    const subject = asker?.subject ?? null;
    const caller = asker === undefined ? null : { id: asker.shareId, isKeyed: asker.isKeyed };
    const asking = { provider, question, isFresh, subject, caller, key: cacheKeyOf(provider, question) };
    const name = JSON.stringify([asking.key, isFresh, subject]);
    const [outcome] = once(running.answers, name, () => answer(dependencies, running, asking));
    return outcome;
  };
};

/** Look-ups under way, by their names. */
type Running = {
  /** Each caller's own. */
  readonly answers: Map<string, Promise<LookUpOutcome>>;
  /** Shared by all callers. */
  readonly questions: Map<string, Promise<SharedAnswer>>;
};

type SharedAnswer = CachedAnswer & { readonly isCached: boolean };

type Asking = {
  readonly provider: Provider;
  readonly question: Question;
  readonly isFresh: boolean;
  readonly subject: string | null;
  /** As the provider's limits know who asks. */
  readonly caller: TurnTaker | null;
  readonly key: CacheKey;
};

/** The longest wait that hides that somebody else has asked. */
const disguiseMsMax = 5_000;

const answer = async (
  dependencies: Dependencies,
  running: Running,
  asking: Asking,
): Promise<LookUpOutcome> => {
  const { cache, now } = dependencies;
  const { provider, isFresh, subject, key } = asking;
  const own = isFresh || subject === null ? null : await findKept(cache, provider, { ...key, subject });
  if (own !== null) return { ...own, source: "cache", timings: noTimings };
  const checkedAt = now();
  const name = sharedName(running, asking);
  const [shared, isJoined] = once(running.questions, name, () => ask(dependencies, asking));
  if (subject === null) {
    const { isCached, ...found } = await shared;
    if (isJoined && isOwnRefusal(found)) return answer(dependencies, running, asking);
    return isCached ? { ...found, source: "cache", timings: noTimings } : liveOf(found);
  }
  if (!isJoined && !(await shared).isCached) {
    const { isCached: _, ...found } = await shared;
    void cache.keep({ ...key, subject }, found);
    return liveOf(found);
  }
  const disguised = await disguise(dependencies, asking, shared);
  if (disguised === null) return answer(dependencies, running, asking);
  // The provider may have called it undone while this caller waited.
  if (await isOutdated(cache, asking, disguised))
    return answer(dependencies, running, { ...asking, isFresh: true });
  const told = { ...disguised, checkedAt };
  void cache.keep({ ...key, subject }, told);
  return { ...liveOf(told), isShared: true };
};

/**
 * Under which name a question is shared. Callers with a key join none that was begun without one: its place in the queue
 * is worse, and its refusal would come after a long wait.
 */
const sharedName = (running: Running, { key, isFresh, caller }: Asking): string => {
  const nameFor = (isKeyed: boolean): string => JSON.stringify([key, isFresh, isKeyed]);
  const keyed = nameFor(true);
  return !isAnonymous(caller) || running.questions.has(keyed) ? keyed : nameFor(false);
};

/** Whether the provider was not asked because of who asked. Others with the same question then ask for themselves. */
const isOwnRefusal = ({ result }: Pick<LiveAnswer, "result">): boolean =>
  !result.ok && (result.error.code === "overloaded" || result.error.code === "provider_unavailable");

/**
 * Another's answer as the caller's own question would have brought it, or why that would have been refused; null: only the
 * other was refused.
 */
const disguise = async (
  { upstream, now, pause = delay }: Dependencies,
  { provider, caller }: Asking,
  shared: Promise<SharedAnswer>,
): Promise<(LiveAnswer & Pick<SharedAnswer, "askedAt">) | null> => {
  const startedMs = performance.now();
  let waitedMs = 0;
  const held = await upstream.occupy(provider, caller, async () => {
    const heldSinceMs = performance.now();
    waitedMs = heldSinceMs - startedMs;
    const found = await shared;
    if (isOwnRefusal(found)) return;
    const { upstreamMs, parseMs } = atMost(found.timings, disguiseMsMax);
    const leftMs = upstreamMs + parseMs - (performance.now() - heldSinceMs);
    if (leftMs > 0) await pause(leftMs);
  });
  if (!held.ok) {
    // It does not wait for the other's answer, which would tell that somebody asks.
    const upstreamMs = performance.now() - startedMs;
    return { result: held, askedAt: now(), timings: { upstreamMs, parseMs: 0 } };
  }
  const found = await shared;
  if (isOwnRefusal(found)) return null;
  const { result, askedAt, timings } = found;
  const { upstreamMs, parseMs } = atMost(timings, disguiseMsMax);
  return { result, askedAt, timings: { upstreamMs: waitedMs + upstreamMs, parseMs } };
};

const ask = async (
  { askProvider, cache, isAnswering = () => true, now }: Dependencies,
  { provider, question, isFresh, caller, key }: Asking,
): Promise<SharedAnswer> => {
  const cached = isFresh || !isAnswering(provider.label) ? null : await findKept(cache, provider, key);
  if (cached !== null) return { ...cached, isCached: true };
  const askedAt = now();
  const { result, timings, providerMs } = await askProvider(provider, question, caller);
  // The answer does not wait for the cache. Other callers get the provider's time, without this caller's waits.
  const kept = { result, checkedAt: askedAt, askedAt };
  void cache.keep(key, { ...kept, timings: { ...timings, upstreamMs: providerMs } });
  if (!result.ok && result.error.code === "receipt_not_completed")
    for (const id of idsIn(question.canonical, provider, result.error.printedReference))
      await cache.noteUndone(cachedReceipt(provider, id), askedAt);
  return { ...kept, timings, isCached: false };
};

/** An answer that may be given again; null also where the provider has called its receipt undone since, by whatever question. */
const findKept = async (
  cache: ReceiptCache,
  provider: Provider,
  key: CacheKey,
): Promise<CachedAnswer | null> => {
  const found = await cache.find(key);
  return found !== null && (await isOutdated(cache, { provider }, found)) ? null : found;
};

/** Whether the provider has called a verified receipt undone since it was asked for this answer. */
const isOutdated = async (
  cache: ReceiptCache,
  { provider }: Pick<Asking, "provider">,
  { result, askedAt }: Pick<CachedAnswer, "result" | "askedAt">,
): Promise<boolean> => {
  if (!result.ok) return false;
  const id = provider.receiptId(result.value.receipt.transaction_reference);
  return cache.isUndoneSince(cachedReceipt(provider, id), askedAt);
};

/** One name for a receipt, though its links may lead to another host of its provider. */
const cachedReceipt = ({ label, settings }: Provider, id: string): CachedReceipt => ({
  provider: label,
  origin: new URL(settings.url).origin,
  id,
});

const noTimings = { upstreamMs: 0, parseMs: 0 };

const liveOf = ({ result, checkedAt, askedAt, timings }: CachedAnswer): LookUpOutcome => ({
  result,
  checkedAt,
  askedAt,
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
