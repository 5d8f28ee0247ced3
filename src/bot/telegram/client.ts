import type { Readable } from "node:stream";
import { Api, type ApiClientOptions, GrammyError, HttpError, type Transformer } from "grammy";
import type { ApiError, ApiResponse } from "grammy/types";
import { createLruCache } from "../../core/lru-cache.ts";
import { stillHeld } from "../data/inbox.ts";
import { allowedUpdates } from "./arrival.ts";
import { type BotTimings, backoffMs, pause } from "./timings.ts";

type MethodCall = {
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: string | Readable;
  readonly signal: AbortSignal;
};

/** The one use that grammY makes of `fetch`: it posts JSON or a form, and reads the answer as JSON. */
export type TelegramFetch = (
  url: string,
  request: MethodCall,
) => Promise<{ readonly json: () => Promise<unknown> }>;

/** Bytes of an answer; a longer one is an error. */
const answerBytesMax = 16 * 1024 * 1024;

/**
 * The connections to Telegram, which are kept between calls. A connection is given up before a call's deadline, so
 * that the error tells that nothing was sent.
 */
export const createTelegramFetch = ({ connectTimeoutMs = 10_000, connections = 256 } = {}) => {
  // Loaded for the first call: no start needs the HTTP client.
  const open = async () => {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent({
      connections,
      connect: { timeout: connectTimeoutMs },
      // grammY ends a call that takes too long.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: answerBytesMax,
    });
    return { dispatcher, request };
  };
  let opened: ReturnType<typeof open> | null = null;
  const fetch: TelegramFetch = async (url, { method, headers, body, signal }) => {
    opened ??= open();
    const { dispatcher, request } = await opened;
    const answer = await request(url, { dispatcher, method, headers, body, signal });
    return { json: () => answer.body.json() };
  };
  return { fetch, close: async () => (await opened)?.dispatcher.destroy() };
};

type ClientDependencies = { readonly apiRoot: string; readonly fetch: TelegramFetch };

/** How grammY's client is set up; each of its calls ends by this deadline. */
export const clientOptions = (
  { apiRoot, fetch }: ClientDependencies,
  deadlineMs: number,
): ApiClientOptions => ({
  apiRoot,
  timeoutSeconds: deadlineMs / 1000,
  // grammY types it by a package of its own.
  fetch: fetch as unknown as NonNullable<ApiClientOptions["fetch"]>,
});

/** Asks for updates until `signal` is raised. It has a client without the policy, for the poller itself tries again. */
export const createLongPoll = (
  token: string,
  client: ClientDependencies,
  { pollSeconds }: Pick<BotTimings, "pollSeconds">,
) => {
  const api = new Api(token, clientOptions(client, (pollSeconds + 15) * 1000));
  return (offset: number, signal: AbortSignal): Promise<unknown> =>
    api.getUpdates(
      { offset, timeout: pollSeconds, allowed_updates: [...allowedUpdates] },
      // grammY types it by a package of its own.
      signal as unknown as Parameters<Api["getUpdates"]>[1],
    );
};

export type LongPoll = ReturnType<typeof createLongPoll>;

/** Attempts of one call, the first included: about a minute of trouble for what carries an answer. */
const attemptsMax = 8;
const briefAttemptsMax = 2;
/** Flood waits that are remembered, at most. */
const floodsMax = 10_000;
/** A longer one is obeyed so long, and asked about again. */
const floodSecondsMax = 60 * 60;
/** A call waits no longer than this in all. What cannot be sent by then waits in the inbox, where it holds no place. */
const waitedSecondsMax = 2;

/**
 * How the bot calls Telegram. A flood wait holds for its chat, or for its method where there is no chat. A call waits for
 * the end of a short one; while a longer one lasts it is refused, as Telegram would, without being made. A call whose
 * answer was lost is repeated only when repeating it changes nothing.
 */
export const createTelegramPolicy = (timings: BotTimings): Transformer => {
  /** Until when nothing may be sent, on the clock of `performance`. */
  const floods = createLruCache<string, number>(floodsMax);

  const leftSeconds = (flooded: string): number => {
    const leftMs = (floods.get(flooded) ?? 0) - performance.now();
    return leftMs <= 0 ? 0 : leftMs / timings.floodSecondMs;
  };

  const note = (flooded: string, seconds: number): void => {
    // Calls that were made at the same time may each bring a wait of their own.
    const until = performance.now() + Math.min(seconds, floodSecondsMax) * timings.floodSecondMs;
    floods.set(flooded, Math.max(until, floods.get(flooded) ?? 0));
  };

  return async (previous, method, payload, signal) => {
    const flooded = floodedBy(method, "chat_id" in payload ? payload.chat_id : null);
    let waited = 0;

    for (let attempt = 1; ; attempt += 1) {
      // While this process was cut off, another one may have said it, and taken it back since.
      if (attempt > 1) await stillHeld();
      for (let left = leftSeconds(flooded); left > 0; left = leftSeconds(flooded)) {
        waited += left;
        if (waited > waitedSecondsMax) return refusalFor(left);
        await pause(left * timings.floodSecondMs);
      }
      const last = attempt >= (isBrief(method) ? briefAttemptsMax : attemptsMax);
      const outcome = await previous(method, payload, signal)
        .then((answer) => checked(method, answer))
        .catch((error: unknown) => {
          if (last || !mayRepeat(method, error)) throw error;
          return null;
        });
      if (outcome?.ok === false && outcome.error_code === 429) {
        note(flooded, outcome.parameters?.retry_after || 1);
      } else if (outcome !== null && (outcome.ok || last)) {
        return outcome;
      } else {
        const faulty = outcome === null || (outcome.error_code >= 500 && isIdempotent(method));
        if (!faulty) return outcome;
        await pause(backoffMs(timings, attempt));
      }
    }
  };
};

/**
 * What a flood wait of a call holds up: what is said in the chat. Courtesy is held up by itself, and so is a method without
 * a chat: a picture's file does not wait for the list of commands.
 */
const floodedBy = (method: string, chatId: unknown): string =>
  chatId === null ? method : isBrief(method) ? `${method} ${chatId}` : `${chatId}`;

const refusalFor = (seconds: number): ApiError => ({
  ok: false,
  error_code: 429,
  description: "Too Many Requests: the wait that Telegram asked for is not over",
  parameters: { retry_after: Math.ceil(seconds) },
});

/** Treats JSON that a gateway gives in Telegram's place as a lost answer. */
const checked = <T>(method: string, answer: ApiResponse<T>): ApiResponse<T> => {
  if (isAnswer(answer)) return answer;
  throw new HttpError(
    `'${method}' got JSON that is not Telegram's`,
    new Error("not an answer of Telegram's"),
  );
};

const isAnswer = (answer: unknown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  "ok" in answer &&
  (answer.ok === true
    ? "result" in answer && answer.result !== null
    : "error_code" in answer && typeof answer.error_code === "number");

const isIdempotent = (method: string): boolean =>
  /^(?:get|set|edit|answer|delete)/.test(method) || method === "sendChatAction";

/** Courtesy calls, and those whose caller can ask again: a chat does not wait a minute for them. */
const isBrief = (method: string): boolean =>
  method === "sendChatAction" ||
  method === "setMessageReaction" ||
  method === "getChatMember" ||
  method === "getChatAdministrators";

/** How many seconds are left of a flood wait that has ended a call; null for other errors. */
export const floodSecondsOf = (error: unknown): number | null =>
  error instanceof GrammyError && error.error_code === 429 ? (error.parameters.retry_after ?? 1) : null;

/** Whether a message was sent and is gone already, as where something in its group deletes what bots write. */
export const isDeletedAtOnce = (error: unknown): boolean =>
  error instanceof GrammyError && error.description.includes("sent message was immediately deleted");

/** Whether Telegram may have acted on a call that failed: its answer was lost, or a gateway answered. */
export const isUncertain = (error: unknown): boolean =>
  (error instanceof HttpError && !wasNeverSent(error)) ||
  (error instanceof GrammyError && error.error_code >= 500 && !isDeletedAtOnce(error));

const mayRepeat = (method: string, error: unknown): boolean => isIdempotent(method) || wasNeverSent(error);

/** Codes of errors that end a call before there is a connection; any other code leaves open whether it was sent. */
const unsentCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

const wasNeverSent = (error: unknown): boolean =>
  error instanceof HttpError &&
  error.error instanceof Error &&
  "code" in error.error &&
  unsentCodes.has(error.error.code);
