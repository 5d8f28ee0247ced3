import multipart, { type Multipart } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Failure, fail } from "../failure.ts";
import { pictureBytesMax } from "../photos/picture-kind.ts";
import { ok, type Result } from "../result.ts";

/** What a form with a picture holds. A name that came twice is in `repeated`. */
export type PictureForm = {
  readonly image: Uint8Array | null;
  /** Text parts by name; a file under another name than `image` stands here as an empty text. */
  readonly fields: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
};

/** What a part of text may hold, in bytes; `expect` is the longest. */
const fieldBytesMax = 4 * 1024;
/** Beside the picture: boundaries, headers, and the parts of text. */
const envelopeBytesMax = 64 * 1024;

/** Reads forms in memory, within the limits of design 9. Nothing is written to disk. */
export const acceptForms = (server: FastifyInstance): void => {
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

/** Forms that are read at the same time: each may hold 8 MiB. */
const formsMax = 16;
let forms = 0;

/** Failures: `overloaded` when too many come at once, `media_type_unsupported` when it is no form, `image_too_large`, `parameter_invalid` for a broken form. */
export const readForm = async (request: FastifyRequest): Promise<Result<PictureForm, Failure>> => {
  if (!request.isMultipart()) return fail("media_type_unsupported", { subject: "multipart/form-data" });
  if (Number(request.headers["content-length"] ?? 0) > pictureBytesMax + envelopeBytesMax)
    return fail("image_too_large");
  if (forms >= formsMax) return fail("overloaded", { retryAfterSeconds: 2 });
  forms += 1;
  return readParts(request).finally(() => {
    forms -= 1;
  });
};

const readParts = async (request: FastifyRequest): Promise<Result<PictureForm, Failure>> => {
  const parts: { readonly name: string; readonly value: string | Uint8Array }[] = [];
  try {
    for await (const part of request.parts()) parts.push(await readPart(part));
  } catch (error) {
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

const readPart = async (part: Multipart): Promise<{ name: string; value: string | Uint8Array }> => {
  if (part.type === "field") {
    // A part that says it is JSON comes parsed.
    const value = typeof part.value === "string" ? part.value : JSON.stringify(part.value);
    return { name: part.fieldname, value };
  }
  const bytes = await part.toBuffer();
  return { name: part.fieldname, value: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
};

const failureOf = (error: unknown): Parameters<typeof fail> => {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return ["image_too_large"];
  return ["parameter_invalid", { param: "image", detail: `form: ${String(code)}` }];
};
