import type { Readable } from "node:stream";
import { type ApiClientOptions, HttpError, InputFile, type Transformer } from "grammy";
import type { ApiResponse } from "grammy/types";
import type { Pace } from "./pace.ts";

type Posted = {
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
};

/**
 * Resolves with the JSON of the answer, whatever its status; rejects when there is none in time, with an error whose code
 * is `NOT_SENT` when nothing was sent.
 */
export type TelegramPost = (url: string, posted: Posted) => Promise<unknown>;

type Dependencies = {
  /** Where methods are called: a method's name follows. */
  readonly methodRoot: string;
  readonly post: TelegramPost;
  readonly pace: Pace;
  /** Ends the long poll. */
  readonly signal: AbortSignal;
};

/**
 * Makes the calls in grammY's place, at a fraction of the cost; only the form of those that carry a file is left to it.
 * Fails as it does: with an HttpError when there is no answer of Telegram's. Every call ends in time.
 */
export const createTelegramCalls = ({ methodRoot, post, pace, signal }: Dependencies): Transformer => {
  const headers = { "content-type": "application/json" };
  const poll = { headers, timeoutMs: (pace.pollSeconds + 15) * 1000, signal };
  const call = { headers, timeoutMs: pace.callTimeoutMs };

  return async (previous, method, payload) => {
    if (Object.values(payload).some((value) => value instanceof InputFile)) return previous(method, payload);
    try {
      const limits = method === "getUpdates" ? poll : call;
      return await ask(post, `${methodRoot}${method}`, { ...limits, body: JSON.stringify(payload) });
    } catch (error) {
      throw new HttpError(`Network request for '${method}' failed!`, error);
    }
  };
};

/** The one use that grammY makes of `fetch`: it posts a form, and reads the answer as JSON. */
export const toGrammyFetch = (post: TelegramPost, { callTimeoutMs: timeoutMs }: Pace): GrammyFetch => {
  const fetch = async (url: string, { headers, body }: Posted) => {
    const answer = await ask(post, url, { headers, body, timeoutMs });
    return { json: async () => answer };
  };
  // grammY types it by a package of its own.
  return fetch as unknown as GrammyFetch;
};

type GrammyFetch = NonNullable<ApiClientOptions["fetch"]>;

/** Rejects what a gateway may give in Telegram's place: of that nobody knows whether the call has arrived. */
const ask = async (post: TelegramPost, url: string, posted: Posted): Promise<ApiResponse<never>> => {
  const answer = await post(url, posted);
  if (!isAnswer(answer)) throw new Error("JSON that is no answer of Telegram's");
  return answer;
};

/** What is within is grammY's to say. */
const isAnswer = (answer: unknown): answer is ApiResponse<never> =>
  typeof answer === "object" &&
  answer !== null &&
  "ok" in answer &&
  (answer.ok === true
    ? "result" in answer && answer.result !== null
    : "error_code" in answer && typeof answer.error_code === "number");
