/** How one comes into the dashboard. */
export const signIn = {
  title: "Sign in",
  byBot: "With Telegram",
  steps: [
    "Open our bot in Telegram.",
    "Send it /dashboard.",
    "Open the link that it answers with, and press its button.",
  ],
  noAccount: "Without an account yet? The bot makes one for you when you send /dashboard.",
  byKey: "With an API key",
  key: "API key",
  keyHint:
    "It begins with drs_live_ or drs_test_. The session may do what the key may do, and ends after 12 hours.",
  wrongKey: "This key is not valid. Please paste the whole key.",
  submit: "Sign in",
  linkTitle: "Sign in to your dashboard",
  /** An account as a sentence names it. */
  account: (shop: string) => (shop === "" ? "an account without a name" : `the shop “${shop}”`),
  ofKey: (name: string) => `an account by the key “${name}”`,
  linkTo: (account: string) => `This link signs you in to ${account}.`,
  linkLeaves: (current: string, account: string) =>
    `You are signed in to ${current}. This link signs you in to ANOTHER account, even where the names are alike: ${account}.`,
  submitOther: "Sign in to the other account",
  linkAsked: "Sign in only if you asked the bot for this link yourself.",
  linkHint:
    "You stay signed in on this device for 30 days after you last used it. Sign out on a device that others use.",
  used: "This link was used already, or is older than ten minutes. Send /dashboard to the bot for a new one.",
};
