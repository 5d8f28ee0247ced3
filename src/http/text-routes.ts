import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { describeCandidate } from "../claim.ts";
import { parseRequest } from "../request-failure.ts";
import type { OfferOf } from "./offer.ts";
import { orderFromText, textLengthMax } from "./received-orders.ts";
import type { SendFailure } from "./replies.ts";
import type { ReplyVerified } from "./verification-reply.ts";
import { bodyOf, counted, type JsonRequest } from "./verify-routes.ts";

type Dependencies = {
  readonly offerOf: OfferOf;
  readonly replyVerified: ReplyVerified;
  readonly sendFailure: SendFailure;
};

const detectRequest = z.strictObject({ text: z.string().max(textLengthMax) });

/** `POST /api/detect` and `POST /api/verify`: any text in, references or one record out (design 4). */
export const addTextRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { offerOf, replyVerified, sendFailure } = deps;

  server.post("/api/detect", { config: { scope: "verify" } }, async (request: JsonRequest, reply) => {
    const body = bodyOf(request);
    const fields = body.ok ? parseRequest(detectRequest, body.value) : body;
    if (!fields.ok) return sendFailure(request, reply, fields.error);
    const { candidates, refused, unlookable } = offerOf(request).detect(fields.value.text);
    return reply.send({
      status: "success",
      candidates: candidates.map(describeCandidate),
      refused,
      ...(unlookable !== null && { unlookable }),
    });
  });

  server.post("/api/verify", counted, async (request: JsonRequest, reply) => {
    const json = bodyOf(request);
    const order = json.ok ? orderFromText(offerOf(request), json.value) : json;
    if (!order.ok) return sendFailure(request, reply, order.error);
    return replyVerified(request, reply, order.value);
  });
};
