import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { type Failure, fail, providerCodeOf } from "../core/failure.ts";
import type { TurnTaker } from "../core/fair-queue.ts";
import type { Observe } from "../core/measurements.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { ProviderSettings, ReceiptLocation, UpstreamRequest } from "../providers/provider.ts";
import type { Resolve } from "./address-guard.ts";
import type { UpstreamBudgets } from "./budgets.ts";
import { createBulkhead, isAnonymous } from "./bulkhead.ts";
import { type CircuitReading, createCircuit, type Health, type Pass } from "./circuit.ts";
import type { openConnections } from "./connections.ts";
import { type Fault, infrastructureFault } from "./fault.ts";
import { get, type UpstreamAnswer } from "./get.ts";
import { createRetryBudget } from "./retry-budget.ts";
import { createSlowdown } from "./slowdown.ts";

/** `timeoutMs`: the whole time of a question. One settings object is one provider with its own limits. */
export type UpstreamProvider = {
  readonly label: string;
  readonly settings: ProviderSettings;
  readonly timeoutMs: number;
};

/**
 * Reads an answer. Its failure is judged too: `provider_error` (a cut body) and `provider_blocked` speak
 * against the provider's health, `provider_format_changed` does not. `waitedMs`: how long the caller waited
 * until the provider was asked.
 */
export type ReadAnswer<T> = (answer: UpstreamAnswer, waitedMs: number) => Promise<Result<T, Failure>>;

export type ClientDependencies = {
  readonly budgets: UpstreamBudgets;
  readonly monotonicMs: () => number;
  readonly random: () => number;
  readonly resolve: Resolve;
  readonly pause: (ms: number) => Promise<void>;
  readonly observe: Observe;
  /** Opens the connections to one origin. */
  readonly connect: typeof openConnections;
};

/** How a bank is asked now. `openMs`: for how long not everybody's questions have been let through. */
export type ClientReading = {
  readonly circuit: CircuitReading["state"];
  readonly openMs: number;
  readonly running: number;
  readonly waiting: number;
};

/** The client of one bank, with connections, limits, circuit and retries of its own. */
export type ProviderClient = {
  readonly fetch: <T>(
    provider: UpstreamProvider,
    requests: ReceiptLocation["requests"],
    read: ReadAnswer<T>,
    caller: TurnTaker | null,
  ) => Promise<Result<T, Failure>>;
  /** Waits for a turn and a permit as a question of the caller does, and holds the permit while `work` runs. */
  readonly occupy: (
    provider: UpstreamProvider,
    caller: TurnTaker | null,
    work: () => Promise<void>,
  ) => Promise<Result<true, Failure>>;
  /** Milliseconds until asking can help again; 0 while it is asked. */
  readonly waitMs: () => number;
  readonly reading: () => ClientReading;
  readonly close: () => Promise<void>;
};

export const createProviderClient = (
  settings: ProviderSettings,
  dependencies: ClientDependencies,
): ProviderClient => {
  const { budgets, monotonicMs, pause } = dependencies;
  // A request that has waited still needs most of a short time for the question itself.
  const permitWaitMs = Math.min(
    budgets.bulkhead.waitMs,
    (settings.timeoutMs ?? Number.POSITIVE_INFINITY) / 3,
  );
  const bulkhead = createBulkhead({ ...budgets.bulkhead, waitMs: permitWaitMs });
  const circuits = createCircuits(budgets, monotonicMs);
  const slowdown = createSlowdown(budgets.slowdown, monotonicMs, pause);
  const { send, close } = createSend(settings, dependencies);

  /** Waits for a turn where the provider is asked slowly. Fails with `provider_unavailable` where that takes too long. */
  const waitForTurn = async ({
    provider,
    caller,
    startedAt,
  }: Pick<Fetching<unknown>, "provider" | "caller" | "startedAt">) => {
    const leftMs = startedAt + provider.timeoutMs - monotonicMs();
    const waitMsMax = Math.min(budgets.turnMsMax, provider.timeoutMs / 2, leftMs);
    const turn = await slowdown.takeTurn(waitMsMax, caller);
    return turn.ok ? turn : unavailable(turn.error, "asked slowly");
  };

  const fetchOnce = async <T>(
    { provider, requests, read, caller, startedAt }: Fetching<T>,
    deadline: AbortSignal,
  ): Promise<{ readonly result: Result<T, Failure>; readonly isSlowdown: boolean }> => {
    const permit = await bulkhead.enter(caller);
    if (!permit.ok) return { result: overloaded(permit.error), isSlowdown: false };
    // A request that only waited has not asked the provider, so it does not count against it.
    if (deadline.aborted) {
      permit.value();
      return { result: overloaded("waited too long"), isSlowdown: false };
    }
    const waitedMs = monotonicMs() - startedAt;
    const pass = circuits.admit(caller);
    let health: Health = { kind: "untold" };
    let isSlowdown = false;
    const ask = async (request: UpstreamRequest, isLast: boolean, readAnswer = read) => {
      const askedAt = monotonicMs();
      const answer = await send(provider, request, deadline);
      if (isLast) permit.value();
      if (!answer.ok && answer.error.isSlowdown === true) {
        isSlowdown = true;
        slowdown.begin(answer.error.pauseMs ?? 0, askedAt);
      }
      const result = answer.ok ? await readAnswer(answer.value, waitedMs) : err(answer.error.failure);
      health = answer.ok ? healthOfReading(result) : healthOfFault(answer.error);
      if (health.kind === "answered") slowdown.noteAnswer(askedAt);
      return result;
    };
    try {
      if (!pass.ok) return { result: circuitOpen(pass.error), isSlowdown };
      const [request, ...others] = requests;
      let result = await ask(request, others.length === 0);
      for (const [at, other] of others.entries()) {
        if (result.ok || result.error.code !== "receipt_not_found") break;
        result = await ask(other, at === others.length - 1, readingOf(other, result, read));
      }
      return { result, isSlowdown };
    } finally {
      permit.value();
      if (pass.ok) pass.value.settle(health);
    }
  };

  return {
    fetch: async (provider, requests, read, caller) => {
      const refusedMs = circuits.refusesForMs(caller);
      if (refusedMs > 0) return circuitOpen(refusedMs);
      const deadline = startDeadline(provider.timeoutMs);
      try {
        const fetching = { provider, requests, read, caller, startedAt: monotonicMs() };
        const turn = await waitForTurn(fetching);
        if (!turn.ok) return turn;
        const first = await fetchOnce(fetching, deadline.signal);
        if (!first.isSlowdown) return first.result;
        // Who can wait a moment need not hear of it.
        const again = await waitForTurn(fetching);
        return again.ok ? (await fetchOnce(fetching, deadline.signal)).result : first.result;
      } finally {
        deadline.clear();
      }
    },
    occupy: async (provider, caller, work) => {
      const refused = () => {
        const refusedMs = circuits.refusesForMs(caller);
        return refusedMs > 0 ? circuitOpen(refusedMs) : null;
      };
      const before = refused();
      if (before !== null) return before;
      const turn = await waitForTurn({ provider, caller, startedAt: monotonicMs() });
      if (!turn.ok) return turn;
      const permit = await bulkhead.enter(caller);
      if (!permit.ok) return overloaded(permit.error);
      try {
        const since = refused();
        if (since !== null) return since;
        await work();
        return ok(true);
      } finally {
        permit.value();
      }
    },
    waitMs: circuits.waitMs,
    reading: () => ({ ...circuits.reading(), ...bulkhead.reading() }),
    close,
  };
};

/**
 * Two circuits of one bank. Callers without a key can be any number, so that their failures shut the bank to each other
 * alone.
 */
const createCircuits = ({ circuit }: Pick<UpstreamBudgets, "circuit">, monotonicMs: () => number) => {
  const everybodys = createCircuit(circuit, monotonicMs);
  const anonymous = createCircuit(circuit, monotonicMs);
  return {
    /** Milliseconds until asking can help this caller again; 0 while `admit` would give a pass. */
    refusesForMs: (caller: TurnTaker | null): number =>
      Math.max(
        everybodys.refusesForMs(caller?.id),
        isAnonymous(caller) ? anonymous.refusesForMs(caller?.id) : 0,
      ),
    admit: (caller: TurnTaker | null): Result<Pass, number> => {
      const shared = everybodys.admit(caller?.id);
      const own = shared.ok && isAnonymous(caller) ? anonymous.admit(caller?.id) : shared;
      // A pass that is not used is settled, or the circuit would wait for its probe for ever.
      if (shared.ok && !own.ok) shared.value.settle({ kind: "untold" });
      if (!shared.ok || !own.ok || own === shared) return own;
      return ok({
        settle: (health) => {
          own.value.settle(health);
          shared.value.settle(health.kind === "failed" ? { kind: "untold" } : health);
        },
      });
    },
    waitMs: (): number => everybodys.refusesForMs(),
    reading: (): Pick<ClientReading, "circuit" | "openMs"> => {
      const [shared, own] = [everybodys.reading(), anonymous.reading()];
      const worse = shared.state === "closed" ? own : shared;
      return { circuit: worse.state, openMs: Math.max(shared.openMs, own.openMs) };
    },
  };
};

type Fetching<T> = {
  readonly provider: UpstreamProvider;
  readonly requests: ReceiptLocation["requests"];
  readonly read: ReadAnswer<T>;
  readonly caller: TurnTaker | null;
  readonly startedAt: number;
};

/** Of a second place, what only says that nothing lies there leaves the answer as it was. */
const readingOf =
  <T>(
    { nothingThere = [] }: UpstreamRequest,
    before: Result<T, Failure>,
    read: ReadAnswer<T>,
  ): ReadAnswer<T> =>
  async (answer, waitedMs) =>
    nothingThere.includes(answer.status) ? before : read(answer, waitedMs);

const overloaded = (detail: string) => fail("overloaded", { retryAfterSeconds: 2, detail });

const circuitOpen = (waitMs: number) => unavailable(waitMs, "circuit open");

const unavailable = (waitMs: number, detail: string) =>
  fail("provider_unavailable", { retryAfterSeconds: Math.ceil(waitMs / 1000), detail });

const startDeadline = (timeoutMs: number) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};

const healthOfFault = ({ failure, isInfrastructure, isSlowdown = false, pauseMs }: Fault): Health => {
  // A shortage of our own says nothing of the provider.
  if (isSlowdown || failure.code === "overloaded") return { kind: "untold" };
  if (!isInfrastructure) return { kind: "layout_changed" };
  return { kind: "failed", ...(pauseMs === undefined ? {} : { pauseMs }) };
};

/** A cut body and a block page only show when the page is read; an unknown page is a changed layout. */
const healthOfReading = (result: Result<unknown, Failure>): Health => {
  if (result.ok) return { kind: "answered" };
  if (result.error.code === "overloaded") return { kind: "untold" };
  const code = providerCodeOf(result.error);
  switch (code) {
    case "provider_error":
    case "provider_blocked":
      return { kind: "failed" };
    case "provider_format_changed":
      return { kind: "layout_changed" };
    // None of these comes of a page: whoever reads one has been answered.
    case "provider_tls_failure":
    case "provider_unavailable":
    case "provider_timeout":
    case null:
      return { kind: "answered" };
  }
};

/** Sends a request to the provider: one attempt, and at most one more where the first was bad luck. */
const createSend = (settings: ProviderSettings, dependencies: ClientDependencies) => {
  const { budgets, monotonicMs, random, resolve, observe, connect } = dependencies;
  const retries = createRetryBudget(budgets.retries, monotonicMs);
  const connections = new Map<string, Dispatcher | null>();

  const connectionsTo = (url: URL): Dispatcher | null => {
    const known = connections.get(url.origin);
    if (known !== undefined) return known;
    const opened = connect(url, settings, budgets, resolve);
    connections.set(url.origin, opened);
    return opened;
  };

  return {
    send: async (
      provider: UpstreamProvider,
      request: UpstreamRequest,
      deadline: AbortSignal,
    ): Promise<Result<UpstreamAnswer, Fault>> => {
      const dispatcher = connectionsTo(new URL(request.url));
      if (dispatcher === null) return err(infrastructureFault("provider_error", "address not public"));
      const headers = joinHeaders(request.headers, settings.headers);
      const firstByteMs = Math.ceil(budgets.firstByteMs(provider));
      const host = new URL(request.url).hostname;
      const once = async () => {
        const startedMs = monotonicMs();
        const answer = await get({
          dispatcher,
          request: { ...request, headers },
          firstByteMs,
          deadline,
          budgets,
        });
        const errorType = answer.ok ? "" : answer.error.failure.code;
        const seconds = (monotonicMs() - startedMs) / 1000;
        observe({ kind: "provider_request", provider: provider.label, host, errorType, seconds });
        return answer;
      };

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
      const open = [...connections.values()];
      connections.clear();
      await Promise.all(open.map((one) => one?.close()));
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
