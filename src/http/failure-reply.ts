import type { Billing } from "../accounts/accounts.ts";
import { type Failure, type FailureCode, isBillable } from "../failure.ts";
import { failureSentence, type Language } from "../texts/texts.ts";
import type { Extracted } from "./extracted.ts";

/**
 * Status of each failure (design 4), and whether the same request can succeed later without a change. Of a receipt that
 * is too new or still pending the failure itself tells: see `isRetryable`.
 */
export const failureReplies = {
  json_invalid: { status: 400, retryable: false },
  parameter_missing: { status: 400, retryable: false },
  parameter_unknown: { status: 400, retryable: false },
  parameter_invalid: { status: 400, retryable: false },
  parameters_exclusive: { status: 400, retryable: false },
  reference_malformed: { status: 400, retryable: false },
  reference_not_ascii: { status: 400, retryable: false },
  reference_ambiguous: { status: 400, retryable: false },
  reference_not_found_in_text: { status: 400, retryable: false },
  receipt_url_untrusted: { status: 400, retryable: false },
  receipt_url_feedback_link: { status: 400, retryable: false },
  account_number_required: { status: 422, retryable: false },
  route_not_found: { status: 404, retryable: false },
  provider_not_offered: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  body_too_large: { status: 413, retryable: false },
  media_type_unsupported: { status: 415, retryable: false },
  request_in_progress: { status: 409, retryable: true },
  idempotency_key_reused: { status: 422, retryable: false },
  image_too_large: { status: 413, retryable: false },
  image_type_unsupported: { status: 415, retryable: false },
  image_unreadable: { status: 422, retryable: false },
  image_dimensions_too_large: { status: 422, retryable: false },
  qr_not_found: { status: 422, retryable: false },
  qr_ambiguous: { status: 422, retryable: false },
  qr_not_alpha: { status: 422, retryable: false },
  qr_untrusted_host: { status: 422, retryable: false },
  invalid_api_key: { status: 401, retryable: false },
  api_key_revoked: { status: 401, retryable: false },
  api_key_expired: { status: 401, retryable: false },
  api_key_in_url: { status: 400, retryable: false },
  account_suspended: { status: 403, retryable: false },
  balance_exhausted: { status: 402, retryable: false },
  daily_quota_exceeded: { status: 429, retryable: true },
  rate_limited: { status: 429, retryable: true },
  abnormal_usage: { status: 429, retryable: true },
  live_key_required: { status: 403, retryable: false },
  key_scope_missing: { status: 403, retryable: false },
  key_address_refused: { status: 403, retryable: false },
  key_limit_reached: { status: 429, retryable: true },
  key_replaced: { status: 403, retryable: false },
  too_many_link_codes: { status: 409, retryable: true },
  topup_not_offered: { status: 404, retryable: false },
  receipt_not_creditable: { status: 422, retryable: false },
  receipt_already_credited: { status: 409, retryable: false },
  receipt_not_found: { status: 404, retryable: false },
  receipt_not_completed: { status: 422, retryable: false },
  receipt_mismatch: { status: 422, retryable: false },
  provider_format_changed: { status: 502, retryable: false },
  provider_error: { status: 502, retryable: true },
  provider_tls_failure: { status: 502, retryable: false },
  provider_blocked: { status: 502, retryable: false },
  provider_unavailable: { status: 503, retryable: true },
  provider_timeout: { status: 504, retryable: true },
  overloaded: { status: 503, retryable: true },
  internal_error: { status: 500, retryable: true },
} as const satisfies Record<FailureCode, { readonly status: number; readonly retryable: boolean }>;

/** Whether the same request can succeed later: what says when to come back can. */
export const isRetryable = ({ code, retryAfterSeconds }: Failure): boolean =>
  failureReplies[code].retryable || retryAfterSeconds !== undefined;

export type FailureContext = {
  readonly language: Language;
  readonly requestId: string;
  /** Base of documentation links, no trailing slash. */
  readonly publicUrl: string;
  /** What the answer cost, when anything was reserved. */
  readonly billing: Billing | null;
  /** What a picture or a scanned code pointed to. */
  readonly extracted: Extracted | null;
};

/** The error envelope of design 4. Members that are undefined do not appear. */
export const failureEnvelope = (failure: Failure, context: FailureContext) => {
  const { message, hint } = failureSentence(failure, context.language);
  return {
    status: "error" as const,
    error: {
      code: failure.code,
      message,
      param: failure.param,
      hint,
      reason: failure.reason,
      assessment: failure.assessment && { kind: failure.assessment, reasons: [failure.assessment] },
      retryable: isRetryable(failure),
      charged: isBillable(failure) && context.billing?.counted === true,
      doc_url: `${context.publicUrl}/docs/errors/${failure.code}`,
      errors: failure.issues,
      candidates: failure.candidates,
      receipt_status: failure.receiptStatus,
      reset_at: failure.resetAt?.toISOString(),
    },
    meta: {
      request_id: context.requestId,
      extracted: context.extracted ?? undefined,
      billing: context.billing?.counted ? billingMembers(context.billing) : undefined,
    },
  };
};

/** The same as RFC 9457 has it: its five members, ours beside them. */
export const failureProblem = (failure: Failure, context: FailureContext) => {
  const { error, meta } = failureEnvelope(failure, context);
  const { doc_url, message, ...rest } = error;
  return {
    type: doc_url,
    title: failure.code.replaceAll("_", " "),
    status: failureReplies[failure.code].status,
    detail: message,
    instance: `urn:deresegn:request:${context.requestId}`,
    ...rest,
    meta,
  };
};

/** `meta.billing` (design 3): money where money is paid, else what is left of the day. */
export const billingMembers = (billing: Billing) =>
  billing.kind === "balance"
    ? { charged_minor: billing.chargedSantim, balance_minor: billing.balanceSantim }
    : { counted: billing.counted, remaining: billing.quota.remaining };

/** Seconds for `Retry-After`: as the failure says, else until its quota is full again; null when neither is known. */
export const retryAfterSeconds = (failure: Failure, now: Date): number | null => {
  if (failure.resetAt) return Math.max(1, Math.ceil((failure.resetAt.getTime() - now.getTime()) / 1000));
  return failure.retryAfterSeconds ?? null;
};
