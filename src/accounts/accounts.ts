import type { Failure } from "../failure.ts";
import type { Result } from "../result.ts";

/**
 * Who asks. A face only states who is there; accounts decide what that caller may do.
 * Keys join this union when they are issued (design 5).
 */
export type Caller =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "telegram"; readonly userId: number };

/** What a reservation holds: one unit of a day's quota. Balances join this union with keys. */
export type Reservation = {
  readonly id: string;
  readonly quota: QuotaState;
};

/** A caller's day after the reservation: `remaining` does not count the unit that is held. */
export type QuotaState = { readonly limit: number; readonly remaining: number; readonly resetAt: Date };

/** What the answer cost. `counted` false: the unit went back. */
export type Billing = { readonly counted: boolean; readonly quota: QuotaState };

/**
 * Reserve, then exactly one of commit or void. Each step is one conditional SQL decision inside a durable
 * transaction; a second commit or void of the same reservation changes nothing.
 */
export type Accounts = {
  /** Failures: `daily_quota_exceeded` (with `resetAt`), `overloaded` when the database is away. `deadlineMs`: how long the work may take. */
  readonly reserve: (caller: Caller, deadlineMs: number) => Promise<Result<Reservation, Failure>>;
  readonly commit: (reservation: Reservation) => Promise<Result<Billing, Failure>>;
  readonly void: (reservation: Reservation) => Promise<Result<Billing, Failure>>;
  /** What is left today, without taking anything. */
  readonly quotaOf: (caller: Caller) => Promise<Result<QuotaState, Failure>>;
};
