import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import { createScanner } from "jsonc-parser";
import { z } from "zod";
import { type Failure, fail } from "../core/failure.ts";
import { parseRequest } from "../core/request-failure.ts";
import { ok, type Result } from "../core/result.ts";
import { type Expectations, expectationsSchema } from "../verify/expectations.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The JSON object as it was sent, before a schema cleaned it; null for every other body. */
    sentBody: JsonObject | null;
  }
}

/** JSON bodies hold at most 16 KiB. */
export const bodyBytesMax = 16 * 1024;

export type JsonObject = Readonly<Record<string, unknown>>;

/** One JSON object in UTF-8, or `json_invalid`. */
export const parseJsonBody = (bytes: Uint8Array): Result<JsonObject, Failure> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isObject(value) ? ok(value) : fail("json_invalid");
  } catch {
    return fail("json_invalid");
  }
};

/** The same, and `json_invalid` where an object has a name twice: which of the values counts would be a guess. */
export const parseRequestBody = (bytes: Uint8Array): Result<JsonObject, Failure> => {
  const parsed = parseJsonBody(bytes);
  return parsed.ok && repeatsName(new TextDecoder().decode(bytes)) ? fail("json_invalid") : parsed;
};

/** The library's numbers for the words of JSON, whose names it gives to programs that are compiled otherwise. */
const words = { openBrace: 1, closeBrace: 2, colon: 6, text: 10, end: 17 };

/** By its words, one after the other: a reader that goes down into each object ends where a body is nested deeply. */
const repeatsName = (json: string): boolean => {
  const scanner = createScanner(json, true);
  const open: Set<string>[] = [];
  let text = "";
  for (let token = scanner.scan(); token !== words.end; token = scanner.scan()) {
    if (token === words.openBrace) open.push(new Set());
    if (token === words.closeBrace) open.pop();
    if (token === words.text) text = scanner.getTokenValue();
    if (token !== words.colon) continue;
    const names = open.at(-1);
    if (names?.has(text)) return true;
    names?.add(text);
  }
  return false;
};

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Compressed bodies are refused: nothing here unpacks them. */
export const refuseEncodedBody = (request: FastifyRequest): Result<true, Failure> => {
  const encoding = request.headers["content-encoding"];
  return encoding === undefined || encoding === "identity" ? ok(true) : fail("media_type_unsupported");
};

/** The member that every verify endpoint takes besides its own fields. */
export const expectField = {
  expect: expectationsSchema.optional().meta({
    description:
      "What you expect of the receipt: `amount` in ETB, `receiver_account`, `receiver_name`, `max_age_hours`. `meta.checks` answers each; none changes the verdict.",
  }),
};

/**
 * Validates what a route takes. Problems of `expect` come before those of the other fields and are named
 * `expect.<field>`.
 */
export const validate = <Output>(schema: z.ZodType<Output>, value: unknown): Result<Output, Failure> => {
  const parsed = parseRequest(schema, value);
  if (parsed.ok || !isObject(value) || value.expect === undefined || !takesExpect(schema)) return parsed;
  const expected = validateExpect(value.expect);
  return expected.ok ? parsed : expected;
};

const takesExpect = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && schema.shape.expect === expectField.expect;

const validateExpect = (expect: unknown): Result<Expectations, Failure> => {
  const parsed = parseRequest(expectationsSchema, expect);
  if (parsed.ok) return parsed;
  const { code, param, issues = [], ...rest } = parsed.error;
  return {
    ok: false,
    error: {
      ...rest,
      code: code === "json_invalid" ? "parameter_invalid" : code,
      param: inExpect(param),
      issues: issues.map(({ location, message }) => ({ location: inExpect(location), message })),
    },
  };
};

const inExpect = (field: string | undefined): string =>
  field === undefined || field === "body" ? "expect" : `expect.${field}`;

/** Fastify's hook for the schemas of routes. What it refuses reaches the error handler with its failure. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    const parsed = validate(schema, value);
    if (parsed.ok) return { value: parsed.value };
    // A path whose parameter fits nothing leads nowhere.
    return { error: refusal(httpPart === "params" ? fail("route_not_found").error : parsed.error) };
  };

/** An error that carries a failure through Fastify to the error handler. */
export const refusal = (failure: Failure): Error => Object.assign(new Error(failure.code), { failure });

/** The failure that `refusal` put into an error; null for every other error. */
export const failureIn = (error: Error & { readonly failure?: Failure }): Failure | null =>
  error.failure ?? null;
