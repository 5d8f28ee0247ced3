import type { Caller } from "../../src/accounts/accounts.ts";
import type { TopUpTerms } from "../../src/config/top-up-file.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { ok } from "../../src/core/result.ts";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import type { LookUp } from "../../src/verify/look-up.ts";
import { createTopUp, type HandedIn } from "../../src/verify/top-up/top-up.ts";
import { createVerify, type Verification } from "../../src/verify/verify.ts";
import { nothingSaved } from "./assessing.ts";
import { type Books, openBooks } from "./books.ts";

const settings = (label: string): ProviderSettings => ({
  bank: `TEST ${label}`,
  url: `https://receipts.${label}.example`,
  aliases: [],
  headers: {},
  labels: {},
});

export const banks = openProviders(
  Object.fromEntries(
    ["alpha", "beta", "gamma", "delta", "epsilon", "eta"].map((label) => [label, settings(label)]),
  ),
  "full",
);

const name = "Deresegn Trading PLC";

/** Where the operator is paid, and within which bounds: 72 hours, 10 to 1,000 ETB. */
export const terms: TopUpTerms = {
  accounts: [
    { provider: "beta", account: "0911008765", name },
    { provider: "alpha", account: "1000200008765", name },
    { provider: "eta", account: "1090000007018", name },
    { provider: "epsilon", account: "0922000000", name },
    { provider: "gamma", account: "1000000012345", name },
  ],
  maxAgeHours: 72,
  minSantim: 1_000,
  maxSantim: 100_000,
};

/** A payment of 300 ETB to the operator's wallet, an hour ago; a test says what is otherwise. */
export const payment = (
  receipt: Partial<VerifiedReceipt["receipt"]> = {},
  facts: Partial<Omit<VerifiedReceipt, "receipt">> = {},
): VerifiedReceipt => ({
  receipt: {
    bank: "TEST beta",
    document_type: "Transaction information",
    status: "Verified",
    transaction_reference: "DKF1AB2CD3",
    payment_date: "15-11-2026 11:00:00",
    payer_name: "Selam Getachew",
    payer_account: "2519****4321",
    receiver_name: name,
    receiver_account: "2519****8765",
    transferred_amount: "300.00 ETB",
    total_debited: "300.00 ETB",
    pdf_available: true,
    ...receipt,
  },
  amountMinor: 30_000,
  paymentDateIso: "2026-11-15T11:00:00+03:00",
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: "beta",
  isReceiverAccountShown: true,
  ...facts,
});

type Answer = (canonical: string) => Verification["result"];

/** Top-ups over real books and providers; what the banks answer is the test's to say. Noon in Addis Ababa. */
export const openTill = async (given: Books | null = null, shared: Partial<TopUpTerms> = {}) => {
  const books = given ?? (await openBooks());
  const bank: { answer: Answer; source: "live" | "cache" } = { answer: () => ok(payment()), source: "live" };
  const asked: { readonly canonical: string; readonly isFresh: boolean }[] = [];
  const lookUp: LookUp = async (_provider, { canonical }, options) => {
    asked.push({ canonical, isFresh: options?.isFresh === true });
    const { source } = bank;
    const timings = { upstreamMs: 0, parseMs: 0 };
    return {
      result: bank.answer(canonical),
      source,
      checkedAt: books.now(),
      askedAt: books.now(),
      timings,
    };
  };
  const verify = createVerify({
    accounts: books.accounts,
    lookUp,
    prepareAssessment: nothingSaved(books.now),
    banks: [],
    now: books.now,
  });
  const topUp = createTopUp({
    terms: { ...terms, ...shared },
    providers: banks,
    detect: (text) => detect(text, banks, books.now()),
    verify,
    accounts: books.accounts,
    now: books.now,
  });
  const { id: account, caller } = await books.openAccount(0);
  const handIn = (
    handedIn: string | HandedIn,
    whose: { readonly account: string; readonly caller: Caller } = { account, caller },
  ) => topUp.credit({ ...whose, handedIn: typeof handedIn === "string" ? { text: handedIn } : handedIn });
  const balanceOf = async (id = account) => {
    const shown = await books.accounts.showAccount(id);
    return shown.ok ? shown.value.balanceSantim : null;
  };
  return { books, bank, asked, topUp, verify, account, caller, handIn, balanceOf };
};

export type Till = Awaited<ReturnType<typeof openTill>>;
