import type { FailureAssessmentKind } from "../core/failure.ts";
import type { ReceiptAssessmentKind } from "./receipt-assessment.ts";

/** One mark for each kind, the same in all faces. */
export const marks: Readonly<
  Record<ReceiptAssessmentKind | FailureAssessmentKind, "✅" | "❓" | "⚠️" | "🕓" | "❌" | "⏳" | "🚫">
> = {
  yours: "✅",
  receiver_unknown: "❓",
  someone_else: "⚠️",
  account_not_shown: "⚠️",
  no_payment: "⚠️",
  other_amount: "⚠️",
  seen_before: "⚠️",
  old: "⚠️",
  undone: "❌",
  pending: "🕓",
  number_in_doubt: "❓",
  not_found_yet: "🕓",
  not_found: "❌",
  another_receipt: "❌",
  unreadable: "⚠️",
  no_answer: "⏳",
  not_asked: "🚫",
};
