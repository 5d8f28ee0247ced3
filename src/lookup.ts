import type { Asked, Asking } from "./asking/asking.ts";
import type { ReceiptCache } from "./cache.ts";
import type { Provider, Question } from "./providers/provider.ts";

export type LookupOutcome = Asked & {
  readonly source: "live" | "cache";
  /** When the provider was asked. */
  readonly checkedAt: Date;
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
    readonly asker?: string;
  },
) => Promise<LookupOutcome>;

type Dependencies = {
  readonly asking: Pick<Asking, "ask">;
  readonly cache: ReceiptCache;
  readonly now: () => Date;
};

/**
 * Callers with the same question share one look-up, cached or live, and all get its outcome. It runs to its
 * end whoever still waits for it.
 */
export const createLookUp = (dependencies: Dependencies): LookUp => {
  const running = new Map<string, Promise<LookupOutcome>>();

  return (provider, question, { isFresh = false, asker } = {}) => {
    const key = JSON.stringify([cacheKeyOf(provider, question), isFresh]);
    const shared = running.get(key);
    if (shared !== undefined) return shared;
    const outcome = lookUpOnce(dependencies, provider, question, { isFresh, asker }).finally(() =>
      running.delete(key),
    );
    running.set(key, outcome);
    return outcome;
  };
};

const lookUpOnce = async (
  { asking, cache, now }: Dependencies,
  provider: Provider,
  question: Question,
  { isFresh, asker }: { readonly isFresh: boolean; readonly asker: string | undefined },
): Promise<LookupOutcome> => {
  const key = cacheKeyOf(provider, question);
  const cached = isFresh ? null : await cache.find(key);
  if (cached !== null) return { ...cached, source: "cache", timings: { upstreamMs: 0, parseMs: 0 } };

  const checkedAt = now();
  const asked = await asking.ask(provider, question, asker);
  // The answer does not wait until it can be given again.
  void cache.keep(key, { result: asked.result, checkedAt });
  return { ...asked, source: "live", checkedAt };
};

/** The origin keeps apart two installations of one provider, such as a live host and a simulated one. */
const cacheKeyOf = ({ label, contractVersion }: Provider, { canonical, requests: [request] }: Question) => ({
  provider: label,
  contractVersion,
  origin: new URL(request.url).origin,
  canonical,
});
