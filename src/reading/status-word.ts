/** What a printed status says of the payment (design 6); an unknown word says nothing. */
export type Completion = "completed" | "not_completed" | "unknown";

const completed = new Set(["completed", "successful", "success"]);

const notCompleted = new Set([
  "pending",
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

export const completionOf = (status: string): Completion => {
  const word = status.toLowerCase();
  if (completed.has(word)) return "completed";
  return notCompleted.has(word) ? "not_completed" : "unknown";
};
