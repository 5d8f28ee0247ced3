import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Failure, fail } from "../failure.ts";
import type { Provider } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import { splitExpect } from "./expect.ts";
import { describeExtracted, type Extracted } from "./extracted.ts";
import type { JsonBody } from "./json-body.ts";
import { type OfferOf, offeredProvider } from "./offer.ts";
import type { SendFailure } from "./replies.ts";
import { readScan, type Scanned } from "./scanned.ts";
import type { ReplyVerified } from "./verification-reply.ts";

type Dependencies = {
  /** All that are known, whether or not they are offered to whoever asks. */
  readonly labels: readonly string[];
  readonly offerOf: OfferOf;
  readonly replyVerified: ReplyVerified;
  readonly sendFailure: SendFailure;
};

/** `POST /api/verify-<label>` for every provider, and `POST /api/scan-alpha` (spec 4). */
export const addVerifyRoutes = (
  server: FastifyInstance,
  { labels, offerOf, replyVerified, sendFailure }: Dependencies,
): void => {
  const answers =
    (label: string, isScan: boolean) =>
    async (request: JsonRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const offer = offerOf(request);
      const provider = offeredProvider(offer, label);
      if (!provider.ok) return sendFailure(request, reply, provider.error);
      const json = bodyOf(request);
      const scan = isScan && json.ok ? readScan(offer, label, json.value) : null;
      if (scan !== null) request.extracted = extractedOf(scan, provider.value);
      const sent = scan?.ok ? ok(scan.value.fields) : (scan ?? json);
      const body = sent.ok ? splitExpect(sent.value) : sent;
      if (!body.ok) return sendFailure(request, reply, body.error);
      const party = scan?.ok ? scan.value.party : null;
      const { fields, expect } = body.value;
      return replyVerified(request, reply, { label, body: fields, expect, party, claims: null });
    };
  for (const label of labels) server.post(`/api/verify-${label}`, counted, answers(label, false));
  if (labels.includes(scanned)) server.post(`/api/scan-${scanned}`, counted, answers(scanned, true));
};

/** Whose codes callers scan themselves (spec 4.1). */
const scanned = "alpha";

/** What the scanned code held, as far as the endpoint takes it. */
const extractedOf = (scan: Result<Scanned, Failure>, provider: Provider): Extracted | null => {
  if (!scan.ok) return scan.error.subject === undefined ? null : { kind: "link", host: scan.error.subject };
  const { expect: _, ...fields } = scan.value.fields;
  const parsed = z.record(z.string(), z.string()).safeParse(provider.request.safeParse(fields).data);
  if (parsed.success)
    return describeExtracted(provider, parsed.data, { link: scan.value.link ?? parsed.data.link });
  const kind = fields.link === undefined ? "reference_and_account" : "link";
  return describeExtracted(provider, {}, { kind });
};

/** Options of a route whose answers are counted or paid for. */
export const counted = { config: { counted: true, scope: "verify" } } as const;

export type JsonRequest = FastifyRequest<{ Body: JsonBody | undefined }>;

/** The request's JSON object; a request without a body has none. */
export const bodyOf = (request: JsonRequest): JsonBody => request.body ?? fail("json_invalid");
