import type { HandedInCause, QuotaCause, UncreditedCause } from "../../core/failure.ts";
import { type FailureSentences, inCase, type Sentence } from "../sentences.ts";

/** Why somebody may not ask, or is not credited. */
export const accessFailures = {
  invalid_api_key: ({ cause }) =>
    cause === "missing"
      ? {
          message: "This needs an API key.",
          hint: "Send one in the header X-API-Key; /key in the Telegram bot makes one.",
        }
      : {
          message: "This API key is not valid.",
          hint: "Check that the header X-API-Key holds the whole key.",
        },
  api_key_revoked: { message: "This API key was revoked.", hint: "Use another key." },
  api_key_expired: { message: "This API key has expired.", hint: "Use another key." },
  api_key_in_url: ({ cause, param }) => ({
    message:
      param === undefined
        ? "The API key stands in the address, where others can read it."
        : `The API key stands in ${param}, where others can read it.`,
    hint:
      cause === "revoked"
        ? "Anyone may have read it, so this key was revoked at once. Make a new one and send it in the header X-API-Key."
        : "Send it in the header X-API-Key, and replace this key: it counts as leaked.",
  }),
  account_suspended: { message: "This account is suspended.", hint: "Ask the operator of this service." },
  balance_exhausted: ({ cause }) => ({
    message: "The balance does not pay for another check (5 ETB).",
    hint: cause === "operator" ? "Ask the operator of this service." : "Top up, then try again.",
  }),
  daily_quota_exceeded: ({ resetAt, cause }) =>
    cause === "topup"
      ? {
          message: "Today's tries to top up by receipt are used up.",
          hint: `${resetAt ? `You can hand the receipt in again from ${resetAt} (Addis Ababa).` : "You can hand the receipt in again tomorrow."} Checks are counted apart.`,
        }
      : {
          message: "Today's free checks are used up.",
          hint: [
            resetAt ? `You can check again from ${resetAt} (Addis Ababa).` : "You can check again tomorrow.",
            ...(inCase(moreChecks, cause) ?? []),
          ].join(" "),
        },
  rate_limited: ({ retryAfterSeconds, cause }) =>
    cause === "pictures"
      ? {
          message: "Too many pictures in the last hour led to no check.",
          hint: `Send the reference or the receipt's link as text, which works now, or send pictures again ${inMinutes(retryAfterSeconds)}.`,
        }
      : cause === "unanswered"
        ? {
            message: "Too many of your checks in this hour got no answer from a bank.",
            hint: `Nothing was charged. Until a check is answered, do not take the payment as received. Check again ${inMinutes(retryAfterSeconds)}.`,
          }
        : {
            message: "Too many requests came at once.",
            hint: waitHint(retryAfterSeconds),
          },
  abnormal_usage: ({ retryAfterSeconds }) => ({
    message: "Too many of the references sent do not exist, so checking is paused.",
    hint: waitHint(retryAfterSeconds),
  }),
  live_key_required: {
    message: "This needs a live key.",
    hint: "Test keys neither pay nor open an account to anyone. Use a key whose beginning says “live”.",
  },
  key_scope_missing: ({ subject }) => ({
    message: `This API key may not do that${subject === undefined ? "" : `: it lacks the scope “${subject}”`}.`,
    hint: "Use a key that has the scope, or make one.",
  }),
  key_address_refused: {
    message: "This API key does not work from your address.",
    hint: "Use it from an address on its list, or make a key that works from yours.",
  },
  key_limit_reached: ({ resetAt }) => ({
    message: "This API key has spent what it may spend today.",
    hint: resetAt
      ? `It can spend again from ${resetAt} (Addis Ababa). Another key may be used until then.`
      : "It can spend again tomorrow. Another key may be used until then.",
  }),
  key_replaced: {
    message: "This API key was replaced by a new one, so it makes and ends no codes, and ends no other key.",
    hint: "Use the new key.",
  },
  too_many_link_codes: {
    message: "Five codes of this account wait to be used.",
    hint: "Recall one of them, or wait until ten minutes have passed.",
  },
  topup_not_offered: {
    message: "Topping up with a receipt is not offered here.",
    hint: "Ask the operator of this service.",
  },
  receipt_not_creditable: ({ cause }) =>
    inCase(uncredited, cause) ?? {
      message: "This payment cannot be credited.",
      hint: "Ask the operator of this service.",
    },
  receipt_already_credited: ({ cause }) => ({
    message: inCase(already, cause) ?? "This receipt was handed in before, and a receipt is credited once.",
    hint: "If the payment is yours and you see no credit, ask the operator of this service.",
  }),
} satisfies Partial<FailureSentences>;

const inMinutes = (seconds = 60): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
};

const waitHint = (seconds: number | undefined): string =>
  seconds === undefined ? "Wait a little and try again." : `Try again in ${seconds} seconds.`;

/** How a caller of a tier comes to more checks. */
const moreChecks: Readonly<Partial<Record<QuotaCause, readonly string[]>>> = {
  anonymous: [
    "To have 10 a day, free of charge, register: send /start to the Telegram bot in a private chat.",
  ],
  guest: ["To have 10 a day, free of charge, send /start here."],
  registered: ["To check more than that, top up: a check then costs 5 ETB."],
};

/** Why a real receipt is not credited. */
const uncredited: Readonly<Record<UncreditedCause, Sentence>> = {
  provider: {
    message: "We have no account at the bank of this receipt.",
    hint: "Pay to one of the accounts shown for topping up, then send that receipt.",
  },
  kind: {
    message: "This is no payment to us: it is a withdrawal, a purchase or a transfer to oneself.",
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
const already: Readonly<Record<HandedInCause, string>> = {
  credited: "This receipt is credited to your account already.",
  waiting: "This receipt is waiting for the operator's word already.",
  declined: "The operator has declined this receipt.",
};
