import { type Expectations, expectationsSchema } from "../expectations.ts";
import type { Failure } from "../failure.ts";
import { parseRequest } from "../request-failure.ts";
import { ok, type Result } from "../result.ts";

/** The body of a verify endpoint, and beside it what the caller expects of the receipt. */
export type ExpectingBody = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly expect: Expectations | null;
};

/** Takes the additive `expect` out of a body (design 3); its own problems are named `expect.<field>`. */
export const splitExpect = (body: Readonly<Record<string, unknown>>): Result<ExpectingBody, Failure> => {
  const { expect, ...fields } = body;
  if (expect === undefined) return ok({ fields, expect: null });
  const parsed = parseRequest(expectationsSchema, expect);
  if (parsed.ok) return ok({ fields, expect: parsed.value });
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
