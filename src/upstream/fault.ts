import type { Failure, FailureCode } from "../core/failure.ts";
import { addressRefusedCode } from "./address-guard.ts";

/** An attempt that brought no document. */
export type Fault = {
  readonly failure: Failure;
  /** Whether it speaks against the provider's infrastructure, and so counts for its circuit. */
  readonly isInfrastructure: boolean;
  readonly isRetryable: boolean;
  /** How long the provider asks not to be asked. */
  readonly pauseMs?: number;
  /** Whether the provider only wants to be asked less for so long: it works. */
  readonly isSlowdown?: boolean;
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a status means that the provider's reader does not understand. */
export const faultOfStatus = (status: number, headers: Headers, pauseMsMax: number): Fault => {
  const detail = `status ${status}`;
  const pauseMs = readRetryAfterMs(headers, pauseMsMax);
  const retryAfter = pauseMs === undefined ? {} : { retryAfterSeconds: Math.ceil(pauseMs / 1000) };
  const pause = pauseMs === undefined ? {} : { pauseMs };
  if (status === 429) {
    const failure = { code: "provider_unavailable", retryAfterSeconds: 15, ...retryAfter, detail } as const;
    const isSlowdown = pauseMs !== undefined;
    return { failure, isInfrastructure: !isSlowdown, isRetryable: false, isSlowdown, ...pause };
  }
  if (status >= 500) {
    const isRetryable = (status === 502 || status === 503 || status === 504) && pauseMs === undefined;
    const failure = { code: "provider_error", ...retryAfter, detail } as const;
    return { failure, isInfrastructure: true, isRetryable, ...(status === 503 ? pause : {}) };
  }
  if (status === 403 || status === 451) return infrastructureFault("provider_blocked", detail);
  if (status >= 300 && status < 400) return infrastructureFault("provider_error", `redirect ${detail}`);
  return contentFault("provider_format_changed", detail);
};

/** What an exception of the connection means. `isAnswering`: the head of an answer had arrived. */
export const faultOfConnection = (error: unknown, isAnswering: boolean, isPastDeadline: boolean): Fault => {
  const code = codeOf(error);
  if (isPastDeadline) return infrastructureFault("provider_timeout", "deadline");
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return infrastructureFault("provider_timeout", code);
  if (tlsErrorPattern.test(code)) return infrastructureFault("provider_tls_failure", code);
  if (code === addressRefusedCode) return infrastructureFault("provider_error", code);
  const isRetryable = !isAnswering;
  if (connectTimeoutCodes.has(code)) return infrastructureFault("provider_timeout", code, isRetryable);
  if (unreachableCodes.has(code)) return infrastructureFault("provider_error", code, isRetryable);
  if (ownShortages.has(code)) return contentFault("overloaded", code);
  if (code.startsWith("HPE_") || malformedAnswerCodes.has(code)) return contentFault("provider_error", code);
  throw error;
};

export const infrastructureFault = (code: FailureCode, detail: string, isRetryable = false): Fault => ({
  failure: { code, detail },
  isInfrastructure: true,
  isRetryable,
});

export const contentFault = (code: FailureCode, detail: string): Fault => ({
  failure: { code, detail },
  isInfrastructure: false,
  isRetryable: false,
});

/** OpenSSL's verification results by their Node names, and Node's and undici's own TLS errors. */
const tlsErrorPattern =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|UNABLE_TO_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|INVALID_|PATH_LENGTH_|HOSTNAME_MISMATCH$|UNSPECIFIED$|EPROTO$|UND_ERR_PRX_TLS$)/;

const connectTimeoutCodes: ReadonlySet<string> = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);

const unreachableCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "EADDRNOTAVAIL",
  "ENETDOWN",
  "EHOSTDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "ESERVFAIL",
  "UND_ERR_SOCKET",
  // A proxy that refuses the tunnel; our own aborts are past the deadline.
  "UND_ERR_ABORTED",
]);

/** File descriptors are used up here, which says nothing of the provider. */
const ownShortages: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);

const malformedAnswerCodes: ReadonlySet<string> = new Set([
  // undici holds an answer to what it knows, such as a status of 100 or more.
  "ERR_ASSERTION",
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_EXCEEDED_MAX_SIZE",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_INFO",
  // An answer that is not HTTP at all has no code of its own.
  "HTTPParserError",
]);

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
};

/** Seconds, or an instant that is compared with the answer's own clock (RFC 9110, 10.2.3). */
const readRetryAfterMs = (headers: Headers, pauseMsMax: number): number | undefined => {
  const value = headers["retry-after"];
  if (typeof value !== "string") return undefined;
  const askedMs = /^\d{1,9}$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.parse(String(headers.date));
  return Number.isFinite(askedMs) && askedMs > 0 ? Math.min(askedMs, pauseMsMax) : undefined;
};
