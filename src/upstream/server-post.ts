import type { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";

export type ServerPost = {
  /**
   * Resolves with the JSON of the answer, whatever its status; rejects when it is cut off, too long, no JSON, or not
   * there to its last byte when `timeoutMs` are over or `signal` is raised. The error's code is `NOT_SENT` when there
   * was no connection to send it over.
   */
  readonly post: (
    url: string,
    posted: {
      readonly headers: Record<string, string>;
      readonly body: string | Readable;
      readonly timeoutMs: number;
      readonly signal?: AbortSignal;
    },
  ) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

const answerBytesMax = 16 * 1024 * 1024;

/** Posts to a server of the operator's choice over connections that are kept; who finds all of them busy waits. */
export const createServerPost = ({ connections = 256 } = {}): ServerPost => {
  const agent = new Agent({
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerBytesMax,
  });
  return {
    post: async (url, { headers, body, timeoutMs, signal }) => {
      const { origin, pathname: path } = new URL(url);
      const { text, stop } = ask(agent, { origin, path, method: "POST", headers, body });
      const timer = setTimeout(stop, timeoutMs);
      signal?.addEventListener("abort", stop);
      if (signal?.aborted) stop();
      try {
        return JSON.parse(await text);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
      }
    },
    // What is still asked for is nobody's any more.
    close: () => agent.destroy(),
  };
};

/** Gathers the answer as it comes: a stream and a signal of its own would cost as much as the rest of a call. */
const ask = (agent: Agent, request: Dispatcher.DispatchOptions) => {
  let stop = (): void => undefined;
  const text = new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let begun: Dispatcher.DispatchController | null = null;
    let stopped: Error | null = null;
    const fail = (error: Error) => reject(begun === null ? notSent(error) : error);
    stop = () => {
      stopped = new Error("the answer is not waited for any more");
      fail(stopped);
      begun?.abort(stopped);
    };
    agent.dispatch(request, {
      onRequestStart: (controller) => {
        begun = controller;
        // Nobody waited so long for a connection: what is not sent yet must not be. To abort it would end the connection.
        if (stopped !== null) throw stopped;
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => resolve(Buffer.concat(chunks).toString()),
      onResponseError: (_controller, error) => fail(error),
    });
  });
  return { text, stop };
};

const notSent = (cause: Error): Error =>
  Object.assign(new Error(`not sent: ${cause.message}`, { cause }), { code: "NOT_SENT" });
