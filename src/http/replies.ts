import type { FastifyReply, FastifyRequest } from "fastify";
import type { Billing } from "../accounts/accounts.ts";
import type { Failure, FailureCode } from "../failure.ts";
import type { KeptReply } from "../idempotency/idempotency.ts";
import type { Extracted } from "./extracted.ts";
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
      readonly code: FailureCode | "verified" | "replayed";
      readonly provider?: string;
      readonly counted?: boolean;
      /** Cause of a failure, without names, numbers or links. */
      readonly detail?: string | undefined;
    } | null;
    /** What a picture or a scanned code pointed to: `meta.extracted` of every reply (design 9). */
    extracted: Extracted | null;
  }
}

type Dependencies = { readonly publicUrl: () => string; readonly now: () => Date };

/** The one way an error is written: envelope or problem document, language and status. */
export type ComposeFailure = (
  request: FastifyRequest,
  failure: Failure,
  billing?: Billing | null,
) => KeptReply;

/** @param isPart of a larger reply, which is plain JSON whatever the caller accepts */
export const createComposeFailure =
  ({ publicUrl }: Pick<Dependencies, "publicUrl">, isPart = false): ComposeFailure =>
  (request, failure, billing = null) => {
    const { accept, "accept-language": acceptLanguage } = request.headers;
    const language = preferredLanguage(acceptLanguage);
    const context: FailureContext = {
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
      body: JSON.stringify(isProblem ? failureProblem(failure, context) : failureEnvelope(failure, context)),
    };
  };

export const jsonType = "application/json; charset=utf-8";

/** The one way an error leaves, with `Retry-After` where it is known. */
export type SendFailure = (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;

export const createSendFailure = (deps: Dependencies): SendFailure => {
  const compose = createComposeFailure(deps);
  return (request, reply, failure) => {
    request.outcome ??= { code: failure.code };
    setRetryAfter(reply, failure, deps.now());
    return sendReply(reply, compose(request, failure));
  };
};

export const setRetryAfter = (reply: FastifyReply, failure: Failure, now: Date): void => {
  const seconds = retryAfterSeconds(failure, now);
  if (seconds !== null) reply.header("retry-after", seconds);
};

export const sendReply = (reply: FastifyReply, { status, contentType, contentLanguage, body }: KeptReply) => {
  if (contentLanguage !== null) reply.header("content-language", contentLanguage);
  return reply.code(status).type(contentType).send(body);
};
