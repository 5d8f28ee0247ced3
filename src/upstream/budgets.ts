import type { ProviderSettings } from "../providers/provider.ts";
import type { BulkheadLimits } from "./bulkhead.ts";
import type { CircuitLimits } from "./circuit.ts";
import type { RetryBudgetLimits } from "./retry-budget.ts";
import type { SlowdownLimits } from "./slowdown.ts";

/** Time and byte limits of asking a provider. */
export type UpstreamBudgets = {
  readonly connectMs: number;
  readonly wireBytesMax: number;
  readonly unpackedBytesMax: number;
  readonly headerBytesMax: number;
  readonly retryDelayMs: { readonly least: number; readonly most: number };
  readonly retries: RetryBudgetLimits;
  readonly bulkhead: BulkheadLimits;
  readonly circuit: CircuitLimits;
  readonly slowdown: SlowdownLimits;
  /** How long a question waits for its turn while a provider is asked slowly, and never half of its whole time. */
  readonly turnMsMax: number;
  /** Longest wait that a provider's own `Retry-After` is granted. */
  readonly pauseMsMax: number;
  /** Milliseconds from sending a request to the first byte of its answer. */
  readonly firstByteMs: (provider: {
    readonly settings: ProviderSettings;
    readonly timeoutMs: number;
  }) => number;
};

const mebibyte = 1024 * 1024;

export const upstreamBudgets: UpstreamBudgets = {
  connectMs: 3_000,
  wireBytesMax: 2 * mebibyte,
  unpackedBytesMax: 4 * mebibyte,
  headerBytesMax: 32 * 1024,
  retryDelayMs: { least: 100, most: 400 },
  retries: { windowMs: 60_000, share: 0.1, least: 3 },
  bulkhead: { running: 8, waiting: 16, waitMs: 5_000 },
  circuit: {
    windowMs: 30_000,
    leastQuestions: 10,
    failedShare: 0.5,
    firstOpenMs: 15_000,
    longestOpenMs: 120_000,
    probeWaitMs: 1_000,
    failuresOfOneCallerMax: 2,
  },
  slowdown: { turns: 10, spacingMs: { least: 500, most: 4_000 }, waiting: 16 },
  turnMsMax: 5_000,
  pauseMsMax: 60_000,
  firstByteMs: ({ settings, timeoutMs }) => {
    // An operator's short total still leaves half of itself for the first byte.
    if (settings.timeoutMs !== undefined) return Math.max(timeoutMs - 2_000, timeoutMs / 2);
    return timeoutMs > 15_000 ? timeoutMs - 5_000 : Math.min(8_000, timeoutMs);
  },
};
