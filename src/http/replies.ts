import type { FastifyReply, FastifyRequest } from "fastify";
import type { Billing, QuotaState } from "../accounts/accounts.ts";
import { type Failure, type FailureCode, isBillable } from "../core/failure.ts";
import { type Receipt, receiptSchema, type VerifiedReceipt } from "../core/receipt.ts";
import { failureSentence, type Language } from "../texts/texts.ts";
import {
  amountAlsoNamed,
  type Claims,
  checkClaimedAmount,
  isAmountUnclear,
  receiptAmountsOf,
} from "../verify/claims.ts";
import { checkExpectations, type Expectations } from "../verify/expectations.ts";
import type { Verification } from "../verify/verify.ts";
import type { Extracted } from "./extracted.ts";
import { preferredLanguage, problemType, wantsPage, wantsProblem } from "./negotiation.ts";

/** Everything that leaves: the success envelope, errors in both forms, and the headers that belong to them. */

declare module "fastify" {
  interface FastifyRequest {
    /** For the log line: what the request came to. */
    outcome: {
      readonly code: FailureCode | "verified" | "replayed";
      readonly provider?: string;
      readonly counted?: boolean;
      /** Cause of a failure, without names, numbers or links. */
      readonly detail?: string | undefined;
    } | null;
    /** What a picture or a scanned code pointed to: `meta.extracted` of every reply. */
    extracted: Extracted | null;
  }
}

export const jsonType = "application/json; charset=utf-8";

// Statuses --------------------------------------------------------------------------------------------------------

/**
 * Status of each failure, and whether the same request can succeed later without a change. For a receipt that
 * is too new or still pending, the failure itself tells: see `isRetryable`.
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

/** Whether the same request can succeed later. A failure that says when to come back can. */
export const isRetryable = ({ code, retryAfterSeconds }: Failure): boolean =>
  failureReplies[code].retryable || retryAfterSeconds !== undefined;

// A verified receipt ----------------------------------------------------------------------------------------------

/** What the reply says besides what was found. */
type VerifiedFacts = {
  readonly requestId: string;
  readonly provider: string;
  /** `test`: the answer comes from the sandbox. */
  readonly mode: "live" | "test";
  readonly expect: Expectations | null;
  readonly claims: Claims | null;
  readonly extracted: Extracted | null;
  readonly now: Date;
};

export const verifiedEnvelope = (
  { billing, seenBefore, assessment, source, checkedAt }: Verification,
  verified: VerifiedReceipt,
  { requestId, provider, mode, expect, claims, extracted, now }: VerifiedFacts,
) => ({
  status: "success" as const,
  data: orderedRecord(verified.receipt),
  meta: {
    request_id: requestId,
    provider,
    checked_at: checkedAt.toISOString(),
    source,
    amount_minor: verified.amountMinor,
    payment_date_iso: verified.paymentDateIso,
    mode,
    total_check: verified.totalCheck,
    seen_before: seenBefore && { first_at: seenBefore.firstAt.toISOString(), times: seenBefore.times },
    absent_fields: verified.absentFields,
    assessment: assessment && { kind: assessment.kind, reasons: assessment.reasons },
    payment_kind: verified.paymentKind,
    receiver_account_shown: verified.isReceiverAccountShown,
    extracted: extracted ?? undefined,
    billing: billing && billingMembers(billing),
    ...(claims && claimMembers(claims, verified)),
    checks:
      expect === null && claims === null
        ? undefined
        : {
            ...(expect && checkExpectations(expect, verified, now)),
            ...(claims && { claimed_amount: checkClaimedAmount(claims, receiptAmountsOf(verified)) }),
          },
  },
});

/** The fields of the record, always in its order. */
const orderedRecord = (receipt: Receipt): Record<string, unknown> => {
  const values: Readonly<Record<string, unknown>> = receipt;
  const fields = Object.keys(receiptSchema.shape).filter((field) => values[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
};

/** What a text or picture claims, and what it names beside the receipt's own amount. */
const claimMembers = (claims: Claims, verified: VerifiedReceipt) => {
  const printed = receiptAmountsOf(verified);
  const named = amountAlsoNamed(claims, printed);
  const isLarger = named !== null && named > printed.amountSantim;
  return {
    claimed_amounts_minor: claims.amountsSantim,
    ...(named !== null &&
      (isLarger ? { larger_amount_named_minor: named } : { smaller_amount_named_minor: named })),
    unclear_amount_named: isAmountUnclear(claims, printed) || undefined,
  };
};

/** `meta.billing`: money where money is paid, else what is left of the day. */
const billingMembers = (billing: Billing) =>
  billing.kind === "balance"
    ? { charged_minor: billing.chargedSantim, balance_minor: billing.balanceSantim }
    : { counted: billing.counted, remaining: billing.quota.remaining };

// Errors ----------------------------------------------------------------------------------------------------------

/** What an error says besides its cause. */
type EnvelopeFacts = {
  readonly language: Language;
  readonly requestId: string;
  /** Base of documentation links, no trailing slash. */
  readonly publicUrl: string;
  /** What the answer cost, when anything was reserved. */
  readonly billing: Billing | null;
  readonly extracted: Extracted | null;
};

/** Members that are undefined do not appear. */
const failureEnvelope = (failure: Failure, facts: EnvelopeFacts) => {
  const { message, hint } = failureSentence(failure, facts.language);
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
      charged: isBillable(failure) && facts.billing?.counted === true,
      doc_url: `${facts.publicUrl}/docs/errors/${failure.code}`,
      errors: failure.issues,
      candidates: failure.candidates,
      receipt_status: failure.receiptStatus,
      reset_at: failure.resetAt?.toISOString(),
    },
    meta: {
      request_id: facts.requestId,
      extracted: facts.extracted ?? undefined,
      billing: facts.billing?.counted ? billingMembers(facts.billing) : undefined,
    },
  };
};

const failureProblem = (failure: Failure, facts: EnvelopeFacts) => {
  const { error, meta } = failureEnvelope(failure, facts);
  const { doc_url, message, ...rest } = error;
  return {
    type: doc_url,
    title: failure.code.replaceAll("_", " "),
    status: failureReplies[failure.code].status,
    detail: message,
    instance: `urn:deresegn:request:${facts.requestId}`,
    ...rest,
    meta,
  };
};

/** A reply before it is sent: its status, its body, and the headers that describe the body. */
export type ComposedReply = {
  readonly status: number;
  readonly contentType: string;
  readonly contentLanguage: string | null;
  readonly body: string;
};

/** The one way an error is written: envelope or problem document, language and status. */
export type ComposeFailure = (
  request: FastifyRequest,
  failure: Failure,
  billing?: Billing | null,
) => ComposedReply;

/** @param isPart of a larger reply, which is always plain JSON */
export const createComposeFailure =
  ({ publicUrl }: { readonly publicUrl: () => string }, isPart = false): ComposeFailure =>
  (request, failure, billing = null) => {
    const { accept, "accept-language": acceptLanguage } = request.headers;
    const language = preferredLanguage(acceptLanguage);
    const facts: EnvelopeFacts = {
      language,
      requestId: request.id,
      publicUrl: publicUrl(),
      billing,
      extracted: request.extracted,
    };
    const isProblem = !isPart && wantsProblem(accept);
    return {
      status: failureReplies[failure.code].status,
      contentType: isProblem ? problemType : jsonType,
      contentLanguage: language,
      body: JSON.stringify(isProblem ? failureProblem(failure, facts) : failureEnvelope(failure, facts)),
    };
  };

/** The one way an error leaves, with `Retry-After` where it is known. */
export type SendFailure = (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;

/** Shows a person's browser what a program is told as JSON. */
export type SendFailurePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  status: number,
) => FastifyReply;

/** @param deps without `sendFailurePage` browsers are told in JSON, too */
export const createSendFailure = (deps: {
  readonly publicUrl: () => string;
  readonly now: () => Date;
  readonly sendFailurePage?: SendFailurePage | undefined;
}): SendFailure => {
  const { sendFailurePage, now } = deps;
  const compose = createComposeFailure(deps);
  return (request, reply, failure) => {
    request.outcome ??= { code: failure.code };
    setRetryAfter(reply, failure, now());
    if (sendFailurePage && wantsPage(request.headers.accept))
      return sendFailurePage(request, reply, failure, failureReplies[failure.code].status);
    return sendReply(reply, compose(request, failure));
  };
};

// Sending ---------------------------------------------------------------------------------------------------------

export const sendReply = (
  reply: FastifyReply,
  { status, contentType, contentLanguage, body }: ComposedReply,
  isReplayed = false,
) => {
  if (isReplayed) reply.header("idempotent-replayed", "true");
  if (contentLanguage !== null) reply.header("content-language", contentLanguage);
  return reply.code(status).type(contentType).send(body);
};

/** `Retry-After` in seconds: until its quota is full again, else as the failure says; none when neither is known. */
export const setRetryAfter = (reply: FastifyReply, failure: Failure, now: Date): void => {
  const seconds = failure.resetAt ? secondsUntil(failure.resetAt, now) : failure.retryAfterSeconds;
  if (seconds !== undefined) reply.header("retry-after", seconds);
};

/** The two fields of the IETF draft "RateLimit header fields for HTTP", revision 11; `t` is in seconds. */
export const setQuotaHeaders = (reply: FastifyReply, quota: QuotaState, now: Date): void => {
  reply.header("ratelimit-policy", `"daily";q=${quota.limit};w=86400`);
  reply.header("ratelimit", `"daily";r=${quota.remaining};t=${secondsUntil(quota.resetAt, now)}`);
};

const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
