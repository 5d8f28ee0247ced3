import { saysUndone } from "./undone.ts";

/** What a printed status says of the payment (design 6); an unknown word says nothing. */
export type Completion = "completed" | "not_completed" | "unknown";

const completed = new Set(["completed", "successful", "success"]);

const notCompleted = new Set([
  "pending",
  "awaiting",
  "processing",
  "in progress",
  "queued",
  "submitted",
  "on hold",
  "initiated",
  "failed",
  "unsuccessful",
  "reversed",
  "refunded",
  "cancelled",
  "canceled",
  "declined",
  "rejected",
  "expired",
  "timed out",
  "aborted",
  "voided",
  "returned",
]);

/** The same of all that a receipt's own status field may say: `Reversed on 16/11/2026`, `Not completed`. */
export const completionOfStatus = (status: string): Completion => {
  const completion = completionOf(status);
  return completion === "unknown" && saysUndone(status) ? "not_completed" : completion;
};

export const completionOf = (status: string): Completion => {
  const word = status.toLowerCase();
  if (completed.has(word)) return "completed";
  return notCompleted.has(word) ? "not_completed" : "unknown";
};
