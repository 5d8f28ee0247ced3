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
  isTest: "Test mode: simulated banks answer here.",
};
