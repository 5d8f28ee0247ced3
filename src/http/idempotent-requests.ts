import type { FastifyRequest } from "fastify";
import type { Alongside } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { type Begun, type Claim, type Idempotency, isIdempotencyKey } from "./idempotency/idempotency.ts";
import { type ComposedReply, isRetryable } from "./replies.ts";

/** What makes two requests of one caller under one `Idempotency-Key` the same request. */
export type RepeatableBody = {
  /** Path as the interface names it, and for an item of a batch its place. */
  readonly endpoint: string;
  readonly body: unknown;
  readonly deadlineMs: number;
};

/**
 * The reply if copies of its request get it: 200, and 404 and 422 that are not retryable. Null where the same request may
 * soon be answered otherwise.
 */
export const keptOf = (failure: Failure | null, reply: ComposedReply): ComposedReply | null =>
  keptStatuses.has(reply.status) && (failure === null || !isRetryable(failure)) ? reply : null;

const keptStatuses: ReadonlySet<number> = new Set([200, 404, 422]);

/** What the work of a request with an `Idempotency-Key` is given. */
type RequestClaim = {
  /** Keeps the reply in the transaction that charges for it, or credits. */
  readonly alongside: <Settled>(compose: (settled: Settled) => ComposedReply | null) => Alongside<Settled>;
  /** For a reply that was not kept together with its charge. Keeps it now, or with null frees the key. */
  readonly settle: (reply: ComposedReply | null) => Promise<void>;
};

type Executed<Done> =
  | (Done & { readonly isReplayed: false })
  | { readonly reply: ComposedReply; readonly isReplayed: true };

/** `Idempotency-Key` as HTTP has it: ignored without an API key. */
export type IdempotentRequests = {
  /**
   * Executes a request, unless a copy of it was answered before. Work that throws frees the key. Failures: those of
   * `Idempotency.begin`, `parameter_invalid` for the header.
   *
   * @param repeatable null: the request claims no key
   * @param work its claim is null where no key is claimed
   */
  readonly execute: <Done>(
    request: FastifyRequest,
    repeatable: RepeatableBody | null,
    work: (claim: RequestClaim | null) => Promise<Done>,
  ) => Promise<Result<Executed<Done>, Failure>>;
};

export const createIdempotentRequests = (idempotency: Idempotency): IdempotentRequests => ({
  execute: async (request, repeatable, work) => {
    const begun = await begin(idempotency, request, repeatable);
    if (!begun.ok) return begun;
    if (begun.value?.kind === "replay") return ok({ reply: begun.value.reply, isReplayed: true });
    const claim = begun.value && requestClaim(idempotency, request, begun.value.claim);
    try {
      return ok({ ...(await work(claim)), isReplayed: false });
    } catch (bug) {
      await claim?.settle(null);
      throw bug;
    }
  },
});

/** Null: no key is claimed. */
const begin = async (
  idempotency: Idempotency,
  { caller, headers }: FastifyRequest,
  repeatable: RepeatableBody | null,
): Promise<Result<Begun | null, Failure>> => {
  const given = headers["idempotency-key"];
  if (repeatable === null || !caller?.account || given === undefined) return ok(null);
  const key = [given].flat().join(",");
  if (!isIdempotencyKey(key)) return fail("parameter_invalid", { param: "Idempotency-Key" });
  return idempotency.begin({ ...repeatable, account: caller.account.id, mode: caller.mode, key });
};

const requestClaim = (idempotency: Idempotency, request: FastifyRequest, claim: Claim): RequestClaim => ({
  alongside: (compose) => idempotency.alongside(claim, compose),
  settle: async (reply) => {
    const settled = reply === null ? await idempotency.free(claim) : await idempotency.keep(claim, reply);
    // The claim then ends by itself. A copy that comes sooner hears that the request still runs.
    if (!settled.ok)
      request.log.warn({ code: settled.error.code }, "an Idempotency-Key could not be settled");
  },
});
