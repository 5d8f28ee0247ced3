import type { FastifyReply, FastifyRequest } from "fastify";
import type { Accounts, QuotaState } from "../accounts/accounts.ts";
import type { Verification } from "../verify.ts";
import { askerOf } from "./callers.ts";
import type { AnswerOrder, HttpOrder, OrderAnswer } from "./order-answers.ts";
import { setQuotaHeaders } from "./quota-headers.ts";
import { sendReply, setRetryAfter } from "./replies.ts";

export type ReplyVerifiedDependencies = {
  readonly answerOrder: AnswerOrder;
  readonly accounts: Pick<Accounts, "quotaOf">;
  readonly now: () => Date;
};

/** Verifies one receipt for whoever asks, and answers: 2xx, `success` and `Verified` together or not at all (design 3). */
export type ReplyVerified = (
  request: FastifyRequest,
  reply: FastifyReply,
  order: Omit<HttpOrder, "repeatable">,
) => Promise<FastifyReply>;

export const createReplyVerified =
  ({ answerOrder, accounts, now }: ReplyVerifiedDependencies): ReplyVerified =>
  async (request, reply, order) => {
    const { label, body, expect, party = null } = order;
    const repeatable = {
      endpoint: request.routeOptions.url ?? "",
      body: sentBody(request) ?? [label, body, expect, party],
    };
    const answer = await answerOrder(request, { ...order, repeatable });
    request.outcome = outcomeOf(answer, label);
    if (answer.isReplayed) reply.header("idempotent-replayed", "true");
    if (answer.failure) setRetryAfter(reply, answer.failure, now());
    const quota = await quotaAfter(answer, request, accounts);
    if (quota) setQuotaHeaders(reply, quota, now());
    if (answer.verification) reply.header("server-timing", serverTiming(answer.verification));
    return sendReply(reply, answer.reply);
  };

/** The JSON that was sent; null for any other body, where what was read from it stands for it. */
const sentBody = ({ body }: FastifyRequest): unknown =>
  typeof body === "object" && body !== null && "ok" in body && "value" in body ? body.value : null;

const outcomeOf = ({ isReplayed, failure, verification }: OrderAnswer, provider: string) => ({
  code: isReplayed ? ("replayed" as const) : (failure?.code ?? ("verified" as const)),
  provider,
  counted: verification?.billing?.counted === true,
  detail: failure?.detail,
});

/** Null for who pays from a balance. A caller without any left is told so in headers too. */
const quotaAfter = async (
  { failure, verification }: OrderAnswer,
  request: FastifyRequest,
  accounts: Pick<Accounts, "quotaOf">,
): Promise<QuotaState | null> => {
  const billing = verification?.billing;
  if (billing) return billing.kind === "quota" ? billing.quota : null;
  if (failure?.code !== "daily_quota_exceeded") return null;
  const quota = await accounts.quotaOf(askerOf(request).caller);
  return quota.ok ? quota.value : null;
};

const serverTiming = ({ timings }: Verification): string =>
  [
    `admission;dur=${timings.admissionMs.toFixed(1)}`,
    `upstream;dur=${timings.upstreamMs.toFixed(1)}`,
    `parse;dur=${timings.parseMs.toFixed(1)}`,
  ].join(", ");
