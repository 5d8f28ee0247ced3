import multipart, { type Multipart, type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { networkOf, type ResolvedCaller } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { chooseFromPicture } from "../photos/choose-from-picture.ts";
import { createMemoryShare, type MemoryShare } from "../photos/memory-share.ts";
import type { PictureCaller } from "../photos/picture-caller.ts";
import { pictureBytesMax } from "../photos/picture-kind.ts";
import type { PictureResult, ScanPicture } from "../photos/scan-picture.ts";
import type { CandidateHints } from "../verify/choose-candidate.ts";
import type { Expectations } from "../verify/expectations.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import { callerOf } from "./callers.ts";
import { describeExtracted } from "./extracted.ts";
import { answers, anyCaller, failures, repeatableHeaders, tags } from "./openapi.ts";
import { providerSetOf, refuseUnofferedLabel } from "./provider-sets.ts";
import { type SendFailure, verifiedBody } from "./replies.ts";
import { expectField, validate } from "./request-body.ts";
import { replyVerification, type Verifying } from "./verification.ts";
import { accountNumber, refuseUnoffered } from "./verification-requests.ts";

type Dependencies = Verifying & {
  readonly scanPicture: ScanPicture;
  readonly sendFailure: SendFailure;
  /** What forms may hold while they arrive, in bytes; unset: sixteen of the largest pictures. */
  readonly formBytesMax?: number;
  /** Whether alpha is offered, whose pictures have an endpoint of their own. */
  readonly offersAlpha: boolean;
};

/** The provider whose pictures have an endpoint of their own (spec 4.1). */
const own = "alpha";

/** `image` stands in the schema so that its name is known. Its bytes are read beside it. */
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

/** `POST /api/upload-alpha` and `POST /api/upload`: a picture in, one record out (spec 4, design 4 and 9). */
export const addUploadRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  server.register(async (uploads) => {
    acceptForms(uploads);
    const context = { ...deps, memory: createFormMemory(deps.formBytesMax) };
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
        failures: [...failures.verification, ...failures.picture],
        describedBody: schema.extend({ image: file }),
      },
    });
    const mine = options(`Verify a receipt of ${own} by its picture`, ownUpload);
    uploads.post(
      `/api/upload-${own}`,
      {
        ...mine,
        schema: { ...mine.schema, hide: !deps.offersAlpha },
        onRequest: refuseUnofferedLabel(own, deps.sendFailure),
      },
      (request, reply) => replyUpload(context, request, reply, own),
    );
    uploads.post(
      "/api/upload",
      options("Verify a receipt of any provider by its picture", anyUpload),
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
  request.extracted = extractedOf(scanned.value, fields, providerSet);
  const chosen = chooseFromPicture(scanned.value, fields);
  if (!chosen.ok) return sendFailure(request, reply, chosen.error);
  const { provider: label, ...claimed } = chosen.value;
  const { body } = claimed;
  // The picture's own digits are used for the look-up; the caller's must still be a party's (design 9).
  const party = body.accountNumber === fields.accountNumber ? null : (fields.accountNumber ?? null);
  return replyVerification(deps, request, reply, { ...claimed, label, expect, party });
};

/** A picture that has waited so long for its turn is refused. Few programs wait longer for an answer. */
const waitMaxMs = 20_000;

/** All keys of an account are one caller. Without a key the caller is its network. */
const pictureCallerOf = ({ account, caller }: ResolvedCaller): PictureCaller => {
  if (account !== null) return { id: `account ${account.id}`, isKeyed: true, waitMaxMs };
  const network = caller.kind === "address" ? networkOf(caller.address) : "unknown";
  return { id: `network ${network}`, isKeyed: false, waitMaxMs };
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

/** What a form with a picture holds. A name that came twice is in `repeated`. */
type PictureForm = {
  readonly image: Uint8Array | null;
  /** Text parts by name. A file under another name than `image` is an empty text here. */
  readonly fields: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
};

/** What a part of text may hold, in bytes. `expect` is the longest. */
const fieldBytesMax = 4 * 1024;
/** Beside the picture: boundaries, headers, and the parts of text. */
const envelopeBytesMax = 64 * 1024;

/** Reads forms in memory, within the limits of design 9. Nothing is written to disk. */
const acceptForms = (server: FastifyInstance): void => {
  server.register(multipart, {
    limits: {
      fileSize: pictureBytesMax,
      files: 1,
      fields: 8,
      fieldSize: fieldBytesMax,
      fieldNameSize: 100,
      parts: 12,
      headerPairs: 20,
    },
  });
};

/**
 * What forms may hold while they arrive. A form that hardly moves takes only its minimum, so hundreds are needed to use
 * this up. Then the caller who has most of them loses the oldest.
 */
const createFormMemory = (bytesMax = 16 * pictureBytesMax): MemoryShare =>
  createMemoryShare({ bytesMax, bytesMin: 256 * 1024, goes: "oldest" });

/**
 * Failures: `overloaded` when too many come at once, `media_type_unsupported` when it is no form, `image_too_large`,
 * `parameter_invalid` for a broken form.
 */
const readForm = async (
  request: FastifyRequest,
  caller: PictureCaller,
  memory: MemoryShare,
): Promise<Result<PictureForm, Failure>> => {
  if (!request.isMultipart()) return fail("media_type_unsupported", { subject: "multipart/form-data" });
  if (Number(request.headers["content-length"] ?? 0) > pictureBytesMax + envelopeBytesMax)
    return fail("image_too_large");
  const going = new AbortController();
  const share = memory.take(caller, 0, () => going.abort());
  return readParts(request, { grow: share.grow, signal: going.signal }).finally(share.release);
};

/** One form that is arriving. `signal` is raised when it must go. */
type Arrival = { readonly grow: (bytes: number) => void; readonly signal: AbortSignal };

const readParts = async (
  request: FastifyRequest,
  arrival: Arrival,
): Promise<Result<PictureForm, Failure>> => {
  const parts: { readonly name: string; readonly value: string | Uint8Array }[] = [];
  try {
    for await (const part of request.parts()) parts.push(await readPart(part, arrival));
  } catch (error) {
    if (arrival.signal.aborted) return fail("overloaded", { retryAfterSeconds: 5, detail: "too many forms" });
    return fail(...failureOf(error));
  }
  const names = parts.map(({ name }) => name);
  const image = parts.find(({ name, value }) => name === "image" && typeof value !== "string")?.value;
  return ok({
    image: image instanceof Uint8Array ? image : null,
    fields: Object.fromEntries(
      parts
        .filter(({ name, value }) => name !== "image" || typeof value === "string")
        .map(({ name, value }) => [name, typeof value === "string" ? value : ""]),
    ),
    repeated: names.filter((name, at) => names.indexOf(name) !== at),
  });
};

const readPart = async (
  part: Multipart,
  arrival: Arrival,
): Promise<{ name: string; value: string | Uint8Array }> => {
  if (part.type === "file") return { name: part.fieldname, value: await readFile(part, arrival) };
  // A part that says it is JSON comes parsed.
  const value = typeof part.value === "string" ? part.value : JSON.stringify(part.value);
  return { name: part.fieldname, value };
};

const readFile = async ({ file }: MultipartFile, { grow, signal }: Arrival): Promise<Uint8Array> => {
  const leave = () => file.destroy(new Error("it must go"));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) {
    chunks.push(chunk);
    grow(chunk.length);
  }
  if (file.truncated) throw Object.assign(new Error("too large"), { code: "FST_REQ_FILE_TOO_LARGE" });
  const bytes = Buffer.concat(chunks);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
};

const failureOf = (error: unknown): Parameters<typeof fail> => {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return ["image_too_large"];
  return ["parameter_invalid", { param: "image", detail: `form: ${String(code)}` }];
};
