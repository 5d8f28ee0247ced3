import type { z } from "zod";
import { type Failure, type FieldIssue, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { nearest } from "../text/nearest.ts";

/** Fields of a request that belongs to no single provider, or the first thing that is wrong with all of them listed. */
export const parseFields = <Shape extends z.ZodRawShape, Output>(
  schema: z.ZodType<Output> & { readonly shape: Shape },
  body: Readonly<Record<string, unknown>>,
): Result<Output, Failure> => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const known = Object.keys(schema.shape);
  const found = parsed.error.issues
    .flatMap((issue) => wrongFields(issue, body, known))
    .sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
  const [first] = found;
  if (first === undefined) throw new Error("a refused body without an issue");
  return fail(first.code, {
    param: first.issue.location,
    ...(first.near && { subject: first.near }),
    issues: found.map(({ issue }) => issue),
  });
};

/** An unknown field before a missing one: it is often the other misspelt. */
const codes = ["parameter_unknown", "parameter_missing", "parameter_invalid"] as const;

type WrongField = {
  readonly code: (typeof codes)[number];
  readonly issue: FieldIssue;
  readonly near?: string | undefined;
};

const wrongFields = (
  issue: z.core.$ZodIssue,
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
): WrongField[] => {
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, issuesMax).map((key) => unknownField(key, known));
  const location = String(issue.path[0] ?? "body");
  if (body[location] === undefined)
    return [{ code: "parameter_missing", issue: { location, message: "is required" } }];
  const message = issue.code === "too_big" ? `must be at most ${issue.maximum} characters` : "must be a text";
  return [{ code: "parameter_invalid", issue: { location, message } }];
};

const unknownField = (key: string, known: readonly string[]): WrongField => {
  const near = nearest(key, known);
  const message = near ? `is unknown, did you mean ${near}?` : `is unknown; known are ${known.join(", ")}`;
  return { code: "parameter_unknown", near, issue: { location: key.slice(0, 64), message } };
};

/** A body of 16 KiB can hold thousands of wrong names; the first few tell enough. */
const issuesMax = 10;
