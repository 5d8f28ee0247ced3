import type { FastifyReply, FastifyRequest } from "fastify";
import type { Billing } from "../accounts/accounts.ts";
import type { Failure, FailureCode } from "../failure.ts";
import {
  type FailureContext,
  failureEnvelope,
  failureProblem,
  failureReplies,
  retryAfterSeconds,
} from "./failure-reply.ts";
import { preferredLanguage, problemType, wantsProblem } from "./negotiation.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** For the log line: what the request came to. */
    outcome: {
      readonly code: FailureCode | "verified";
      readonly provider?: string;
      readonly counted?: boolean;
      /** Cause of a failure, without names, numbers or links. */
      readonly detail?: string | undefined;
    } | null;
  }
}

type Dependencies = { readonly publicUrl: () => string; readonly now: () => Date };

export type SendFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  billing?: Billing | null,
) => FastifyReply;

/** The one way an error leaves: envelope or problem document, language, status and `Retry-After`. */
export const createSendFailure =
  ({ publicUrl, now }: Dependencies): SendFailure =>
  (request, reply, failure, billing = null) => {
    const { accept, "accept-language": acceptLanguage } = request.headers;
    const language = preferredLanguage(acceptLanguage);
    const context: FailureContext = { language, requestId: request.id, publicUrl: publicUrl(), billing };
    const seconds = retryAfterSeconds(failure, now());
    if (seconds !== null) reply.header("retry-after", seconds);
    request.outcome ??= { code: failure.code };
    const isProblem = wantsProblem(accept);
    const body = isProblem ? failureProblem(failure, context) : failureEnvelope(failure, context);
    return reply
      .code(failureReplies[failure.code].status)
      .header("content-language", language)
      .type(isProblem ? problemType : "application/json; charset=utf-8")
      .send(JSON.stringify(body));
  };
