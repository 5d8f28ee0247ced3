import type { SandboxAnswer } from "../../src/operator/sandbox/answers.ts";

/** Where the simulated banks' receipts are, by provider label: scheme, host and port. */
export type BankUrls = Readonly<Record<string, string>>;

/** A message to paste. */
type StoryText = {
  /** What the first line of the reply begins with; empty where the reply is no verdict. */
  readonly mark: string;
  readonly title: string;
  readonly text: string;
};

/** Messages in the order in which they get their marks, from a user who begins with an empty chat and `/start`. */
export type Story = { readonly title: string; readonly note: string; readonly texts: readonly StoryText[] };

type Bank = {
  /** The sandbox's answers of today. */
  readonly answers: readonly SandboxAnswer[];
  /** The same, as they were asked for many days ago. */
  readonly oldAnswers: readonly SandboxAnswer[];
  readonly urls: BankUrls;
};

/** The merchant's phone: most simulated receipts of beta were paid to it. */
const ownPhone = "0911008765";

/** Every mark that an answer can have, as messages. */
export const demoStories = (bank: Bank): readonly Story[] => [withSavedPhone(bank), withNothingSaved(bank)];

const withSavedPhone = ({ answers, urls }: Bank): Story => {
  const beta = (name: string) => find(answers, "beta", name).reference;
  const otherAmount = `Dear Hana You have received ETB 12,500.00 from SELAM GETACHEW ALEMU(2519****4321). Your transaction number is ${beta("verified-no-decimals")}. Your current balance is ETB 20,311.08.`;
  return {
    title: "Is it my money? (as Hana, after START: ten checks a day)",
    note: "✅ needs a saved account: press “Yes, mine” under the first answer, or send the second line.",
    texts: [
      { mark: "❓", title: "real, but nobody knows whose account it is", text: beta("verified") },
      { mark: "", title: "save your phone", text: `/accounts ${ownPhone} Hana Mekonnen Tadesse` },
      { mark: "✅", title: "to the saved phone", text: beta("verified-levy") },
      {
        mark: "✅",
        title: "the same, by its link",
        text: linkTo(find(answers, "beta", "verified-optional-rows"), urls),
      },
      { mark: "ℹ️", title: "shown once more within ten minutes", text: beta("verified-levy") },
      { mark: "⚠️", title: "to someone else", text: beta("verified-to-self") },
      {
        mark: "⚠️",
        title: "to a bank, the account is not shown",
        text: beta("verified-bank-without-account"),
      },
      { mark: "⚠️", title: "of another amount than the message says", text: otherAmount },
      { mark: "⚠️", title: "a cash withdrawal", text: beta("verified-cash-out") },
      { mark: "⚠️", title: "airtime, not a payment", text: beta("verified-airtime") },
      { mark: "⚠️", title: "a bill, not a payment", text: beta("verified-bill") },
    ],
  };
};

const withNothingSaved = ({ answers, oldAnswers, urls }: Bank): Story => {
  const beta = (name: string) => find(answers, "beta", name).reference;
  const gamma = (name: string) => find(answers, "gamma", name).request.reference ?? "";
  return {
    title: "What else can be wrong with it? (as Almaz, after START)",
    note: "Nothing needs to be saved for these.",
    texts: [
      {
        mark: "⚠️",
        title: "almost two years old",
        text: linkTo(find(answers, "beta", "verified-two-years-old"), urls),
      },
      { mark: "❓", title: "not found, the account digits may be wrong", text: gamma("not-found") },
      { mark: "❓", title: "a receipt of another account", text: gamma("mismatch-account") },
      { mark: "❌", title: "another receipt", text: beta("mismatch-reference") },
      { mark: "🕓", title: "not found yet: it is of today", text: beta("not-found") },
      { mark: "❌", title: "not found", text: find(oldAnswers, "beta", "not-found").reference },
      { mark: "❌", title: "undone", text: beta("reversed") },
      { mark: "🕓", title: "pending", text: beta("pending") },
      { mark: "⚠️", title: "a page that cannot be read", text: beta("format-changed") },
      {
        mark: "⏳",
        title: "no answer, and seconds later one (the first time)",
        text: beta("verified-second-attempt"),
      },
      { mark: "⏳", title: "the bank does not answer", text: beta("server-error") },
      {
        mark: "🚫",
        title: "a link that is not the bank's",
        text: `https://beta-receipts.example${find(answers, "beta", "verified").path}`,
      },
    ],
  };
};

/** The link that a payer would forward. */
export const linkTo = ({ provider, path }: SandboxAnswer, urls: BankUrls): string =>
  `${urls[provider] ?? ""}${path}`;

/** Throws when the sandbox has no such case. */
export const find = (answers: readonly SandboxAnswer[], provider: string, name: string): SandboxAnswer => {
  const found = answers.find((answer) => answer.provider === provider && answer.name === name);
  if (!found) throw new Error(`the sandbox has no case ${provider}/${name}`);
  return found;
};
