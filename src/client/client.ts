import type { z } from "zod";
import type { accountReply } from "../http/account-routes.ts";
import type { batchReplyBody } from "../http/batch-route.ts";
import type { providersReply } from "../http/provider-routes.ts";
import type { failureBody, verifiedBody } from "../http/reply-schemas.ts";
import type { textBody } from "../http/verification-requests.ts";
import type { detectedBody } from "../http/verify-routes.ts";
import type { ProviderLabel } from "../providers/registry.ts";
import type { Expectations } from "../verify/expectations.ts";

/**
 * A client of the HTTP API. Its types are those of the schemas that validate requests and write replies; nothing of them is
 * left when it is compiled, so the client is one file without dependencies. It needs `fetch`.
 */

export type ClientOptions = {
  /** Of the service, such as `https://receipts.example`. */
  readonly baseUrl: string;
  /** Unset or empty: requests count for the network address. */
  readonly apiKey?: string | undefined;
  /** Language of `error.message` and `error.hint`; unset: English. */
  readonly language?: "en" | "am" | "om" | "ti" | undefined;
  /** How often a call is repeated at most; unset: twice. Waiting for its own running request does not count. */
  readonly retriesMax?: number | undefined;
  /** A call is not repeated when it would have to wait longer; unset: 30 seconds. */
  readonly waitMaxMs?: number | undefined;
  /** Of one attempt; unset: 60 seconds, and 540 for a batch. The slowest bank has 30 seconds, and a batch 510. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long a call waits for its own request that still runs after the connection was lost; unset: 60 seconds, and 540 for
   * a batch.
   */
  readonly runningMaxMs?: number | undefined;
  /** Unset: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Resolves after so many milliseconds; unset: by a timer. `signal` says that nobody waits any more. */
  readonly pause?: ((ms: number, signal?: AbortSignal) => Promise<unknown>) | undefined;
};

/** What can be said of one call. */
export type CallOptions = {
  /**
   * Names the call across restarts of your program, such as the id of an order: 1 to 255 letters, digits and signs of ASCII
   * without spaces. The same request under the same key is charged once. Unset: a new one for each call.
   */
  readonly idempotencyKey?: string | undefined;
  /** Ends the call, also while it waits. */
  readonly signal?: AbortSignal | undefined;
};

type ApiError = z.infer<typeof failureBody>["error"];

export type Failed = {
  readonly ok: false;
  /** Null: there was no answer. */
  readonly httpStatus: number | null;
  readonly error: Omit<ApiError, "code" | "doc_url"> & {
    /**
     * A code of the API; `unreachable` when there was no answer, and `not_understood` when it was none of the API's, such
     * as the page of a proxy.
     */
    readonly code: ApiError["code"] | "unreachable" | "not_understood";
    readonly doc_url?: string;
  };
  readonly meta?: z.infer<typeof failureBody>["meta"];
  /**
   * What the request was sent with. The same request with this `idempotencyKey` gets the answer, if one was charged. Unset
   * where nothing was sent with one.
   */
  readonly idempotencyKey?: string;
};

/** The body of a success with `ok: true`, or why there is none. It is never thrown. */
export type Answer<Body extends z.ZodType> = (z.output<Body> & { readonly ok: true }) | Failed;

/** A receipt that the bank itself shows, or why there is none. */
export type VerifyAnswer = Answer<typeof verifiedBody>;

/** A label such as `beta`, or one that a later version knows. */
export type ProviderName = ProviderLabel | (string & {});

/** Fields of the provider's endpoint, such as `{reference}`. */
export type ProviderRequest = {
  readonly expect?: Expectations;
  readonly [field: string]: string | Expectations | undefined;
};

export type TextRequest = z.input<typeof textBody>;

export type BatchItem = TextRequest | (ProviderRequest & { readonly provider: ProviderName });

export type UploadRequest = {
  /** JPEG, PNG, WebP or GIF. */
  readonly image: Blob;
  readonly accountNumber?: string;
  readonly phone?: string;
  readonly provider?: string;
  readonly expect?: Expectations;
};

export type Client = {
  /** Verifies one receipt of a provider. */
  readonly verify: (
    provider: ProviderName,
    request: ProviderRequest,
    options?: CallOptions,
  ) => Promise<VerifyAnswer>;
  /** Finds the one receipt in a text (an SMS, a link, a reference) and verifies it. */
  readonly verifyText: (request: TextRequest, options?: CallOptions) => Promise<VerifyAnswer>;
  /** Up to 50 receipts. Each result has the answer's body and its `http_status`. */
  readonly verifyBatch: (
    items: readonly BatchItem[],
    options?: CallOptions,
  ) => Promise<Answer<typeof batchReplyBody>>;
  /** Verifies the receipt that a picture shows. */
  readonly upload: (request: UploadRequest, options?: CallOptions) => Promise<VerifyAnswer>;
  /** Finds references in a text. Asks no bank, counts nothing. */
  readonly detect: (text: string, options?: CallOptions) => Promise<Answer<typeof detectedBody>>;
  /** The providers that are offered, what they take, and whether they are asked now. */
  readonly providers: (options?: CallOptions) => Promise<Answer<typeof providersReply>>;
  /** The key's account: what is left of the day, and the balance. */
  readonly account: (options?: CallOptions) => Promise<Answer<typeof accountReply>>;
};

export const createClient = (options: ClientOptions): Client => {
  const call = createCall(options);
  const verifying = async (path: string, body: Body, given?: CallOptions): Promise<VerifyAnswer> => {
    const idempotencyKey = given?.idempotencyKey ?? crypto.randomUUID();
    const answer = await call<typeof verifiedBody>("POST", path, body, { ...given, idempotencyKey });
    // A receipt is real only when all three say so; a proxy may have changed one of them.
    if (answer.ok && answer.data?.status !== "Verified") return { ...notUnderstood(200), idempotencyKey };
    return answer;
  };
  return {
    verify: (provider, request, given) =>
      verifying(`/api/verify-${encodeURIComponent(provider)}`, { json: request }, given),
    verifyText: (request, given) => verifying("/api/verify", { json: request }, given),
    verifyBatch: async (items, given) => {
      const idempotencyKey = given?.idempotencyKey ?? crypto.randomUUID();
      const body = { json: { items } };
      const path = "/api/verify/batch";
      const keyed = { ...given, idempotencyKey };
      const answer = await call<typeof batchReplyBody>("POST", path, body, keyed, batchMs);
      if (answer.ok && !Array.isArray(answer.results)) return { ...notUnderstood(200), idempotencyKey };
      return answer;
    },
    upload: (request, given) => verifying("/api/upload", { form: formOf(request) }, given),
    detect: (text, given) => call("POST", "/api/detect", { json: { text } }, given),
    providers: (given) => call("GET", "/api/providers", null, given),
    account: (given) => call("GET", "/api/account", null, given),
  };
};

type Body = { readonly json: unknown } | { readonly form: FormData } | null;

const formOf = ({ image, expect, ...fields }: UploadRequest): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  if (expect !== undefined) form.set("expect", JSON.stringify(expect));
  form.set("image", image);
  return form;
};

const firstWaitMs = 500;
/** Twice the time that the service gives to one receipt. */
const receiptMs = 60_000;
/** The service's 510 seconds for an account's batch, and some for the way. */
const batchMs = 540_000;

/** One call with its repetitions, all of them under one `Idempotency-Key`. */
const createCall = (options: ClientOptions) => {
  const { retriesMax = 2, waitMaxMs = 30_000, pause = pauseByTimer } = options;
  return async <Reply extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    body: Body,
    { idempotencyKey = crypto.randomUUID(), signal }: CallOptions = {},
    workMs = receiptMs,
  ): Promise<Answer<Reply>> => {
    const refused = refusedHeader(options.apiKey, method === "POST" ? idempotencyKey : null);
    if (refused !== null) return refused;
    const { timeoutMs = workMs, runningMaxMs = workMs } = options;
    const send = () => attempt<Reply>(options, { method, path, body, idempotencyKey, signal, timeoutMs });
    let { answer, retryAfterMs } = await send();
    let retries = 0;
    let runningMs = 0;
    while (isWorthRepeating(answer)) {
      const isRunning = isStillRunning(answer);
      if (isRunning ? runningMs >= runningMaxMs : retries >= retriesMax) break;
      const waitMs = isRunning
        ? Math.max(retryAfterMs ?? 0, firstWaitMs)
        : (retryAfterMs ?? firstWaitMs * 2 ** retries);
      if (waitMs > waitMaxMs || signal?.aborted) break;
      await endedBy(signal, pause(waitMs, signal));
      if (signal?.aborted) break;
      const sentAt = performance.now();
      ({ answer, retryAfterMs } = await send());
      if (isRunning) runningMs += waitMs + performance.now() - sentAt;
      else retries += 1;
    }
    return answer.ok || method !== "POST" ? answer : { ...answer, idempotencyKey };
  };
};

/** Whether an earlier attempt of this very request is still being answered: what it finds is charged. */
const isStillRunning = (answer: { readonly ok: true } | Failed): boolean =>
  !answer.ok && answer.httpStatus === 409 && answer.error.code === "request_in_progress";

/** Resolves as well when the signal says that the call has ended. */
const endedBy = (signal: AbortSignal | undefined, pause: Promise<unknown>): Promise<unknown> => {
  if (signal === undefined) return pause;
  return new Promise((resolve, reject) => {
    const end = () => resolve(undefined);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    pause.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
};

/**
 * What cannot be sent as a header is told at once, because sending it again changes nothing. The value is not repeated: it
 * may be a secret, and errors are logged.
 */
const refusedHeader = (apiKey: string | undefined, idempotencyKey: string | null): Failed | null => {
  if (apiKey && !/^[!-~]+$/.test(apiKey))
    return notSent("invalid_api_key", "apiKey", "The API key holds a space, a line end or a foreign letter.");
  if (idempotencyKey !== null && !/^[!-~]{1,255}$/.test(idempotencyKey))
    return notSent(
      "parameter_invalid",
      "Idempotency-Key",
      "idempotencyKey must be 1 to 255 letters, digits and signs of ASCII, without spaces and line ends.",
    );
  return null;
};

const notSent = (code: ApiError["code"], param: string, message: string): Failed => ({
  ok: false,
  httpStatus: null,
  error: { code, message, param, retryable: false, charged: false },
});

/**
 * A receipt that may appear later is an answer, which is for the caller to ask for again. What is repeated is what the
 * service or the way to it has failed to answer.
 */
const isWorthRepeating = (answer: { readonly ok: true } | Failed): boolean => {
  if (answer.ok || !answer.error.retryable) return false;
  const { httpStatus } = answer;
  return httpStatus === null || httpStatus >= 500 || httpStatus === 409 || cutShort.has(httpStatus);
};

type Sent = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: Body;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
};

type Attempt<Reply extends z.ZodType> = {
  readonly answer: Answer<Reply>;
  /** Null: the answer does not say. */
  readonly retryAfterMs: number | null;
};

const attempt = async <Reply extends z.ZodType>(
  { baseUrl, apiKey, language = "en", fetch: ask = fetch }: ClientOptions,
  { method, path, body, idempotencyKey, signal, timeoutMs }: Sent,
): Promise<Attempt<Reply>> => {
  // A signal of `AbortSignal.timeout` among others is held by nothing, and never fires once it is collected.
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(tooLate()), timeoutMs);
  try {
    const reply = await ask(`${baseUrl.replace(/\/{1,9}$/, "")}${path}`, {
      method,
      headers: {
        accept: "application/json",
        "accept-language": language,
        ...(apiKey && { "x-api-key": apiKey }),
        ...(method === "POST" && { "idempotency-key": idempotencyKey }),
        ...(body !== null && "json" in body && { "content-type": "application/json" }),
      },
      ...(body !== null && { body: "json" in body ? JSON.stringify(body.json) : body.form }),
      signal: signal === undefined ? ending.signal : AbortSignal.any([ending.signal, signal]),
      // A redirect would send the key to another host.
      redirect: "error",
    });
    return { answer: answerOf(reply.status, await jsonOf(reply)), retryAfterMs: retryAfterOf(reply.headers) };
  } catch (error) {
    const isEnded = signal?.aborted === true;
    return {
      answer: unreachable(isEnded ? "The call was ended." : textOf(error), !isEnded),
      retryAfterMs: null,
    };
  } finally {
    clearTimeout(timer);
  }
};

const tooLate = () => new DOMException("The answer took too long.", "TimeoutError");

const jsonOf = async (reply: Response): Promise<unknown> => {
  const text = await reply.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Only what has the form of the API's own answers is taken for one. */
const answerOf = <Reply extends z.ZodType>(httpStatus: number, body: unknown): Answer<Reply> => {
  const { status, error } = (body ?? {}) as {
    readonly status?: unknown;
    readonly error?: { code?: unknown };
  };
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (isSuccess && status === "success") return { ...(body as z.output<Reply> & object), ok: true };
  if (!isSuccess && status === "error" && typeof error?.code === "string")
    return { ...(body as Pick<Failed, "error" | "meta">), ok: false, httpStatus };
  return notUnderstood(httpStatus);
};

const notUnderstood = (httpStatus: number): Failed => ({
  ok: false,
  httpStatus,
  error: {
    code: "not_understood",
    message: `The answer with status ${httpStatus} is none of the API's.`,
    hint: "Does baseUrl lead to the service?",
    // A cut answer, or a proxy's: the same key brings the service's own, once.
    retryable: httpStatus >= 500 || cutShort.has(httpStatus),
    charged: false,
  },
});

const cutShort: ReadonlySet<number> = new Set([200, 408, 425, 429]);

const unreachable = (why: string, retryable: boolean): Failed => ({
  ok: false,
  httpStatus: null,
  error: {
    code: "unreachable",
    message: `There was no answer: ${why}`,
    hint: "Until there is one, the payment is not confirmed.",
    retryable,
    charged: false,
  },
});

const retryAfterOf = (headers: Headers): number | null => {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1_000 : null;
};

const textOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
};

const pauseByTimer = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
