import { z } from "zod";
import type { Result } from "../../../../src/core/result.ts";
import { badRequest, type Refusal } from "../refusal.ts";

/** Parameters as they came: JSON values, or text and files of a form. */
export type Parameters = Readonly<Record<string, unknown>>;

export type Outcome = Result<unknown, Refusal>;

/** One method of the Bot API. `signal` aborts when the caller hangs up. */
export type Method = (parameters: Parameters, signal: AbortSignal) => Outcome | Promise<Outcome>;

/** Joins a method to the shape of its parameters, so that methods of every shape live in one table. */
export const method =
  <Shape extends z.ZodType>(
    shape: Shape,
    run: (parameters: z.infer<Shape>, signal: AbortSignal) => Outcome | Promise<Outcome>,
  ): Method =>
  (parameters, signal) => {
    const parsed = shape.safeParse(parameters);
    if (parsed.success) return run(parsed.data, signal);
    const issue = parsed.error.issues[0];
    return badRequest(`can't parse ${issue?.path.join(".") ?? "parameters"}: ${issue?.message ?? "invalid"}`);
  };

/** In a form every value is text; objects and lists are written as JSON. */
export const fromText = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((value) => (typeof value === "string" ? readJson(value) : value), shape);

export const integer = fromText(z.int());
export const flag = fromText(z.boolean());

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the shape it is checked against says what was expected.
    return text;
  }
};
