import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Refused, ResolvedCaller } from "../accounts/accounts.ts";
import { type Failure, fail, isFailure } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { callerOf } from "./callers.ts";
import { answers, apiHeaders, failures, keyOnly, tags } from "./openapi.ts";
import { providerSetOf } from "./provider-sets.ts";
import type { SendFailure } from "./replies.ts";
import { plainMeta } from "./reply-schemas.ts";

/** What all routes of a key's own account share: their options, who may enter, and the form of their replies. */

const routeOf = (
  scope: "account:read" | "account:manage",
  summary: string,
  reply: z.ZodType,
  more: readonly Failure["code"][],
) => ({
  schema: {
    tags: [tags.account],
    summary,
    security: keyOnly,
    headers: apiHeaders,
    response: answers(reply),
  },
  config: { scope, failures: [...failures.api, ...more] },
});

/** Options of a route that reads a key's account, and of one that changes it. */
export const reading = (summary: string, reply: z.ZodType, more: readonly Failure["code"][] = []) =>
  routeOf("account:read", summary, reply, more);
export const managing = (summary: string, reply: z.ZodType, more: readonly Failure["code"][] = []) =>
  routeOf("account:manage", summary, reply, ["live_key_required", ...failures.body, ...more]);

/** Members that every reply of these routes has. */
export const success = { status: z.literal("success"), meta: plainMeta };

type Guard = (
  sendFailure: SendFailure,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

const guard =
  (check: (caller: ResolvedCaller) => Failure | null): Guard =>
  (sendFailure) =>
  async (request, reply) => {
    const failure = check(callerOf(request));
    return failure === null ? undefined : sendFailure(request, reply, failure);
  };

const missingKey = fail("invalid_api_key", { cause: "missing" }).error;

/** `invalid_api_key` for a caller who has no account. */
export const requireAccount = guard(({ account }) => (account === null ? missingKey : null));

/** And `live_key_required` for a test key, which changes nothing. */
export const requireLiveKey = guard(({ account, mode, key }) => {
  if (account === null) return missingKey;
  return mode === "test" || key === null ? fail("live_key_required").error : null;
});

/** `key_replaced` for a key in whose place there is another. */
export const refuseReplacedKey = guard(({ key }) => (key?.isReplaced ? fail("key_replaced").error : null));

/** The id of the key that `requireLiveKey` let in. */
export const keyIdOf = ({ key }: ResolvedCaller): string => {
  if (key === null) throw new Error("a route was entered without a key");
  return key.id;
};

/** The id of the account that `requireAccount` let in. */
export const accountIdOf = (request: FastifyRequest): string => {
  const { account } = callerOf(request);
  if (account === null) throw new Error("a route was entered without an account");
  return account.id;
};

/** Sends what an account may read or do. */
export const createAccountReply =
  (sendFailure: SendFailure) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    read: (account: string, caller: ResolvedCaller) => Promise<Result<object, Failure | Refused>>,
  ): Promise<FastifyReply> => {
    const found = await read(accountIdOf(request), callerOf(request));
    if (!found.ok) return sendFailure(request, reply, failureOf(found.error));
    const meta = { request_id: request.id, mode: providerSetOf(request).mode };
    return reply.send({ status: "success", ...found.value, meta });
  };

/** A refusal that is no failure: the account was erased since its key was read. */
const failureOf = (error: Failure | Refused): Failure =>
  isFailure(error) ? error : fail("invalid_api_key").error;
