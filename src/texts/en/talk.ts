/** What the bot says of itself. */
export const talk = {
  commands: {
    start: "Start, and choose a language",
    help: "How it works",
    lang: "Language · ቋንቋ",
    accounts: "Your accounts: what is paid to them is ✅",
    expect: "Add payments up to an amount, such as /expect 5000",
    today: "Today's payments, yours and others",
    export: "Your history as a spreadsheet file",
    status: "How each bank answered last",
    usage: "What is left: checks today, or your balance",
    topup: "Pay for more checks",
    key: "API keys for programs",
    dashboard: "Your shop in the browser",
    join: "Share your shop with staff or a group",
    audit: "What was done with your shop, and by whom",
    privacy: "What is kept, and what is not",
    erase: "Erase what is kept about you",
  },
  welcome: "Send me the SMS, a photo or the link of a receipt. I ask the bank.",
  /** Of a private chat whose writer has an account by now. */
  registered: (limit: number) => `You have ${limit} free checks a day.`,
  saveAccount: "💾 Save my account",
  tryExample: "👀 Try an example",
  howItWorks: "❔ How it works",
  /** Above and below an answer that is made up. */
  exampleTitle: "An example, not a real payment. This is how an answer looks:",
  exampleMeaning:
    "✅ means: the bank itself says that this money came to an account that you saved. Save yours once, and I can tell.",
  /** Shown in an empty chat, at most 512 characters. */
  description:
    "Did this payment really reach me? Send the SMS, a photo or the link of the receipt: I ask the bank itself and answer with the amount, the payer and the receiver. Nothing is remembered before you press START.",
  /** Shown in the bot's profile, at most 120 characters. */
  shortDescription: "Tells a shop whether a payment receipt is real, by asking the bank itself.",
  /** Under the first answer of somebody who has not pressed START. */
  guestNote: "Nothing is remembered before you press /start.",
  chooseLanguage: "Choose your language",
  languageChosen: "I will answer in English from now on.",
  languageNotYours:
    "This group belongs to a shop. Only the shop's people and administrators of the group choose its language and calendar.",
  /** `chosen` shows today in both calendars, the chosen one first. */
  calendar: {
    names: { ethiopian: "Ethiopian calendar", gregorian: "Gregorian calendar" },
    choose: "Which calendar's day comes first?",
    chosen: (days: string) => `Days are now written like this: ${days}`,
  },
  help: (banks: readonly string[]) =>
    [
      "Send me one of these, or forward it:",
      "• the whole SMS; several receipts in one message are fine",
      "• a photo or a screenshot of the receipt, best with its QR code",
      "• the link to the receipt",
      "• the reference on it, such as FT26319K4Q7Z",
      "",
      `Banks: ${banks.join(", ")}.`,
      "",
      "✅ the money came to you, and nothing speaks against it",
      "❓ a real payment, but I do not know whether it is yours; or one of two numbers may be wrong",
      "⚠️ real, but look twice: the line says why",
      "🕓 not there yet: check again",
      "❌ there is no such receipt, or the payment was undone",
      "⏳ the bank does not answer: the payment is not confirmed",
      "🚫 not checked: the line says why",
      "",
      "A screenshot or an SMS proves nothing. Only the bank's own answer does.",
    ].join("\n"),
  privateOnly: "Please send this in our private chat.",
  unknownCommand: "I do not know this command. See /help.",
  passedOnCommand:
    "I do nothing that a forwarded message tells me to. If you want it, write the command yourself.",
  commandStale: "This was done already, or is too old. Please send the command again.",
  hint: "Send me the SMS, a photo or the link of a receipt.",
  noReferenceHint:
    "Not checked. I find no receipt link and no reference in this message. Ask the payer for the link in their own SMS.",
  fileHint:
    "I read text and photos, no other files. Send the receipt's link, the SMS as text, or a photo of the receipt.",
};
