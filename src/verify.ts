import type {
  Accounts,
  Alongside,
  Ask,
  Billing,
  Caller,
  Reservation,
  SeenBefore,
  Showing,
} from "./accounts/accounts.ts";
import { type Failure, fail, verdictOf } from "./failure.ts";
import type { LookUp, LookupOutcome } from "./lookup.ts";
import type { Provider } from "./providers/provider.ts";
import { agreesWith, visibleDigits } from "./reading/account-digits.ts";
import type { Reading } from "./receipt.ts";
import { ok, type Result } from "./result.ts";

/** One request to verify one receipt, from either face. `body` is the provider's request body, not yet validated. */
export type Order = {
  readonly caller: Caller;
  readonly provider: Provider;
  readonly body: unknown;
  /** `topup`: counted on an allowance of its own, and asked of the provider itself, never of the cache. */
  readonly purpose?: Ask["purpose"];
  /** Whether the provider itself is asked, whatever the cache holds: for "check again". */
  readonly isFresh?: boolean;
  /** Account digits that one of the receipt's parties must have besides what was asked; null: none. */
  readonly party?: string | null;
  /** What shows the receipt, in the caller's words; `seenBefore` says whether it was the first. */
  readonly showing?: Showing;
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
  /** That this account saw the receipt verified before. */
  readonly seenBefore: SeenBefore | null;
  readonly source: "live" | "cache" | null;
  readonly checkedAt: Date;
  /** Milliseconds, for `Server-Timing`. */
  readonly timings: { readonly admissionMs: number; readonly upstreamMs: number; readonly parseMs: number };
};

export type Verify = (order: Order) => Promise<Verification>;

type Dependencies = {
  readonly accounts: Pick<Accounts, "reserve" | "commit" | "void">;
  readonly lookUp: LookUp;
  /** `test`: the providers of the orders are simulated. */
  readonly mode?: "live" | "test";
  readonly now: () => Date;
};

/** The use-case that both faces call: validate, reserve, fetch, read, commit or void. */
export const createVerify =
  ({ accounts, lookUp, mode = "live", now }: Dependencies): Verify =>
  async (order) => {
    const { caller, provider, body, purpose, isFresh = false, party = null, showing, alongside } = order;
    const question = provider.open(body);
    if (!question.ok) return refused(question, now());

    const startedAt = performance.now();
    const reservation = await accounts.reserve(caller, {
      deadlineMs: provider.timeoutMs,
      question: { provider: provider.label, canonical: question.value.canonical },
      providers: mode,
      purpose,
    });
    const admissionMs = performance.now() - startedAt;
    if (!reservation.ok) return refused(reservation, now(), admissionMs);

    const options = { isFresh: isFresh || purpose === "topup" };
    const outcome = await lookUp(provider, question.value, options).catch(async (bug: unknown) => {
      await accounts.void(reservation.value);
      throw bug;
    });
    const timings = { admissionMs, ...outcome.timings };
    const verified = { ...outcome, timings, result: holdToParty(outcome.result, party) };
    const settled = await settle(accounts, reservation.value, verified, { showing, alongside });
    // An answer whose count could not be written is not given: there is no free verification.
    const { account } = reservation.value;
    return settled.ok ? { ...verified, ...settled.value, account } : { ...refused(settled, now()), timings };
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
    visibleDigits(printed) === null || agreesWith(printed, party.slice(-8), false);
  return [payer_account, receiver_account].some(isOne)
    ? result
    : fail("receipt_mismatch", { mismatch: "account" });
};

type Verified = Pick<LookupOutcome, "result" | "source" | "checkedAt"> & Pick<Verification, "timings">;

const settle = async (
  accounts: Pick<Accounts, "commit" | "void">,
  reservation: Reservation,
  { result, source, checkedAt, timings }: Verified,
  { showing, alongside }: { readonly [part in "showing" | "alongside"]: Order[part] | undefined },
): Promise<Result<Pick<Verification, "billing" | "seenBefore">, Failure>> => {
  const verdict = verdictOf(result.ok ? null : result.error);
  if (verdict === null) {
    const billing = await accounts.void(reservation);
    return billing.ok ? ok({ billing: billing.value, seenBefore: null }) : billing;
  }
  const receipt = result.ok
    ? { reference: result.value.receipt.transaction_reference, amountSantim: result.value.amountMinor }
    : null;
  return accounts.commit(
    reservation,
    { verdict, receipt, showing },
    alongside && {
      isMine: alongside.isMine,
      keep: (work, settled) =>
        alongside.keep(work, {
          result,
          source,
          checkedAt,
          timings,
          account: reservation.account,
          ...settled,
        }),
    },
  );
};

const refused = (result: { ok: false; error: Failure }, checkedAt: Date, admissionMs = 0): Verification => ({
  result,
  billing: null,
  account: null,
  seenBefore: null,
  source: null,
  checkedAt,
  timings: { admissionMs, upstreamMs: 0, parseMs: 0 },
});
