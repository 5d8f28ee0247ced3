import type { FastifyRequest } from "fastify";
import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";

/** JSON bodies hold at most 16 KiB (design 4). */
export const bodyBytesMax = 16 * 1024;

export type JsonBody = Result<Readonly<Record<string, unknown>>, Failure>;

/** One JSON object in UTF-8, or `json_invalid`. */
export const parseJsonBody = (bytes: Uint8Array): JsonBody => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? ok(value) : fail("json_invalid");
  } catch {
    return fail("json_invalid");
  }
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Bodies are read as they come: a compressed one would only be told apart as broken JSON. */
export const refuseEncodedBody = (request: FastifyRequest): Result<true, Failure> => {
  const encoding = request.headers["content-encoding"];
  return encoding === undefined || encoding === "identity" ? ok(true) : fail("media_type_unsupported");
};
