import type {
  Accounts,
  Alongside,
  Ask,
  Billing,
  Caller,
  ReceiptSource,
  Reservation,
  SeenBefore,
} from "../accounts/accounts.ts";
import { type Failure, type FailureCode, fail, verdictOf } from "../core/failure.ts";
import type { Reading } from "../core/receipt.ts";
import { err, ok, type Result } from "../core/result.ts";
import { compareDigits, visibleDigits } from "../documents/account-digits.ts";
import type { Provider } from "../providers/provider.ts";
import { type AskedQuestion, isTakings, judgedFailure, type ReceiptAssessment } from "./assessment.ts";
import type { PrepareAssessment } from "./assessor.ts";
import { createCallerTurns } from "./caller-turns.ts";
import { type Claims, noClaims } from "./claims.ts";
import type { LookUp, LookupOutcome } from "./look-up.ts";

/** One request to verify one receipt, from either face. `body` is the provider's request body, not yet validated. */
export type VerificationRequest = {
  readonly caller: Caller;
  readonly provider: Provider;
  readonly body: unknown;
  /** `topup`: counted on an allowance of its own, and asked of the provider itself, never of the cache. */
  readonly purpose?: Ask["purpose"];
  /** Whether the provider itself is asked, whatever the cache holds: for "check again". */
  readonly isFresh?: boolean;
  /** What the text or picture says of the payment besides; unset: nothing. */
  readonly claims?: Claims;
  /** Whether the asker chose the bank among several that the reference may be from. */
  readonly isBankChosen?: boolean;
  /**
   * The account whose saved accounts judge the receipt, and in whose history it is kept; null: nobody's. Unset: the one
   * on which it is counted.
   */
  readonly merchantAccount?: string | null;
  /** Account digits that one of the receipt's parties must have besides what was asked; null: none. */
  readonly party?: string | null;
  /** What shows the receipt, in the caller's words; `seenBefore` says whether it was the first. */
  readonly receiptSource?: ReceiptSource;
  /** What becomes durable with the count of a definitive answer, and only with it. */
  readonly alongside?: Pick<Alongside, "isMine"> & {
    readonly keep: (work: Work, verification: Verification) => Promise<void>;
  };
};

type Work = Parameters<Alongside["keep"]>[0];

export type Verification = {
  readonly result: Result<Reading, Failure>;
  /** Null when the request was refused before anything was reserved. */
  readonly billing: Billing | null;
  /** The account on which it was counted; null: none. */
  readonly account: string | null;
  /** That the judging account saw the receipt verified before. */
  readonly seenBefore: SeenBefore | null;
  /** What the receipt means for the judging account; null where there is none: its failure says what that means. */
  readonly assessment: ReceiptAssessment | null;
  readonly source: "live" | "cache" | null;
  readonly checkedAt: Date;
  /** Milliseconds, for `Server-Timing`. */
  readonly timings: { readonly admissionMs: number; readonly upstreamMs: number; readonly parseMs: number };
};

export type Verify = (order: VerificationRequest) => Promise<Verification>;

type Dependencies = {
  readonly accounts: Pick<Accounts, "reserve" | "commit" | "void">;
  readonly lookUp: LookUp;
  /** Fails with `overloaded` while the database is away. */
  readonly prepareAssessment: (
    ...asked: Parameters<PrepareAssessment>
  ) => Promise<Result<Awaited<ReturnType<PrepareAssessment>>, Failure>>;
  /** `test`: the providers of the orders are simulated. */
  readonly mode?: "live" | "test";
  readonly now: () => Date;
};

/** The use-case that both faces call: validate, reserve, fetch, read, judge, commit or void. */
export const createVerify = (deps: Dependencies): Verify => {
  const { accounts, lookUp, mode = "live", now } = deps;
  const turns = createCallerTurns();
  return async (order) => {
    const { caller, provider, body, purpose, isFresh = false, isBankChosen = false, party = null } = order;
    const question = provider.open(body);
    if (!question.ok) return refused(question, now());

    const startedAt = performance.now();
    const ask = {
      deadlineMs: provider.timeoutMs,
      question: { provider: provider.label, canonical: question.value.canonical },
      providers: mode,
      purpose,
    };
    const { reserved: reservation, end } = await turns.enter(caller, () => accounts.reserve(caller, ask));
    const admissionMs = performance.now() - startedAt;
    if (!reservation.ok) return refused(reservation, now(), admissionMs);

    try {
      const { asker, account, isWaiting } = reservation.value;
      const isKeyed = account !== null;
      const options = { asker, isKeyed, isFresh: isFresh || purpose === "topup" || isWaiting };
      const outcome = await lookUp(provider, question.value, options).catch(async (bug: unknown) => {
        await accounts.void(reservation.value);
        throw bug;
      });
      const timings = { admissionMs, ...outcome.timings };
      const result = judged(holdToParty(outcome.result, party), { ...question.value, isBankChosen }, now());
      const settled = await settle(deps, { ...outcome, result, timings }, reservation.value, order);
      // An answer whose count could not be written is not given: there is no free verification.
      return settled.ok ? settled.value : { ...refused(settled, now()), timings };
    } finally {
      end();
    }
  };
};

/**
 * `receipt_mismatch` when `party`, an account's digits, fits neither side of a record. Only the last eight are compared,
 * as the look-ups do; an account that shows too little may be anyone's.
 */
export const holdToParty = (
  result: LookupOutcome["result"],
  party: string | null,
): LookupOutcome["result"] => {
  if (!result.ok || party === null) return result;
  const { payer_account, receiver_account } = result.value.receipt;
  const isOne = (printed: string): boolean =>
    visibleDigits(printed) === null || compareDigits(printed, party.slice(-8), false, 2) !== "differ";
  return [payer_account, receiver_account].some(isOne)
    ? result
    : fail("receipt_mismatch", { mismatch: "account" });
};

const judged = (result: LookupOutcome["result"], asked: AskedQuestion, at: Date): LookupOutcome["result"] =>
  result.ok ? result : err(judgedFailure(result.error, asked, at));

type Found = Pick<Verification, "result" | "source" | "checkedAt" | "timings">;

/** Counts an answer that is definitive, and judges it for whoever asked; frees what was held for any other. */
const settle = async (
  { accounts, prepareAssessment }: Pick<Dependencies, "accounts" | "prepareAssessment">,
  found: Found,
  reservation: Reservation,
  {
    provider,
    claims = noClaims,
    merchantAccount = reservation.account,
    receiptSource,
    alongside,
  }: VerificationRequest,
): Promise<Result<Verification, Failure>> => {
  const { result } = found;
  const { account } = reservation;
  const answered = { ...found, account };
  const verdict = verdictOf(result.ok ? null : result.error);
  if (verdict === null) {
    const isUnanswered = !result.ok && unanswered.has(result.error.code);
    const billing = await accounts.void(reservation, { isUnanswered });
    return billing.ok
      ? ok({ ...answered, billing: billing.value, seenBefore: null, assessment: null })
      : billing;
  }
  const mayChange = !result.ok && result.error.retryAfterSeconds !== undefined;
  const receipt = result.ok
    ? { reference: result.value.receipt.transaction_reference, amountSantim: result.value.amountMinor }
    : null;
  const isJudged = result.ok && reservation.purpose !== "topup";
  const shown = isJudged ? { provider: provider.label, reading: result.value, claims } : null;
  // A test key reads nothing of what its account's merchant saved.
  const judging = reservation.mode === "test" ? null : merchantAccount;
  const judge = shown === null ? ok(null) : await prepareAssessment(judging, shown);
  if (!judge.ok) {
    const freed = await accounts.void(reservation);
    return freed.ok ? judge : freed;
  }
  const verificationOf = (settled: Pick<Verification, "billing" | "seenBefore">): Verification => ({
    ...answered,
    ...settled,
    assessment: judge.value?.(isElsewhere(settled.seenBefore)) ?? null,
  });
  const judged = judge.value?.(false);
  const isOwn = judged && isTakings(judged);
  const committed = await accounts.commit(
    reservation,
    { verdict, receipt, mayChange, merchantAccount, receiptSource, isOwn },
    alongside && {
      isMine: alongside.isMine,
      keep: (work, settled) => alongside.keep(work, verificationOf(settled)),
    },
  );
  return committed.ok ? ok(verificationOf(committed.value)) : committed;
};

/** A provider was asked, and gave no answer that could be read. */
const unanswered: ReadonlySet<FailureCode> = new Set([
  "provider_error",
  "provider_tls_failure",
  "provider_blocked",
  "provider_timeout",
]);

/** Whether it was seen before, otherwise than by what shows it now. */
const isElsewhere = (seenBefore: SeenBefore | null): boolean =>
  seenBefore !== null && seenBefore.by !== "same part";

const refused = ({ error }: { error: Failure }, at: Date, admissionMs = 0): Verification => ({
  result: err(judgedFailure(error, { isBankChosen: false, encodedDate: null }, at)),
  billing: null,
  account: null,
  seenBefore: null,
  assessment: null,
  source: null,
  checkedAt: at,
  timings: { admissionMs, upstreamMs: 0, parseMs: 0 },
});
