import type { z } from "zod";
import { type Failure, type FailureCode, type FieldIssue, fail, failureCodes } from "../failure.ts";
import { ok } from "../result.ts";
import { nearest } from "../text/nearest.ts";
import type { Provider, ProviderDefinition, ProviderSettings } from "./provider.ts";

/** A provider's file as the registry lists it: joined with settings it is a `Provider`. */
export type ProviderFile = {
  readonly label: string;
  readonly limited: boolean;
  readonly withSettings: (settings: ProviderSettings) => Provider;
};

const defaultTimeoutMs = 15_000;

/** Closes over the request type, so that different providers live in one list without a cast. */
export const defineProvider = <Fields>(definition: ProviderDefinition<Fields>): ProviderFile => ({
  label: definition.label,
  limited: definition.limited,
  withSettings: (settings) => ({
    label: definition.label,
    limited: definition.limited,
    contractVersion: definition.contractVersion,
    timeoutMs: settings.timeoutMs ?? definition.timeoutMs ?? defaultTimeoutMs,
    settings,
    shapes: definition.shapes,
    readLink: definition.readLink,
    request: definition.request,
    open: (body) => {
      const parsed = definition.request.safeParse(body);
      if (!parsed.success) return { ok: false, error: requestFailure(parsed.error, definition.request) };
      const fields = parsed.data;
      const lookup = definition.locate(fields, settings);
      return ok({
        ...lookup,
        canonical: `${definition.label} ${lookup.canonical}`,
        provider: definition.label,
        request: { ...lookup.request, headers: { ...lookup.request.headers, ...settings.headers } },
        read: (answer, now) => definition.read(answer, fields, { settings, now }),
      });
    },
  }),
});

const referenceFields = new Set(["transactionRef", "reference", "receipt", "transactionId", "url", "link"]);

/** The first problem decides the code: an unknown field before a missing one, since one is often the other misspelt. */
const requestFailure = (error: z.ZodError, schema: z.ZodType): Failure => {
  const failures = error.issues.flatMap((issue) => failuresOf(issue, schema));
  const issues = failures.map(
    ({ param, subject, code }): FieldIssue => ({
      location: param ?? "body",
      message: subject ?? code,
    }),
  );
  const order: readonly FailureCode[] = ["json_invalid", "parameter_unknown", "parameter_missing"];
  const rank = ({ code }: Failure) => (order.includes(code) ? order.indexOf(code) : order.length);
  const [first] = failures.sort((a, b) => rank(a) - rank(b));
  return { ...(first ?? fail("json_invalid").error), issues };
};

const failuresOf = (issue: z.core.$ZodIssue, schema: z.ZodType): Failure[] => {
  const param = String(issue.path[0] ?? "");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownField(key, fieldNames(schema)));
  if (param === "") return [fail("json_invalid", { detail: "not an object" }).error];
  if (issue.code === "custom") return [{ ...problemOf(issue.params), param }];
  if (issue.code === "invalid_type" && issue.input === undefined)
    return [fail("parameter_missing", { param }).error];
  return [fail(referenceFields.has(param) ? "reference_malformed" : "parameter_invalid", { param }).error];
};

const unknownField = (key: string, known: readonly string[]): Failure => {
  const near = nearest(key, known);
  return fail("parameter_unknown", {
    param: key.slice(0, 64),
    ...(near === undefined ? {} : { subject: near }),
  }).error;
};

const fieldNames = (schema: z.ZodType): string[] =>
  "shape" in schema && typeof schema.shape === "object" && schema.shape !== null
    ? Object.keys(schema.shape)
    : [];

const problemOf = (params: Readonly<Record<string, unknown>> | undefined): Failure => {
  const code = failureCodes.find((known) => known === params?.failure) ?? "parameter_invalid";
  return { code, ...(typeof params?.subject === "string" ? { subject: params.subject } : {}) };
};
