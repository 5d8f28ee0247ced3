import { createStopping } from "../../core/stopping.ts";
import { openStore } from "../../database/store.ts";
import { createDecoder } from "../../documents/decoder.ts";
import type { Provider, Question } from "../../providers/provider.ts";
import { createUpstream, type Upstream } from "../../upstream/upstream.ts";
import { createAskProvider } from "../../verify/ask-provider.ts";
import type { ReceiptCache } from "../../verify/cache.ts";
import { createLookUp, type LookUpOutcome } from "../../verify/look-up.ts";
import { readKnownLayouts } from "../layout-changes/known-layouts.ts";
import { createLayoutChanges } from "../layout-changes/layout-changes.ts";
import { createLayoutWatch } from "../layout-changes/layout-watch.ts";
import type { Installation } from "./command.ts";

/** What a provider sent, before it is decoded. */
export type RawAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

/**
 * Asks a provider for the operator, beside the processes: nothing is counted, and the cache is not looked at.
 *
 * @param onAnswer hears each answer that is read; the record is of the last one
 */
export const lookUpAlone = async (
  provider: Provider,
  question: Question,
  installation: Pick<Installation, "config" | "log" | "now" | "workerFile" | "decoder">,
  onAnswer?: (answer: RawAnswer) => void,
): Promise<LookUpOutcome> => {
  const { config, log, now, workerFile = besideTheTool } = installation;
  const stopping = createStopping();
  try {
    const store = stopping.closeLast(await openStore({ ...config, now }));
    const changes = createLayoutChanges({ store, now });
    const layoutWatch = stopping.closeLast(createLayoutWatch({ changes, known: readKnownLayouts(), log }));
    const decoder = installation.decoder ?? stopping.closeLast(createDecoder({ workerFile, threads: 1 }));
    const upstream = stopping.closeLast(createUpstream());
    const heard: Pick<Upstream, "fetch"> = {
      fetch: (asked, requests, read, caller) =>
        upstream.fetch(
          asked,
          requests,
          (answer, waitedMs) => {
            onAnswer?.(answer);
            return read(answer, waitedMs);
          },
          caller,
        ),
    };
    const askProvider = createAskProvider({ upstream: heard, decoder, onRead: layoutWatch.notice, now });
    return await createLookUp({ askProvider, upstream, cache: noCache, now })(provider, question);
  } finally {
    await stopping.stop();
  }
};

/** Where the compiled decoding thread lies beside the tool's own files. */
export const besideTheTool = new URL("../../documents/decode-worker.js", import.meta.url);

const noCache: ReceiptCache = {
  find: async () => null,
  keep: async () => {},
  noteUndone: async () => {},
  isUndoneSince: async () => false,
};
