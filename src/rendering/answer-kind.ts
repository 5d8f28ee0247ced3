import { marks } from "../verify/marks.ts";
import { receiptAssessmentKinds } from "../verify/receipt-assessment.ts";

/**
 * What an answer says of a verified receipt. `same_again`: one person sent it twice within minutes, which is no trick.
 */
export const receiptAnswerKinds = [...receiptAssessmentKinds, "same_again"] as const;

export type ReceiptAnswerKind = (typeof receiptAnswerKinds)[number];

/** The mark with which the answer begins. */
export const markOfAnswer = (kind: ReceiptAnswerKind): string => (kind === "same_again" ? "ℹ️" : marks[kind]);
