import type { z } from "zod";
import { type Failure, type FailureCode, type FieldIssue, fail, failureCodes } from "./failure.ts";
import { linkFields, referenceFields } from "./field-names.ts";
import { nearest } from "./nearest.ts";
import { ok, type Result } from "./result.ts";

/** What a custom issue of a request schema carries, as `params`, to become a failure. */
export type FieldProblem = {
  readonly failure: FailureCode;
  /** What the field should have been, or the character that is wrong. */
  readonly subject?: string;
};

/**
 * Validates a request's JSON body. Of several problems the first decides the code, an unknown field before a
 * missing one, since one is often the other misspelt; all are listed in `issues`. Codes: `json_invalid` (no
 * object), `parameter_unknown` (with the nearest known name), `parameter_missing`, `reference_malformed`,
 * `parameter_invalid`, and those that the schema's own checks name.
 *
 * @param otherFields names that are known besides the schema's, for the nearest to an unknown one
 */
export const parseRequest = <Output>(
  schema: z.ZodType<Output>,
  body: unknown,
  otherFields: readonly string[] = [],
): Result<Output, Failure> => {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const found = parsed.error.issues
    .flatMap((issue) => problemsOf(issue, [...fieldNames(schema), ...otherFields]))
    .sort((a, b) => rank(a.failure) - rank(b.failure));
  const [first] = found;
  if (first === undefined) throw new Error("a refused body without an issue");
  return {
    ok: false,
    error: { ...first.failure, issues: found.slice(0, issuesMax).map(({ issue }) => issue) },
  };
};

/** Fields that every verify endpoint takes besides its own. */
export const additiveFields = ["expect"] as const;

/** A body of 16 KiB can hold thousands of wrong names; the first few tell enough. */
const issuesMax = 10;

type Problem = { readonly failure: Failure; readonly issue: FieldIssue };

const order: readonly FailureCode[] = [
  "json_invalid",
  "parameter_unknown",
  "parameters_exclusive",
  "parameter_missing",
];

const rank = ({ code }: Failure): number => (order.includes(code) ? order.indexOf(code) : order.length);

const problemsOf = (issue: z.core.$ZodIssue, known: readonly string[]): Problem[] => {
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, issuesMax).map((key) => unknownField(key, known));
  const [step] = issue.path;
  if (step === undefined && issue.code !== "custom")
    return [problem("json_invalid", "body", "must be a JSON object")];
  const field = nameOf(String(step ?? "body"));
  if (issue.code === "custom") return [customProblem(field, issue.params)];
  if (issue.code === "invalid_type" && issue.input === undefined)
    return [problem("parameter_missing", field, "is required")];
  return [
    problem(
      leadingFields.includes(field) ? "reference_malformed" : "parameter_invalid",
      field,
      messageOf(issue),
    ),
  ];
};

const messageOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === "too_big")
    return `must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
  if (issue.code === "too_small") return `must be at least ${issue.minimum}`;
  if (issue.code !== "invalid_type") return "is not valid";
  return issue.expected === "string" ? "must be a text" : "must be a whole number";
};

const leadingFields: readonly string[] = [...referenceFields, ...linkFields];

const problem = (code: FailureCode, location: string, message: string, subject?: string): Problem => ({
  failure: fail(code, {
    ...(location === "body" ? {} : { param: location }),
    ...(subject === undefined ? {} : { subject }),
  }).error,
  issue: { location, message },
});

const unknownField = (key: string, known: readonly string[]): Problem => {
  const near = nearest(key, known);
  const message = near ? `is unknown, did you mean ${near}?` : `is unknown; known are ${known.join(", ")}`;
  return problem("parameter_unknown", nameOf(key), message, near);
};

/** A field's name as it is said again. An API key in its place is not: replies are logged and passed on. */
const nameOf = (field: string): string => (/drs_(?:live|test)_/i.test(field) ? "drs_…" : field.slice(0, 64));

const customProblem = (field: string, params: Readonly<Record<string, unknown>> | undefined): Problem => {
  const code = failureCodes.find((known) => known === params?.failure) ?? "parameter_invalid";
  const subject = typeof params?.subject === "string" ? params.subject : undefined;
  return problem(
    code,
    field,
    (subject !== undefined || code !== "parameter_invalid" ? messages[code]?.(subject ?? "") : undefined) ??
      "is not valid",
    subject,
  );
};

const messages: Partial<Record<FailureCode, (subject: string) => string>> = {
  reference_malformed: (shape) => `must have the form ${shape}`,
  reference_not_ascii: (character) =>
    `holds a character that only looks like a letter or digit: ${character}`,
  parameter_invalid: (shape) => `must be ${shape}`,
  parameter_missing: () => "is required",
  parameters_exclusive: () => "must not be sent together with another form of the same question",
};

const fieldNames = (schema: z.ZodType): string[] =>
  "shape" in schema && typeof schema.shape === "object" && schema.shape !== null
    ? Object.keys(schema.shape)
    : [];
