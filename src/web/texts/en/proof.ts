/** The page of a proof that was passed on. */
export const proof = {
  title: "A payment that was checked",
  paidOn: (day: string) => `Paid on ${day}.`,
  paidInDoubt: "The receipt leaves in doubt on which day it was paid.",
  shownBy: (bank: string) => `The receipt was shown by ${bank}.`,
  check: "Check a receipt yourself",
};
