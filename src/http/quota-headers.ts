import type { FastifyReply } from "fastify";
import type { QuotaState } from "../accounts/accounts.ts";

/** The two fields of the IETF draft "RateLimit header fields for HTTP", revision 11; `t` is in seconds. */
export const setQuotaHeaders = (reply: FastifyReply, quota: QuotaState, now: Date): void => {
  const seconds = Math.max(1, Math.ceil((quota.resetAt.getTime() - now.getTime()) / 1000));
  reply.header("ratelimit-policy", `"daily";q=${quota.limit};w=86400`);
  reply.header("ratelimit", `"daily";r=${quota.remaining};t=${seconds}`);
};
