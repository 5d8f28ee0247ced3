/** A merchant's own accounts: to list, add and remove them, and to look receipts up with their numbers. */
export const ownAccounts = {
  thatsMe: "✔️ Yes, that is me: save it",
  ownAccounts: {
    none: "You have saved no account of yours yet.",
    yours: "Your accounts:",
    explained:
      "I say of each receipt whether it was paid to one of these, and need not ask for its number. To add one: /accounts 1000123456789, with the name on it if you like.",
    add: "➕ Add an account",
    remove: (number: string) => `🗑 Remove ${number}`,
    removed: (number: string) => `${number} is removed.`,
    askNumber: "Send the number of your account or phone, and if you like the name on it.",
    placeholder: "Number, and name",
    notANumber: "This is no account number or phone: it has 8 to 20 digits. Please send it again.",
    askBank: (number: string) => `Which bank is ${number} at?`,
    otherBank: "Another bank",
    saved: (number: string) => `Saved: ${number}. Receipts that are paid to it say so in their first line.`,
    full: "You have saved as many accounts as I keep. Remove one with /accounts.",
    ownerOnly: "Only the owner of the account can change what is saved.",
  },
  askPhone: (bank: string) =>
    `${bank} finds this receipt only together with a phone number. Please send the phone of the one whose receipt it is, payer or receiver.`,
  phonePlaceholder: "Phone, such as 0911 000000",
  phoneRefused: "This is no Ethiopian mobile number, such as 0911 000000. Please send it again.",
  orChoose: "Or press one of your own:",
  askWhichAccount: "Which of your accounts was it paid to?",
  elsewhere: (bank: string) => `Another account at ${bank}`,
  triedOwn: (number: string) => `Asked with your saved account ${number}.`,
};
