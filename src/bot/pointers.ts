import { z } from "zod";
import type { Detection } from "../detect.ts";

/** One reading of one receipt in a message; serialisable, since questions keep it until they are answered. */
export const pointerSchema = z.strictObject({
  provider: z.string(),
  request: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  encodedDate: z.strictObject({ year: z.int(), month: z.int(), day: z.int() }).nullable(),
});

export type Pointer = Readonly<z.infer<typeof pointerSchema>>;

/** The receipts of a message in the order they stand in it; each with its likely readings, best first. */
export const pointersOf = ({ candidates }: Detection): (readonly Pointer[])[] => {
  const places = new Map<number, Pointer[]>();
  const seen = new Set<string>();
  for (const { provider, request, missing, encodedDate, at, isLikely } of candidates) {
    if (!isLikely) continue;
    const question = `${provider} ${JSON.stringify(Object.entries(request).sort())}`;
    const rivals = places.get(at) ?? [];
    if (seen.has(question) || rivals.some((rival) => rival.provider === provider)) continue;
    seen.add(question);
    rivals.push({ provider, request: { ...request }, missing: [...missing], encodedDate });
    places.set(at, rivals);
  }
  return [...places].sort(([left], [right]) => left - right).map(([, rivals]) => rivals);
};

/** What a person would call the reference of a pointer: its first field that is not an account or a phone. */
export const referenceOf = ({ request }: Pointer): string =>
  Object.entries(request).find(([field]) => field !== "accountNumber" && field !== "phone")?.[1] ?? "";

/** The pointer with its account number, as the endpoint takes it. */
export const withAccount = (pointer: Pointer, accountNumber: string): Pointer => ({
  ...pointer,
  request: { ...pointer.request, accountNumber },
  missing: pointer.missing.filter((field) => field !== "accountNumber"),
});
