import {
  definitiveCodeOf,
  type Failure,
  type FailureAssessmentKind,
  isBlameless,
  type NotFoundReason,
} from "../core/failure.ts";
import { type CalendarDate, daysSince } from "../core/time.ts";
import { isUnderWay } from "../documents/undone/completion.ts";

/** What an answer without a receipt means for the merchant. */
export type FailureAssessment = {
  readonly kind: FailureAssessmentKind;
  readonly reasons: readonly FailureAssessmentKind[];
};

/** The part of a question that the assessment of a failure depends on. */
export type FailureQuestion = {
  /** Account or phone digits that were asked together with the reference; absent where there were none. */
  readonly secondNumber?: string | undefined;
  /** Whether the caller chose the bank among several that the reference may be from. */
  readonly isBankChosen: boolean;
  readonly encodedDate: CalendarDate | null;
};

/** Assesses an answer without a receipt. Pure. */
export const assessFailure = (failure: Failure, asked: FailureQuestion, now: Date): FailureAssessment => {
  const kind = failureKindOf(failure, asked, now);
  return { kind, reasons: [kind] };
};

const failureKindOf = (failure: Failure, asked: FailureQuestion, now: Date): FailureAssessmentKind => {
  // Of all failures of a bank this one alone means that it was asked and has answered, though not so that we can read it.
  if (failure.code === "provider_format_changed") return "unreadable";
  if (isBlameless(failure)) return "no_answer";
  const code = definitiveCodeOf(failure);
  switch (code) {
    case "receipt_not_found":
      if (notFoundReasonOf(asked, now) === "other_number_possible") return "number_in_doubt";
      // Without a date nobody can tell whether the bank has had time to publish it.
      return asked.encodedDate === null || isRecent(asked.encodedDate, now) ? "not_found_yet" : "not_found";
    case "receipt_mismatch":
      return failure.mismatch === "account" ? "number_in_doubt" : "another_receipt";
    case "receipt_not_completed":
      return isUnderWay(failure.receiptStatus ?? "") ? "pending" : "undone";
    case null:
      return "not_asked";
  }
};

export const notFoundReasonOf = (asked: FailureQuestion, now: Date): NotFoundReason => {
  if (asked.secondNumber !== undefined || asked.isBankChosen) return "other_number_possible";
  return isRecent(asked.encodedDate, now) ? "too_recent" : "unknown";
};

/**
 * Whether a reference is of today or yesterday in Addis Ababa, so that its receipt may still appear. Tomorrow counts too,
 * for a clock that runs ahead.
 */
const isRecent = (encodedDate: CalendarDate | null, now: Date): boolean =>
  encodedDate !== null && Math.abs(daysSince(encodedDate, now)) <= 1;

/**
 * Adds to a failure its assessment, why nothing was found, and when to ask again where the answer may change. A request
 * that was refused before any bank was asked stays as it is.
 */
export const assessedFailure = (failure: Failure, asked: FailureQuestion, now: Date): Failure => {
  const { kind } = assessFailure(failure, asked, now);
  if (kind === "not_asked") return failure;
  const assessed = { ...failure, assessment: kind };
  if (failure.code === "receipt_not_found") {
    const again = isRecent(asked.encodedDate, now) ? { retryAfterSeconds } : {};
    return { ...assessed, reason: notFoundReasonOf(asked, now), ...again };
  }
  return kind === "pending" ? { ...assessed, retryAfterSeconds } : assessed;
};

/** Whether the receipt of a failure that `assessedFailure` assessed may still appear or be completed. */
export const mayStillChange = ({ retryAfterSeconds: again }: Failure): boolean => again !== undefined;

/** New receipts appear within minutes, so this is soon enough and no burden for a bank. */
const retryAfterSeconds = 120;

/** Whether the status says that the money went back to its payer. */
export const isReversed = ({ receiptStatus = "" }: Pick<Failure, "receiptStatus">): boolean =>
  /revers|refund|return|ተመላሽ|ተመልሷል/i.test(receiptStatus);
