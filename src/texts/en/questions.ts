import type { Age } from "../sentences.ts";
import { age } from "./ages.ts";

/** What is said on the way to an answer. `bank` is `""` where it is not known. */
export const questions = {
  readFromPrint: "I read this from the print in the photo.",
  confirmPrint: "I read this from the print in the photo. Compare it letter by letter:",
  isThisRight: "Is this right?",
  yes: "✅ Yes",
  no: "❌ No",
  photoWaits: "Many photos are being read right now, and yours is waiting. The answer comes here as a reply.",
  betterPhoto:
    "Photos taken close up, straight on and without glare are easiest to read; or send it as a file.",
  tooMany: (limit: number) =>
    `That is more than I check at once. I checked the first ${limit}; please send the others again.`,
  hiddenLinks: (count: number) =>
    `Not checked. The words of this message hide links to ${count} receipts. Send me the one that you mean:`,
  looking: (bank: string) => `Asking ${bank} …`,
  answerBelow: "The answer is below.",
  askBank: "Which bank is this receipt from?",
  askMeant: "Which one is on the receipt?",
  noneOfThese: "None of these? Then type the reference as it is on the receipt.",
  typeIt: "Then type the reference as it is on the receipt, and send it to me.",
  mistyped: (suggestion: string | null) =>
    suggestion === null
      ? "❗ This may be mistyped: there is no possible date in it. Look again at O and 0, I and 1."
      : `❗ This may be mistyped. Did you mean ${suggestion}?`,
  otherLength: (given: number, expected: number, bank: string) =>
    `This has ${given} characters, but a reference of ${bank} has ${expected}. Compare it with the receipt and send it again.`,
  datedLongAgo: (since: Age) => `❗ By its reference, this payment is ${age(since)} old.`,
  askAccount: (bank: string) =>
    `${bank} finds this receipt only with an account number. Send me the number of the account that received the money, or of the one that paid (8 to 20 digits).`,
  accountPlaceholder: "Account number",
  whichQuestion:
    "Not checked. If this number is for a receipt that I asked about, send it as a reply to that question.",
  accountRefused:
    "That is not an account number. It has 8 to 20 digits; spaces and hyphens are fine. Please send it again.",
  /** A bank's message without anything to look up. */
  unlookable: {
    number: (bank: string) =>
      `Not checked. This message has no receipt link, and ${bank || "the bank"} finds nothing by a Txn ID. Ask the payer for the link in their own SMS. The SMS alone proves nothing.`,
    credit: (bank: string) =>
      `Not checked. This message has no receipt link, so I cannot ask ${bank || "the bank"}. Ask the payer for the link in their own SMS. The SMS alone proves nothing.`,
    debit: (bank: string) =>
      `Not checked. This message has no receipt link, so I cannot ask ${bank || "the bank"}. Ask for the link to the receipt. The SMS alone proves nothing.`,
  },
  questionStale: "This was answered already, or is too old. Please send the receipt again.",
  questionForeign: "Only the person who sent the receipt can answer this.",
  checking: "Checking …",
};
