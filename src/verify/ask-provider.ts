import { type Failure, fail } from "../core/failure.ts";
import type { TurnTaker } from "../core/fair-queue.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import type { Result } from "../core/result.ts";
import type { Decoder } from "../documents/decoder.ts";
import type { Document } from "../documents/document.ts";
import type { Provider, Question } from "../providers/provider.ts";
import type { UpstreamAnswer } from "../upstream/get.ts";
import type { Upstream } from "../upstream/upstream.ts";

/** The receipt in a provider's own document, or why there is none. */
export type LiveAnswer = {
  readonly result: Result<VerifiedReceipt, Failure>;
  readonly timings: { readonly upstreamMs: number; readonly parseMs: number };
};

/** Asks a provider, decodes its document and reads it strictly. */
export type AskProvider = (
  provider: Provider,
  question: Question,
  /** Unset: no particular caller. */
  caller?: TurnTaker | null,
) => Promise<AskedAnswer>;

/** `providerMs`: what of `upstreamMs` the provider took, waits for a place and a turn left out. */
type AskedAnswer = LiveAnswer & { readonly providerMs: number };

/** Is told of every document and what was read from it. `document` is null when its bytes could not be decoded. */
export type OnRead = (read: {
  readonly provider: Provider;
  readonly document: Document | null;
  readonly verified: Result<VerifiedReceipt, Failure>;
}) => void;

type Dependencies = {
  readonly upstream: Pick<Upstream, "fetch">;
  readonly decoder: Pick<Decoder, "decode">;
  readonly onRead?: OnRead;
  readonly now: () => Date;
};

export const createAskProvider =
  ({ upstream, decoder, onRead, now }: Dependencies): AskProvider =>
  async (provider, question, caller = null) => {
    const startedAt = performance.now();
    let parseMs = 0;
    let waitedMs = 0;
    const read = async ({ status, contentType, bytes }: UpstreamAnswer, untilAskedMs: number) => {
      waitedMs = untilAskedMs;
      const parseStartedAt = performance.now();
      const document = failureOfStatus(await decoder.decode(bytes, contentType), status);
      const verified = document.ok ? question.read({ status, document: document.value }, now()) : document;
      parseMs = performance.now() - parseStartedAt;
      onRead?.({ provider, document: document.ok ? document.value : null, verified });
      return verified;
    };
    const result = await upstream.fetch(provider, question.requests, read, caller);
    const upstreamMs = performance.now() - startedAt - parseMs;
    return { result, timings: { upstreamMs, parseMs }, providerMs: upstreamMs - waitedMs };
  };

/** An error page of a failing provider is a failure of the provider, not a changed layout. */
const failureOfStatus = (document: Result<Document, Failure>, status: number): Result<Document, Failure> =>
  !document.ok && document.error.code === "provider_format_changed" && status >= 500
    ? fail("provider_error", { detail: `status ${status}` })
    : document;
