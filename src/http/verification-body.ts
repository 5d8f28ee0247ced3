import { checkExpectations, type Expectations } from "../expectations.ts";
import { type Reading, type Receipt, receiptSchema } from "../receipt.ts";
import { type Claims, checkClaimedAmount, printedAmountsOf } from "../verify/claims.ts";
import type { Verification } from "../verify.ts";
import type { Extracted } from "./extracted.ts";
import { billingMembers } from "./failure-reply.ts";

/** What the reply says besides what was found. */
export type VerificationContext = {
  readonly requestId: string;
  readonly provider: string;
  /** `test`: the answer comes from the sandbox. */
  readonly mode: "live" | "test";
  readonly expect: Expectations | null;
  /** What the text or picture says of the payment besides; null where the request holds neither. */
  readonly claims: Claims | null;
  /** What a picture or a scanned code pointed to. */
  readonly extracted: Extracted | null;
  readonly now: Date;
};

/** The success envelope: exactly the fields of spec 2.2 as `data`, and `meta` of design 3 beside it. */
export const verifiedEnvelope = (
  { billing, seenBefore, assessment, source, checkedAt }: Verification,
  reading: Reading,
  { requestId, provider, mode, expect, claims, extracted, now }: VerificationContext,
) => ({
  status: "success" as const,
  data: orderedRecord(reading.receipt),
  meta: {
    request_id: requestId,
    provider,
    checked_at: checkedAt.toISOString(),
    source,
    amount_minor: reading.amountMinor,
    payment_date_iso: reading.paymentDateIso,
    mode,
    total_check: reading.totalCheck,
    seen_before: seenBefore && { first_at: seenBefore.firstAt.toISOString(), times: seenBefore.times },
    absent_fields: reading.absentFields,
    assessment: assessment && { kind: assessment.kind, reasons: assessment.reasons },
    payment_kind: reading.paymentKind,
    receiver_account_shown: reading.isReceiverAccountShown,
    extracted: extracted ?? undefined,
    billing: billing && billingMembers(billing),
    claimed_amounts_minor: claims?.amountsSantim,
    checks:
      expect === null && claims === null
        ? undefined
        : {
            ...(expect && checkExpectations(expect, reading, now)),
            ...(claims && { claimed_amount: checkClaimedAmount(claims, printedAmountsOf(reading)) }),
          },
  },
});

/** The fields of spec 2.2 in its order, whatever order the reader set them in. */
const orderedRecord = (receipt: Receipt): Record<string, unknown> => {
  const values: Readonly<Record<string, unknown>> = receipt;
  const fields = Object.keys(receiptSchema.shape).filter((field) => values[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
};
