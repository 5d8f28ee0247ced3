import { z } from "zod";
import { secondNumberFields } from "../core/field-names.ts";
import { type Claims, noClaims } from "./claims.ts";
import type { Detection } from "./detect/detect.ts";

const santim = z.int().nonnegative();
const manySantim = z.array(santim).readonly();

/** Each member of the claims. One that is missing here would be left out of what is kept, and an amount confirmed wrongly. */
const claimFields = {
  amountsSantim: manySantim,
  areTransferred: z.boolean(),
  printedSantim: manySantim.optional(),
  besideSantim: manySantim.optional(),
  eachSantim: manySantim.optional(),
  sumSantim: santim.optional(),
  isWithTotal: z.boolean().optional(),
  largestSantim: santim.optional(),
  lessSantim: manySantim.optional(),
  doubts: z
    .array(
      z.object({
        readSantim: santim.nullable(),
        seenSantim: santim.nullable(),
        isEither: z.boolean().optional(),
      }),
    )
    .readonly()
    .optional(),
  isPartlyRead: z.boolean().optional(),
  namesOthers: z.boolean().optional(),
} satisfies { readonly [Field in keyof Required<Claims>]: z.ZodType<Claims[Field]> };

/**
 * A provider and the fields to ask it with, for one receipt of a message. Questions keep it until they are answered, and a
 * process of another version may read it: members that this one does not know are left out.
 */
export const candidateSchema = z.object({
  provider: z.string(),
  request: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  encodedDate: z.object({ year: z.int(), month: z.int(), day: z.int() }).nullable(),
  warnings: z
    .array(
      z.discriminatedUnion("code", [
        z.object({
          code: z.literal("reference_maybe_mistyped"),
          suggestion: z.string().nullable(),
        }),
        z.object({ code: z.literal("receipt_old"), days: z.int() }),
      ]),
    )
    .default([]),
  claims: z.object(claimFields).default(noClaims),
  /** Mobile numbers of the message that may be the missing phone. */
  phones: z.array(z.string()).readonly().default([]),
  /** Whether a person chose this bank among several that the reference may be from. */
  isBankChosen: z.boolean().default(false),
  /** Whether its account or phone is one that the caller has saved, filled in by us. */
  isWithSaved: z.boolean().default(false),
});

export type Candidate = Readonly<z.infer<typeof candidateSchema>>;

/** Receipts of one message that are answered, offered for a choice, or refused one by one. */
export const receiptsMax = 10;

/**
 * The receipts of a message in their order, each with its likely candidates, best first: for people, who are asked back
 * where several are left. A program gets one or an error; see `chooseCandidate`.
 */
export const candidatesOf = ({ candidates }: Detection): (readonly Candidate[])[] => {
  const places = new Map<number, Candidate[]>();
  const seen = new Set<string>();
  for (const { provider, request, missing, encodedDate, at, isLikely, ...others } of candidates) {
    if (!isLikely) continue;
    const key = requestKeyOf({ provider, request });
    const alternatives = places.get(at) ?? [];
    if (seen.has(key) || alternatives.some((alternative) => alternative.provider === provider)) continue;
    seen.add(key);
    alternatives.push({
      provider,
      request: { ...request },
      missing: [...missing],
      encodedDate,
      warnings: [...others.warnings],
      claims: others.claims,
      phones: others.phones,
      isBankChosen: false,
      isWithSaved: false,
    });
    places.set(at, alternatives);
  }
  return [...places].sort(([left], [right]) => left - right).map(([, alternatives]) => alternatives);
};

/** One text for one question, whatever the order of its fields. */
export const requestKeyOf = ({
  provider,
  request,
}: Pick<Detection["candidates"][number], "provider" | "request">): string =>
  `${provider} ${JSON.stringify(Object.entries(request).sort())}`;

/** The part of a verification request that a candidate gives. */
export const requestPartOf = ({ request, claims, isBankChosen }: Candidate) => ({
  body: request,
  claims,
  isBankChosen,
});

/** What a person would call the reference of a candidate: its first field that is not an account or a phone. */
export const referenceOf = ({ request }: Pick<Candidate, "request">): string =>
  Object.entries(request).find(([field]) => !besideReference.includes(field))?.[1] ?? "";

const besideReference: readonly string[] = secondNumberFields;

/** A candidate as a person would type it: its reference, and the numbers beside it. */
export const typedAs = (candidate: Candidate): string => withNumbers(referenceOf(candidate), candidate);

const withNumbers = (reference: string, { request }: Pick<Candidate, "request">): string =>
  [reference, request.accountNumber, request.phone].filter(Boolean).join(" ");

/** The reference that was probably meant, with the numbers beside it; null where none is known. */
export const meantText = (candidate: Candidate): string | null => {
  const slip = candidate.warnings.find(({ code }) => code === "reference_maybe_mistyped");
  if (slip?.code !== "reference_maybe_mistyped" || slip.suggestion === null) return null;
  return withNumbers(slip.suggestion, candidate);
};

/** The candidate with the number of an account that the caller has saved. */
export const filledInWithSaved = (candidate: Candidate, number: string): Candidate => ({
  ...filledIn(candidate, number),
  isWithSaved: true,
});

/** The candidate with the one field that it lacks, as the endpoint takes it. */
export const filledIn = (candidate: Candidate, digits: string): Candidate => {
  const [field = "accountNumber", ...missing] = candidate.missing;
  return { ...candidate, request: { ...candidate.request, [field]: digits }, missing };
};
