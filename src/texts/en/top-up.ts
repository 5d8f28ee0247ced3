/** Paying for checks with a receipt. */
export const topUp = {
  topUpButton: "💳 Top up",
  /** Where a person finds the operator. */
  contactOperator: (contact: string) => `Operator: ${contact}`,
  topUpHow: "Pay to one of these accounts:",
  topUpThen:
    "Then send me the receipt as a reply to this message: the reference, the link or the whole SMS. A check costs 5 ETB. Each receipt is credited once, to whoever hands it in first, so do not show it to anyone before. More than 500 ETB waits for the operator's approval.",
  topUpPlaceholder: "Reference, link or SMS",
  topUpCredited: (amount: string, balance: string) => `${amount} ETB credited. Your balance: ${balance} ETB.`,
  topUpWaiting: (amount: string) =>
    `The payment of ${amount} ETB is real. More than 500 ETB waits for the operator's approval; you need not send it again.`,
};
