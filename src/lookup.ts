import type { Failure } from "./failure.ts";
import type { Provider, Question } from "./providers/provider.ts";
import type { Reading } from "./receipt.ts";
import type { Result } from "./result.ts";

export type LookupOutcome = {
  readonly result: Result<Reading, Failure>;
  readonly source: "live" | "cache";
  /** When the provider was asked. */
  readonly checkedAt: Date;
  readonly timings: { readonly upstreamMs: number; readonly parseMs: number };
};

/** Question in, reading out: cache, one shared fetch per canonical question, decode, read. */
export type LookUp = (provider: Provider, question: Question) => Promise<LookupOutcome>;
