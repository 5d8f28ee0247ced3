import {
  type Accounts,
  type Alongside,
  alongsideOf,
  type Caller,
  type Credit,
  type Refused,
} from "../../accounts/accounts.ts";
import type { ReceivingAccount, TopUpTerms } from "../../config/top-up-file.ts";
import { type Failure, type FailureCode, fail, isFailure, verdictOf } from "../../core/failure.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Detection } from "../detect/detect.ts";
import { bankNamesOf } from "../parties.ts";
import type { VerificationRequest, Verify } from "../verify.ts";
import { checkPayment } from "./creditable.ts";
import { type HandedIn, type PaymentQuestion, paymentQuestions } from "./payment-questions.ts";

export type { HandedIn } from "./payment-questions.ts";

/** A payment that was credited, or waits until the operator decides. */
export type Credited = Credit & { readonly amountSantim: number };

/** Tops up by a receipt of a payment to the operator, for every face. */
export type TopUp = {
  /** Where to pay to; `bank` is the provider's name for people. */
  readonly accounts: readonly (ReceivingAccount & { readonly bank: string })[];
  /** Which payments are credited. */
  readonly limits: Pick<TopUpTerms, "minSantim" | "maxSantim" | "maxAgeHours">;
  /**
   * Looks the receipt up at its bank with our own account's digits, and credits `account` once. The look-up is free and has
   * an allowance of its own.
   *
   * Failures: those of a verification; `receipt_mismatch` for a payment to others; `receipt_not_creditable`;
   * `receipt_already_credited`, with its state as cause when this account had handed it in.
   */
  readonly credit: (order: {
    readonly caller: Caller;
    readonly account: string;
    readonly handedIn: HandedIn;
    /** Unset: the caller's usual face. */
    readonly face?: "web";
    /** What becomes durable together with the credit. */
    readonly alongside?: Alongside<Credited> | undefined;
  }) => Promise<Result<Credited, Failure>>;
};

type Dependencies = {
  readonly terms: TopUpTerms;
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
  readonly verify: Verify;
  readonly accounts: Pick<Accounts, "creditReceipt">;
  readonly now: () => Date;
};

export const createTopUp = (deps: Dependencies): TopUp => {
  const { terms, providers, detect, accounts } = deps;
  const bankOf = (label: string) =>
    providers.find((provider) => provider.label === label)?.settings.bank ?? label;
  return {
    accounts: terms.accounts.map((account) => ({ ...account, bank: bankOf(account.provider) })),
    limits: terms,
    credit: async ({ caller, account, handedIn, face, alongside }) => {
      const questions = paymentQuestions(handedIn, { accounts: terms.accounts, providers, detect });
      if (!questions.ok) return questions;
      const payment = await findPayment(deps, caller, questions.value);
      if (!payment.ok) return payment;
      const { provider, verified, askedAt } = payment.value;
      const amountSantim = verified.amountMinor;
      const withAmount = (credit: Credit): Credited => ({ ...credit, amountSantim });
      const credited = await accounts.creditReceipt({
        account,
        provider: provider.label,
        reference: provider.receiptId(verified.receipt.transaction_reference),
        amountSantim,
        askedAt,
        caller,
        face,
        alongside: alongside && alongsideOf(alongside, withAmount),
      });
      return credited.ok ? ok(withAmount(credited.value)) : err(failureOf(credited.error));
    },
  };
};

type Payment = {
  readonly provider: Provider;
  readonly verified: VerifiedReceipt;
  /** When its bank was asked. */
  readonly askedAt: Date;
};

/** The first payment to us that a look-up shows; else the most useful refusal. */
const findPayment = async (
  { verify, terms, providers, now }: Dependencies,
  caller: Caller,
  questions: readonly PaymentQuestion[],
): Promise<Result<Payment, Failure>> => {
  const refusals: Failure[] = [];
  const banks = bankNamesOf(providers);
  // One receipt is one look-up of the day, and one miss at most, however many accounts we have.
  let earlier: VerificationRequest["earlier"];
  for (const { provider, body, accounts } of questions) {
    const { result, source, billing, checkedAt, askedAt } = await verify({
      caller,
      provider,
      body,
      purpose: "topup",
      earlier,
    });
    const verdict = verdictOf(result.ok ? null : result.error);
    if (billing !== null && verdict !== null) {
      const isMissed = earlier === undefined ? billing.counted : earlier === "missed";
      // Only a miss that is counted now is made good, and once, or one receipt would be any number of hits.
      earlier = isMissed && verdict !== "verified" ? "missed" : "settled";
    }
    // A payment may have been reversed since it was cached.
    const asked = result.ok && source !== "live" ? fail("provider_unavailable") : result;
    const checked = asked.ok ? checkPayment(asked.value, accounts, terms, banks, now()) : asked;
    if (asked.ok && checked.ok) return ok({ provider, verified: asked.value, askedAt: askedAt ?? checkedAt });
    if (!checked.ok) refusals.push(checked.error);
  }
  const [first] = refusals.sort((one, other) => weightOf(other) - weightOf(one));
  if (first === undefined) throw new Error("a payment was looked for with no question");
  // The digits of the question are ours, not the caller's.
  return first.code === "receipt_mismatch" ? fail(first.code, { cause: "topup" }) : err(first);
};

/** Only one look-up can show the payment, so an uncertain refusal weighs more than a certain one. */
const certain: readonly FailureCode[] = [
  "receipt_not_found",
  "receipt_mismatch",
  "receipt_not_completed",
  "receipt_not_creditable",
];

const weightOf = ({ code }: Failure): number => {
  const weight = certain.indexOf(code);
  return weight < 0 ? certain.length : weight;
};

const failureOf = (error: Failure | Refused): Failure => {
  if (error.code === "receipt_already_credited") {
    const state = "state" in error ? error.state : undefined;
    return fail(error.code, state === undefined ? {} : { cause: state }).error;
  }
  if (error.code === "amount_invalid") return fail("receipt_not_creditable", { cause: "amount" }).error;
  if (error.code === "receipt_undone") return fail("receipt_not_completed").error;
  if (error.code === "account_unknown") return fail("overloaded", { detail: "the account was erased" }).error;
  return isFailure(error) ? error : fail("internal_error", { detail: error.code }).error;
};
