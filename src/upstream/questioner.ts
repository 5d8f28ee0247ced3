import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { ProviderSettings, UpstreamRequest } from "../providers/provider.ts";
import { err, type Result } from "../result.ts";
import type { Resolve } from "./address-guard.ts";
import { attempt } from "./attempt.ts";
import type { UpstreamBudgets } from "./budgets.ts";
import { type Fault, infrastructureFault } from "./fault.ts";
import { createPeer } from "./peer.ts";
import { createRetryBudget } from "./retry-budget.ts";
import type { UpstreamAnswer, UpstreamProvider } from "./upstream.ts";

export type UpstreamDependencies = {
  readonly budgets: UpstreamBudgets;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly resolve: Resolve;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Puts questions to one provider: one attempt each, and at most one more. */
export type Questioner = {
  readonly ask: (
    provider: UpstreamProvider,
    request: UpstreamRequest,
    deadline: AbortSignal,
  ) => Promise<Result<UpstreamAnswer, Fault>>;
  readonly close: () => Promise<void>;
};

export const createQuestioner = (
  settings: ProviderSettings,
  dependencies: UpstreamDependencies,
): Questioner => {
  const { budgets, monotonicMs, random, resolve } = dependencies;
  const retries = createRetryBudget(budgets.retries, monotonicMs);
  const peers = new Map<string, Dispatcher | null>();

  const peerOf = (url: URL): Dispatcher | null => {
    const known = peers.get(url.origin);
    if (known !== undefined) return known;
    const peer = createPeer(url, settings, budgets, resolve);
    peers.set(url.origin, peer);
    return peer;
  };

  return {
    ask: async (provider, request, deadline) => {
      const peer = peerOf(new URL(request.url));
      if (peer === null) return err(infrastructureFault("provider_error", "address not public"));
      const headers = joinHeaders(request.headers, settings.headers);
      const firstByteMs = Math.ceil(budgets.firstByteMs(provider));
      const once = () => attempt({ peer, request: { ...request, headers }, firstByteMs, deadline, budgets });

      retries.noteQuestion();
      const first = await once();
      const isPassing = first.ok
        ? (request.transientStatuses ?? []).includes(first.value.status)
        : first.error.isRetryable;
      if (!isPassing || !retries.takeRetry()) return first;
      const { least, most } = budgets.retryDelayMs;
      await delay(least + random() * (most - least));
      return deadline.aborted ? first : once();
    },
    close: async () => {
      const open = [...peers.values()];
      peers.clear();
      await Promise.all(open.map((peer) => peer?.close()));
    },
  };
};

/** Names in lower case, the configured ones last, so that none is sent twice. */
const joinHeaders = (...sources: readonly Readonly<Record<string, string>>[]): Record<string, string> =>
  Object.fromEntries(
    [{ "accept-encoding": "gzip, deflate" }, ...sources].flatMap((source) =>
      Object.entries(source).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  );
