import { z } from "zod";
import type { Detection } from "../detect.ts";
import { noClaims } from "../verify/claims.ts";

/** One reading of one receipt in a message; serialisable, since questions keep it until they are answered. */
export const pointerSchema = z.strictObject({
  provider: z.string(),
  request: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  encodedDate: z.strictObject({ year: z.int(), month: z.int(), day: z.int() }).nullable(),
  warnings: z
    .array(
      z.discriminatedUnion("code", [
        z.strictObject({
          code: z.literal("reference_maybe_mistyped"),
          suggestion: z.string().nullable(),
        }),
        z.strictObject({ code: z.literal("receipt_old"), days: z.int() }),
      ]),
    )
    .default([]),
  claims: z
    .strictObject({
      amountsSantim: z.array(z.int().nonnegative()).readonly(),
      areTransferred: z.boolean(),
      printedSantim: z.array(z.int().nonnegative()).readonly().optional(),
    })
    .default(noClaims),
  /** Mobile numbers of the message that may be the missing phone. */
  phones: z.array(z.string()).readonly().default([]),
  /** Whether a person chose this bank among several that the reference may be from. */
  isBankChosen: z.boolean().default(false),
  /** Whether its account or phone is one that the asker has saved, filled in by us. */
  isWithSaved: z.boolean().default(false),
});

export type Pointer = Readonly<z.infer<typeof pointerSchema>>;

/** The receipts of a message in the order they stand in it; each with its likely readings, best first. */
export const pointersOf = ({ candidates }: Detection): (readonly Pointer[])[] => {
  const places = new Map<number, Pointer[]>();
  const seen = new Set<string>();
  for (const { provider, request, missing, encodedDate, at, isLikely, ...others } of candidates) {
    if (!isLikely) continue;
    const question = `${provider} ${JSON.stringify(Object.entries(request).sort())}`;
    const rivals = places.get(at) ?? [];
    if (seen.has(question) || rivals.some((rival) => rival.provider === provider)) continue;
    seen.add(question);
    rivals.push({
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
    places.set(at, rivals);
  }
  return [...places].sort(([left], [right]) => left - right).map(([, rivals]) => rivals);
};

/** What of an order a pointer says. */
export const askedBy = ({ request, claims, isBankChosen }: Pointer) => ({
  body: request,
  claims,
  isBankChosen,
});

/** What a person would call the reference of a pointer: its first field that is not an account or a phone. */
export const referenceOf = ({ request }: Pointer): string =>
  Object.entries(request).find(([field]) => field !== "accountNumber" && field !== "phone")?.[1] ?? "";

/** The text of the reference that was probably meant, with the numbers that stood beside it; null where none is known. */
export const meantText = ({ warnings, request }: Pointer): string | null => {
  const slip = warnings.find(({ code }) => code === "reference_maybe_mistyped");
  if (slip?.code !== "reference_maybe_mistyped" || slip.suggestion === null) return null;
  return [slip.suggestion, request.accountNumber, request.phone].filter(Boolean).join(" ");
};

/** The pointer with the number of an account that the asker has saved. */
export const filledInWithSaved = (pointer: Pointer, number: string): Pointer => ({
  ...filledIn(pointer, number),
  isWithSaved: true,
});

/** The pointer with the one field that it lacks, as the endpoint takes it. */
export const filledIn = (pointer: Pointer, digits: string): Pointer => {
  const [field = "accountNumber", ...missing] = pointer.missing;
  return { ...pointer, request: { ...pointer.request, [field]: digits }, missing };
};
