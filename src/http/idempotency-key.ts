import type { FastifyRequest } from "fastify";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import {
  type Begun,
  type Claim,
  type Idempotency,
  isIdempotencyKey,
  type KeptReply,
} from "./idempotency/idempotency.ts";
import { isRetryable } from "./replies.ts";

/** What makes two requests of one caller under one `Idempotency-Key` the same request. */
export type RepeatableBody = {
  /** Path as the interface names it, and for an item of a batch its place. */
  readonly endpoint: string;
  readonly body: unknown;
  readonly deadlineMs: number;
};

/** The reply if it may be kept; null where the same request may soon be answered otherwise. */
export const keptOf = (failure: Failure | null, reply: KeptReply): KeptReply | null =>
  failure !== null && isRetryable(failure) ? null : reply;

/** `Idempotency-Key` as HTTP has it: ignored without an API key, and only 200, 404 and 422 are kept. */
export type IdempotencyKey = {
  /** Null: the request has no such key. Failures: those of `Idempotency.begin`, `parameter_invalid` for the header. */
  readonly begin: (
    request: FastifyRequest,
    repeatable: RepeatableBody,
  ) => Promise<Result<Begun | null, Failure>>;
  readonly alongside: Idempotency["alongside"];
  /** For a reply that was not kept together with its charge. Keeps it now, or frees the key. */
  readonly settle: (request: FastifyRequest, claim: Claim, reply: KeptReply | null) => Promise<void>;
};

export const createIdempotencyKey = (idempotency: Idempotency): IdempotencyKey => ({
  begin: async (request, repeatable) => {
    const { caller, headers } = request;
    const given = headers["idempotency-key"];
    if (!caller?.account || given === undefined) return ok(null);
    const key = [given].flat().join(",");
    if (!isIdempotencyKey(key)) return fail("parameter_invalid", { param: "Idempotency-Key" });
    return idempotency.begin({ ...repeatable, account: caller.account.id, mode: caller.mode, key });
  },

  alongside: idempotency.alongside,

  settle: async (request, claim, reply) => {
    const isKept = reply !== null && keptStatuses.has(reply.status);
    const settled = isKept ? await idempotency.keep(claim, reply) : await idempotency.free(claim);
    // The claim then ends by itself. A copy that comes sooner hears that the request still runs.
    if (!settled.ok)
      request.log.warn({ code: settled.error.code }, "an Idempotency-Key could not be settled");
  },
});

const keptStatuses: ReadonlySet<number> = new Set([200, 404, 422]);
