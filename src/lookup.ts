import type { ReceiptCache } from "./cache.ts";
import type { DriftWatch } from "./drift/drift-watch.ts";
import { type Failure, fail } from "./failure.ts";
import type { Provider, Question } from "./providers/provider.ts";
import type { Decoder } from "./reading/decoder.ts";
import type { Document } from "./reading/document.ts";
import type { Reading } from "./receipt.ts";
import type { Result } from "./result.ts";
import type { Upstream } from "./upstream/upstream.ts";

export type LookupOutcome = {
  readonly result: Result<Reading, Failure>;
  readonly source: "live" | "cache";
  /** When the provider was asked. */
  readonly checkedAt: Date;
  readonly timings: { readonly upstreamMs: number; readonly parseMs: number };
};

/**
 * Question in, reading out: cache, one shared fetch per canonical question, decode, read. `isFresh`: the provider
 * itself is asked now, whatever the cache holds.
 */
export type LookUp = (
  provider: Provider,
  question: Question,
  options?: { readonly isFresh?: boolean },
) => Promise<LookupOutcome>;

type Dependencies = {
  readonly upstream: Upstream;
  readonly decoder: Decoder;
  readonly cache: ReceiptCache;
  /** Told of every document that a provider sends. */
  readonly drift?: Pick<DriftWatch, "notice">;
  readonly now: () => Date;
};

/**
 * Callers with the same question share one look-up, cached or live, and all get its outcome. It runs to its
 * end whoever still waits for it.
 */
export const createLookUp = (dependencies: Dependencies): LookUp => {
  const running = new Map<string, Promise<LookupOutcome>>();

  return (provider, question, { isFresh = false } = {}) => {
    const key = JSON.stringify([cacheKeyOf(provider, question), isFresh]);
    const shared = running.get(key);
    if (shared !== undefined) return shared;
    const outcome = lookUpOnce(dependencies, provider, question, isFresh).finally(() => running.delete(key));
    running.set(key, outcome);
    return outcome;
  };
};

const lookUpOnce = async (
  { upstream, decoder, cache, drift, now }: Dependencies,
  provider: Provider,
  question: Question,
  isFresh: boolean,
): Promise<LookupOutcome> => {
  const key = cacheKeyOf(provider, question);
  const cached = isFresh ? null : await cache.find(key);
  if (cached !== null) return { ...cached, source: "cache", timings: { upstreamMs: 0, parseMs: 0 } };

  const checkedAt = now();
  const startedAt = performance.now();
  let parseMs = 0;
  const result = await upstream.fetch(provider, question.requests, async ({ status, contentType, bytes }) => {
    const parseStartedAt = performance.now();
    const document = judgeUndecoded(await decoder.decode(bytes, contentType), status);
    const reading = document.ok ? question.read({ status, document: document.value }, now()) : document;
    parseMs = performance.now() - parseStartedAt;
    drift?.notice({ provider, document: document.ok ? document.value : null, reading });
    return reading;
  });
  const upstreamMs = performance.now() - startedAt - parseMs;
  // The answer does not wait until it can be given again.
  void cache.keep(key, { result, checkedAt });
  return { result, source: "live", checkedAt, timings: { upstreamMs, parseMs } };
};

/** A failing provider's words that are no document say that it fails, not that its format changed. */
const judgeUndecoded = (document: Result<Document, Failure>, status: number): Result<Document, Failure> =>
  !document.ok && document.error.code === "provider_format_changed" && status >= 500
    ? fail("provider_error", { detail: `status ${status}` })
    : document;

/** The origin keeps apart two installations of one provider, such as a live host and a simulated one. */
const cacheKeyOf = ({ label, contractVersion }: Provider, { canonical, requests: [request] }: Question) => ({
  provider: label,
  contractVersion,
  origin: new URL(request.url).origin,
  canonical,
});
