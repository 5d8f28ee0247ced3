/** What stands around every page. */
export const frame = {
  product: "Deresegn",
  claim: "Is this payment receipt real?",
  skip: "Skip to the content",
  menu: {
    check: "Check",
    dashboard: "Dashboard",
    docs: "Docs",
    status: "Status",
  },
  languages: "Language",
  footer: "Every answer comes from the bank that issued the receipt, over a verified connection.",
  signedIn: "Signed in",
  signedInTo: (shop: string) => `Signed in to “${shop}”`,
  signedInByKey: (name: string) => `Signed in with the key “${name}”`,
  /** By where the session was kept. */
  ended: {
    browser: "You were signed out.",
    mini: "Your sign-in has ended. Close this window and open it again from the chat.",
  },
  isTest: "Test mode: simulated banks answer here.",
};
