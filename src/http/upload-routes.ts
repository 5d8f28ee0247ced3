import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { chooseFromPicture } from "../photos/choose-from-picture.ts";
import type { MemoryShare } from "../photos/memory-share.ts";
import type { PictureResult, ScanPicture } from "../photos/scan-picture.ts";
import type { CandidateHints } from "../verify/choose-candidate.ts";
import type { Expectations } from "../verify/expectations.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import { isOfOtherOrigin } from "./browser-safety.ts";
import { callerOf, keyOf } from "./callers.ts";
import { describeExtracted } from "./extracted.ts";
import { answers, anyCaller, failures, repeatableHeaders, tags } from "./openapi.ts";
import {
  acceptForms,
  createFormMemory,
  type PictureForm,
  pictureCallerOf,
  readForm,
} from "./picture-form.ts";
import { providerSetOf, refuseUnofferedLabel } from "./provider-sets.ts";
import type { SendFailure } from "./replies.ts";
import { verifiedBody } from "./reply-schemas.ts";
import { expectField, validate } from "./request-body.ts";
import { replyVerification, type Verifying } from "./verification.ts";
import { accountNumber, refuseUnoffered } from "./verification-requests.ts";

type Dependencies = Verifying & {
  readonly scanPicture: ScanPicture;
  readonly sendFailure: SendFailure;
  readonly publicUrl: () => string;
  /** What forms may hold while they arrive, in bytes; unset: sixteen of the largest pictures. */
  readonly formBytesMax?: number;
  /** Whether alpha is offered, whose pictures have an endpoint of their own. */
  readonly offersAlpha: boolean;
};

/** The provider whose pictures have an endpoint of their own (docs/api.md). */
const own = "alpha";

/** The schema has `image` so that its name is known. Its bytes are read elsewhere. */
const image = z.unknown().optional();

const ownUpload = z.strictObject({ image, accountNumber: accountNumber.optional(), ...expectField });

const anyUpload = z.strictObject({
  image,
  accountNumber: accountNumber.optional(),
  phone: z.string().max(100).optional(),
  provider: z.string().max(20).optional(),
  ...expectField,
});

/** How a form is described: the picture is a file, and must be there. */
const file = z.unknown().meta({
  type: "string",
  format: "binary",
  description: "JPEG, PNG, WebP or GIF of at most 8 MiB and 25 megapixels.",
});

/** What a part of text may hold, in bytes. `expect` is the longest. */
const fieldBytesMax = 4 * 1024;

/** `POST /api/upload-alpha` and `POST /api/upload`: a picture in, one record out. */
export const addUploadRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  server.register(async (uploads) => {
    acceptForms(uploads, { fieldBytesMax });
    const context = { ...deps, memory: createFormMemory(deps.formBytesMax) };
    /** Browsers post forms of any page without asking us. They ask before they send a key, and are refused. */
    const refuseOtherOrigins = async (request: FastifyRequest, reply: FastifyReply) =>
      keyOf(request) === null && isOfOtherOrigin(request, deps.publicUrl())
        ? deps.sendFailure(request, reply, fail("route_not_found").error)
        : undefined;
    const options = (summary: string, schema: typeof ownUpload | typeof anyUpload) => ({
      schema: {
        tags: [tags.verify],
        summary,
        consumes: ["multipart/form-data"],
        security: anyCaller,
        headers: repeatableHeaders,
        response: answers(verifiedBody),
      },
      config: {
        counted: true,
        scope: "verify" as const,
        takesPicture: true,
        // A body that says it is JSON is read as JSON, before the route asks for a form.
        failures: [
          ...failures.verification,
          ...failures.picture,
          "json_invalid" as const,
          "route_not_found" as const,
        ],
        describedBody: schema.extend({ image: file }),
      },
    });
    const mine = options(`Verify a receipt of ${own} by its picture`, ownUpload);
    uploads.post(
      `/api/upload-${own}`,
      {
        ...mine,
        schema: { ...mine.schema, hide: !deps.offersAlpha },
        onRequest: [refuseOtherOrigins, refuseUnofferedLabel(own, deps.sendFailure)],
      },
      (request, reply) => replyUpload(context, request, reply, own),
    );
    uploads.post(
      "/api/upload",
      {
        ...options("Verify a receipt of any provider by its picture", anyUpload),
        onRequest: refuseOtherOrigins,
      },
      (request, reply) => replyUpload(context, request, reply, null),
    );
  });
};

/** @param only the one provider whose pictures are taken; null: any. */
const replyUpload = async (
  deps: Dependencies & { readonly memory: MemoryShare },
  request: FastifyRequest,
  reply: FastifyReply,
  only: string | null,
): Promise<FastifyReply> => {
  const { scanPicture, sendFailure, memory } = deps;
  const providerSet = providerSetOf(request);
  const caller = pictureCallerOf(callerOf(request));
  const form = await readForm(request, caller, memory);
  const upload = form.ok ? uploadOf(form.value, only === null ? anyUpload : ownUpload) : form;
  if (!upload.ok) {
    // The rest of a form that had to go is not waited for.
    if (upload.error.code === "overloaded") reply.header("connection", "close");
    return sendFailure(request, reply, upload.error);
  }
  const { fields, expect } = upload.value;
  const named = refuseUnoffered(fields.provider, providerSet);
  if (!named.ok) return sendFailure(request, reply, named.error);

  const scanned = await scanPicture(
    upload.value.image,
    { ...providerSet, ...(only !== null && { only }) },
    caller,
  );
  if (!scanned.ok) {
    const { code, subject } = scanned.error;
    if (code === "qr_untrusted_host" && subject !== undefined)
      request.extracted = { kind: "link", host: subject };
    return sendFailure(request, reply, scanned.error);
  }
  request.uncountPicture = scanned.value.uncount ?? null;
  request.extracted = extractedOf(scanned.value, fields, providerSet);
  const chosen = chooseFromPicture(scanned.value, fields);
  if (!chosen.ok) return sendFailure(request, reply, chosen.error);
  const { provider: label, ...claimed } = chosen.value;
  const { body } = claimed;
  // The picture's own digits are used for the look-up; the caller's must still be a party's.
  const party = body.accountNumber === fields.accountNumber ? null : (fields.accountNumber ?? null);
  return replyVerification(deps, request, reply, { ...claimed, label, expect, party });
};

type Upload = {
  readonly image: Uint8Array;
  readonly fields: CandidateHints;
  readonly expect: Expectations | null;
};

const uploadOf = (
  { image, fields, repeated }: PictureForm,
  schema: typeof ownUpload | typeof anyUpload,
): Result<Upload, Failure> => {
  const [twice] = repeated;
  if (twice !== undefined) return fail("parameter_invalid", { param: twice });
  const { expect: expectText, ...others } = fields;
  const sent = { ...others, ...(expectText !== undefined && { expect: jsonOf(expectText) }) };
  const parsed = validate<z.infer<typeof anyUpload>>(schema, sent);
  if (!parsed.ok) return parsed;
  if (Object.hasOwn(fields, "image")) return fail("parameter_invalid", { param: "image" });
  if (image === null) return fail("parameter_missing", { param: "image" });
  const { image: _, expect = null, ...given } = parsed.value;
  return ok({ image, fields: given, expect });
};

/** Text that is no JSON is refused as an expectation. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Without the provider while the caller has to choose one. */
const extractedOf = (
  { kind, detection, link }: PictureResult,
  { provider: named }: CandidateHints,
  providerSet: ProviderSet,
) => {
  const candidates = detection.candidates.filter(({ provider }) => (named ?? provider) === provider);
  const [best] = candidates;
  const provider = providerSet.providers.find(({ label }) => label === best?.provider);
  if (best === undefined || provider === undefined) return null;
  const extracted = describeExtracted(provider, best.request, {
    ...(kind === "print" && { kind }),
    link: link ?? undefined,
  });
  const { provider: _, ...undecided } = extracted;
  const likely = candidates.filter(({ isLikely }) => isLikely);
  return likely.some((other) => other.provider !== best.provider) ? undecided : extracted;
};
