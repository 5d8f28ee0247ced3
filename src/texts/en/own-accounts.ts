/** A merchant's own accounts: to list, add and remove them, and to look receipts up with their numbers. */
export const ownAccounts = {
  /** Under a record: whether its receiver is the caller, or for those who share an account, the shop. */
  receiver: {
    yes: "✅ Yes, mine",
    no: "❌ Not mine",
    afterAll: "It is mine after all…",
    shopsYes: "✅ Yes, the shop's",
    shopsNo: "❌ Not the shop's",
    shopsAfterAll: "It is the shop's after all…",
    isItShops: "Is that the shop's account?",
    askSave: (receiver: string) => `Save ${receiver} as yours? Every later payment to it will be ✅.`,
    save: "✅ Save",
    once: "Only this one",
    cancel: "Cancel",
    undo: "↩️ Undo",
    undone: (number: string) => `Undone: ${number} is as it was before.`,
    countsOnce: "This one payment counts as yours. Nothing is saved.",
    notYours: "Noted: not yours.",
    isSaved: "This account is saved already. /accounts shows it.",
    isNoted: "You have said so already.",
    tooOld: "This button is too old. Send me the receipt once more.",
    strangers: "Only the people of the shop can answer this.",
    asked: (owner: string) =>
      owner === ""
        ? "I asked the shop's owner. This answer changes when they decide."
        : `I asked ${owner}. This answer changes when they decide.`,
    askedYou: "I asked you in our private chat.",
    ownerAway: "I cannot reach the shop's owner. Ask them to write to me in our private chat.",
    somebodyAsks: (who: string, receiver: string) =>
      `${who} asks whether ${receiver} is the shop's account. If you save it, every later payment to it will be ✅.`,
    askShops: (receiver: string) =>
      `Is ${receiver} the shop's account? If you save it, every later payment to it will be ✅.`,
    somebodyAsksOnce: (who: string, receiver: string) =>
      `${who} asks whether ${receiver} is the shop's account. It shows too few digits to be saved: your answer counts for this one payment.`,
    thisPayment: "✅ Yes, this payment",
    notOurs: "❌ Not ours",
    notShops: "Noted: not the shop's account.",
    ownerSaidYes: (owner: string) =>
      owner === "" ? "The owner says: yes, it is ours." : `${owner} says: yes, it is ours.`,
    ownerSaidNo: (owner: string) =>
      owner === "" ? "The owner says: no, it is not ours." : `${owner} says: no, it is not ours.`,
  },
  ownAccounts: {
    none: "You have saved no account of yours yet.",
    yours: "Your accounts:",
    explained:
      "I tell you of each receipt whether it was paid to one of these. To add one: /accounts 1000123456789, with the name on it if you like.",
    add: "➕ Add an account",
    remove: (number: string) => `🗑 Remove ${number}`,
    removed: (number: string) => `${number} is removed.`,
    askNumber: "Send the number of your account or phone, and if you like the name on it.",
    placeholder: "Number, and name",
    notANumber: "This is no account number or phone: it has 8 to 20 digits. Please send it again.",
    askBank: (number: string) => `Which bank is ${number} at?`,
    otherBank: "Another bank",
    askBankName: "What is the bank called? Write its name as its receipts print it.",
    bankNamePlaceholder: "Name of the bank",
    notABankName:
      "A bank's name has at least two letters and no more than 60 characters. Please send it again.",
    saved: (number: string) => `Saved. From now on I'll tell you when a payment reached ${number}.`,
    addName: (number: string) =>
      `Receipts hide digits, and somebody else's number can end like yours. Add your name, so that I compare it, too: /accounts ${number} Your Name`,
    full: "You have saved as many accounts as I keep. Remove one with /accounts.",
    ownerOnly: "Only the shop's owner can change what is saved.",
    otherShop:
      "This question belongs to another shop than the one you use now. Please send the receipt or /accounts once more.",
  },
  askPhone: (bank: string) =>
    `${bank} finds this receipt only together with a phone number. Please send the phone of the one whose receipt it is, payer or receiver.`,
  phonePlaceholder: "Phone, such as 0911 000000",
  phoneRefused: "This is no Ethiopian mobile number, such as 0911 000000. Please send it again.",
  orChoose: "Or press one of these:",
  askWhichAccount: "Which of your accounts was it paid to?",
  elsewhere: (bank: string) => `Another account at ${bank}`,
};
