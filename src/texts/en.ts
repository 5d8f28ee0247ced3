import type { Age, FailureSentences, Sentence } from "./catalogue.ts";

const ages = { minute: "minute", hour: "hour", day: "day" } as const;
const age = ({ unit, count }: Age): string => `${count} ${ages[unit]}${count === 1 ? "" : "s"}`;
const laterHint = "Try again in a few minutes.";
const waitHint = (seconds: number | undefined): string =>
  seconds === undefined ? "Wait a little and try again." : `Try again in ${seconds} seconds.`;

const failures: FailureSentences = {
  json_invalid: {
    message: "The request body is not valid JSON.",
    hint: "Send one JSON object with Content-Type: application/json.",
  },
  parameter_missing: ({ param }) => ({
    message: `Something is missing: ${fieldName(param)}.`,
    hint: "Send it together with the rest.",
  }),
  parameter_unknown: ({ param, subject }) => ({
    message: `There is no field ${param ?? "of this name"}.`,
    hint: subject ? `Did you mean ${subject}?` : "Send only the fields that this endpoint lists.",
  }),
  parameter_invalid: ({ param }) => ({
    message: `This is not valid: ${fieldName(param)}.`,
    hint: fieldHint(param),
  }),
  parameters_exclusive: {
    message: "The same receipt was named in two ways at once.",
    hint: "Send either the link or the reference, not both.",
  },
  reference_malformed: {
    message: "This does not have the form of a reference of this bank.",
    hint: "Copy the reference or the link exactly as it stands on the receipt or in the SMS.",
  },
  reference_not_ascii: ({ subject }) => ({
    message: `The reference holds a character that no reference has${subject ? `: “${subject}”` : ""}.`,
    hint: "It may only look like a Latin letter. Type the reference again with Latin letters and digits.",
  }),
  reference_ambiguous: ({ subject }) =>
    subject === undefined
      ? { message: "This could be a receipt of more than one bank.", hint: "Say which bank it is from." }
      : { message: "This text points to more than one receipt.", hint: "Send one receipt at a time." },
  reference_not_found_in_text: {
    message: "There is no receipt reference in this text.",
    hint: "Send the reference, the receipt link or the whole SMS.",
  },
  receipt_url_untrusted: {
    message: "This link does not lead to the bank's own receipt page. It was not opened.",
    hint: "Anyone can make such a page. Ask for the reference, or for the link in the bank's own SMS.",
  },
  receipt_url_feedback_link: {
    message: "This is the bank's feedback link, not the receipt.",
    hint: "Send the receipt link or the reference from the same SMS.",
  },
  account_number_required: {
    message: "This receipt can only be found together with an account number.",
    hint: "Add the account number of the receiver or the payer, 8 to 20 digits.",
  },
  route_not_found: { message: "There is nothing at this address.", hint: "See /docs for what there is." },
  provider_not_offered: {
    message: "This bank is not offered here.",
    hint: "See /api/providers for those that are.",
  },
  method_not_allowed: ({ subject }) => ({
    message: "This address does not take this method.",
    hint: subject ? `Use ${subject}.` : "See /docs for the one it takes.",
  }),
  body_too_large: {
    message: "The request is too large.",
    hint: "Send less at once; see /docs for the limits.",
  },
  media_type_unsupported: {
    message: "This kind of content is not read here.",
    hint: "Send JSON with Content-Type: application/json, and a picture as multipart/form-data.",
  },
  request_in_progress: {
    message: "The same request is still being worked on.",
    hint: "Wait a moment, then ask again with the same Idempotency-Key.",
  },
  idempotency_key_reused: {
    message: "This Idempotency-Key was used before, for another request.",
    hint: "Use a new key for a new request.",
  },
  image_too_large: { message: "The picture is too large.", hint: "Send one of at most 8 MB." },
  image_type_unsupported: {
    message: "This kind of picture is not read here.",
    hint: "Send a JPEG, PNG, WebP or GIF. What an iPhone keeps as HEIC goes as a photo, not as a file.",
  },
  image_unreadable: {
    message: "The picture could not be read.",
    hint: "Take a sharper photo, or send the picture as a file.",
  },
  image_dimensions_too_large: {
    message: "The picture has too many pixels.",
    hint: "Send one of at most 8,000 pixels a side.",
  },
  qr_not_found: {
    message: "There is no QR code in this picture.",
    hint: "Send a photo with the whole QR code, sharp and from the front, or send the reference.",
  },
  qr_ambiguous: {
    message: "There are QR codes of several receipts in this picture.",
    hint: "Send one receipt per picture.",
  },
  qr_not_alpha: {
    message: "This QR code is not from a receipt of this bank.",
    hint: "Send the QR code that stands on the receipt, or send the reference.",
  },
  qr_untrusted_host: {
    message: "This QR code does not lead to the bank's own receipt page. It was not opened.",
    hint: "Anyone can make such a code. Ask for the reference in the bank's own SMS.",
  },
  invalid_api_key: {
    message: "This API key is not valid.",
    hint: "Check that the header X-API-Key holds the whole key.",
  },
  api_key_revoked: { message: "This API key was revoked.", hint: "Use another key." },
  api_key_expired: { message: "This API key has expired.", hint: "Use another key." },
  api_key_in_url: {
    message: "The API key stands in the address, where others can read it.",
    hint: "Send it in the header X-API-Key, and replace this key: it counts as leaked.",
  },
  account_suspended: { message: "This account is suspended.", hint: "Ask the operator of this service." },
  balance_exhausted: {
    message: "The balance does not pay for another check (5 ETB).",
    hint: "Top up, then try again.",
  },
  daily_quota_exceeded: ({ resetAt, subject }) => ({
    message: "Today's free checks are used up.",
    hint: [
      resetAt ? `You can check again from ${resetAt} (Addis Ababa).` : "You can check again tomorrow.",
      ...(moreChecks[subject ?? ""] ?? []),
    ].join(" "),
  }),
  rate_limited: ({ retryAfterSeconds }) => ({
    message: "Too many requests came at once.",
    hint: waitHint(retryAfterSeconds),
  }),
  abnormal_usage: ({ retryAfterSeconds }) => ({
    message: "Too many of the references sent do not exist, so checking is paused.",
    hint: waitHint(retryAfterSeconds),
  }),
  live_key_required: {
    message: "This needs a live key.",
    hint: "Test keys neither pay nor open an account to anyone. Use a key whose beginning says “live”.",
  },
  topup_not_offered: {
    message: "Topping up with a receipt is not offered here.",
    hint: "Ask the operator of this service.",
  },
  receipt_not_creditable: ({ subject }) =>
    uncredited[subject ?? ""] ?? {
      message: "This payment cannot be credited.",
      hint: "Ask the operator of this service.",
    },
  receipt_already_credited: ({ subject }) => ({
    message: already[subject ?? ""] ?? "This receipt was handed in before, and a receipt is credited once.",
    hint: "If the payment is yours and you see no credit, ask the operator of this service.",
  }),
  receipt_not_found: {
    message: "There is no such receipt.",
    hint: "Compare the reference and the account number with the receipt. Until it is found, the payment is not confirmed.",
  },
  receipt_not_completed: ({ receiptStatus }) => ({
    message: `The payment is not completed${receiptStatus ? `: the receipt says “${receiptStatus}”` : ""}.`,
    hint: "Do not count on this money until the receipt says that the payment is completed.",
  }),
  receipt_mismatch: ({ subject }) =>
    subject === "topup"
      ? {
          message: "This payment did not go to one of our accounts, so it is not credited.",
          hint: "Pay to one of the accounts shown for topping up, then send that receipt.",
        }
      : {
          message: "The receipt found is another one: its reference or account is not the one asked for.",
          hint: "Check the reference and the account number, then send them again.",
        },
  provider_format_changed: {
    message: "The bank's answer could not be read with certainty, so nothing is decided.",
    hint: "Try again later.",
  },
  provider_error: {
    message: "The bank's receipt page is faulty right now, so nothing is decided.",
    hint: laterHint,
  },
  provider_tls_failure: {
    message: "The connection to the bank is not safe right now, so nothing is decided.",
    hint: laterHint,
  },
  provider_blocked: {
    message: "The bank does not let us ask right now, so nothing is decided.",
    hint: laterHint,
  },
  provider_unavailable: {
    message: "The bank does not answer right now, so nothing is decided.",
    hint: laterHint,
  },
  provider_timeout: {
    message: "The bank did not answer in time, so nothing is decided.",
    hint: laterHint,
  },
  overloaded: {
    message: "There is too much to do at the moment, so nothing is decided.",
    hint: "Try again in a minute.",
  },
  internal_error: {
    message: "Something went wrong on our side, so nothing is decided.",
    hint: "Try again. If it stays, tell the operator of this service.",
  },
};

/** How a caller of a tier comes to more checks. */
const moreChecks: Readonly<Record<string, readonly string[]>> = {
  anonymous: [
    "To have 10 a day, free of charge, register: send /start to the Telegram bot in a private chat.",
  ],
  registered: ["To check more than that, top up: a check then costs 5 ETB."],
};

/** Why a real receipt is not credited. */
const uncredited: Readonly<Record<string, Sentence>> = {
  provider: {
    message: "We have no account at the bank of this receipt.",
    hint: "Pay to one of the accounts shown for topping up, then send that receipt.",
  },
  age: {
    message: "This payment is too long ago to be credited.",
    hint: "Ask the operator of this service, who can credit it by hand.",
  },
  date: {
    message: "The date of this payment is in doubt, so it is not credited.",
    hint: "Ask the operator of this service, who can credit it by hand.",
  },
  amount: {
    message: "This amount is smaller or larger than what can be credited.",
    hint: "Ask the operator of this service, who can credit it by hand.",
  },
};

/** What became of a receipt that the same account had handed in. */
const already: Readonly<Record<string, string>> = {
  credited: "This receipt is credited to your account already.",
  waiting: "This receipt is waiting for the operator's word already.",
  declined: "The operator has declined this receipt.",
};

const fieldName = (param: string | undefined): string => {
  if (param === "accountNumber") return "the account number";
  if (param === "phone") return "the phone number";
  return param ? `the field ${param}` : "a field";
};

const fieldHint = (param: string | undefined): string => {
  if (param === "accountNumber") return "An account number has 8 to 20 digits.";
  if (param === "phone") return "Give an Ethiopian mobile number, such as 0911 000000.";
  return "See /docs for what this field takes.";
};

/** English: the pattern that every other language follows. */
export const en = {
  name: "English",
  failures,
  currency: "ETB",
  /** Follows a year of the Ethiopian calendar. */
  ethiopicEra: "E.C.",
  commands: {
    start: "Start, and choose the language",
    help: "How to check a receipt",
    lang: "Language · ቋንቋ",
    key: "API keys of your account",
    usage: "What is left: checks today, or the balance",
    topup: "Top up: where to pay, and hand the receipt in",
    privacy: "What is kept, and what is not",
    erase: "Erase what is kept of you",
  },
  welcome:
    "Send me a payment reference, a receipt link or the whole SMS. I look it up at the bank itself and tell you whether the receipt is real.",
  chooseLanguage: "Choose your language",
  languageChosen: "I will answer in English from now on.",
  help: (banks: readonly string[]) =>
    [
      "Send one of these, or forward it:",
      "• the reference on the receipt, such as FT26319K4Q7Z",
      "• the link to the receipt",
      "• the whole SMS; several receipts in one message are fine",
      "",
      `Banks: ${banks.join(", ")}.`,
      "",
      "✅ real and recent: check that the receiver is you",
      "⚠️ real, but look twice",
      "❌ not found, not completed, or another receipt",
      "⏳ the bank does not answer: nothing is decided, nothing is counted",
      "",
      "A screenshot or an SMS is never proof. Only the bank's own answer is.",
      "",
      "/usage checks left today, or the balance",
      "/topup pay for more checks",
      "/key API keys for programs",
      "/erase erase what is kept of you",
      "/lang language",
      "/privacy what is kept",
    ].join("\n"),
  privacy: [
    "What happens to what you send:",
    "• A reference, and an account number where one is needed, goes to the bank that issued the receipt, and to nobody else.",
    "• How many checks you made today is counted under a scrambled number, not under your name.",
    "• A question that I ask you, or a “check again” button, keeps its reference and account number until you use it, for about a day.",
    "• A receipt that was found may be kept for up to 24 hours, so that the same question need not be asked twice.",
    "• After /start you have an account under a random number: a scrambled number of yours leads to it, and what you checked is kept as scrambled questions with verdict and amount, for 90 days unless the operator chose otherwise.",
    "• Of an API key only a fingerprint is kept. Payments and charges are kept as a ledger.",
    "• The language of this chat is kept.",
    "• /erase removes all of it at once but the ledger's amounts and the fingerprints of credited receipts, which stay under the random number.",
    "• Names, account numbers and whole links are not written to the logs.",
    "Messages in this chat also stay with Telegram until you delete them.",
  ].join("\n"),
  usage: (remaining: number, limit: number, resetAt: string) =>
    `Checks left today: ${remaining} of ${limit}.\nFull again: ${resetAt} (Addis Ababa).`,
  usageBalance: (balance: string) => `Your balance: ${balance} ETB. Each answer costs 5 ETB.`,
  privateOnly: "Please send me this in our private chat: it is no business of a group.",
  linked: (name: string) =>
    name === ""
      ? "✅ This chat now uses that account. /usage shows what is left."
      : `✅ This chat now uses the account “${name}”. /usage shows what is left.`,
  /** Why something at the accounts' desk was not done. */
  refused: {
    too_many_keys: "You have five keys already. Revoke one that you do not use, then make a new one.",
    key_unknown: "This key is gone, or was replaced already. See /key.",
    link_code_unknown:
      "This code was used already or is older than ten minutes. Ask for a new one, or see /usage whether it has worked.",
    account_holds_money:
      "Your present account still holds money. Use that up first, or ask the operator of this service.",
    otherwise: "That could not be done. Try again, or ask the operator of this service.",
  },
  keys: {
    none: "You have no API keys.",
    yours: "Your API keys:",
    until: (day: string) => `ends on ${day}`,
    explained:
      "A key counts on the same account as this chat; there are at most five. A test key asks simulated banks only. /key link makes a code for another Telegram user.",
    newLive: "➕ New key",
    newTest: "➕ Test key",
    rotate: (last4: string) => `🔄 Replace …${last4}`,
    revoke: (last4: string) => `🗑 Revoke …${last4}`,
    made: "Your new key:",
    saveIt:
      "Save it now: I show it only this once. Whoever has it can use up your checks and your balance. Delete this message when you have saved it, and never send the key to a chat.",
    rotated: "The old key goes on for 24 hours.",
    revokeAsk: "Revoke this key? Programs that use it stop at once.",
    revokeYes: "🗑 Yes, revoke it",
    revoked: (last4: string) => `The key …${last4} is revoked.`,
    ownerOnly: "Only the owner of the account can see and make its keys.",
    linkCode:
      "Whoever sends me this within ten minutes becomes an owner of your account, with its balance and its keys. It works once. Give it to nobody but yourself:",
  },
  leakedKey: {
    revoked: "Your message held an API key. Others may have read it, so the key is revoked now.",
    unknown: "Your message held what looks like an API key; it is none that is known here.",
    deleted: "I have deleted the message.",
    deleteIt: "I may not delete the message here: please delete it yourself.",
    next: "Make a new key with /key in our private chat. If there was a receipt in the message, send it again without the key.",
  },
  eraseAsk:
    "Erase what is kept of you? Your link to your account, and if nobody else owns it the account with its keys and history, go at once and for good. Amounts in the ledger stay under a random number.",
  eraseLoses: (balance: string) => `⚠️ Your balance of ${balance} ETB is lost with it.`,
  eraseYes: "🗑 Yes, erase it all",
  erased: "Erased. Nothing here leads to you any more. /start begins anew.",
  topUpHow: "Pay to one of these accounts:",
  topUpThen:
    "Then send me the receipt as a reply to this message: the reference, the link or the whole SMS. A check costs 5 ETB. Each receipt is credited once, to whoever hands it in first, so show yours to nobody before; more than 500 ETB waits for the operator's word.",
  topUpPlaceholder: "Reference, link or SMS",
  topUpCredited: (amount: string, balance: string) => `${amount} ETB credited. Your balance: ${balance} ETB.`,
  topUpWaiting: (amount: string) =>
    `The payment of ${amount} ETB is real. More than 500 ETB waits for the operator's word; you need not send it again.`,
  unknownCommand: "I do not know this command. See /help.",
  hint: "Send me a payment reference, a receipt link or the whole SMS. See /help.",
  fileHint:
    "I read pictures and text, no other files: please send the receipt link, the reference or the SMS as text, or a photo of the receipt's QR code.",
  readFromPrint: "Read from what is printed in the picture.",
  confirmPrint: "Read from what is printed in the picture. Please compare letter by letter:",
  betterPhoto: "Closer, straight on and without glare is read best; or send the picture as a file.",
  tooMany: (limit: number) =>
    `That is more than I check at once. These are the first ${limit}; please send the others again.`,
  looking: (bank: string) => `Asking ${bank} …`,
  answerBelow: "The answer is below.",
  askBank: "Which bank is this receipt from?",
  askMeant: "Which one stands on the receipt?",
  mistyped: (suggestion: string | null) =>
    suggestion === null
      ? "⚠️ This may be mistyped: no possible date is in it. Look again at O and 0, I and 1."
      : `⚠️ This may be mistyped. Did you mean ${suggestion}?`,
  datedLongAgo: (since: Age) => `⚠️ By its reference, this payment is ${age(since)} old.`,
  notCheckedEither: "For the same reason not checked either:",
  askAccount: (bank: string) =>
    `${bank} finds this receipt only together with an account number. Please send the number of the account that received the money, or of the one that paid (8 to 20 digits).`,
  accountPlaceholder: "Account number",
  accountRefused:
    "This is not an account number: it has 8 to 20 digits; spaces and hyphens are fine. Please send it again.",
  questionStale: "This was answered already, or is too old. Please send the receipt again.",
  questionForeign: "Only the person who sent the receipt can answer this.",
  checking: "Checking …",
  checkAgain: "🔄 Check again",
  copyReference: "📋 Copy reference",
  verdict: {
    verified: (receiver: string) => `Verified: paid to ${receiver}. Is that you?`,
    seen: (when: string) => `Real receipt, but it was shown to you before: ${when}`,
    old: (since: Age) => `Real receipt, but ${age(since)} old`,
    dateInDoubt: "Real receipt, but check its date",
    notFoundYet: "Not found yet",
    notFoundYetHint:
      "The reference is from today or yesterday, and a new receipt can take a few minutes to appear. Check again in a few minutes; until then the payment is not confirmed.",
  },
  record: {
    from: "From",
    to: "To",
    date: "Date",
    age: (since: Age) => `${age(since)} ago`,
    reference: "Reference",
    checkedAt: (time: string) => `Checked at ${time}`,
    counted: (remaining: number, limit: number) => `Counted. Left today: ${remaining} of ${limit}`,
    notCounted: (remaining: number, limit: number) => `Not counted. Left today: ${remaining} of ${limit}`,
    charged: (charged: string, balance: string) => `Charged: ${charged} ETB. Balance: ${balance} ETB`,
    free: "Not counted.",
  },
};
