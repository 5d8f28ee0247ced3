import type { FastifyInstance, FastifyRequest } from "fastify";
import { fail } from "../failure.ts";
import { splitExpect } from "./expect.ts";
import type { JsonBody } from "./json-body.ts";
import { type OfferOf, offeredProvider } from "./offer.ts";
import type { SendFailure } from "./replies.ts";
import type { ReplyVerified } from "./verification-reply.ts";

type Dependencies = {
  /** All that are known, whether or not they are offered to whoever asks. */
  readonly labels: readonly string[];
  readonly offerOf: OfferOf;
  readonly replyVerified: ReplyVerified;
  readonly sendFailure: SendFailure;
};

/** `POST /api/verify-<label>` for every provider (spec 4). */
export const addVerifyRoutes = (
  server: FastifyInstance,
  { labels, offerOf, replyVerified, sendFailure }: Dependencies,
): void => {
  for (const label of labels) {
    server.post(`/api/verify-${label}`, counted, async (request: JsonRequest, reply) => {
      const provider = offeredProvider(offerOf(request), label);
      if (!provider.ok) return sendFailure(request, reply, provider.error);
      const json = bodyOf(request);
      const body = json.ok ? splitExpect(json.value) : json;
      if (!body.ok) return sendFailure(request, reply, body.error);
      return replyVerified(request, reply, provider.value, body.value.fields, body.value.expect);
    });
  }
};

/** Options of a route whose answers are counted or paid for. */
export const counted = { config: { counted: true } } as const;

export type JsonRequest = FastifyRequest<{ Body: JsonBody | undefined }>;

/** The request's JSON object; a request without a body has none. */
export const bodyOf = (request: JsonRequest): JsonBody => request.body ?? fail("json_invalid");
