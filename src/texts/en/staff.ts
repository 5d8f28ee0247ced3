/** How people come to use a shop together, how a group belongs to it, and how both end. */
export const staffTexts = {
  staff: {
    /** What an account is called, in the middle of a sentence. */
    shop: (name: string) => (name === "" ? "that shop" : `the shop “${name}”`),
    invitation:
      "Whoever uses this code within ten minutes uses your shop from then on: its checks, its balance, its saved accounts and its history, but not its keys. It works once. Let one of your staff send me:",
    orLink: "or open this link:",
    none: "Nobody but you uses your shop.",
    members: "Who else uses your shop:",
    unnamed: "somebody",
    remove: (name: string) => `🗑 Remove ${name}`,
    removed: "Removed.",
    askJoin: (shop: string) => `Do you want to use ${shop} from now on?`,
    askOwn: (shop: string) => `Do you want to become an owner of ${shop}?`,
    /** What joining brings. */
    brings:
      "Its saved accounts decide what is ✅ for you, and its checks, balance and history are yours to use.",
    /** What is left behind by its only owner; the list is made of the next three. */
    waits: (shop: string, what: string) =>
      `You leave ${shop}. It waits for you as it is, with ${what}. /join leave brings you back.`,
    balance: (amount: string) => `a balance of ${amount} ETB`,
    waiting: (amount: string) => `${amount} ETB that wait for the operator's word`,
    keys: (count: number) => (count === 1 ? "1 key" : `${count} keys`),
    savedAccounts: (count: number) => (count === 1 ? "1 saved account" : `${count} saved accounts`),
    history: "its history",
    and: " and ",
    othersKeep: (shop: string) => `You leave ${shop}. Its other owners keep it.`,
    noWayBack: (shop: string) => `You do not use ${shop} any more. Only its owner can let you in again.`,
    yourShop: "your own shop",
    yes: "✅ Yes",
    no: "No",
    unchanged: "Nothing was changed.",
    joined: (shop: string) =>
      `✅ You use ${shop} from now on: its checks, its balance, its saved accounts and its history. /join leave ends it.`,
    isThere: (shop: string) => `You use ${shop} already.`,
    askBack: (shop: string) => `Do you want to go back to ${shop}?`,
    yourFormer: "your former shop",
    back: "✅ You use your own shop again, with all that it holds.",
    left: "You do not use that shop any more. In our private chat, /start gives you one of your own.",
    nothingToLeave: "You use nobody else's shop.",
    youAreStaff: "You use somebody else's shop. Only its owner can let others use it. /join leave ends it.",
  },
  group: {
    askBind: (shop: string) =>
      `Does this group belong to ${shop}? Then its saved accounts decide here what is ✅, for everyone who posts, and its history tells what was checked before.`,
    bind: "🔗 Bind this group",
    askRebind: (who: string, shop: string, former: string) =>
      `${who} wants to bind this group to ${shop}. Until now it belongs to ${former}: only an owner of that one can agree.`,
    agree: "✅ I own it and agree",
    bound: (shop: string) =>
      `✅ This group belongs to ${shop} now. Its saved accounts decide here what is ✅.`,
    isYours: (shop: string) => `This group belongs to ${shop}: its saved accounts decide here what is ✅.`,
    unbind: "Unbind this group",
    unbound: "This group belongs to no shop any more. I say here whether a payment is real, not whose it is.",
    ownersOnly:
      "Only the owner of a shop can bind this group to it. In our private chat, /start gives you a shop.",
    administratorsOnly: "Only an administrator of this group can bind it to a shop.",
    administratorsUnknown:
      "Telegram does not tell me whether you are an administrator of this group, so nothing was changed. Please try again in a minute.",
    /** Under a verdict in a group: whose accounts decided. `shop` comes from `staff.shop`. */
    forShop: (shop: string) => `For ${shop}`,
    asYourself: "Please write this as yourself, not as the group.",
    onlyOwnerOf: (shop: string) => `Only an owner of ${shop} can do that.`,
    onlyAsked: "This button is for whoever asked for it.",
  },
};
