/** What the chat says where the bank shows no receipt. `number`: how a number is called where others look on, `…9999`. */
export const failed = {
  failed: {
    numberInDoubt: (bank: string, reference: string, number: string) =>
      `${bank} finds no receipt ${reference} with account ${number}. Either number may be wrong.`,
    phoneInDoubt: (bank: string, reference: string, number: string) =>
      `${bank} finds no receipt ${reference} with phone ${number}. Either number may be wrong.`,
    bankInDoubt: (bank: string, reference: string) =>
      `${bank} finds no receipt ${reference}. The bank or the reference may be wrong.`,
    otherAccount: (bank: string, reference: string, number: string) =>
      `${bank} has a receipt ${reference}, but for another account than ${number}. Either number may be wrong.`,
    notFoundYet: (bank: string, reference: string) => `${bank} does not have receipt ${reference} yet.`,
    notFoundYetHint:
      "It is from today or yesterday, and a new receipt can take a few minutes to appear. Until it is found, the payment is not confirmed.",
    undatedHint:
      "A new receipt can take a few minutes to appear. Until it is found, the payment is not confirmed.",
    notFound: (bank: string, reference: string) =>
      `There is no such receipt: ${bank} does not know ${reference}.`,
    notFoundHint: "Compare every letter and digit with the receipt. As it stands, nobody paid by it.",
    /** `pairs`: such as `O/0, I/1`. */
    misread: (pairs: string) => `Easily misread in it: ${pairs}`,
    otherReceipt: (bank: string, reference: string) => `${bank} answers ${reference} with another receipt.`,
    otherReceiptHint: "Check the reference and send it again. The other receipt is not shown.",
    wentBack: (status: string) =>
      `The receipt says “${status}”, so the money went back to the payer: ask for a new payment.`,
    undone: (status: string) => `The receipt says “${status}”, so nothing was paid: ask for a new payment.`,
    undoneUnnamed: "The payment was not completed: ask for a new payment.",
    pending: (status: string) =>
      `The receipt says “${status}”, so the payment is not completed yet: check again.`,
    pendingHint: "Do not count on this money until it is completed.",
    unreadable: "I could not read the bank's page. Open it yourself:",
    unreadableUnlinked: "I could not read the bank's page. Look into your account yourself.",
    unreadableHint: "It is no use waiting: the page will not change by itself.",
    unconfirmed: "Until the bank answers the payment is not confirmed.",
    keepsTrying: "I keep trying for an hour and reply here.",
    checkLater: "Check again in a few minutes.",
    gaveUp: (bank: string) => `${bank} did not answer for an hour, so I stopped asking.`,
    gaveUpHint: "The payment is not confirmed. Check again later.",
    checkedAt: (time: string) => `Checked at ${time}`,
    askedWithSaved: (number: string) => `${number} is the account that you saved.`,
    anotherAccount: "Another account",
    anotherPhone: "Another phone",
    tryBank: (bank: string) => `Try ${bank}`,
    checkAgain: "🔄 Check again",
    notChecked: "This payment was not checked.",
    alsoNotChecked: "Not checked for the same reason:",
  },
};
