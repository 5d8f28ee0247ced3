/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting = {
  expecting: {
    begun: (amount: string) =>
      `I expect ${amount} ETB now. Send the receipt, or several: I add them up until the sum is there. It ends by itself after a day, or with /expect off.`,
    none: "Nothing is expected. Send /expect 5000 to say how much should come.",
    open: (amount: string, received: string, missing: string) =>
      `Expected: ${amount} ETB. So far: ${received} ETB. Missing: ${missing} ETB.`,
    complete: (amount: string, received: string) => `Expected: ${amount} ETB. It is there: ${received} ETB.`,
    ended: "Nothing is expected any more.",
    notAnAmount: "This is no amount. Send it like this: /expect 5000",
  },
};
