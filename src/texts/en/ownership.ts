/** Who owns a shop, what its owners hear, and what was done with it. */
export const ownershipTexts = {
  ownership: {
    owners: "Owners of your shop:",
    you: "you",
    codes: "Codes that still work:",
    staffCode: "for staff",
    ownerCode: "for an owner",
    /** `time` is when it was made. */
    recall: (time: string) => `↩️ Recall the code of ${time}`,
    recalled: "Recalled. Nobody can use that code any more.",
    lastOwner: "A shop keeps at least one owner.",
    /** After an owner was removed. */
    keysGoOn:
      "⚠️ The shop's API keys still work for everyone who has seen them. To revoke or replace them: /key",
    askConfirm: (name: string, shop: string) =>
      `${name} wants to own ${shop} together with you, with its balance, its keys and its saved accounts. They have used a code for an owner. Do you agree?`,
    confirm: "✅ Yes, an owner",
    refuse: "🚫 No",
    confirmed: (name: string) => `✅ ${name} is an owner of your shop now.`,
    refused: (name: string) => `${name} does not become an owner.`,
    over: "This was decided already, or is over.",
    waiting: (shop: string) => `An owner of ${shop} has to confirm you first. I tell you here.`,
    youOwn: (shop: string) => `✅ You are an owner of ${shop} now.`,
    youAreRefused: (shop: string) => `You did not become an owner of ${shop}.`,
  },
  notices: {
    /** Who did it, in brackets. */
    byOperator: "the operator",
    byKey: "an API key",
    inBrowser: (who: string) => `${who}, in a browser`,
    owner_joined: (name: string, by: string) =>
      `🔔 ${name} is an owner of your shop now (by ${by}). If you do not want that: /join`,
    member_joined: (name: string, _by: string) =>
      `🔔 ${name} uses your shop now. If you do not want that: /join`,
    key_created: (last4: string, by: string) =>
      `🔔 Your shop has a new API key …${last4} (by ${by}). If you do not want that: /key`,
    key_replaced: (last4: string, by: string) =>
      `🔔 The API key …${last4} replaces an older one of your shop (by ${by}). If you do not want that: /key`,
    link_created: (isOwner: boolean, by: string) =>
      `🔔 A code for ${isOwner ? "an owner" : "staff"} of your shop was made (by ${by}). If you do not want that: /join`,
    key_revoked: (last4: string, by: string) =>
      `🔔 The API key …${last4} of your shop was revoked (by ${by}). Programs that use it have stopped. For a new one: /key`,
    key_leaked: (last4: string, isInChat: boolean) =>
      `🔔 The API key …${last4} of your shop was shown ${isInChat ? "in a chat" : "in the address of a request or in X-Request-Id"}, where others may have read it, so it was revoked. Programs that use it have stopped. For a new one: /key`,
    /** The account stands in a line of its own below. */
    saved_account_kept: (by: string) =>
      `🔔 An account is saved as your shop's own now (by ${by}): what is paid to it counts as paid to you. If you do not want that: /accounts`,
    saved_account_removed: (by: string) =>
      `🔔 A saved account of your shop was removed (by ${by}): what is paid to it no longer counts as paid to you. If you do not want that: /accounts`,
    group_bound: (by: string) =>
      `🔔 A group belongs to your shop now (by ${by}). If you do not want that: /join`,
  },
  audit: {
    none: "Nothing is noted yet.",
    heading: "What was done with your shop, the newest first:",
    more: "There is more: ask the operator, or GET /api/account/audit.",
    service: "the service",
    acts: {
      account_created: "shop made",
      account_suspended: "suspended",
      account_resumed: "suspension ended",
      tier_changed: "way of paying changed",
      topped_up: "topped up",
      credit_waiting: "top-up waits for the operator",
      credit_approved: "top-up approved",
      credit_declined: "top-up declined",
      key_created: "key made",
      key_replaced: "key replaced",
      key_revoked: "key revoked",
      key_leaked: "key leaked and revoked",
      link_created: "code made",
      link_recalled: "code recalled",
      owner_requested: "wants to be an owner",
      owner_joined: "owner joined",
      owner_refused: "owner refused",
      owner_left: "owner left",
      owner_removed: "owner removed",
      member_joined: "staff joined",
      member_left: "staff left",
      member_removed: "staff removed",
      saved_account_kept: "account saved",
      saved_account_removed: "saved account removed",
      group_bound: "group bound",
      group_unbound: "group unbound",
      proof_made: "proof made",
      proof_withdrawn: "proof withdrawn",
    },
  },
};
