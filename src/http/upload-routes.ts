import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { networkOf } from "../accounts/accounts.ts";
import type { ClaimHints } from "../claim.ts";
import type { Expectations } from "../expectations.ts";
import { type Failure, fail } from "../failure.ts";
import { claimFromSighting } from "../photos/claim-from-sighting.ts";
import type { MemoryShare } from "../photos/memory-share.ts";
import type { PictureCaller } from "../photos/picture-caller.ts";
import type { Look, Sighting } from "../photos/sight.ts";
import { additiveFields, parseRequest } from "../request-failure.ts";
import { ok, type Result } from "../result.ts";
import { type Asker, askerOf } from "./callers.ts";
import { splitExpect } from "./expect.ts";
import { describeExtracted } from "./extracted.ts";
import { acceptForms, createFormMemory, type PictureForm, readForm } from "./multipart.ts";
import { type Offer, type OfferOf, offeredProvider } from "./offer.ts";
import { refuseUnoffered } from "./received-orders.ts";
import type { SendFailure } from "./replies.ts";
import { accountNumber } from "./scanned.ts";
import type { ReplyVerified } from "./verification-reply.ts";
import { counted } from "./verify-routes.ts";

type Dependencies = {
  readonly look: Look;
  readonly offerOf: OfferOf;
  readonly replyVerified: ReplyVerified;
  readonly sendFailure: SendFailure;
  /** What forms may hold while they arrive, in bytes; unset: sixteen of the largest pictures. */
  readonly formBytesMax?: number;
};

/** Whose pictures have an endpoint of their own (spec 4.1). */
const own = "alpha";

/** `POST /api/upload-alpha` and `POST /api/upload`: a picture in, one record out (spec 4, design 4 and 9). */
export const addUploadRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  server.register(async (uploads) => {
    acceptForms(uploads);
    const memory = createFormMemory(deps.formBytesMax);
    const answer = (only: string | null) => (request: FastifyRequest, reply: FastifyReply) =>
      answerUpload({ ...deps, memory }, request, reply, only);
    const config = { ...counted.config, takesPicture: true };
    uploads.post(`/api/upload-${own}`, { config }, answer(own));
    uploads.post("/api/upload", { config }, answer(null));
  });
};

const answerUpload = async (
  { look, offerOf, replyVerified, sendFailure, memory }: Dependencies & { readonly memory: MemoryShare },
  request: FastifyRequest,
  reply: FastifyReply,
  only: string | null,
): Promise<FastifyReply> => {
  const offer = offerOf(request);
  const offered = only === null ? ok(null) : offeredProvider(offer, only);
  if (!offered.ok) return sendFailure(request, reply, offered.error);
  const caller = pictureCallerOf(askerOf(request));
  const form = await readForm(request, caller, memory);
  const upload = form.ok ? uploadOf(form.value, only === null ? anyUpload : ownUpload) : form;
  if (!upload.ok) {
    // What is left of a form that had to go is not waited for.
    if (upload.error.code === "overloaded") reply.header("connection", "close");
    return sendFailure(request, reply, upload.error);
  }
  const { image, fields, expect } = upload.value;
  const named = refuseUnoffered(fields.provider, offer);
  if (!named.ok) return sendFailure(request, reply, named.error);

  const sighting = await look(image, { ...offer, ...(only !== null && { only }) }, caller);
  if (!sighting.ok) {
    const { code, subject } = sighting.error;
    if (code === "qr_untrusted_host" && subject !== undefined)
      request.extracted = { kind: "link", host: subject };
    return sendFailure(request, reply, sighting.error);
  }
  request.extracted = extractedOf(sighting.value, fields, offer);
  const claim = claimFromSighting(sighting.value, fields);
  if (!claim.ok) return sendFailure(request, reply, claim.error);
  const { provider: label, ...claimed } = claim.value;
  const { body } = claimed;
  // The picture's own digits are used for the look-up; the caller's must still be a party's (design 9).
  const party = body.accountNumber === fields.accountNumber ? null : (fields.accountNumber ?? null);
  return replyVerified(request, reply, { ...claimed, label, expect, party });
};

/** A picture that waits so long for its turn is refused; few programs wait longer for an answer. */
const waitMaxMs = 20_000;

/** An account's keys are one caller, whoever has no key is its network. */
const pictureCallerOf = ({ account, caller }: Asker): PictureCaller => {
  if (account !== null) return { id: `account ${account.id}`, isKeyed: true, waitMaxMs };
  const network = caller.kind === "address" ? networkOf(caller.address) : "unknown";
  return { id: `network ${network}`, isKeyed: false, waitMaxMs };
};

/** The picture, and what came beside it. `image` stands in the schema so that its name is known. */
const ownUpload = z.strictObject({
  image: z.unknown().optional(),
  accountNumber: accountNumber.optional(),
});
const anyUpload = ownUpload.extend({
  phone: z.string().max(100).optional(),
  provider: z.string().max(20).optional(),
});

type Upload = {
  readonly image: Uint8Array;
  readonly fields: ClaimHints;
  readonly expect: Expectations | null;
};

const uploadOf = (
  { image, fields, repeated }: PictureForm,
  schema: typeof ownUpload | typeof anyUpload,
): Result<Upload, Failure> => {
  const [twice] = repeated;
  if (twice !== undefined) return fail("parameter_invalid", { param: twice });
  const { expect: expectText, ...others } = fields;
  const split = splitExpect({ ...others, ...(expectText !== undefined && { expect: jsonOf(expectText) }) });
  if (!split.ok) return split;
  const parsed = parseRequest(schema, split.value.fields, additiveFields);
  if (!parsed.ok) return parsed;
  if (Object.hasOwn(fields, "image")) return fail("parameter_invalid", { param: "image" });
  if (image === null) return fail("parameter_missing", { param: "image" });
  const { image: _, ...given } = parsed.value;
  return ok({ image, fields: given, expect: split.value.expect });
};

/** What is no JSON is no expectation either, and is refused as one. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Without its provider while that is for the caller to say. */
const extractedOf = ({ kind, detection, link }: Sighting, { provider: named }: ClaimHints, offer: Offer) => {
  const candidates = detection.candidates.filter(({ provider }) => (named ?? provider) === provider);
  const [best] = candidates;
  const provider = offer.providers.find(({ label }) => label === best?.provider);
  if (best === undefined || provider === undefined) return null;
  const extracted = describeExtracted(provider, best.request, {
    ...(kind === "print" && { kind }),
    link: link ?? undefined,
  });
  const { provider: _, ...undecided } = extracted;
  const likely = candidates.filter(({ isLikely }) => isLikely);
  return likely.some((other) => other.provider !== best.provider) ? undecided : extracted;
};
