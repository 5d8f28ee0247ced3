/** The page of a proof that was passed on. */
export const proof = {
  title: "A payment that was checked",
  shownBy: (bank: string) => `The receipt was shown by ${bank}.`,
  check: "Check a receipt yourself",
};
