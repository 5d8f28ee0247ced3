import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { claimFromText, describeCandidate } from "../claim.ts";
import type { Detection } from "../detect.ts";
import { type Failure, fail } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import { additiveFields, parseRequest } from "../request-failure.ts";
import { ok, type Result } from "../result.ts";
import { splitExpect } from "./expect.ts";
import type { SendFailure } from "./replies.ts";
import type { ReplyVerified } from "./verification-reply.ts";
import { bodyOf, type JsonRequest } from "./verify-routes.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  readonly notOffered: readonly string[];
  readonly detect: (text: string) => Detection;
  readonly replyVerified: ReplyVerified;
  readonly sendFailure: SendFailure;
};

/** Longest text in which references are looked for (design 8), in UTF-16 code units. */
const textLengthMax = 4_096;

const detectRequest = z.strictObject({ text: z.string().max(textLengthMax) });
const verifyRequest = detectRequest.extend({
  accountNumber: z.string().max(100).optional(),
  phone: z.string().max(100).optional(),
  provider: z.string().max(20).optional(),
});

/** `POST /api/detect` and `POST /api/verify`: any text in, references or one record out (design 4). */
export const addTextRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { providers, notOffered, detect, replyVerified, sendFailure } = deps;

  server.post("/api/detect", async (request: JsonRequest, reply) => {
    const body = bodyOf(request);
    const fields = body.ok ? parseRequest(detectRequest, body.value) : body;
    if (!fields.ok) return sendFailure(request, reply, fields.error);
    const { candidates, refused } = detect(fields.value.text);
    return reply.send({ status: "success", candidates: candidates.map(describeCandidate), refused });
  });

  server.post("/api/verify", async (request: JsonRequest, reply) => {
    const json = bodyOf(request);
    const body = json.ok ? splitExpect(json.value) : json;
    if (!body.ok) return sendFailure(request, reply, body.error);
    const fields = parseRequest(verifyRequest, body.value.fields, additiveFields);
    if (!fields.ok) return sendFailure(request, reply, fields.error);
    const asked = refuseUnoffered(fields.value.provider, providers, notOffered);
    if (!asked.ok) return sendFailure(request, reply, asked.error);
    const claim = claimFromText(detect(fields.value.text), fields.value);
    if (!claim.ok) return sendFailure(request, reply, claim.error);
    const provider = providers.find(({ label }) => label === claim.value.provider);
    if (provider === undefined) throw new Error("detection named a provider that is not offered");
    return replyVerified(request, reply, provider, claim.value.body, body.value.expect);
  });
};

const refuseUnoffered = (
  asked: string | undefined,
  providers: readonly Provider[],
  notOffered: readonly string[],
): Result<true, Failure> => {
  if (asked === undefined || providers.some(({ label }) => label === asked)) return ok(true);
  return notOffered.includes(asked)
    ? fail("provider_not_offered", { param: "provider", subject: asked })
    : fail("parameter_invalid", { param: "provider" });
};
