import { z } from "zod";
import { failureAssessmentKinds, failureCodes, notFoundReasons } from "../core/failure.ts";
import { paymentKinds, receiptSchema } from "../core/receipt.ts";
import { receiptAssessmentKinds } from "../verify/receipt-assessment.ts";
import { extractedSchema } from "./extracted.ts";

/** What replies hold, as OpenAPI describes it: the success envelope, and errors in both forms. */

const requestId = z.string().meta({ description: "The same as the header `X-Request-Id`." });
const mode = z
  .enum(["live", "test"])
  .meta({ description: "`test`: simulated banks answered, and nothing was charged." });

/** `meta` of the replies that verify nothing. */
export const plainMeta = z.strictObject({ request_id: requestId, mode });

const billingSchema = z
  .union([
    z.strictObject({ charged_minor: z.int(), balance_minor: z.int() }),
    z.strictObject({ counted: z.boolean(), remaining: z.int() }),
  ])
  .meta({ description: "Santim for an account with a balance, else what is left of the day." });

const check = z.enum(["match", "mismatch", "unknown"]);

/** A verified receipt: exactly the fields of the record (docs/api.md) as `data`, and `meta` beside it. */
export const verifiedBody = z.strictObject({
  status: z.literal("success"),
  data: receiptSchema,
  meta: z.strictObject({
    request_id: requestId,
    provider: z.string(),
    checked_at: z.iso.datetime(),
    source: z.enum(["live", "cache"]).nullable(),
    amount_minor: z.int().meta({ description: "Transferred amount in santim (1/100 ETB)." }),
    payment_date_iso: z.string().nullable().meta({
      description: "With +03:00, or the day alone; null where day and month cannot be told apart.",
    }),
    mode,
    total_check: z.enum(["exact", "levy", "unknown"]),
    seen_before: z
      .strictObject({ first_at: z.iso.datetime(), times: z.int() })
      .nullable()
      .meta({ description: "Earlier checks of this receipt by the same account." }),
    absent_fields: z
      .array(z.string())
      .meta({ description: "Fields that this kind of receipt does not print; they are empty in `data`." }),
    assessment: z
      .strictObject({
        kind: z.enum(receiptAssessmentKinds),
        reasons: z.array(z.enum(receiptAssessmentKinds)),
      })
      .nullable()
      .meta({ description: "What the receipt means for the merchant who asks: is this my money?" }),
    payment_kind: z.enum(paymentKinds),
    receiver_account_shown: z.boolean(),
    extracted: extractedSchema.optional(),
    billing: billingSchema.nullable().optional(),
    claimed_amounts_minor: z
      .array(z.int())
      .optional()
      .meta({ description: "Amounts in santim that the text or picture claims." }),
    larger_amount_named_minor: z.int().optional().meta({
      description:
        "An amount in santim, more than the receipt's, that the text or picture names beside its claims.",
    }),
    smaller_amount_named_minor: z.int().optional().meta({
      description:
        "An amount in santim, less than the receipt's, that the text or picture says to be paid beside it.",
    }),
    unclear_amount_named: z.literal(true).optional().meta({
      description: "An amount of the text or picture could not be read for certain, and may be another one.",
    }),
    checks: z
      .strictObject({
        amount: check.optional(),
        receiver_account: check.optional(),
        receiver_name: check.optional(),
        max_age_hours: check.optional(),
        claimed_amount: check.optional().meta({
          description:
            "`match` confirms: each number of the text is understood, and nothing larger is named. `unknown`: nothing is claimed, another amount is named beside the one that agrees, or more may be meant than was read.",
        }),
      })
      .optional()
      .meta({ description: "One answer for each member of `expect`, and for what the text claims." }),
  }),
});

/** A reference that a text may hold, as `/api/detect` lists it. */
export const candidateReplySchema = z.strictObject({
  provider: z.string(),
  request: z
    .record(z.string(), z.string())
    .meta({ description: "Fields that the provider's endpoint takes as they stand." }),
  missing: z.array(z.string()).meta({ description: "Fields that the look-up needs besides." }),
  encoded_date: z.iso.date().nullable(),
  warnings: z
    .array(
      z.union([
        z.strictObject({ code: z.literal("reference_maybe_mistyped"), suggestion: z.string().nullable() }),
        z.strictObject({ code: z.literal("receipt_old"), days: z.int() }),
      ]),
    )
    .optional(),
});

const errorMembers = {
  code: z.enum(failureCodes).meta({ description: "The closed list of errors; each has its page in /docs." }),
  param: z.string().optional().meta({ description: "The one field or header that is wrong." }),
  hint: z.string().optional().meta({ description: "What to do next, for a person." }),
  reason: z.enum(notFoundReasons).optional(),
  assessment: z
    .strictObject({
      kind: z.enum(failureAssessmentKinds),
      reasons: z.array(z.enum(failureAssessmentKinds)),
    })
    .optional(),
  retryable: z
    .boolean()
    .meta({ description: "Whether the same request can succeed later without a change." }),
  charged: z.boolean().meta({ description: "Whether the answer was counted or paid for." }),
  errors: z
    .array(z.strictObject({ location: z.string(), message: z.string() }))
    .optional()
    .meta({ description: "Every field that is wrong, ten at most." }),
  candidates: z.array(candidateReplySchema).optional(),
  receipt_status: z.string().optional().meta({ description: "The status word that the receipt prints." }),
  reset_at: z.iso.datetime().optional().meta({ description: "When a daily limit is full again." }),
};

const failureMeta = z.strictObject({
  request_id: requestId,
  extracted: extractedSchema.optional(),
  billing: billingSchema.optional(),
});

/** The error envelope. */
export const failureBody = z.strictObject({
  status: z.literal("error"),
  error: z.strictObject({
    ...errorMembers,
    message: z.string().meta({ description: "For a person, in the language of `Content-Language`." }),
    doc_url: z.url(),
  }),
  meta: failureMeta,
});

/** The same as RFC 9457 has it: its five members, ours beside them. */
export const problemBody = z.strictObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  ...errorMembers,
  meta: failureMeta,
});
