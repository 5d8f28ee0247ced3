import type { Readable } from "node:stream";
import { Agent, request } from "undici";

/** As much of `fetch` as a client of one JSON server needs. */
export type ServerFetch = {
  readonly fetch: (
    url: string,
    init: {
      readonly headers: Record<string, string>;
      readonly body: string | Readable;
      readonly signal: AbortSignal;
    },
  ) => Promise<{ readonly json: () => Promise<unknown> }>;
  readonly close: () => Promise<void>;
};

const answerBytesMax = 16 * 1024 * 1024;

/**
 * Posts to a server of the operator's choice over connections that are kept. An answer that is cut off rejects at once;
 * how long is waited for one is the caller's own signal's to say.
 */
export const createServerFetch = (): ServerFetch => {
  const dispatcher = new Agent({
    connections: 256,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerBytesMax,
  });
  return {
    fetch: async (url, { headers, body, signal }) => {
      const answer = await request(url, { dispatcher, method: "POST", headers, body, signal });
      return { json: () => answer.body.json() };
    },
    // What is still asked for is nobody's any more.
    close: () => dispatcher.destroy(),
  };
};
