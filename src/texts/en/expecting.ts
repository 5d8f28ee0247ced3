/** `/expect`: a sum that is expected, in one receipt or in several. */
export const expecting = {
  expecting: {
    begun: (amount: string, isPrivate: boolean) =>
      `I'm expecting ${amount} ETB. Send me each receipt as it comes: I add up what was paid to you. This ends after a day, or ${isPrivate ? "when you press the button" : "with /expect off"}.`,
    begunByShop: (amount: string) =>
      `I'm expecting ${amount} ETB for the shop. Each receipt that anybody posts here is added once, if it was paid to the shop and not shown before. This ends after a day, or with /expect off.`,
    notYours:
      "This group belongs to a shop. Only the shop's people and administrators of the group say what it expects.",
    stop: "⏹ Stop adding up",
    none: "Nothing is expected. To tell me how much should come, send /expect 5000.",
    open: (amount: string, received: string, missing: string) =>
      `Received so far: ${received} of ${amount} ETB. Still to come: ${missing} ETB.`,
    complete: (amount: string, received: string) =>
      `Received: ${received} of ${amount} ETB. It is all there.`,
    ended: "Nothing is expected any more.",
    notAnAmount: "That is not an amount. Send it like this: /expect 5000",
  },
};
