import type { Age, EarlierAsker } from "../sentences.ts";
import { age } from "./ages.ts";

const noPayment = {
  withdrawal: "a cash withdrawal, not a payment",
  airtime: "airtime or a package, not a payment",
  bill: "a bill, not a payment to you",
  same_account: "paid from and to the same account",
} as const;

type NoPayment = keyof typeof noPayment;

/** Where another amount stands. */
type ClaimPlace = "message" | "picture";

const checkedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} checked it`;
  return { you: "you checked it", key: "your API key checked it", unknown: "it was checked" }[who.kind];
};

const askedBy = (who: EarlierAsker): string => {
  if (who.kind === "member") return `${who.name} already asked about it`;
  const others = {
    you: "you already asked about it",
    key: "your API key already asked about it",
    unknown: "it was already asked about",
  };
  return others[who.kind];
};

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;

/** What a real receipt means for the merchant. Amounts come as `1,250.00`. */
export const answer = {
  /** The first line, behind its mark. */
  firstLine: {
    /** `receiver` is `""` where the receipt names none. */
    yours: (amount: string, receiver: string) =>
      `${amount} ETB to you${receiver === "" ? "" : ` · ${receiver}`}`,
    unknown: (amount: string, receiver: string) => `Real payment: ${amount} ETB to ${receiver}. Is that you?`,
    unknownToStaff: (amount: string, receiver: string) =>
      `Real payment: ${amount} ETB to ${receiver}. Is that the shop's account?`,
    /** When it is not known whose it is. */
    unaddressed: (amount: string, receiver: string) => `Real payment: ${amount} ETB to ${receiver}`,
    someoneElse: (amount: string, receiver: string) => `${amount} ETB, real, but not to you: to ${receiver}`,
    accountNotShown: (amount: string, bank: string) =>
      `${amount} ETB to ${bank}, but the receipt does not say to whose account. Check your ${bank} account first.`,
    noPayment: (amount: string, why: NoPayment) => `${amount} ETB, real, but ${noPayment[why]}`,
    otherAmount: (amount: string, claimed: string, where: ClaimPlace) =>
      `${amount} ETB, real, but the ${where} says ${claimed}`,
    seenBefore: (amount: string, who: EarlierAsker, since: Age) =>
      `${amount} ETB, real, but ${checkedBy(who)} ${age(since)} ago`,
    samePayment: (amount: string, since: Age) =>
      `${amount} ETB, real, but perhaps the same payment as another bank's receipt ${age(since)} ago. Check that the money came twice.`,
    sameAgain: (amount: string, since: Age) =>
      `The same receipt as ${age(since)} ago (${amount} ETB), not a second payment`,
    old: (amount: string, since: Age) => `${amount} ETB, real, but ${age(since)} old`,
    dateInDoubt: (amount: string, printed: string) =>
      `${amount} ETB, real, but its date is in doubt: ${printed}`,
  },
  /** The same in a line below a stronger reason. */
  further: {
    yours: (receiver: string) => `It was paid to you${receiver === "" ? "" : ` · ${receiver}`}`,
    unaddressed: (receiver: string) => `It was paid to ${receiver}.`,
    someoneElse: (receiver: string) => `Not to you: to ${receiver}`,
    accountNotShown: "The receipt does not say to whose account.",
    noPayment: (why: NoPayment) => sentence(noPayment[why]),
    otherAmount: (claimed: string, where: ClaimPlace) => `The ${where} says ${claimed} ETB.`,
    /** Before the bank had the receipt, or had it completed. `when`: the hour, `10:20`, with the day where that is another. */
    askedEarly: (who: EarlierAsker, when: string) =>
      sentence(`${askedBy(who)} at ${when}, before the bank confirmed it`),
    /** The same where this very message asked. */
    askedHere: (when: string) =>
      `This message already asked about it at ${when}, before the bank confirmed it.`,
    /** Of an answer that is shown again. */
    checked: (since: Age) => `The bank was asked ${age(since)} ago.`,
    /** Beside claims that agree: it may be a price, what is still owed, or another payment. */
    alsoNamed: (named: string, amount: string) =>
      `${named} ETB is also mentioned. This receipt is for ${amount} ETB only.`,
    /** An amount that is named could not be read for certain. */
    unclear: (amount: string) =>
      `An amount here cannot be read for certain. This receipt is for ${amount} ETB only.`,
    seenBefore: (who: EarlierAsker, since: Age) => sentence(`${checkedBy(who)} ${age(since)} ago`),
    samePayment: (since: Age) =>
      `Perhaps it is the same payment as another bank's receipt ${age(since)} ago. Check that the money came twice.`,
    old: (since: Age) => `It is ${age(since)} old.`,
    dateInDoubt: (printed: string) => `Its date is in doubt: ${printed}`,
  },
  /** Why it is not known whether the receiver is the merchant. */
  unsure: {
    otherName: (number: string, name: string) =>
      `Your account ${number} is saved under another name: ${name}`,
    sameName: "The name is yours, but the number is not one that you saved.",
    hidden: "The receipt shows too few digits of the account to compare.",
  },
  record: {
    from: "From",
    to: "To",
    ago: (since: Age) => `${age(since)} ago`,
    daysAgo: (days: number) => (days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`),
  },
  details: {
    show: "Details",
    hide: "Hide details",
    printedDate: "Date as printed",
    payer: "From account",
    receiver: "To account",
    kind: "Kind",
    kinds: {
      transfer: "transfer",
      merchant: "payment to a merchant",
      withdrawal: "cash withdrawal",
      airtime: "airtime or package",
      bill: "bill",
    },
    fee: "Fee",
    vat: "VAT",
    total: "Total paid",
    openAtBank: (bank: string) => `🔗 Open at ${bank}`,
  },
  copyReference: "📋 Copy reference",
  copyLink: "📋 Copy link",
  left: {
    counted: (remaining: number, limit: number) => `${remaining} of ${limit} free checks left`,
    /** Said once a day. */
    few: (remaining: number, limit: number) => `⚠️ Only ${remaining} of ${limit} free checks left today`,
    notCounted: (remaining: number, limit: number) =>
      `Not counted · ${remaining} of ${limit} free checks left`,
    charged: (charged: string, balance: string) => `This check: ${charged} ETB · balance ${balance} ETB`,
    free: "Not counted",
  },
  expected: {
    part: (received: string, amount: string) => `➕ ${received} of ${amount} ETB received`,
    complete: (received: string, amount: string) => `➕ ${received} of ${amount} ETB received: all of it ✅`,
    tooMuch: (received: string, amount: string, more: string) =>
      `➕ ${received} of ${amount} ETB received: ${more} ETB more than expected`,
    leftOut: (received: string, amount: string) =>
      `➕ ${received} of ${amount} ETB received; this receipt is not added`,
  },
  withdrawn: "You changed the message: this receipt is no longer in it.",
  pointedChanged: "The message that you asked about was changed since. Please ask again.",
  pointedUnseen: "I may not see when that message is changed. Trust this answer alone.",
  changedWaits: "You changed the message. It is checked again in its turn.",
};
