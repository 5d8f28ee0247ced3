import type { FastifyRequest } from "fastify";
import { type Failure, fail } from "../failure.ts";
import {
  type Begun,
  type Claim,
  type Idempotency,
  isIdempotencyKey,
  type KeptReply,
} from "../idempotency/idempotency.ts";
import { ok, type Result } from "../result.ts";
import { isRetryable } from "./failure-reply.ts";

/** What of a request makes it the same request, besides who sent it under which `Idempotency-Key`. */
export type Repeatable = {
  /** Path as the interface names it, and for an item of a batch its place. */
  readonly endpoint: string;
  readonly body: unknown;
  readonly deadlineMs: number;
};

/** The reply as far as it may be kept: null where the same request may be answered otherwise in a while. */
export const keptOf = (failure: Failure | null, reply: KeptReply): KeptReply | null =>
  failure !== null && isRetryable(failure) ? null : reply;

/** `Idempotency-Key` as HTTP has it (design 4): ignored without an API key, and only 200, 404 and 422 are kept. */
export type Repeats = {
  /** Null: the request is not repeatable. Failures: those of `Idempotency.begin`, `parameter_invalid` for the header. */
  readonly begin: (request: FastifyRequest, repeatable: Repeatable) => Promise<Result<Begun | null, Failure>>;
  readonly alongside: Idempotency["alongside"];
  /** For a reply that was not kept with its charge: it is kept now, or the key is free again. */
  readonly settle: (request: FastifyRequest, claim: Claim, reply: KeptReply | null) => Promise<void>;
};

export const createRepeats = (idempotency: Idempotency): Repeats => ({
  begin: async (request, repeatable) => {
    const { asker, headers } = request;
    const given = headers["idempotency-key"];
    if (!asker?.account || given === undefined) return ok(null);
    const key = [given].flat().join(",");
    if (!isIdempotencyKey(key)) return fail("parameter_invalid", { param: "Idempotency-Key" });
    return idempotency.begin({ ...repeatable, account: asker.account.id, mode: asker.mode, key });
  },

  alongside: idempotency.alongside,

  settle: async (request, claim, reply) => {
    const isKept = reply !== null && keptStatuses.has(reply.status);
    const settled = isKept ? await idempotency.keep(claim, reply) : await idempotency.free(claim);
    // Then the claim ends by itself, and a copy that comes sooner hears that it still runs.
    if (!settled.ok)
      request.log.warn({ code: settled.error.code }, "an Idempotency-Key could not be settled");
  },
});

const keptStatuses: ReadonlySet<number> = new Set([200, 404, 422]);
