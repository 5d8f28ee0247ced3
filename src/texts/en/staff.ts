/** How a shop's staff come to use its owner's account, and how that ends. */
export const staffTexts = {
  staff: {
    invitation:
      "Whoever uses this code within ten minutes uses your account from then on: its checks, its balance, its saved accounts and its history, but not its keys. It works once. Let one of your staff send me:",
    orLink: "or open this link:",
    none: "Nobody but you uses your account.",
    members: "Who else uses your account:",
    unnamed: "somebody",
    remove: (name: string) => `🗑 Remove ${name}`,
    removed: "Removed.",
    joined: (name: string) =>
      name === ""
        ? "✅ You use that account from now on: its checks, its balance, its saved accounts and its history. /join leave ends it."
        : `✅ You use the account “${name}” from now on: its checks, its balance, its saved accounts and its history. /join leave ends it.`,
    left: "You do not use that account any more. In our private chat, /start gives you one of your own.",
    nothingToLeave: "You use nobody else's account.",
    youAreStaff:
      "You use somebody else's account. Only its owner can let others use it. /join leave ends it.",
  },
};
