import { setTimeout as delay } from "node:timers/promises";
import { type Failure, fail } from "../failure.ts";
import type { Lookup, ProviderSettings } from "../providers/provider.ts";
import type { Result } from "../result.ts";
import { type Resolve, resolveBySystem } from "./address-guard.ts";
import { type UpstreamBudgets, upstreamBudgets } from "./budgets.ts";
import { createLane, type Lane } from "./lane.ts";

/** A body that arrived whole as far as the transport can tell, unpacked, at most 4 MiB. */
export type UpstreamAnswer = {
  readonly status: number;
  /** The `Content-Type` header as sent, or `""`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

/** `timeoutMs`: the whole time of a question. One settings object is one provider with its own limits. */
export type UpstreamProvider = {
  readonly label: string;
  readonly settings: ProviderSettings;
  readonly timeoutMs: number;
};

/**
 * Reads an answer. Its failure is judged too: `provider_error` (a cut body) and `provider_blocked` speak
 * against the provider's health, `provider_format_changed` does not.
 */
export type ReadAnswer<T> = (answer: UpstreamAnswer) => Promise<Result<T, Failure>>;

/**
 * Asks a provider and hands what arrived to `read`; after a "not found" asks at the next place, if there is one. Failures, besides those of `read`: `provider_error`,
 * `provider_tls_failure`, `provider_blocked`, `provider_unavailable`, `overloaded`, `provider_timeout`,
 * `provider_format_changed` (unknown status).
 */
export type Upstream = {
  readonly fetch: <T>(
    provider: UpstreamProvider,
    requests: Lookup["requests"],
    read: ReadAnswer<T>,
    /** Whose question it is, by any name; unset: nobody's in particular. */
    asker?: string | null,
  ) => Promise<Result<T, Failure>>;
  /** Milliseconds until asking a provider can help again; 0 while it is asked. */
  readonly waitMs: (settings: ProviderSettings) => number;
  /** Lets running requests end, then closes sockets. New ones are `overloaded`. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  /** A clock that never goes back, for the circuits and the retry budgets. */
  readonly monotonicMs?: () => number;
  /** In [0, 1), for the jitter of retries. */
  readonly random?: () => number;
  readonly budgets?: UpstreamBudgets;
  readonly resolve?: Resolve;
  /** Resolves after so many milliseconds, or at once when the signal is raised. */
  readonly pause?: Pause;
};

type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

const pauseByTimer: Pause = (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined);

export const createUpstream = ({
  monotonicMs = () => performance.now(),
  random = Math.random,
  budgets = upstreamBudgets,
  resolve = resolveBySystem,
  pause = pauseByTimer,
}: Dependencies = {}): Upstream => {
  const lanes = new Map<ProviderSettings, Lane>();
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  const laneOf = (settings: ProviderSettings): Lane => {
    const lane =
      lanes.get(settings) ?? createLane(settings, { budgets, monotonicMs, random, resolve, pause });
    lanes.set(settings, lane);
    return lane;
  };

  return {
    fetch: async (provider, requests, read, asker = null) => {
      if (isClosing) return fail("overloaded", { retryAfterSeconds: 5, detail: "closing" });
      const fetching = laneOf(provider.settings).fetch(provider, requests, read, asker);
      running.add(fetching);
      try {
        return await fetching;
      } finally {
        running.delete(fetching);
      }
    },
    waitMs: (settings) => lanes.get(settings)?.waitMs() ?? 0,
    close: async () => {
      isClosing = true;
      await Promise.allSettled(running);
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
    },
  };
};
