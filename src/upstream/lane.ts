import { type Failure, fail } from "../failure.ts";
import type { Lookup, ProviderSettings, UpstreamRequest } from "../providers/provider.ts";
import { err, type Result } from "../result.ts";
import { createBulkhead } from "./bulkhead.ts";
import { createCircuit, type Health } from "./circuit.ts";
import type { Fault } from "./fault.ts";
import { createQuestioner, type UpstreamDependencies } from "./questioner.ts";
import type { ReadAnswer, UpstreamProvider } from "./upstream.ts";

/** All that one provider has for itself: connections, places, circuit and retries. */
export type Lane = {
  readonly fetch: <T>(
    provider: UpstreamProvider,
    requests: Lookup["requests"],
    read: ReadAnswer<T>,
  ) => Promise<Result<T, Failure>>;
  /** Milliseconds until asking can help again; 0 while it is asked. */
  readonly waitMs: () => number;
  readonly close: () => Promise<void>;
};

export const createLane = (settings: ProviderSettings, dependencies: UpstreamDependencies): Lane => {
  const { budgets, monotonicMs } = dependencies;
  const bulkhead = createBulkhead(budgets.bulkhead);
  const circuit = createCircuit(budgets.circuit, monotonicMs);
  const questioner = createQuestioner(settings, dependencies);

  return {
    fetch: async (provider, requests, read) => {
      const refusedMs = circuit.refusesForMs();
      if (refusedMs > 0) return circuitOpen(refusedMs);
      const deadline = startDeadline(provider.timeoutMs);
      const place = await bulkhead.enter();
      if (!place.ok) {
        deadline.clear();
        return overloaded(place.error);
      }
      // Whoever spent the whole time waiting has not asked the provider and says nothing against it.
      if (deadline.signal.aborted) {
        place.value();
        return overloaded("waited too long");
      }
      const pass = circuit.admit();
      let health: Health = { kind: "untold" };
      const ask = async (request: UpstreamRequest, isLast: boolean, readAnswer = read) => {
        const answer = await questioner.ask(provider, request, deadline.signal);
        if (isLast) place.value();
        const result = answer.ok ? await readAnswer(answer.value) : err(answer.error.failure);
        health = answer.ok ? healthOfReading(result) : healthOfFault(answer.error);
        return result;
      };
      try {
        if (!pass.ok) return circuitOpen(pass.error);
        const [request, ...others] = requests;
        let result = await ask(request, others.length === 0);
        for (const [at, other] of others.entries()) {
          if (result.ok || result.error.code !== "receipt_not_found") break;
          result = await ask(other, at === others.length - 1, readingOf(other, result, read));
        }
        return result;
      } finally {
        place.value();
        deadline.clear();
        if (pass.ok) pass.value.settle(health);
      }
    },
    waitMs: circuit.refusesForMs,
    close: questioner.close,
  };
};

/** Of a second place, what only says that nothing lies there leaves the answer as it was. */
const readingOf =
  <T>(
    { nothingThere = [] }: UpstreamRequest,
    before: Result<T, Failure>,
    read: ReadAnswer<T>,
  ): ReadAnswer<T> =>
  async (answer) =>
    nothingThere.includes(answer.status) ? before : read(answer);

const overloaded = (detail: string) => fail("overloaded", { retryAfterSeconds: 2, detail });

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
