/** The page of a proof that was passed on. */
export const proof = {
  title: "A payment that was checked",
  /** The name of the calendar ends with its own full stop. */
  paidOn: (day: string) => `Paid on ${day}`,
  paidInDoubt: "The receipt leaves in doubt on which day it was paid.",
  shownBy: (bank: string) => `The receipt was shown by ${bank}.`,
  check: "Check a receipt yourself",
  passOn: "Pass on a proof",
  passOnHint:
    "Whoever has the link sees that the payment is real, its day, its amount and the masked receiver, and nothing else.",
  yourLink: "Your link to pass on",
  validUntil: (day: string) => `It is valid until ${day}.`,
  withdrawAt: "All your links, and how to withdraw one",
  notMade: "No proof was made",
  offerEnded:
    "This answer is older than half an hour, or of another session. Check the receipt again, and pass that on.",
  toForm: "To the form",
};
