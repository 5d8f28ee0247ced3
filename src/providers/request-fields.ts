import { z } from "zod";
import type { FieldProblem } from "../request-failure.ts";
import { cleanWord, foreignCharacter } from "../text/cleaning.ts";

/** A reference, cleaned and upper-cased; `reference_not_ascii` or `reference_malformed` otherwise. */
export const referenceField = (pattern: RegExp, shape: string) =>
  z.string().transform((text, context) => {
    const word = cleanWord(text).toUpperCase();
    const foreign = foreignCharacter(word);
    if (foreign !== null) return problem(context, { failure: "reference_not_ascii", subject: foreign });
    if (!pattern.test(word)) return problem(context, { failure: "reference_malformed", subject: shape });
    return word;
  });

/** An account number of 8 to 20 digits, spaces and hyphens dropped; `parameter_invalid` otherwise. */
export const accountNumberField = () =>
  z.string().transform((text, context) => {
    const digits = cleanWord(text).replaceAll("-", "");
    if (!/^\d{8,20}$/.test(digits))
      return problem(context, { failure: "parameter_invalid", subject: "8 to 20 digits" });
    return digits;
  });

const problem = (context: z.RefinementCtx, params: FieldProblem): never => {
  context.addIssue({ code: "custom", params });
  return z.NEVER;
};
