/** From the chat to pages: the form, and a proof that is passed on. */
export const passingOn = {
  /** Opens the page of the form with the same question. */
  openForm: "✏️ Open the form",
  proof: {
    button: "🔗 Link to pass on",
    made: (link: string, until: string) =>
      `Whoever has this link sees until ${until} that the payment is real, its amount and the masked receiver, and nothing else:\n${link}`,
    withdraw: "Withdraw the link",
    withdrawn: "The link was withdrawn. It shows nothing any more.",
    refused: "Only an owner of the account can make or withdraw such a link.",
    tooMany: "A thousand of your links are valid. Withdraw some first.",
    /** This sentence has no mark, because its reader may not be the receiver. */
    real: (when: string, amount: string, receiver: string) =>
      `Real on ${when}: ${amount} ETB${receiver === "" ? "" : ` to ${receiver}`}`,
    warning: "This does not say that it was paid to you: check it yourself.",
    forged: "This link was not made by Deresegn, or it was changed. It proves nothing.",
    gone: "This link has ended: it is older than 30 days, its owner withdrew it, or the bank called the payment undone. It proves nothing.",
  },
};
