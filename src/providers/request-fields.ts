import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { cleanWord, foreignCharacter } from "../core/clean-text.ts";
import type { FieldProblem } from "../core/request-failure.ts";

/** A reference, cleaned and upper-cased; `reference_not_ascii` or `reference_malformed` otherwise. */
export const referenceField = (pattern: RegExp, shape: string) =>
  z
    .string()
    .meta({ description: shape })
    .transform((text, context) => {
      const written = cleanWord(text);
      // Checked before upper-casing, which turns a few foreign letters into Latin ones.
      const foreign = foreignCharacter(written);
      if (foreign !== null) return problem(context, { failure: "reference_not_ascii", subject: foreign });
      const word = written.toUpperCase();
      if (!pattern.test(word)) return problem(context, { failure: "reference_malformed", subject: shape });
      return word;
    });

/** An account number of 8 to 20 digits, spaces and hyphens dropped; `parameter_invalid` otherwise. */
export const accountNumberField = () =>
  z
    .string()
    .meta({ description: "8 to 20 digits of a party's account" })
    .transform((text, context) => {
      const digits = cleanWord(text).replace(hyphens, "");
      if (!/^\d{8,20}$/.test(digits))
        return problem(context, { failure: "parameter_invalid", subject: "8 to 20 digits" });
      return digits;
    });

/** A link or token, cleaned. `readReceiptUrl` checks what it must be. */
export const linkField = () =>
  z
    .string()
    .meta({ description: "the receipt's link" })
    .transform((text, context) => {
      const link = cleanWord(text);
      return link === "" ? problem(context, { failure: "reference_malformed", subject: "a link" }) : link;
    });

/**
 * For `refine`: two forms of the same question must not be mixed, `parameters_exclusive`. Said before anything
 * is said of what the fields hold.
 */
export const notTogether = (one: readonly string[], other: readonly string[]) => {
  const isGiven = (body: unknown) => (name: string) =>
    typeof body === "object" &&
    body !== null &&
    Object.getOwnPropertyDescriptor(body, name)?.value !== undefined;
  const isOneForm = (body: unknown): boolean => !(one.some(isGiven(body)) && other.some(isGiven(body)));
  const params = { failure: "parameters_exclusive" } satisfies FieldProblem;
  const path: PropertyKey[] = [one[0] ?? ""];
  return [isOneForm, { path, params, when: () => true }] as const;
};

/** For `superRefine`: one of two fields must be there, `parameter_missing`. */
export const eitherField =
  <Name extends string>(one: Name, other: Name) =>
  (fields: Readonly<Partial<Record<Name, string | undefined>>>, context: z.RefinementCtx): void => {
    if (fields[one] !== undefined || fields[other] !== undefined) return;
    const params = { failure: "parameter_missing" } satisfies FieldProblem;
    context.addIssue({ code: "custom", path: [one], params });
  };

/**
 * For `refine`: a field that only another form of the question does without, `parameter_missing`; said besides what the
 * fields hold.
 */
export const neededUnless = (otherForm: string, field: string) => {
  const isThere = (body: Readonly<Record<string, unknown>>): boolean =>
    body[otherForm] !== undefined || body[field] !== undefined;
  const params = { failure: "parameter_missing" } satisfies FieldProblem;
  const path: PropertyKey[] = [field];
  return [isThere, { path, params, when: () => true }] as const;
};

/** An Ethiopian mobile number as it may be written, the way it was given first: `0911000000`, `251911000000`. */
type PhoneForms = readonly [string, string];

/** A mobile number in any form that is written in Ethiopia; `parameter_invalid` otherwise. */
export const phoneField = () =>
  z
    .string()
    .meta({ description: "the customer's Ethiopian mobile number" })
    .transform((text, context): PhoneForms => {
      const written = cleanWord(text).replace(hyphens, "-");
      const number = /^\+?[\d()./-]{9,24}$/.test(written)
        ? parsePhoneNumberFromString(written, "ET")
        : undefined;
      // The library may not know new ranges of the networks yet, so only the form counts.
      const national = number?.country === "ET" ? number.nationalNumber : "";
      if (!/^[79]\d{8}$/.test(national))
        return problem(context, { failure: "parameter_invalid", subject: "an Ethiopian mobile number" });
      const [local, international] = [`0${national}`, `251${national}`];
      return /^(?:\+|00|251)/.test(written) ? [international, local] : [local, international];
    });

/** As keyboards and word processors write them. */
const hyphens = /[\p{Pd}\u2212]/gu;

const problem = (context: z.RefinementCtx, params: FieldProblem): never => {
  context.addIssue({ code: "custom", params });
  return z.NEVER;
};
