import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { type Failure, fail } from "../failure.ts";
import type { ProviderSettings, UpstreamRequest } from "../providers/provider.ts";
import { err, type Result } from "../result.ts";
import type { Resolve } from "./address-guard.ts";
import { attempt } from "./attempt.ts";
import type { UpstreamBudgets } from "./budgets.ts";
import { createBulkhead } from "./bulkhead.ts";
import { createCircuit, type Health } from "./circuit.ts";
import { type Fault, infrastructureFault } from "./fault.ts";
import { createPeer } from "./peer.ts";
import { createRetryBudget } from "./retry-budget.ts";
import type { ReadAnswer, UpstreamAnswer, UpstreamProvider } from "./upstream.ts";

export type LaneDependencies = {
  readonly budgets: UpstreamBudgets;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly resolve: Resolve;
};

/** All that one provider has for itself: connections, places, circuit and retries. */
export type Lane = {
  readonly fetch: <T>(
    provider: UpstreamProvider,
    request: UpstreamRequest,
    read: ReadAnswer<T>,
  ) => Promise<Result<T, Failure>>;
  readonly close: () => Promise<void>;
};

export const createLane = (settings: ProviderSettings, dependencies: LaneDependencies): Lane => {
  const { budgets, monotonicMs } = dependencies;
  const bulkhead = createBulkhead(budgets.bulkhead);
  const circuit = createCircuit(budgets.circuit, monotonicMs);
  const questioner = createQuestioner(settings, dependencies);

  return {
    fetch: async (provider, request, read) => {
      const refusedMs = circuit.refusesForMs();
      if (refusedMs > 0) return circuitOpen(refusedMs);
      const deadline = startDeadline(provider.timeoutMs);
      const place = await bulkhead.enter();
      if (!place.ok) {
        deadline.clear();
        return fail("overloaded", { retryAfterSeconds: 2, detail: place.error });
      }
      const pass = circuit.admit();
      let health: Health = { kind: "untold" };
      try {
        if (!pass.ok) return circuitOpen(pass.error);
        const answer = await questioner.ask(provider, request, deadline.signal);
        place.value();
        const result = answer.ok ? await read(answer.value) : err(answer.error.failure);
        health = answer.ok ? healthOfReading(result) : healthOfFault(answer.error);
        return result;
      } finally {
        place.value();
        deadline.clear();
        if (pass.ok) pass.value.settle(health);
      }
    },
    close: questioner.close,
  };
};

const circuitOpen = (waitMs: number) =>
  fail("provider_unavailable", { retryAfterSeconds: Math.ceil(waitMs / 1000), detail: "circuit open" });

const startDeadline = (timeoutMs: number) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};

const healthOfFault = ({ isInfrastructure, pauseMs }: Fault): Health => {
  if (!isInfrastructure) return { kind: "drifted" };
  return { kind: "failed", ...(pauseMs === undefined ? {} : { pauseMs }) };
};

/** A cut body and a block page only show when the page is read; an unknown page is drift (design 7). */
const healthOfReading = (result: Result<unknown, Failure>): Health => {
  if (result.ok) return { kind: "answered" };
  switch (result.error.code) {
    case "provider_error":
    case "provider_blocked":
      return { kind: "failed" };
    case "provider_format_changed":
      return { kind: "drifted" };
    case "overloaded":
      return { kind: "untold" };
    default:
      return { kind: "answered" };
  }
};

/** Puts a question to the provider: one attempt, and at most one more. */
const createQuestioner = (settings: ProviderSettings, dependencies: LaneDependencies) => {
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
    ask: async (
      provider: UpstreamProvider,
      request: UpstreamRequest,
      deadline: AbortSignal,
    ): Promise<Result<UpstreamAnswer, Fault>> => {
      const peer = peerOf(new URL(request.url));
      if (peer === null) return err(infrastructureFault("provider_error", "address not public"));
      const headers = joinHeaders(request.headers, settings.headers);
      const firstByteMs = Math.ceil(budgets.firstByteMs(provider));
      const once = () => attempt({ peer, request: { ...request, headers }, firstByteMs, deadline, budgets });

      retries.noteQuestion();
      const first = await once();
      if (first.ok || !first.error.isRetryable || !retries.takeRetry()) return first;
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
