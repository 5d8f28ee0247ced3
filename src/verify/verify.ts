import {
  type Accounts,
  type Alongside,
  type Ask,
  type AskedEarly,
  alongsideOf,
  type Billing,
  type Caller,
  type DefinitiveAnswer,
  type ReceiptSource,
  type Reservation,
  type SeenBefore,
  type Settled,
} from "../accounts/accounts.ts";
import { definitiveCodeOf, type Failure, fail, providerCodeOf } from "../core/failure.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import { err, ok, type Result } from "../core/result.ts";
import { compareDigits, visibleDigits } from "../documents/account-digits.ts";
import type { Provider, Question } from "../providers/provider.ts";
import type { PrepareAssessment } from "./assessor.ts";
import { createCallerQueue } from "./caller-queue.ts";
import { type Claims, noClaims } from "./claims.ts";
import { assessedFailure, type FailureQuestion, mayStillChange } from "./failure-assessment.ts";
import { paymentLegOf } from "./interbank-payment.ts";
import type { LookUp, LookUpOptions, LookUpOutcome } from "./look-up.ts";
import type { BankNames } from "./parties.ts";
import { type ReceiptAssessment, takingsOf } from "./receipt-assessment.ts";
import { idsIn } from "./receipt-ids.ts";

/** A request to verify one receipt, from HTTP or the bot. `body` is the provider's request body, not yet validated. */
export type VerificationRequest = Pick<
  Ask,
  "purpose" | "earlier" | "isRetry" | "page" | "merchantAccount"
> & {
  readonly caller: Caller;
  /** The account whose key is shown; unset: none is, or it is not known. */
  readonly keyAccount?: string | null | undefined;
  readonly provider: Provider;
  readonly body: unknown;
  /** Whether the cache is skipped, for "check again". A top-up always skips it. */
  readonly isFresh?: boolean;
  /** What the text or picture claims about the payment; unset: nothing. */
  readonly claims?: Claims;
  /** Whether the caller chose the bank among several that the reference may be from. */
  readonly isBankChosen?: boolean;
  /** Account digits that the payer or the receiver must have; null: none. */
  readonly party?: string | null;
  /** What shows the receipt. `seenBefore` says whether it was the first to do so. */
  readonly receiptSource?: ReceiptSource;
  /** What becomes durable together with the count of a definitive answer. */
  readonly alongside?: Alongside<Verification> | undefined;
};

export type Verification = {
  readonly result: Result<VerifiedReceipt, Failure>;
  /** Null when the request was refused before anything was reserved, or when its answer could not be counted. */
  readonly billing: Billing | null;
  /** The account that it counted on; null: none. */
  readonly account: string | null;
  /** When the merchant's account has seen the receipt before. */
  readonly seenBefore: SeenBefore | null;
  /** Who asked for it, for the merchant's account, before its bank confirmed it; null: nobody else did. */
  readonly askedEarly: AskedEarly | null;
  /** What the receipt means for the merchant; null for a failure, which has an assessment of its own. */
  readonly assessment: ReceiptAssessment | null;
  readonly source: "live" | "cache" | null;
  readonly checkedAt: Date;
  /** When the bank itself was asked for it; null: an earlier answer is given again, or there is none. */
  readonly askedAt: Date | null;
  /** Milliseconds, for `Server-Timing`. */
  readonly timings: { readonly admissionMs: number; readonly upstreamMs: number; readonly parseMs: number };
};

export type Verify = (request: VerificationRequest) => Promise<Verification>;

type Dependencies = {
  readonly accounts: Pick<Accounts, "reserve" | "commit" | "void" | "isUndone">;
  readonly lookUp: LookUp;
  /** Fails with `overloaded` while the database is away. */
  readonly prepareAssessment: (
    ...asked: Parameters<PrepareAssessment>
  ) => Promise<Result<Awaited<ReturnType<PrepareAssessment>>, Failure>>;
  readonly banks: BankNames;
  /** `test`: the providers of the requests are simulated. */
  readonly mode?: "live" | "test";
  readonly now: () => Date;
};

/** The use case of every face: validate, reserve, look up, assess, commit or void. */
export const createVerify = (deps: Dependencies): Verify => {
  const { accounts, mode = "live", now } = deps;
  const queue = createCallerQueue();
  return async (request) => {
    const {
      caller,
      keyAccount = null,
      provider,
      body,
      purpose,
      earlier,
      isRetry,
      isFresh = false,
      isBankChosen = false,
      party = null,
      page,
      merchantAccount,
    } = request;
    const question = provider.open(body);
    if (!question.ok) return refused(question, now());

    const startedAt = performance.now();
    const ask = {
      deadlineMs: provider.timeoutMs,
      question: { provider: provider.label, canonical: question.value.canonical },
      mode,
      purpose,
      earlier,
      isRetry,
      page,
      merchantAccount,
    };
    const {
      reserved: reservation,
      inTurn,
      end,
    } = await queue.enter({ caller, account: keyAccount }, () => accounts.reserve(caller, ask));
    const admissionMs = performance.now() - startedAt;
    if (!reservation.ok) return refused(reservation, now(), admissionMs);

    const answer = async (): Promise<Result<Verification, Failure>> => {
      const { subject, shareId, account, merchantAccount, followsMiss } = reservation.value;
      const asker = { subject, shareId, isKeyed: account !== null };
      const options = { asker, isFresh: isFresh || purpose === "topup" || followsMiss };
      const found = await lookUpReceipt(deps, {
        provider,
        question: question.value,
        options,
        merchantAccount,
      });
      if (!found.ok) return found;
      const { source, checkedAt, askedAt } = found.value;
      const timings = { admissionMs, ...found.value.timings };
      const result = withFailureAssessed(
        holdToParty(found.value.result, party),
        { ...question.value, isBankChosen },
        now(),
      );
      const lookedUp = { result, source, checkedAt, askedAt, timings };
      return inTurn(() => settle(deps, lookedUp, reservation.value, request));
    };
    try {
      const answered = await answer();
      if (answered.ok) return answered.value;
      // An answer that could not be counted is withheld, since no verification is free. Nor do its timings tell it.
      await inTurn(() => accounts.void(reservation.value));
      return refused(answered, now(), admissionMs);
    } catch (bug) {
      await inTurn(() => accounts.void(reservation.value));
      throw bug;
    } finally {
      end();
    }
  };
};

/**
 * Fails with `receipt_mismatch` when neither the payer's nor the receiver's account has the digits of `party`. Like the
 * look-ups it compares the last eight, and an account that shows too little may be anyone's.
 */
export const holdToParty = (
  result: LookUpOutcome["result"],
  party: string | null,
): LookUpOutcome["result"] => {
  if (!result.ok || party === null) return result;
  const { payer_account, receiver_account } = result.value.receipt;
  const isOne = (printed: string): boolean =>
    visibleDigits(printed) === null || compareDigits(printed, party.slice(-8), false, 2) !== "differ";
  return [payer_account, receiver_account].some(isOne)
    ? result
    : fail("receipt_mismatch", { mismatch: "account" });
};

const withFailureAssessed = (
  result: LookUpOutcome["result"],
  asked: FailureQuestion,
  at: Date,
): LookUpOutcome["result"] => (result.ok ? result : err(assessedFailure(result.error, asked, at)));

type LookUpTask = {
  readonly provider: Provider;
  readonly question: Question;
  readonly options: LookUpOptions;
  readonly merchantAccount: string | null;
};

/**
 * Looks a receipt up. Where an earlier answer is given again that the merchant has since seen undone, by another question
 * about the same receipt, the bank itself is asked.
 */
const lookUpReceipt = async (
  { accounts, lookUp }: Pick<Dependencies, "accounts" | "lookUp">,
  { provider, question, options, merchantAccount }: LookUpTask,
): Promise<Result<Omit<LookUpOutcome, "askedAt"> & Pick<Verification, "askedAt">, Failure>> => {
  const found = await lookUp(provider, question, options);
  const { result, source, isShared = false } = found;
  const isOwnAnswer = options.isFresh === true || (source === "live" && !isShared);
  const askedAt = isOwnAnswer ? found.askedAt : null;
  if (!result.ok || isOwnAnswer || merchantAccount === null) return ok({ ...found, askedAt });
  const reference = provider.receiptId(result.value.receipt.transaction_reference);
  const undone = await accounts.isUndone(merchantAccount, { provider: provider.label, reference });
  if (!undone.ok) return undone;
  return ok(
    undone.value ? await lookUp(provider, question, { ...options, isFresh: true }) : { ...found, askedAt },
  );
};

type LookedUp = Pick<Verification, "result" | "source" | "checkedAt" | "askedAt" | "timings">;

/** Commits and assesses a definitive answer; voids the reservation of any other. A failure leaves it to be voided. */
const settle = async (
  { accounts, prepareAssessment, banks }: Pick<Dependencies, "accounts" | "prepareAssessment" | "banks">,
  found: LookedUp,
  reservation: Reservation,
  { provider, claims = noClaims, receiptSource, alongside }: VerificationRequest,
): Promise<Result<Verification, Failure>> => {
  const { result, askedAt } = found;
  const { account, merchantAccount, purpose, question } = reservation;
  const answered = { ...found, account };
  // A test key does not use the saved accounts of its merchant.
  const assessingAccount = reservation.mode === "test" ? null : merchantAccount;
  const assess =
    result.ok && purpose !== "topup"
      ? await prepareAssessment(assessingAccount, {
          provider: provider.label,
          verified: result.value,
          claims,
        })
      : ok(null);
  if (!assess.ok) return assess;
  const unseen = assess.value?.(false);
  const code = result.ok ? null : definitiveCodeOf(result.error);
  const asked = { askedAt, receiptSource: receiptSource ?? null };
  const answer: DefinitiveAnswer | null = result.ok
    ? {
        ...asked,
        verdict: "verified",
        receipt: {
          reference: provider.receiptId(result.value.receipt.transaction_reference),
          amountSantim: result.value.amountMinor,
          leg: paymentLegOf(provider.label, result.value, banks),
        },
        takings: unseen ? takingsOf(unseen) : null,
      }
    : code && {
        ...asked,
        verdict: code,
        receiptIds: idsIn(question.canonical, provider, result.error.printedReference),
        mayChange: mayStillChange(result.error),
      };
  if (answer === null) {
    const billing = await accounts.void(reservation, {
      isUnanswered: !result.ok && isUnanswered(result.error),
    });
    return billing.ok
      ? ok({ ...answered, billing: billing.value, seenBefore: null, askedEarly: null, assessment: null })
      : billing;
  }
  const verificationOf = ({ isUndone, ...settled }: Settled): Verification => {
    const known = { ...answered, ...settled };
    const assessment = assess.value?.(isSeenElsewhere(settled.seenBefore)) ?? null;
    return isUndone ? { ...known, result: undoneSince, assessment: null } : { ...known, assessment };
  };
  const committed = await accounts.commit(
    reservation,
    answer,
    alongside && alongsideOf(alongside, verificationOf),
  );
  return committed.ok ? ok(verificationOf(committed.value)) : committed;
};

/** What the bank has said of a verified receipt since it was asked for it. */
const undoneSince = fail("receipt_not_completed", { assessment: "undone" });

/** Whether the provider was asked and gave no readable answer. One that is unavailable was not asked. */
const isUnanswered = (failure: Failure): boolean =>
  providerCodeOf(failure) !== null && failure.code !== "provider_unavailable";

/** Whether something else has shown the receipt before. */
export const isSeenElsewhere = (seenBefore: SeenBefore | null): boolean =>
  seenBefore !== null && !seenBefore.isSameSource;

const refused = ({ error }: { error: Failure }, at: Date, admissionMs = 0): Verification =>
  failedVerification(assessedFailure(error, { isBankChosen: false, encodedDate: null }, at), at, admissionMs);

/** Nothing is known of the receipt, and nothing was counted. */
export const failedVerification = (failure: Failure, checkedAt: Date, admissionMs = 0): Verification => ({
  result: err(failure),
  billing: null,
  account: null,
  seenBefore: null,
  askedEarly: null,
  assessment: null,
  source: null,
  checkedAt,
  askedAt: null,
  timings: { admissionMs, upstreamMs: 0, parseMs: 0 },
});
