/** API keys. */
export const keyTexts = {
  keys: {
    none: "You have no API keys.",
    yours: "Your API keys:",
    until: (day: string) => `ends on ${day}`,
    explained:
      "A key uses the checks and the balance of your shop; you can have at most five. A test key asks simulated banks only. /key link makes a code for another Telegram user.",
    newLive: "➕ New key",
    newTest: "➕ Test key",
    newLimited: "⚙️ Key with limits",
    used: (day: string) => `used on ${day}`,
    rotate: (last4: string) => `🔄 Replace …${last4}`,
    revoke: (last4: string) => `🗑 Revoke …${last4}`,
    made: "Your new key:",
    saveIt:
      "Save it now: I show it only this once. Whoever has it can use up your checks and your balance. Delete this message when you have saved it, and never send the key to a chat.",
    saveTest:
      "Save it now: I show it only this once. It asks simulated banks only and costs nothing, but do not send it to a chat either.",
    /** `root` is the service's public address. */
    howToUse: (root: string) => `Programs send it in the header X-API-Key to ${root}/api/verify.`,
    rotated: "The old key works for another 24 hours.",
    revokeAsk: "Revoke this key? Programs that use it stop at once.",
    revokeYes: "🗑 Yes, revoke it",
    revoked: (last4: string) => `The key …${last4} is revoked.`,
    ownerOnly: "Only the shop's owner can see and make its keys.",
    linkCode:
      "Whoever sends me this within ten minutes becomes an owner of your shop, with its balance and its keys, once you have confirmed them here. It works once:",
  },
  keyDraft: {
    heading: "A key with limits.",
    headingNamed: (name: string) => `A key with limits, called “${name}”.`,
    explained: "Choose by the buttons what it may do, until when, and how much it may spend on a day.",
    scopes: {
      verify: "Check receipts",
      "account:read": "Read the balance and the log",
      "account:manage": "Change the shop: codes, top-ups, keys",
    },
    ends: (day: string) => `⏳ Ends on ${day}`,
    endless: "⏳ Goes on until it is revoked",
    limit: (amount: string) => `💰 At most ${amount} ETB a day`,
    unlimited: "💰 As much as the balance holds",
    make: "➕ Make this key",
  },
  /** The pages of the shop. */
  dashboard: {
    open: "🖥 Open the dashboard",
    link: "Your dashboard. This link signs you in once, within ten minutes. Do not pass it on:",
  },
  leakedKey: {
    revoked: "Your message held an API key. Others may have read it, so I revoked the key.",
    unknown: "Your message held what looks like an API key, but no key that I know.",
    deleted: "I deleted the message.",
    deleteIt: "I may not delete the message here: please delete it yourself.",
    next: "Make a new key with /key in our private chat. If there was a receipt in the message, send it again without the key.",
  },
};
