import { freshIdAt } from "../core/crypto.ts";
import { type Failure, fail } from "../core/failure.ts";
import { flat, ok, type Result } from "../core/result.ts";
import { dayOf } from "../core/time.ts";
import type { Transaction } from "../database/schema.ts";
import {
  type Caller,
  type CountedCaller,
  countedForTopUp,
  isMalformedKey,
  resolveCountedCaller,
} from "./caller.ts";
import type { AccountsContext } from "./context.ts";
import {
  type AskedQuestion,
  checkQuestion,
  repeatableMs,
  takeRepeat,
  topUpQuestion,
} from "./free-repeats.ts";
import { refusedUntil, type Watched } from "./guess-limit.ts";
import type { KeyMode } from "./key-text.ts";
import { balanceOf, reserveSantim, spendable } from "./ledger.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import {
  type Counter,
  type DailySpending,
  dayQuota,
  reserveSpending,
  reserveUnits,
  tiers,
  voidSpending,
} from "./quotas.ts";
import { insertReservation, leftInForce, type ReservationRow, voidStale } from "./reservations.ts";
import {
  hourOf,
  lookUpsUnderWay,
  reserveUnanswered,
  retriesAt,
  retriesOfEach,
  secondsLeftOfHour,
  unansweredAs,
  unansweredMax,
  voidUnanswered,
} from "./unanswered-limit.ts";

/** What a reservation is for. */
export type Ask = {
  /** How long the work may take. */
  readonly deadlineMs: number;
  /** A provider's label and the canonical question to it. */
  readonly question: { readonly provider: string; readonly canonical: string };
  /** Whether live providers will be asked, or the sandbox. A test key that would reach live ones is a bug. */
  readonly mode: KeyMode;
  /** `topup` has an allowance of its own, so that a caller with nothing left can still pay. */
  readonly purpose?: "topup" | undefined;
  /**
   * How a look-up for the same receipt ended a moment ago. This one is free then, and its answer no miss. `missed`: that
   * one was counted, and nothing was found yet.
   */
  readonly earlier?: "missed" | "settled" | undefined;
  /** Whether our own background asks again what its caller asked before. Without an answer it counts apart. */
  readonly isRetry?: boolean | undefined;
  /** The page of ours from which it is asked. The same question from the same page is free for a while. */
  readonly page?: string | undefined;
  /** The account that the receipt is checked for; null: none. Unset: the one that it counts on. */
  readonly merchantAccount?: string | null | undefined;
};

/** A caller's day. After a reservation `remaining` does not count the reserved unit. */
export type QuotaState = { readonly limit: number; readonly remaining: number; readonly resetAt: Date };

/** What a caller has left: answers of the day, or santim that are not reserved. */
export type Allowance =
  | { readonly kind: "quota"; readonly quota: QuotaState }
  | { readonly kind: "balance"; readonly balanceSantim: number };

/** A reserved unit of the day or price of an answer; a free repeat reserves neither. */
export type Reservation = {
  readonly id: string;
  readonly mode: KeyMode;
  /** The account that it counts on. */
  readonly account: string | null;
  /** The account by whose saved accounts the receipt is assessed, and whose history keeps it as seen. */
  readonly merchantAccount: string | null;
  /** A Telegram user's. */
  readonly pseudonym: string | null;
  /** A key's id. */
  readonly key: string | null;
  /** The account's id, which all its members share, or the caller's pseudonym of the day. */
  readonly subject: string;
  /** Whose share of a bank it takes: the same, but one for all networks of an IPv6 /48. */
  readonly shareId: string;
  readonly question: Ask["question"];
  readonly purpose: Ask["purpose"];
  readonly page: Ask["page"];
  readonly allowance: Allowance;
  /** What it counts on, unless it is paid for. */
  readonly counters: readonly Counter[];
  /** Whose misses its answer adds to. */
  readonly watched: readonly Watched[];
  /** Whether no receipt was found before it, by the same question or by one that it follows. The provider itself is asked. */
  readonly followsMiss: boolean;
};

/** What a caller has left, without reserving anything. Failures: those of the key and the account. */
export const allowanceOf = async (
  { store, pseudonyms, now }: AccountsContext,
  caller: Caller,
): Promise<Result<Allowance, Failure>> => {
  if (isMalformedKey(caller)) return fail("invalid_api_key");
  const at = now();
  return flat(
    await store.transaction(async (trx) => {
      const resolved = await resolveCountedCaller(trx, pseudonyms, caller, at);
      return resolved.ok ? ok(await allowanceLeft(trx, resolved.value, at)) : resolved;
    }),
  );
};

/** What a caller has left today; null for one who pays. */
export const quotaOf = async (
  context: AccountsContext,
  caller: Caller,
): Promise<Result<QuotaState | null, Failure>> => {
  const allowance = await allowanceOf(context, caller);
  if (!allowance.ok) return allowance;
  return ok(allowance.value.kind === "quota" ? allowance.value.quota : null);
};

/**
 * Reserves a unit or the price of one answer. Exactly one of `commit` or `void` follows. Failures: those of the key and
 * the account; `rate_limited` with `cause` "unanswered", or "under way" while some may yet be answered;
 * `abnormal_usage`; `daily_quota_exceeded` and `key_limit_reached` (with `resetAt`); `balance_exhausted`.
 */
export const reserve = async (
  { store, pseudonyms, lease, now }: AccountsContext,
  caller: Caller,
  ask: Ask,
): Promise<Result<Reservation, Failure>> => {
  if (isMalformedKey(caller)) return fail("invalid_api_key");
  const at = now();
  const tried = flat(
    await store.transaction(async (trx) => {
      const resolved = await resolveCountedCaller(trx, pseudonyms, caller, at);
      if (!resolved.ok) return resolved;
      const refused = refusalOf(resolved.value, ask, at);
      if (refused !== null) return refused;
      const attempt: Attempt = {
        caller: ask.purpose === "topup" ? countedForTopUp(resolved.value, at) : resolved.value,
        ownSubject: resolved.value.subject,
        questions: questionsOf(resolved.value, ask, at, pseudonyms),
        ask,
        at,
        lease: lease.id(),
      };
      return ok({ attempt, reserved: await reserveWithin(trx, attempt) });
    }),
  );
  if (!tried.ok) return tried;
  const { attempt, reserved } = tried.value;
  if (reserved.ok) return reserved;
  // Stale reservations of the caller are voided only when it would be refused.
  const { subject, counters } = attempt.caller;
  const subjects = [subject, ...counters.map((counter) => counter.subject)];
  const voided = await store.transaction((trx) => voidStale(trx, at, subjects));
  if (!voided.ok) return voided;
  return voided.value > 0 ? flat(await store.transaction((trx) => reserveWithin(trx, attempt))) : reserved;
};

type Attempt = {
  readonly caller: CountedCaller;
  /** Whose question it is. A top-up counts on another subject, which `caller` has. */
  readonly ownSubject: string;
  /** The question, under each pseudonym that the caller may have asked it with before. */
  readonly questions: readonly AskedQuestion[];
  readonly ask: Ask;
  readonly at: Date;
  readonly lease: string | null;
};

const refusalOf = ({ mode, blockedUntil }: CountedCaller, ask: Ask, at: Date) => {
  if (mode === "test" && ask.mode === "live") throw new Error("a test key would reach live providers");
  return refusedUntil(blockedUntil, at);
};

const questionsOf = (
  caller: CountedCaller,
  { question, purpose, page }: Ask,
  at: Date,
  pseudonyms: Pseudonyms,
): readonly AskedQuestion[] =>
  subjectsOf(caller, at, pseudonyms).flatMap((subject) => [
    checkQuestion(pseudonyms, subject, question),
    ...(page === undefined ? [] : [checkQuestion(pseudonyms, subject, question, page)]),
    ...(purpose === "topup" ? [topUpQuestion(pseudonyms, subject, question)] : []),
  ]);

/** An address has another pseudonym each day, and may have asked before midnight. */
const subjectsOf = (
  { caller, account, pseudonym, subject }: CountedCaller,
  at: Date,
  pseudonyms: Pseudonyms,
): readonly string[] => {
  if (pseudonym !== null) return account === null ? [pseudonym] : [subject, pseudonym];
  if (caller.kind !== "address") return [subject];
  const before = pseudonyms.networkOn(caller.address, dayOf(new Date(at.getTime() - repeatableMs)));
  return before === subject ? [subject] : [subject, before];
};

/** A reservation outlives its work's deadline by this much. */
const graceMs = 10_000;

const reserveWithin = async (trx: Transaction, attempt: Attempt): Promise<Result<Reservation, Failure>> => {
  const { caller, questions, ask, at, lease } = attempt;
  const { mode, pseudonym, key, subject: countedSubject, shareId, tier, counters, watched } = caller;
  const account = caller.account?.id ?? null;
  const { question, purpose, page, merchantAccount = account, isRetry = false, earlier } = ask;
  const limitedAs = isRetry ? retriesAt(question.provider) : question.provider;
  // Simulated providers need no limit.
  const unanswered =
    mode === "test" ? null : { subject: unansweredAs(shareId, limitedAs), hour: hourOf(at.getTime()) };
  const most = unansweredMax[account === null ? "anonymous" : "known"] * (isRetry ? retriesOfEach : 1);
  // Each limit adds how it is given back, for a later limit that refuses.
  const taken: (() => Promise<void>)[] = [];
  const giveBackAnd = async (refusal: Result<never, Failure>): Promise<Result<never, Failure>> => {
    for (const giveBack of taken.reverse()) await giveBack();
    return refusal;
  };
  if (unanswered !== null) {
    if (!(await reserveUnanswered(trx, unanswered, most)))
      return giveBackAnd(
        (await lookUpsUnderWay(trx, unanswered)) > 0 ? othersUnderWay : unansweredTooOften(at),
      );
    taken.push(() => voidUnanswered(trx, unanswered));
  }
  const repeat = earlier === undefined ? await takeRepeat(trx, questions, at) : null;
  const isFree = earlier !== undefined || repeat !== null;
  const kind: ReservationRow["kind"] = isFree ? "repeat" : tier === "balance" ? "balance" : "quota";
  const spending = kind === "balance" ? spendingOf(caller, at) : null;
  if (spending !== null) {
    if (!(await reserveSpending(trx, spending, spending.limitSantim))) return giveBackAnd(limitReached(at));
    taken.push(() => voidSpending(trx, spending));
  }
  const allowance = isFree ? await allowanceLeft(trx, caller, at) : await reserveAllowance(trx, caller, at);
  if (allowance === null) return giveBackAnd(exhausted(caller, at));
  const row = {
    id: freshIdAt(at),
    subject: countedSubject,
    account_id: account,
    lease,
    kind,
    santim: kind === "balance" ? tiers.balance.answerSantim : 0,
    spends_as: spending?.spendsAs ?? null,
    unanswered_as: unanswered?.subject ?? null,
    day: dayOf(at),
    created_at: at.getTime(),
    expires_at: at.getTime() + ask.deadlineMs + graceMs,
  };
  await insertReservation(trx, row, kind === "quota" ? counters : []);
  const followsMiss = earlier === "missed" || repeat?.wasVerified === false;
  const asked = {
    account,
    pseudonym,
    key: key?.id ?? null,
    subject: attempt.ownSubject,
    shareId,
    question,
    purpose,
    page,
  };
  return ok({ id: row.id, mode, ...asked, merchantAccount, allowance, counters, watched, followsMiss });
};

/** Null: the key has no daily limit, or no key was shown. */
const spendingOf = (
  { key }: CountedCaller,
  at: Date,
): (DailySpending & { readonly limitSantim: number }) | null =>
  key === null || key.limitSantim === null
    ? null
    : {
        spendsAs: key.spendsAs,
        day: dayOf(at),
        santim: tiers.balance.answerSantim,
        limitSantim: key.limitSantim,
      };

/** They may be answered, and make room then. */
const othersUnderWay = fail("rate_limited", { cause: "under way", retryAfterSeconds: 1 });

const unansweredTooOften = (at: Date): Result<never, Failure> =>
  fail("rate_limited", { cause: "unanswered", retryAfterSeconds: secondsLeftOfHour(at) });

const limitReached = (at: Date): Result<never, Failure> => {
  const { resetAt } = dayQuota("registered", at);
  return fail("key_limit_reached", { resetAt });
};

/** Null when there is nothing left to reserve. */
const reserveAllowance = async (
  trx: Transaction,
  { tier, account, counters }: CountedCaller,
  at: Date,
): Promise<Allowance | null> => {
  if (tier === "balance") {
    const balance = account && (await reserveSantim(trx, account.id, tiers.balance.answerSantim));
    return balance ? { kind: "balance", balanceSantim: spendable(balance) } : null;
  }
  const { limit, resetAt } = dayQuota(tier, at);
  const remaining = await reserveUnits(trx, counters);
  return remaining === null ? null : { kind: "quota", quota: { limit, remaining, resetAt } };
};

const allowanceLeft = async (
  trx: Transaction,
  { tier, account, counters }: CountedCaller,
  at: Date,
): Promise<Allowance> => {
  if (tier === "balance") {
    const balance = account && (await balanceOf(trx, account.id));
    return { kind: "balance", balanceSantim: balance ? spendable(balance) : 0 };
  }
  const { limit, resetAt } = dayQuota(tier, at);
  return { kind: "quota", quota: { limit, remaining: await leftInForce(trx, counters, at), resetAt } };
};

const exhausted = ({ tier }: CountedCaller, at: Date): Result<never, Failure> => {
  if (tier === "balance") return fail("balance_exhausted");
  const { resetAt } = dayQuota(tier, at);
  return fail("daily_quota_exceeded", { resetAt, cause: tier });
};
