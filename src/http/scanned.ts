import { z } from "zod";
import { claimFromText } from "../claim.ts";
import { type Failure, fail } from "../failure.ts";
import { readCodes } from "../photos/payload.ts";
import { ok, type Result } from "../result.ts";
import { cleanWord } from "../text/cleaning.ts";
import type { Offer } from "./offer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a scan asks for: the fields of its provider's endpoint, and whose digits a party of the receipt must have besides. */
export type Scanned = {
  readonly fields: Fields;
  readonly party: string | null;
  /** The link that the code holds. */
  readonly link: string | null;
};

/** As the providers' own endpoints take it: 8 to 20 digits, spaces and hyphens dropped (design 4). */
export const accountNumber = z
  .string()
  .max(100)
  .transform((text) => cleanWord(text).replaceAll("-", ""))
  .pipe(z.string().regex(/^\d{8,20}$/));

/**
 * The body of a scan whose `transactionRef` may be all that the code held, a link or a reference with digits behind
 * it: read as the code of a picture would be, with its failures. The code's own digits are used for the look-up, the
 * caller's where it has none (design 9).
 */
export const readScan = (offer: Offer, only: string, fields: Fields): Result<Scanned, Failure> => {
  const { transactionRef: raw, accountNumber: given, ...others } = fields;
  if (typeof raw !== "string" || fields.link !== undefined || !isWholeCode(raw))
    return ok({ fields, party: null, link: null });
  const number = accountNumber.optional().safeParse(given);
  if (!number.success) return fail("parameter_invalid", { param: "accountNumber" });
  const code = readCodes([raw], { detect: offer.detect, only });
  if (!code.ok) return { ok: false, error: code.error.failure };
  const { detection, link } = code.value;
  const claim = claimFromText(detection, { accountNumber: number.data });
  if (!claim.ok) return claim;
  const { body } = claim.value;
  const party = body.accountNumber === number.data ? null : (number.data ?? null);
  return ok({ fields: { ...others, ...body }, party, link });
};

const isWholeCode = (text: string): boolean => /[/:?]|^\s*FT[A-Z0-9]{10}\d{8}\s*$/i.test(text);
