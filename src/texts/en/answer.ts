import type { Age } from "../catalogue.ts";
import { age } from "./ages.ts";

/** The record, and how its first line judges. */
export const answer = {
  verdict: {
    verified: (receiver: string) => `Verified: paid to ${receiver}. Is that you?`,
    seen: (when: string) => `Real receipt, but it was shown to you before: ${when}`,
    old: (since: Age) => `Real receipt, but ${age(since)} old`,
    dateInDoubt: "Real receipt, but check its date",
    notFoundYet: "Not found yet.",
    notFoundYetHint:
      "The reference is from today or yesterday, and a new receipt can take a few minutes to appear. Check again in a few minutes; until then the payment is not confirmed.",
  },
  record: {
    from: "From",
    to: "To",
    date: "Date",
    age: (since: Age) => `${age(since)} ago`,
    reference: "Reference",
    checkedAt: (time: string) => `Checked at ${time}`,
    counted: (remaining: number, limit: number) => `Counted. Left today: ${remaining} of ${limit}`,
    notCounted: (remaining: number, limit: number) => `Not counted. Left today: ${remaining} of ${limit}`,
    charged: (charged: string, balance: string) => `Charged: ${charged} ETB. Balance: ${balance} ETB`,
    free: "Not counted.",
  },
};
