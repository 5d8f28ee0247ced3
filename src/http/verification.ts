import type { FastifyReply, FastifyRequest } from "fastify";
import type { Accounts, QuotaState } from "../accounts/accounts.ts";
import type { Failure } from "../core/failure.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import type { Verification } from "../verify/verify.ts";
import { callerOf } from "./callers.ts";
import { type IdempotentRequests, keptOf, type RepeatableBody } from "./idempotent-requests.ts";
import { offeredProvider, providerSetOf } from "./provider-sets.ts";
import {
  type ComposedReply,
  type ComposeFailure,
  jsonType,
  sendReply,
  setQuotaHeaders,
  setRetryAfter,
  verifiedEnvelope,
} from "./replies.ts";
import type { RequestedReceipt } from "./verification-requests.ts";

/** What a request for one receipt needs on its way from the route to the reply. */
export type Verifying = {
  readonly accounts: Pick<Accounts, "quotaOf">;
  readonly idempotentRequests: IdempotentRequests;
  readonly composeFailure: ComposeFailure;
  readonly now: () => Date;
};

/**
 * Verifies one receipt for the caller and sends the reply: 2xx, `success` and `Verified` together or not at all.
 */
export const replyVerification = async (
  context: Verifying,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: RequestedReceipt,
): Promise<FastifyReply> => {
  const { accounts, now } = context;
  const { label, body, expect, party = null, claims = null } = wanted;
  // A picture's bytes are no JSON; what was read from them stands for them.
  const sent = request.sentBody ?? [label, body, expect, party, claims];
  const answered = await verifyOnce(context, request, wanted, {
    endpoint: request.routeOptions.url ?? "",
    body: sent,
  });
  request.outcome = outcomeOf(answered, label);
  if (answered.failure) setRetryAfter(reply, answered.failure, now());
  const quota = await quotaAfter(answered, request, accounts);
  if (quota) setQuotaHeaders(reply, quota, now());
  if (answered.verification) reply.header("server-timing", serverTiming(answered.verification));
  return sendReply(reply, answered.reply, answered.isReplayed);
};

/** A reply, and what headers and logs need of it. `verification` is null when nothing was verified this time. */
type VerificationReply = {
  readonly reply: ComposedReply;
  readonly isReplayed: boolean;
  /** Whether copies of the request under its `Idempotency-Key` get this reply. */
  readonly isKept: boolean;
  readonly failure: Failure | null;
  readonly verification: Verification | null;
};

/** Verifies, writes the reply, and keeps it where the request has an `Idempotency-Key`. Sends nothing. */
export const verifyOnce = async (
  { idempotentRequests, composeFailure, now }: Omit<Verifying, "accounts">,
  request: FastifyRequest,
  wanted: RequestedReceipt,
  sent: Pick<RepeatableBody, "endpoint" | "body">,
): Promise<VerificationReply> => {
  const refused = (failure: Failure): VerificationReply => ({
    reply: composeFailure(request, failure),
    isReplayed: false,
    isKept: false,
    failure,
    verification: null,
  });
  const providerSet = providerSetOf(request);
  const provider = offeredProvider(providerSet, wanted.label);
  if (!provider.ok) return refused(provider.error);
  // A malformed question claims no key, so that it is refused again when it is sent again.
  const isQuestion = provider.value.open(wanted.body).ok;
  const repeatable = isQuestion ? { ...sent, deadlineMs: provider.value.timeoutMs } : null;
  const executed = await idempotentRequests.execute(request, repeatable, async (claim) => {
    const compose = createCompose(request, { wanted, providerSet, composeFailure, at: now() });
    const { caller, account } = callerOf(request);
    const { body, claims, isBankChosen = false, party = null } = wanted;
    const verification = await providerSet.verify({
      caller,
      keyAccount: account?.id,
      provider: provider.value,
      body,
      isBankChosen,
      party,
      ...(claims && { claims }),
      // The reply is kept in the transaction that counts it.
      alongside: claim?.alongside((one: Verification) => keptOf(failureOf(one), compose(one))),
    });
    if (verification.billing?.counted) request.isCounted = true;
    const reply = compose(verification);
    const failure = failureOf(verification);
    const kept = keptOf(failure, reply);
    // Else it was settled with its charge.
    if (!verification.billing?.counted) await claim?.settle(kept);
    return { reply, isKept: kept !== null, failure, verification };
  });
  if (!executed.ok) return refused(executed.error);
  return executed.value.isReplayed
    ? { ...executed.value, isKept: true, failure: null, verification: null }
    : executed.value;
};

/** Null: it was verified. */
export const failureOf = ({ result }: Pick<Verification, "result">): Failure | null =>
  result.ok ? null : result.error;

type Compose = (verification: Verification) => ComposedReply;

type Composing = {
  readonly wanted: RequestedReceipt;
  readonly providerSet: ProviderSet;
  readonly composeFailure: ComposeFailure;
  readonly at: Date;
};

/** Writes the same verification with the same bytes each time: once to be kept, once to be sent. */
const createCompose =
  (request: FastifyRequest, { wanted, providerSet, composeFailure, at }: Composing): Compose =>
  (verification) => {
    const { result, billing } = verification;
    if (!result.ok) return composeFailure(request, result.error, billing);
    const envelope = verifiedEnvelope(verification, result.value, {
      requestId: request.id,
      provider: wanted.label,
      mode: providerSet.mode,
      expect: wanted.expect,
      claims: wanted.claims,
      extracted: request.extracted,
      now: at,
    });
    return { status: 200, contentType: jsonType, contentLanguage: null, body: JSON.stringify(envelope) };
  };

/** What the log says of a verification, also of one that a page asked for. */
export const outcomeOf = (
  {
    isReplayed = false,
    failure,
    verification,
  }: Pick<VerificationReply, "failure"> & {
    readonly isReplayed?: boolean;
    readonly verification: Pick<Verification, "billing"> | null;
  },
  provider: string,
) => ({
  code: isReplayed ? ("replayed" as const) : (failure?.code ?? ("verified" as const)),
  provider,
  counted: verification?.billing?.counted === true,
  detail: failure?.detail,
});

/** Null for a caller who pays from a balance. A caller who has nothing left is told so in headers too. */
const quotaAfter = async (
  { failure, verification }: VerificationReply,
  request: FastifyRequest,
  accounts: Pick<Accounts, "quotaOf">,
): Promise<QuotaState | null> => {
  const billing = verification?.billing;
  if (billing) return billing.kind === "quota" ? billing.quota : null;
  if (failure?.code !== "daily_quota_exceeded") return null;
  const quota = await accounts.quotaOf(callerOf(request).caller);
  return quota.ok ? quota.value : null;
};

const serverTiming = ({ timings }: Verification): string =>
  [
    `admission;dur=${timings.admissionMs.toFixed(1)}`,
    `upstream;dur=${timings.upstreamMs.toFixed(1)}`,
    `parse;dur=${timings.parseMs.toFixed(1)}`,
  ].join(", ");
