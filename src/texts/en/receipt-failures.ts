import type { FailureSentences } from "../sentences.ts";

const unconfirmed = "Until the bank answers, the payment is not confirmed. Try again in a few minutes.";

/** What became of a look-up that did not end in a record. */
export const receiptFailures = {
  receipt_not_found: ({ assessment }) => {
    if (assessment === "number_in_doubt")
      return {
        message: "The bank finds no receipt with what was sent. Each part of it may be wrong.",
        hint: "Compare the reference, the account or phone number and the bank with the receipt. Until it is found, the payment is not confirmed.",
      };
    if (assessment === "not_found_yet")
      return {
        message: "The bank does not show this receipt yet.",
        hint: "A new receipt can take a few minutes to appear. Ask again in a few minutes; until then the payment is not confirmed.",
      };
    return {
      message: "There is no such receipt.",
      hint: "Compare every letter and digit that you sent with the receipt. Until it is found, the payment is not confirmed.",
    };
  },
  receipt_not_completed: ({ receiptStatus }) => ({
    message: `The payment is not completed${receiptStatus ? `: the receipt says “${receiptStatus}”` : ""}.`,
    hint: "Do not count on this money until the receipt says that the payment is completed.",
  }),
  receipt_mismatch: ({ cause }) =>
    cause === "topup"
      ? {
          message: "This payment did not go to one of our accounts, so it is not credited.",
          hint: "Pay to one of the accounts shown for topping up, then send that receipt.",
        }
      : {
          message:
            "The bank's receipt is another one: its reference or its account is not the one asked for.",
          hint: "Check the reference and the account number, then send them again.",
        },
  provider_format_changed: {
    message: "The bank's page could not be read with certainty.",
    hint: "Open the receipt at the bank yourself; waiting does not help.",
  },
  provider_error: { message: "The bank's receipt page is faulty right now.", hint: unconfirmed },
  provider_tls_failure: { message: "The connection to the bank is not safe right now.", hint: unconfirmed },
  provider_blocked: { message: "The bank does not let us ask right now.", hint: unconfirmed },
  provider_unavailable: { message: "The bank does not answer right now.", hint: unconfirmed },
  provider_timeout: { message: "The bank did not answer in time.", hint: unconfirmed },
  overloaded: {
    message: "There is too much to do right now, so nothing is known yet.",
    hint: "Try again in a minute. Until then the payment is not confirmed.",
  },
  internal_error: {
    message: "Something went wrong on our side, so nothing is known yet.",
    hint: "Try again. If it happens again, tell the operator of this service.",
  },
} satisfies Partial<FailureSentences>;
