/** What a person has here, and how to be rid of it. */
export const account = {
  privacy: [
    "What happens to what you send me:",
    "• A reference, and an account number where one is needed, goes to the bank that issued the receipt, and to nobody else.",
    "• How many checks you made today is counted under a scrambled number, not under your name.",
    "• A question that I ask you, or a “check again” button, keeps its reference and account number until you use it, for about a day.",
    "• A receipt that was found may be kept for up to 24 hours, so that the same question need not be asked twice.",
    "• After /start you have an account under a random number: a scrambled number of yours leads to it, and what you checked is kept as scrambled questions with verdict and amount, for 90 days unless the operator chose otherwise.",
    "• Of an API key only a fingerprint is kept. Payments and charges are kept as a ledger.",
    "• Of a browser that you sign in to the dashboard with, a fingerprint of its cookie is kept, and, encrypted, your number in Telegram and the browser's name: until you sign out, or 30 days after you last used it.",
    "• Accounts that you save as your own are kept encrypted until you remove them. A sum that you expect is kept for a day; which receipts counted toward it, scrambled, for a week.",
    "• A message is kept encrypted until it is answered, the answer for two days, so that nothing is lost or said twice. When a bank does not answer, the question is kept encrypted for the hour in which I ask again.",
    "• Of whoever uses a shop, a scrambled number and, encrypted, the name that Telegram shows are kept; the people of the shop see that name. Of an owner, encrypted, the chat in which I can ask them. Of a group that belongs to a shop, its number.",
    "• The language and the calendar of this chat are kept.",
    "• What is done with a shop, such as keys made and people let in, is noted for its owners for 400 days, under scrambled numbers and without anything of payers.",
    "• /erase removes all of it at once, but not today's count of checks and misses, or erasing would give a second free day: it stays under a scrambled number of today alone and goes soon after midnight. Nor does it remove the ledger's amounts and the fingerprints of credited receipts, which stay under the random number.",
    "• Names, account numbers and whole links are not written to the logs.",
    "Messages in this chat also stay with Telegram until you delete them.",
  ].join("\n"),
  usage: (remaining: number, limit: number, resetAt: string) =>
    `${remaining} of ${limit} free checks left today.\nA new day begins on ${resetAt} (Addis Ababa).`,
  usageBalance: (balance: string) => `Your balance is ${balance} ETB. Each check costs 5 ETB.`,
  /** Why an administration request was refused. */
  refused: {
    too_many_keys: "You have five keys already. Revoke one that you do not use, then make a new one.",
    key_unknown: "This key is gone, or was replaced already. See /key.",
    link_code_unknown:
      "This code is wrong, was used already, or is older than ten minutes. Ask for a new one, or see /usage whether it has worked.",
    otherwise: "That could not be done. Try again, or ask the operator of this service.",
  },
  eraseAsk:
    "Erase what is kept about you? Your link to your shop goes at once and for good, and so does the shop with its keys and history if nobody else owns it. Amounts in the ledger stay under a random number, and today's checks stay counted.",
  eraseLoses: (balance: string) => `⚠️ Your balance of ${balance} ETB is lost with it.`,
  eraseLosesWaiting: (amount: string) =>
    `⚠️ ${amount} ETB that wait for the operator's word are lost with it.`,
  eraseChanged:
    "Nothing was erased: more would go with it by now than you were told. Please send /erase again.",
  eraseYes: "🗑 Yes, erase it all",
  erased: "Erased. Nothing here leads to you any more. /start begins again.",
};
