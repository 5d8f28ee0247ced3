import { setTimeout as delay } from "node:timers/promises";
import { type Failure, fail } from "../core/failure.ts";
import type { TurnTaker } from "../core/fair-queue.ts";
import { type Observe, unobserved } from "../core/measurements.ts";
import type { Result } from "../core/result.ts";
import type { ProviderSettings, ReceiptLocation } from "../providers/provider.ts";
import { type Resolve, resolveBySystem } from "./address-guard.ts";
import { type UpstreamBudgets, upstreamBudgets } from "./budgets.ts";
import { permitsOfOne } from "./bulkhead.ts";
import type { ClientReading, ProviderClient, ReadAnswer, UpstreamProvider } from "./client.ts";
import type { openConnections } from "./connections.ts";

/**
 * Asks a provider and hands what arrived to `read`; after a "not found" asks at the next place, if there is one.
 * Failures, besides those of `read`: `provider_error`, `provider_tls_failure`, `provider_blocked`,
 * `provider_unavailable`, `overloaded`, `provider_timeout`, `provider_format_changed` (unknown status).
 */
export type Upstream = {
  readonly fetch: <T>(
    provider: UpstreamProvider,
    requests: ReceiptLocation["requests"],
    read: ReadAnswer<T>,
    /** Unset: of no particular caller. */
    caller?: TurnTaker | null,
  ) => Promise<Result<T, Failure>>;
  /**
   * Runs `work` instead of a question to the provider: it waits as the question would, takes the caller's place meanwhile,
   * and is refused when the question would be.
   */
  readonly occupy: ProviderClient["occupy"];
  /** How many permits at one provider a caller holds at most. */
  readonly permitsOfOne: (caller: Pick<TurnTaker, "isKeyed">) => number;
  /** Milliseconds until asking a provider can help again; 0 while it is asked. */
  readonly waitMs: (settings: ProviderSettings) => number;
  /** How a provider is asked now. */
  readonly reading: (settings: ProviderSettings) => ClientReading;
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
  /** Resolves after so many milliseconds. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly observe?: Observe;
  /** Unset: over the network. */
  readonly connect?: typeof openConnections;
};

export const createUpstream = ({
  monotonicMs = () => performance.now(),
  random = Math.random,
  budgets = upstreamBudgets,
  resolve = resolveBySystem,
  pause = delay,
  observe = unobserved,
  connect,
}: Dependencies = {}): Upstream => {
  const clients = new Map<ProviderSettings, ProviderClient>();
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  const clientOf = async (settings: ProviderSettings): Promise<ProviderClient> => {
    const { createProviderClient, openConnections } = await loadClient();
    const client =
      clients.get(settings) ??
      createProviderClient(settings, {
        budgets,
        monotonicMs,
        random,
        resolve,
        pause,
        observe,
        connect: connect ?? openConnections,
      });
    clients.set(settings, client);
    return client;
  };

  const run = async <T>(begin: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> => {
    if (isClosing) return fail("overloaded", { retryAfterSeconds: 5, detail: "closing" });
    const begun = begin();
    running.add(begun);
    try {
      return await begun;
    } finally {
      running.delete(begun);
    }
  };

  return {
    fetch: (provider, requests, read, caller = null) =>
      run(async () => (await clientOf(provider.settings)).fetch(provider, requests, read, caller)),
    occupy: (provider, caller, work) =>
      run(async () => (await clientOf(provider.settings)).occupy(provider, caller, work)),
    permitsOfOne: (caller) => permitsOfOne(budgets.bulkhead, caller),
    waitMs: (settings) => clients.get(settings)?.waitMs() ?? 0,
    reading: (settings) => clients.get(settings)?.reading() ?? unasked,
    close: async () => {
      isClosing = true;
      await Promise.allSettled(running);
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
};

/** Loaded for the first question: no start needs the HTTP client. */
export const loadClient = async () => {
  const [{ createProviderClient }, { openConnections }] = await Promise.all([
    import("./client.ts"),
    import("./connections.ts"),
  ]);
  return { createProviderClient, openConnections };
};

const unasked: ClientReading = { circuit: "closed", openMs: 0, running: 0, waiting: 0 };
