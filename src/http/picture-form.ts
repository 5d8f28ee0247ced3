import multipart, { type Multipart, type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerName, type ResolvedCaller } from "../accounts/accounts.ts";
import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import { createMemoryShare, type MemoryShare } from "../photos/memory-share.ts";
import type { PictureCaller } from "../photos/picture-caller.ts";
import { pictureBytesMax } from "../photos/picture-kind.ts";

/** Forms that hold a picture, as the API and the pages take them. */

/** A picture that has waited so long for its turn is refused. Few programs wait longer for an answer. */
const waitMaxMs = 20_000;

/** All keys of an account are one caller. Without a key the caller is its network. */
export const pictureCallerOf = ({
  account,
  caller,
}: Pick<ResolvedCaller, "account" | "caller">): PictureCaller => ({
  id: callerName(caller, account?.id ?? null),
  isKeyed: account !== null,
  waitMaxMs,
});

/** What a form with a picture holds. A name that came twice is in `repeated`. */
export type PictureForm = {
  readonly image: Uint8Array | null;
  /** Text parts by name. A file under another name than `image` is an empty text here. */
  readonly fields: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
};

/** Beside the picture: boundaries, headers, and the parts of text. */
const envelopeBytesMax = 64 * 1024;

/**
 * Reads forms in memory, within limits. Nothing is written to disk.
 *
 * @param fieldBytesMax what a part of text may hold, in bytes
 */
export const acceptForms = (
  server: FastifyInstance,
  { fieldBytesMax }: { readonly fieldBytesMax: number },
): void => {
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
export const createFormMemory = (bytesMax = 16 * pictureBytesMax): MemoryShare =>
  createMemoryShare({ bytesMax, bytesMin: 256 * 1024, goes: "oldest" });

/**
 * Failures: `overloaded` when too many come at once, `media_type_unsupported` when it is no form, `image_too_large`,
 * `parameter_invalid` for a broken form.
 */
export const readForm = async (
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
    // The parser would go through all of what is left, though of too many parts it hands out none.
    request.raw.unpipe();
    request.raw.resume();
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
