import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { Store } from "../store/store.ts";
import { admit, type QuotaTier } from "./admission.ts";
import {
  commitReservation,
  holdUnit,
  type Settlement,
  takenBy,
  voidExpired,
  voidReservation,
} from "./quotas.ts";
import { subjectOf } from "./subject.ts";
import { createUpkeep, type Upkeep } from "./upkeep.ts";

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

export type AccountsDependencies = {
  readonly store: Store;
  readonly secret: string;
  readonly now: () => Date;
  /** Hears of a round of upkeep that failed; the next one tries again. */
  readonly onSweepFailed?: (failure: Failure) => void;
};

/** A reservation outlives its work's deadline by this much (design 5). */
const graceMs = 10_000;

export const createAccounts = (deps: AccountsDependencies): Accounts & Upkeep => ({
  ...createCounting(deps),
  ...createUpkeep(deps),
});

const createCounting = ({ store, secret, now }: AccountsDependencies): Accounts => ({
  reserve: async (caller, deadlineMs) => {
    const at = now();
    const { limit, day, resetAt } = admit(tierOf(caller), at);
    const subject = subjectOf(caller, day, secret);
    const createdAt = at.getTime();
    const claim = { subject, day, limit, createdAt, expiresAt: createdAt + deadlineMs + graceMs };
    const hold = () => store.transaction((work) => holdUnit(work, claim));

    const first = await hold();
    if (!first.ok) return first;
    const freed = first.value ? ok(0) : await store.transaction((work) => voidExpired(work, at, subject));
    if (!freed.ok) return freed;
    const held = freed.value > 0 ? await hold() : first;
    if (!held.ok) return held;
    if (!held.value) {
      const retryAfterSeconds = Math.ceil((resetAt.getTime() - createdAt) / 1000);
      return fail("daily_quota_exceeded", { resetAt, retryAfterSeconds });
    }
    return ok({ id: held.value.id, quota: { limit, remaining: limit - held.value.taken, resetAt } });
  },

  commit: async ({ id, quota }) => {
    const settled = await store.transaction((work) => commitReservation(work, id));
    if (!settled.ok) return settled;
    // Its time was over and the unit went back, perhaps to another request: an answer now would be free.
    if (settled.value?.state !== "committed")
      return fail("overloaded", { detail: "the reservation was void before its answer came" });
    return ok(billingOf(settled.value, quota));
  },

  void: async ({ id, quota }) => {
    const settled = await store.transaction((work) => voidReservation(work, id));
    if (!settled.ok) return settled;
    return ok(settled.value ? billingOf(settled.value, quota) : { counted: false, quota });
  },

  quotaOf: async (caller) => {
    const at = now();
    const { limit, day, resetAt } = admit(tierOf(caller), at);
    const subject = subjectOf(caller, day, secret);
    const taken = await store.transaction((work) => takenBy(work, subject, day, at));
    return taken.ok ? ok({ limit, remaining: Math.max(0, limit - taken.value), resetAt }) : taken;
  },
});

/** Registration and keys decide here once they exist; until then everyone is anonymous. */
const tierOf = (_caller: Caller): QuotaTier => "anonymous";

const billingOf = ({ state, taken }: Settlement, { limit, resetAt }: QuotaState): Billing => ({
  counted: state === "committed",
  quota: { limit, remaining: Math.max(0, limit - taken), resetAt },
});
