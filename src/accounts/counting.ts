import type { Failure, Verdict } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import type { Work } from "../database/schema.ts";
import type { Caller, Entrance, Principal } from "./caller.ts";
import type { Watched } from "./guess-limit.ts";
import type { ReceiptSource, SeenBefore } from "./history.ts";
import type { KeyMode } from "./key-text.ts";
import type { Counter } from "./quotas.ts";

/** What a reservation is for. */
export type Ask = {
  /** How long the work may take. */
  readonly deadlineMs: number;
  /** A provider's label and the canonical question put to it. */
  readonly question: { readonly provider: string; readonly canonical: string };
  /** Which providers will be asked. A test key that would reach live ones is a bug. */
  readonly providers: KeyMode;
  /** `topup` has an allowance of its own, so that a caller with nothing left can still pay. */
  readonly purpose?: "topup" | undefined;
};

/** A caller's day after the reservation: `remaining` does not count the unit that is held. */
export type QuotaState = { readonly limit: number; readonly remaining: number; readonly resetAt: Date };

/** What a caller has left: answers of the day, or santim that nothing holds. */
export type Allowance =
  | { readonly kind: "quota"; readonly quota: QuotaState }
  | { readonly kind: "balance"; readonly balanceSantim: number };

/** A unit of the day or the price of an answer, held; nothing for a repeated question that is free. */
export type Reservation = {
  readonly id: string;
  readonly mode: KeyMode;
  readonly account: string | null;
  /** A Telegram user, by an HMAC. */
  readonly person: string | null;
  /** A key, by its id. */
  readonly key: string | null;
  /** Who asks, under one name for everyone of an account: its id, or the caller's name of the day. */
  readonly asker: string;
  readonly question: Ask["question"];
  readonly purpose: Ask["purpose"];
  readonly allowance: Allowance;
  /** What it counts on, where it is not paid for. */
  readonly counters: readonly Counter[];
  /** Whose misses its answer adds to. */
  readonly watched: readonly Watched[];
  /** Whether it repeats a question that found no receipt before, so that the provider itself is to be asked. */
  readonly isWaiting: boolean;
};

/** A definitive answer. `receipt` is what the provider's document says, or null unless it was verified. */
export type Answer = {
  readonly verdict: Verdict;
  /** Whether the money came to the merchant whose account judges; unset where nobody judged. */
  readonly isOwn?: boolean | undefined;
  /** The message that shows the receipt, and which answer about it this is. */
  readonly showing?: ReceiptSource | undefined;
  readonly receipt: { readonly reference: string; readonly amountSantim: number } | null;
  /** Whether the receipt may still appear or is pending. The same question is free for a while then. */
  readonly mayChange?: boolean;
  /** In whose history the receipt is kept as seen; null: nobody's. Unset: the account on which it is counted. */
  readonly judgingAccount?: string | null | undefined;
};

/** What the answer cost. `counted` false: what was held went back, or nothing was. */
export type Billing =
  | { readonly kind: "quota"; readonly counted: boolean; readonly quota: QuotaState }
  | {
      readonly kind: "balance";
      readonly counted: boolean;
      readonly chargedSantim: number;
      /** What nothing holds, after this. */
      readonly balanceSantim: number;
    };

export type Settled = { readonly billing: Billing; readonly seenBefore: SeenBefore | null };

/** What else becomes durable in the transaction that counts, such as the reply of an Idempotency-Key. */
export type Alongside = {
  /** Runs first. False: another one answers this request, so nothing is counted here. */
  readonly isMine: (work: Work) => Promise<boolean>;
  /** Runs last. */
  readonly keep: (work: Work, settled: Settled) => Promise<void>;
};

/**
 * Reserve, then exactly one of commit or void. Each step is one conditional SQL decision inside a durable
 * transaction; a second commit or void of the same reservation changes nothing. Everything fails with `overloaded`
 * while the database is away.
 */
export type Counting = {
  /**
   * Failures: `invalid_api_key`, `api_key_revoked`, `api_key_expired`, `account_suspended`; at an entrance also
   * `key_address_refused` and `key_scope_missing`. Notes there that the key was used.
   */
  readonly authenticate: (caller: Caller, entrance?: Entrance) => Promise<Result<Principal, Failure>>;
  /**
   * Failures: those of the key and the account; `rate_limited` with `subject` "unanswered", or "under way" while some
   * may yet be answered; `abnormal_usage` (with `retryAfterSeconds`); `daily_quota_exceeded` and `key_limit_reached`
   * (with `resetAt`); `balance_exhausted`.
   */
  readonly reserve: (caller: Caller, ask: Ask) => Promise<Result<Reservation, Failure>>;
  /** Failure `request_in_progress`: not `isMine`; the reservation is void then. */
  readonly commit: (
    reservation: Reservation,
    answer: Answer,
    alongside?: Alongside,
  ) => Promise<Result<Settled, Failure>>;
  /** `isUnanswered`: a provider was asked and gave no answer. The asker's hour counts that. */
  readonly void: (
    reservation: Reservation,
    told?: { readonly isUnanswered?: boolean },
  ) => Promise<Result<Billing, Failure>>;
  /** What is left, without taking anything. */
  readonly allowanceOf: (caller: Caller) => Promise<Result<Allowance, Failure>>;
  /** What is left today; null for whoever pays. */
  readonly quotaOf: (caller: Caller) => Promise<Result<QuotaState | null, Failure>>;
  /** This process in `process_lease`; null before it has one and while it could not be renewed. */
  readonly leaseId: () => string | null;
};
