/** What the bot says of itself. */
export const talk = {
  commands: {
    start: "Start, and choose the language",
    help: "How to check a receipt",
    lang: "Language · ቋንቋ",
    accounts: "Your own bank accounts: was it you who was paid?",
    expect: "The amount that you expect, such as /expect 5000",
    today: "Today's receipts, summed by bank",
    export: "Your history as a file for a spreadsheet",
    status: "Which banks answer now",
    usage: "What is left: checks today, or the balance",
    topup: "Pay for more checks",
    key: "API keys for programs",
    join: "Let your staff use your account",
    privacy: "What is kept, and what is not",
    erase: "Erase what is kept of you",
  },
  welcome:
    "Send me a payment reference, a receipt link or the whole SMS. I look it up at the bank itself and tell you whether the receipt is real.",
  /** Of a private chat whose writer has an account by now. */
  registered: (limit: number) => `You are registered: ${limit} checks a day are free.`,
  /** Shown in an empty chat, at most 512 characters. */
  description:
    "Is this payment receipt real? Send its reference, its link, the whole SMS or a photo of its QR code. I ask the bank itself and answer with the amount, the payer and the receiver.",
  /** Shown in the bot's profile, at most 120 characters. */
  shortDescription: "Tells you whether a payment receipt is real, by asking the bank itself.",
  chooseLanguage: "Choose your language",
  languageChosen: "I will answer in English from now on.",
  help: (banks: readonly string[]) =>
    [
      "Send one of these, or forward it:",
      "• the reference on the receipt, such as FT26319K4Q7Z",
      "• the link to the receipt",
      "• the whole SMS; several receipts in one message are fine",
      "• a photo or a screenshot with the QR code of the receipt",
      "",
      `Banks: ${banks.join(", ")}.`,
      "",
      "✅ real and recent, and nothing speaks against it",
      "⚠️ real, but look twice: the line says why",
      "❌ not found, not completed, or another receipt",
      "⏳ the bank does not answer: nothing is decided, nothing is counted",
      "🚫 not looked up: the line says why, and nothing is counted",
      "",
      "A screenshot or an SMS is never proof. Only the bank's own answer is.",
    ].join("\n"),
  privateOnly: "Please send me this in our private chat: it is no business of a group.",
  unknownCommand: "I do not know this command. See /help.",
  commandStale: "This was done already, or is too old. Please send the command again.",
  hint: "Send me a payment reference, a receipt link or the whole SMS. See /help.",
  noReferenceHint:
    "I find no reference and no receipt link in this message, so there is nothing that I could look up. Some of the banks' messages hold none: ask for the link or the reference of the receipt. See /help.",
  fileHint:
    "I read pictures and text, no other files: please send the receipt link, the reference or the SMS as text, or a photo of the receipt's QR code.",
};
