/** What is said when a bank does not answer: it is asked again in the background. */
export const retries = {
  triedAgain: "I go on asking for an hour and tell you here as soon as the bank answers.",
  gaveUp: (bank: string) =>
    `${bank} has not answered for an hour. I have stopped asking, and nothing is decided.`,
  gaveUpHint: "Check again later; until then the payment is not confirmed.",
};
