import type { FastifyReply, FastifyRequest } from "fastify";
import type { Accounts, Caller, QuotaState } from "../accounts/accounts.ts";
import type { AddressBlock } from "../config-variables.ts";
import { checkExpectations, type Expectations } from "../expectations.ts";
import type { Provider } from "../providers/provider.ts";
import { type Reading, type Receipt, receiptSchema } from "../receipt.ts";
import type { Verification, Verify } from "../verify.ts";
import { clientAddress } from "./client-address.ts";
import { billingMembers } from "./failure-reply.ts";
import type { SendFailure } from "./replies.ts";

export type VerificationReplyDependencies = {
  readonly verify: Verify;
  readonly accounts: Pick<Accounts, "quotaOf">;
  readonly trustedProxies: readonly AddressBlock[];
  /** `test`: the answers come from the sandbox. */
  readonly mode: "live" | "test";
  readonly now: () => Date;
  readonly sendFailure: SendFailure;
};

/** Verifies one receipt for whoever asks, and answers: 2xx, `success` and `Verified` together or not at all (design 3). */
export type ReplyVerified = (
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  body: unknown,
  expect: Expectations | null,
) => Promise<FastifyReply>;

export const createReplyVerified =
  ({
    verify,
    accounts,
    trustedProxies,
    mode,
    now,
    sendFailure,
  }: VerificationReplyDependencies): ReplyVerified =>
  async (request, reply, provider, body, expect) => {
    const caller = callerOf(request, trustedProxies);
    const verification = await verify({ caller, provider, body });
    const { result, billing } = verification;
    const code = result.ok ? "verified" : result.error.code;
    const detail = result.ok ? undefined : result.error.detail;
    request.outcome = { code, provider: provider.label, counted: billing?.counted === true, detail };

    const quota =
      billing?.quota ?? (code === "daily_quota_exceeded" ? await quotaOf(accounts, caller) : null);
    if (quota) setQuotaHeaders(reply, quota, now());
    reply.header("server-timing", serverTiming(verification));
    if (!result.ok) return sendFailure(request, reply, result.error, billing);
    return reply.send({
      status: "success",
      data: orderedRecord(result.value.receipt),
      meta: {
        request_id: request.id,
        ...metaOf(verification, result.value, provider, mode),
        ...checksOf(expect, result.value, now()),
      },
    });
  };

const callerOf = (request: FastifyRequest, trustedProxies: readonly AddressBlock[]): Caller => {
  const forwardedFor = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
  return {
    kind: "address",
    address: clientAddress(request.socket.remoteAddress, forwardedFor, trustedProxies),
  };
};

const quotaOf = async (accounts: Pick<Accounts, "quotaOf">, caller: Caller): Promise<QuotaState | null> => {
  const quota = await accounts.quotaOf(caller);
  return quota.ok ? quota.value : null;
};

/** The two fields of the IETF draft "RateLimit header fields for HTTP", revision 11; `t` is in seconds. */
const setQuotaHeaders = (reply: FastifyReply, quota: QuotaState, now: Date): void => {
  const seconds = Math.max(1, Math.ceil((quota.resetAt.getTime() - now.getTime()) / 1000));
  reply.header("ratelimit-policy", `"daily";q=${quota.limit};w=86400`);
  reply.header("ratelimit", `"daily";r=${quota.remaining};t=${seconds}`);
};

const serverTiming = ({ timings }: Verification): string =>
  [
    `admission;dur=${timings.admissionMs.toFixed(1)}`,
    `upstream;dur=${timings.upstreamMs.toFixed(1)}`,
    `parse;dur=${timings.parseMs.toFixed(1)}`,
  ].join(", ");

/** The fields of spec 2.2 in its order, whatever order the reader set them in. */
const orderedRecord = (receipt: Receipt): Record<string, unknown> => {
  const values: Readonly<Record<string, unknown>> = receipt;
  const fields = Object.keys(receiptSchema.shape).filter((field) => values[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
};

const checksOf = (expect: Expectations | null, reading: Reading, now: Date) =>
  expect === null ? {} : { checks: checkExpectations(expect, reading, now) };

/** What stands beside the record (design 3). */
const metaOf = (
  { billing, source, checkedAt }: Verification,
  reading: Reading,
  provider: Provider,
  mode: "live" | "test",
) => ({
  provider: provider.label,
  checked_at: checkedAt.toISOString(),
  source,
  amount_minor: reading.amountMinor,
  payment_date_iso: reading.paymentDateIso,
  mode,
  total_check: reading.totalCheck,
  seen_before: null,
  absent_fields: reading.absentFields,
  billing: billing && billingMembers(billing),
});
