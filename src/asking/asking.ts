import type { DriftSight } from "../drift/drift-sight.ts";
import { type Failure, fail } from "../failure.ts";
import type { Provider, Question } from "../providers/provider.ts";
import type { Decoder } from "../reading/decoder.ts";
import type { Document } from "../reading/document.ts";
import type { Reading } from "../receipt.ts";
import type { Result } from "../result.ts";
import type { Upstream, UpstreamAnswer } from "../upstream/upstream.ts";

/** What a provider's own document says, or why nothing is known of it. */
export type Asked = {
  readonly result: Result<Reading, Failure>;
  readonly timings: { readonly upstreamMs: number; readonly parseMs: number };
};

/** Asks providers: question out, document in, decoded and read strictly. */
export type Asking = {
  /** `asker`: whose question it is, by any name; unset: nobody's in particular. */
  readonly ask: (provider: Provider, question: Question, asker?: string | null) => Promise<Asked>;
  /** Milliseconds until asking a provider can help again; 0 while it is asked. */
  readonly waitMs: (provider: Provider) => number;
  /** Lets running questions end; new ones are `overloaded`. */
  readonly close: () => Promise<void>;
};

type Dependencies = {
  readonly upstream: Upstream;
  readonly decoder: Decoder;
  /** Told of every document that a provider sends. */
  readonly drift?: Pick<DriftSight, "notice">;
  readonly now: () => Date;
};

/** Asks here, in this thread. */
export const createAsking = ({ upstream, decoder, drift, now }: Dependencies): Asking => ({
  ask: async (provider, question, asker = null) => {
    const startedAt = performance.now();
    let parseMs = 0;
    const read = async (answer: UpstreamAnswer) => {
      const { status, contentType, bytes } = answer;
      const parseStartedAt = performance.now();
      const document = judgeUndecoded(await decoder.decode(bytes, contentType), status);
      const reading = document.ok ? question.read({ status, document: document.value }, now()) : document;
      parseMs = performance.now() - parseStartedAt;
      drift?.notice({ provider, document: document.ok ? document.value : null, reading });
      return reading;
    };
    const result = await upstream.fetch(provider, question.requests, read, asker);
    const upstreamMs = performance.now() - startedAt - parseMs;
    return { result, timings: { upstreamMs, parseMs } };
  },
  waitMs: ({ settings }) => upstream.waitMs(settings),
  close: async () => {
    await upstream.close();
    await decoder.close();
  },
});

/** A failing provider's words that are no document say that it fails, not that its format changed. */
const judgeUndecoded = (document: Result<Document, Failure>, status: number): Result<Document, Failure> =>
  !document.ok && document.error.code === "provider_format_changed" && status >= 500
    ? fail("provider_error", { detail: `status ${status}` })
    : document;
