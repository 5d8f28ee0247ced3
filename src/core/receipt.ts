import { z } from "zod";

/** The verification record (docs/api.md): exactly these fields, in this order, all text but `pdf_available`. */
export const receiptSchema = z.strictObject({
  bank: z.string().min(1),
  document_type: z.string().min(1),
  status: z.literal("Verified"),
  transaction_reference: z.string().min(1),
  payment_date: z.string().min(1),
  payer_name: z.string(),
  payer_account: z.string(),
  receiver_name: z.string(),
  receiver_account: z.string(),
  transferred_amount: z.string().regex(/ ETB$/),
  commission: z.string().regex(/ ETB$/).optional(),
  vat_on_commission: z.string().regex(/ ETB$/).optional(),
  total_debited: z.string().regex(/ ETB$/),
  pdf_available: z.boolean(),
});

export type Receipt = z.infer<typeof receiptSchema>;

/**
 * How the printed total relates to its printed parts: equal; more by at most the levy of 5 % of
 * the commission; or too little is printed to tell. A total that fits neither is no receipt.
 */
export type TotalCheck = "exact" | "levy" | "unknown";

/**
 * What the bank says that the money was for, in its own words and never in the payer's: `other` where it names a kind
 * that is none of these.
 */
export const paymentKinds = ["transfer", "merchant", "withdrawal", "airtime", "bill", "other"] as const;

export type PaymentKind = (typeof paymentKinds)[number];

/** A receipt that met its provider's whole contract. Serialisable: it is what the cache keeps. */
export const verifiedReceiptSchema = z
  .strictObject({
    receipt: receiptSchema,
    /** Transferred amount in santim (1/100 ETB). */
    amountMinor: z.int().positive(),
    /**
     * ISO 8601 with +03:00, or the day alone (`2026-11-15`) where no time is printed; null when the printed order
     * of day and month is in doubt.
     */
    paymentDateIso: z.string().nullable(),
    totalCheck: z.enum(["exact", "levy", "unknown"]),
    /** Fields of `receipt` that this kind of document has no place for. */
    absentFields: z.array(z.string()),
    paymentKind: z.enum(paymentKinds),
    /**
     * The bank at which the receiver's account lies: a provider's label, or the name as printed where another bank is
     * named; null where the receipt does not tell.
     */
    receiverBank: z.string().nullable(),
    /** The payer's bank's own reference of the payment, where the receiver's bank prints it too. */
    payersReference: z.string().optional(),
    /** False where the receiver is a bank or a short code and no account is printed. */
    isReceiverAccountShown: z.boolean(),
  })
  .refine(
    ({ receipt, absentFields }) =>
      receipt.receiver_account !== "" || absentFields.includes("receiver_account"),
  );

export type VerifiedReceipt = z.infer<typeof verifiedReceiptSchema>;

/** A receipt whose fields meet the rules, while nothing is known yet of the document around them. */
export type UnverifiedReceipt = Omit<VerifiedReceipt, "receipt"> & {
  readonly receipt: Omit<Receipt, "status">;
};

/**
 * A text where it has the shape of a reference that a receiver's bank may print beside its own, as the payer's bank gave
 * it. The receipts of both banks are known for one payment by it, so all read it alike.
 */
export const asPayersReference = (text: string): string | undefined =>
  /^FT\d{5}[A-Z0-9]{5}$/.test(text) ? text : undefined;
