import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import { splitExpect } from "./expect.ts";
import type { JsonBody } from "./json-body.ts";
import type { SendFailure } from "./replies.ts";
import type { ReplyVerified } from "./verification-reply.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  /** Labels that are known and not offered here. */
  readonly notOffered: readonly string[];
  readonly replyVerified: ReplyVerified;
  readonly sendFailure: SendFailure;
};

/** `POST /api/verify-<label>` for every provider (spec 4). */
export const addVerifyRoutes = (
  server: FastifyInstance,
  { providers, notOffered, replyVerified, sendFailure }: Dependencies,
): void => {
  for (const provider of providers) {
    server.post(`/api/verify-${provider.label}`, async (request: JsonRequest, reply) => {
      const json = bodyOf(request);
      const body = json.ok ? splitExpect(json.value) : json;
      if (!body.ok) return sendFailure(request, reply, body.error);
      return replyVerified(request, reply, provider, body.value.fields, body.value.expect);
    });
  }
  for (const label of notOffered) {
    server.post(`/api/verify-${label}`, async (request, reply) =>
      sendFailure(request, reply, fail("provider_not_offered", { subject: label }).error),
    );
  }
};

export type JsonRequest = FastifyRequest<{ Body: JsonBody | undefined }>;

/** The request's JSON object; a request without a body has none. */
export const bodyOf = (request: JsonRequest): JsonBody => request.body ?? fail("json_invalid");
