import type { Failure, Verdict } from "../failure.ts";
import type { Result } from "../result.ts";
import { createOwnUpdates } from "../store/inbox.ts";
import type { Work } from "../store/schema.ts";
import { createSeal } from "../store/seal.ts";
import type { Store } from "../store/store.ts";
import type { Tier } from "./account-desk.ts";
import { createCommit, createVoid } from "./commit.ts";
import type { Watched } from "./conduct.ts";
import { createDesk, type Desk } from "./desk.ts";
import type { SeenBefore, Showing } from "./history.ts";
import type { KeyScope } from "./key-attributes.ts";
import { createKeyGuard, type KeyGuard } from "./key-guard.ts";
import type { KeyMode } from "./key-text.ts";
import { createLease } from "./lease.ts";
import type { Counter } from "./quotas.ts";
import { createAllowanceOf, createAuthenticate, createQuotaOf, createReserve } from "./reserve.ts";
import { createNames } from "./subject.ts";
import { createUpkeep, type Upkeep } from "./upkeep.ts";

export { endOfDay } from "./admission.ts";
export { auditActs } from "./audit.ts";
export type * from "./desk.ts";
export type { ChatMessage, FirstAsker, SeenBefore, Showing } from "./history.ts";
export { addressBlockOf, keyScopes } from "./key-attributes.ts";
export { type KeyMode, leakedKeysIn, percentDecoded } from "./key-text.ts";
export { describeKey } from "./keys.ts";
export { readRedeemed } from "./linking.ts";
export { networkOf } from "./subject.ts";

/**
 * Who asks. A face only states who is there; accounts decide what that caller may do. `key` is the header's raw
 * value: a bad one is refused, never taken for none (design 5).
 */
export type Caller =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "telegram"; readonly userId: number }
  | { readonly kind: "key"; readonly key: string };

/** Who a caller turned out to be. `test`: only simulated providers may be asked. */
export type Principal = {
  readonly mode: KeyMode;
  /** The key that was shown; null: none was. */
  readonly key: { readonly id: string; readonly isReplaced: boolean } | null;
  /** Null: counted without one. */
  readonly account: { readonly id: string; readonly tier: Tier } | null;
};

/** Where a key is shown, and what it is to be good for; null: for nothing in particular. */
export type Entrance = { readonly address: string; readonly scope: KeyScope | null };

/** What a reservation is for. */
export type Ask = {
  /** How long the work may take. */
  readonly deadlineMs: number;
  /** A provider's label and the canonical question put to it. */
  readonly question: { readonly provider: string; readonly canonical: string };
  /** Which providers will be asked. A test key that would reach live ones is a bug. */
  readonly providers: KeyMode;
  /** `topup`: counted on an allowance of its own, so that whoever has nothing left can still pay. */
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

/** A definitive answer. `receipt`: what the provider's document says; null unless it was verified. */
export type Answer = {
  readonly verdict: Verdict;
  /** Whether the money came to the merchant whose account judges; unset where nobody judged. */
  readonly isOwn?: boolean | undefined;
  /** What shows the receipt, in the caller's words: a message, and which answer about it. */
  readonly showing?: Showing | undefined;
  readonly receipt: { readonly reference: string; readonly amountSantim: number } | null;
  /** Whether it may soon be another: the receipt may still appear, or is pending. The same question is free for a while. */
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
  /** `isUnanswered`: a provider was asked and gave no answer, which counts toward what an asker has of that in an hour. */
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

export type Accounts = Counting & Desk & KeyGuard;

export type AccountsDependencies = {
  readonly store: Pick<Store, "transaction" | "read" | "lifeline" | "scrub">;
  readonly secret: string;
  readonly now: () => Date;
  /** How long what an account asked is kept. */
  readonly historyDays?: number;
  /** Hears of a round of upkeep that failed; the next one tries again. */
  readonly onSweepFailed?: (failure: Failure) => void;
};

/** Quotas, keys and money of all callers, the same for every face (design 5). */
export const createAccounts = (deps: AccountsDependencies): Accounts & Upkeep => {
  const { store, secret, now, historyDays = 90, onSweepFailed = () => {} } = deps;
  const names = createNames(secret);
  const lease = createLease({ store, now });
  const ownUpdates = createOwnUpdates({ secret, now });
  const room = { store, names, seal: createSeal(secret, "people"), lease, ownUpdates, now };
  return {
    authenticate: createAuthenticate(room),
    reserve: createReserve(room),
    commit: createCommit(room),
    void: createVoid(room),
    allowanceOf: createAllowanceOf(room),
    quotaOf: createQuotaOf(room),
    leaseId: lease.id,
    ...createDesk(room),
    ...createKeyGuard({ now }),
    ...createUpkeep({ store, lease, now, historyDays, onSweepFailed }),
  };
};
