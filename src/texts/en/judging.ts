/** How a real receipt is judged by what the asker has told: their own accounts, and a sum that they expect. */
export const judging = {
  judged: {
    own: (receiver: string) => `Verified: paid to your account, ${receiver}`,
    other: (receiver: string) => `Real receipt, but paid to someone else: ${receiver}`,
    renamed: (receiver: string) => `Real receipt, but your account has another name there: ${receiver}`,
    unclear: (receiver: string) => `Real receipt, but check that the receiver is you: ${receiver}`,
    short: (missing: string) => `Real receipt, but ${missing} ETB are still missing`,
    over: (more: string) => `Real receipt, but ${more} ETB more than expected`,
  },
  receiverIs: { own: "your account ✅", other: "not your account ❌", renamed: "another name ⚠️" },
  daysAgo: (days: number) => (days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`),
  seenBefore: (when: string) => `Seen before: on ${when}`,
  expectedSum: {
    expected: (amount: string) => `Expected: ${amount} ETB`,
    complete: (receipts: number) => (receipts === 1 ? "✅" : `come in ${receipts} receipts ✅`),
    missing: (received: string, missing: string) => `so far ${received}, missing ${missing} ⚠️`,
    tooMuch: (received: string, more: string) => `so far ${received}, ${more} too much ⚠️`,
    leftOut: (received: string) => `so far ${received}, this receipt is not added`,
  },
  withdrawn: "You have changed the message: this receipt no longer stands in it.",
};
