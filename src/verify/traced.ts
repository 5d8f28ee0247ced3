import type { Accounts } from "../accounts/accounts.ts";
import type { Failure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { type SpanAttributes, type Tracing, traced } from "../core/tracing.ts";
import type { Decoder } from "../documents/decoder.ts";
import type { Question } from "../providers/provider.ts";
import type { Upstream } from "../upstream/upstream.ts";
import type { ReceiptCache } from "./cache.ts";
import type { Verify } from "./verify.ts";

/** The parts of a verification, each in a span of its own. */

export const tracedVerify =
  (tracing: Tracing, verify: Verify): Verify =>
  (request) =>
    traced(
      tracing,
      "verification",
      { provider: request.provider.label },
      () => verify(request),
      ({ result }) => codeOf(result),
    );

type Counting = Pick<Accounts, "reserve" | "commit" | "void" | "isUndone">;

export const tracedAccounts = (tracing: Tracing, accounts: Counting): Counting => ({
  reserve: (...asked) => traced(tracing, "reserve", {}, () => accounts.reserve(...asked), codeOf),
  commit: (...answer) => traced(tracing, "commit", {}, () => accounts.commit(...answer), codeOf),
  void: (...reservation) => traced(tracing, "void", {}, () => accounts.void(...reservation), codeOf),
  isUndone: accounts.isUndone,
});

export const tracedCache = (tracing: Tracing, cache: ReceiptCache): ReceiptCache => ({
  ...cache,
  find: (key) =>
    traced(
      tracing,
      "cache",
      { provider: key.provider },
      () => cache.find(key),
      (found) => ({ result: found === null ? "miss" : "hit" }),
    ),
});

export const tracedUpstream = (tracing: Tracing, upstream: Upstream): Upstream => ({
  ...upstream,
  fetch: (provider, ...asked) =>
    traced(
      tracing,
      "upstream",
      { provider: provider.label },
      () => upstream.fetch(provider, ...asked),
      codeOf,
    ),
});

export const tracedDecoder = (tracing: Tracing, decoder: Pick<Decoder, "decode">): typeof decoder => ({
  decode: (...document) => traced(tracing, "decode", {}, () => decoder.decode(...document), codeOf),
});

/** A question whose answer is read in a span of its own. */
export const tracedQuestion = (tracing: Tracing, question: Question): Question => ({
  ...question,
  read: (...answer) => tracedAtOnce(tracing, "validate", () => question.read(...answer)),
});

/** Runs something that waits for nothing in a span of its own. */
export const tracedAtOnce = <T>(tracing: Tracing, name: string, work: () => T): T => {
  const span = tracing.open(name);
  try {
    return span.within(work);
  } finally {
    span.end();
  }
};

const codeOf = (result: Result<unknown, Failure>): SpanAttributes =>
  result.ok ? {} : { "error.type": result.error.code };
