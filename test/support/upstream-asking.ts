import type { Failure } from "../../src/core/failure.ts";
import type { TurnTaker } from "../../src/core/fair-queue.ts";
import { ok, type Result } from "../../src/core/result.ts";
import type { ProviderSettings, UpstreamRequest } from "../../src/providers/provider.ts";
import { type UpstreamBudgets, upstreamBudgets } from "../../src/upstream/budgets.ts";
import type { ReadAnswer } from "../../src/upstream/client.ts";
import type { UpstreamAnswer } from "../../src/upstream/get.ts";
import type { Upstream } from "../../src/upstream/upstream.ts";

/** The real budgets with times short enough for a test. */
export const shortBudgets: UpstreamBudgets = {
  ...upstreamBudgets,
  connectMs: 400,
  retryDelayMs: { least: 1, most: 3 },
  firstByteMs: () => 300,
};

export const settingsOf = (url: string, more: Partial<ProviderSettings> = {}): ProviderSettings => ({
  bank: "TEST Bank",
  url,
  aliases: [],
  headers: {},
  labels: {},
  ...more,
});

/** Passes the answer on as it is. */
export const asIs: ReadAnswer<UpstreamAnswer> = async (answer) => ok(answer);

/** Asks a provider for one path of its own host. */
export const ask = (
  upstream: Upstream,
  settings: ProviderSettings,
  {
    path = "/receipt/1",
    timeoutMs = 800,
    statuses = [200],
    headers = {},
    transientStatuses = [],
    read = asIs,
    caller = null,
  }: Partial<UpstreamRequest> & {
    path?: string;
    timeoutMs?: number;
    read?: ReadAnswer<UpstreamAnswer>;
    caller?: TurnTaker | null;
  } = {},
): Promise<Result<UpstreamAnswer, Failure>> =>
  upstream.fetch(
    { label: "alpha", settings, timeoutMs },
    [{ url: settings.url + path, headers, statuses, transientStatuses }],
    read,
    caller,
  );

/** `"200 text"` of an answer, or the code of a failure. */
export const told = (result: Result<UpstreamAnswer, Failure>): string =>
  result.ok ? `${result.value.status} ${Buffer.from(result.value.bytes).toString()}` : result.error.code;
