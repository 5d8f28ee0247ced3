import type { Age } from "../catalogue.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. */
export const questions = {
  readFromPrint: "Read from what is printed in the picture.",
  confirmPrint: "Read from what is printed in the picture. Please compare letter by letter:",
  betterPhoto: "Closer, straight on and without glare is read best; or send the picture as a file.",
  tooMany: (limit: number) =>
    `That is more than I check at once. These are the first ${limit}; please send the others again.`,
  looking: (bank: string) => `Asking ${bank} …`,
  answerBelow: "The answer is below.",
  askBank: "Which bank is this receipt from?",
  askMeant: "Which one stands on the receipt?",
  noneOfThese: "None of these? Then send the reference as text, as it stands on the receipt.",
  mistyped: (suggestion: string | null) =>
    suggestion === null
      ? "❗ This may be mistyped: no possible date is in it. Look again at O and 0, I and 1."
      : `❗ This may be mistyped. Did you mean ${suggestion}?`,
  datedLongAgo: (since: Age) => `❗ By its reference, this payment is ${age(since)} old.`,
  askAccount: (bank: string) =>
    `${bank} finds this receipt only together with an account number. Please send the number of the account that received the money, or of the one that paid (8 to 20 digits).`,
  accountPlaceholder: "Account number",
  accountRefused:
    "This is not an account number: it has 8 to 20 digits; spaces and hyphens are fine. Please send it again.",
  questionStale: "This was answered already, or is too old. Please send the receipt again.",
  questionForeign: "Only the person who sent the receipt can answer this.",
  checking: "Checking …",
};
