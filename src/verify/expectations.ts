import { z } from "zod";
import { parseSantim } from "../core/money.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import { hourMs } from "../core/time.ts";
import { collapse } from "../core/white-space.ts";
import { accountDigits, type Check, checkName, checkNumber, isOtherTill } from "./parties.ts";

/** What the caller expects of the receipt. It never changes the outcome. */
export const expectationsSchema = z.strictObject({
  /** ETB, such as `1250.00`. */
  amount: z
    .string()
    .max(40)
    .refine((text) => parseSantim(text) !== null)
    .optional(),
  /** Account or phone number of at least four digits. */
  receiver_account: z
    .string()
    .max(40)
    .refine((text) => /^\d{4,20}$/.test(accountDigits(text)))
    .optional(),
  receiver_name: z
    .string()
    .max(200)
    .refine((text) => collapse(text) !== "")
    .optional(),
  max_age_hours: z.int().min(1).max(87_600).optional(),
});

export type Expectations = z.infer<typeof expectationsSchema>;

export type Checks = { readonly [Field in keyof Expectations]?: Check };

/** One check for each expectation that was given. */
export const checkExpectations = (expected: Expectations, verified: VerifiedReceipt, now: Date): Checks => {
  const { receipt, amountMinor, paymentDateIso } = verified;
  const { amount, receiver_account, receiver_name, max_age_hours } = expected;
  return {
    ...(amount === undefined ? {} : { amount: checkOf(parseSantim(amount) === amountMinor) }),
    ...(receiver_account === undefined
      ? {}
      : { receiver_account: checkReceiver(accountDigits(receiver_account), receipt.receiver_account) }),
    ...(receiver_name === undefined
      ? {}
      : { receiver_name: checkName(receiver_name, receipt.receiver_name) }),
    ...(max_age_hours === undefined ? {} : { max_age_hours: checkAge(max_age_hours, paymentDateIso, now) }),
  };
};

/** An amount as people type it, `5000` or `1,250.50 ETB`, in santim; null for other text and for zero. */
export const typedAmount = (text: string): number | null => parseSantim(text) || null;

/** The last digits of an account stand for all of it; those of a till are another till. */
const checkReceiver = (expected: string, printed: string): Check =>
  isOtherTill(printed, expected) ? "mismatch" : checkNumber(expected, printed);

const checkOf = (agrees: boolean): Check => (agrees ? "match" : "mismatch");

/** For a receipt without a time only what holds for its whole day is known. */
const checkAge = (hoursMax: number, paidAtIso: string | null, now: Date): Check => {
  if (paidAtIso === null) return "unknown";
  const isWithin = (iso: string) => now.getTime() - Date.parse(iso) <= hoursMax * hourMs;
  if (paidAtIso.includes("T")) return checkOf(isWithin(paidAtIso));
  const [atFirst, atLast] = [`${paidAtIso}T00:00:00+03:00`, `${paidAtIso}T23:59:59+03:00`].map(isWithin);
  return atFirst === atLast ? checkOf(atFirst === true) : "unknown";
};
