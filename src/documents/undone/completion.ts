/** What a printed status says of the payment; an unknown word says nothing. */
export type Completion = "completed" | "not_completed" | "unknown";

const completed = new Set(["completed", "successful", "success"]);

/** Statuses of a payment that may still come. */
const underWay = new Set([
  ...["pending", "awaiting", "processing", "in progress", "queued", "submitted", "on hold", "initiated"],
  ...["in process", "under process"],
]);

/** Statuses of a payment that did not come, or went back. */
const over = new Set([
  ...["failed", "unsuccessful", "reversed", "refunded", "cancelled", "canceled", "declined", "rejected"],
  ...["expired", "timed out", "aborted", "voided", "returned", "unauthorised", "unauthorized", "unapproved"],
]);

const wordsOfStatuses = new Set([...completed, ...underWay, ...over].flatMap((status) => status.split(" ")));

/** Whether a word in small letters is one of a status. */
export const isStatusWord = (word: string): boolean => word.length > 2 && wordsOfStatuses.has(word);

/** Whether a status that is not completed may still become so. */
export const isUnderWay = (status: string): boolean => underWay.has(status.toLowerCase());

export const completionOf = (status: string): Completion => {
  const word = status.toLowerCase();
  if (completed.has(word)) return "completed";
  return underWay.has(word) || over.has(word) ? "not_completed" : "unknown";
};
