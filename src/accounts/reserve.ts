import { freshIdAt } from "../core/crypto.ts";
import { type Failure, fail } from "../core/failure.ts";
import { flat, ok, type Result } from "../core/result.ts";
import type { Work } from "../database/schema.ts";
import { admit, dayOf, tiers } from "./admission.ts";
import type { Caller, Entrance, Principal } from "./caller.ts";
import type { AccountsContext } from "./context.ts";
import type { Allowance, Ask, Counting, Reservation } from "./counting.ts";
import { type AskedQuestion, repeatableMs, takeRepeat } from "./free-repeats.ts";
import { worksFrom } from "./key-attributes.ts";
import { type DailySpending, holdSpending, noteUse, releaseSpending } from "./keys.ts";
import { balanceOf, holdSantim, spendable } from "./money.ts";
import { holdUnits } from "./quotas.ts";
import { insertReservation, leftInForce, type ReservationRow, voidStale } from "./reservations.ts";
import { isMalformedKey, type ShownKey, type Standing, standingOf, topUpStanding } from "./standing.ts";
import type { Names } from "./subject.ts";
import {
  holdUnanswered,
  hourOf,
  releaseUnanswered,
  secondsLeftOfHour,
  unansweredAs,
  unansweredMax,
  unsettledOf,
} from "./unanswered.ts";

export const createAuthenticate =
  ({ store, names, now }: AccountsContext): Counting["authenticate"] =>
  async (caller, entrance) => {
    if (isMalformedKey(caller)) return fail("invalid_api_key");
    if (caller.kind === "address") return ok({ mode: "live", account: null, key: null });
    const at = now();
    return flat(
      await store.transaction(async (work): Promise<Result<Principal, Failure>> => {
        const standing = await standingOf(work, caller, names, at);
        if (!standing.ok) return standing;
        const { mode, account, key } = standing.value;
        if (key === null) return ok({ mode, account, key });
        const entered = entrance === undefined ? ok(true) : enter(key, entrance);
        if (!entered.ok) return entered;
        if (entrance !== undefined) await noteUse(work, key.id, key.lastUsedAt, at);
        return ok({ mode, account, key: { id: key.id, isReplaced: key.isReplaced } });
      }),
    );
  };

/** The address is checked first, so that a refused address does not learn the key's scopes. */
const enter = ({ addresses, scopes }: ShownKey, { address, scope }: Entrance): Result<boolean, Failure> => {
  if (!worksFrom(addresses, address)) return fail("key_address_refused");
  return scope === null || scopes.includes(scope) ? ok(true) : fail("key_scope_missing", { subject: scope });
};

export const createAllowanceOf =
  ({ store, names, now }: AccountsContext): Counting["allowanceOf"] =>
  async (caller) => {
    if (isMalformedKey(caller)) return fail("invalid_api_key");
    const at = now();
    return flat(
      await store.transaction(async (work) => {
        const standing = await standingOf(work, caller, names, at);
        return standing.ok ? ok(await allowanceOf(work, standing.value, at)) : standing;
      }),
    );
  };

export const createQuotaOf = (context: AccountsContext): Counting["quotaOf"] => {
  const allowanceOfCaller = createAllowanceOf(context);
  return async (caller) => {
    const allowance = await allowanceOfCaller(caller);
    if (!allowance.ok) return allowance;
    return ok(allowance.value.kind === "quota" ? allowance.value.quota : null);
  };
};

/** A reservation outlives its work's deadline by this much (design 5). */
const graceMs = 10_000;

/** Holds a unit or the price. What stale reservations still hold is freed for a caller who would be refused. */
export const createReserve = ({ store, names, lease, now }: AccountsContext): Counting["reserve"] => {
  return async (caller, ask) => {
    if (isMalformedKey(caller)) return fail("invalid_api_key");
    const at = now();
    const tried = flat(
      await store.transaction(async (work) => {
        const standing = await standingOf(work, caller, names, at);
        if (!standing.ok) return standing;
        const refused = refusalOf(standing.value, ask, at);
        if (refused !== null) return refused;
        const expiresAt = at.getTime() + ask.deadlineMs + graceMs;
        const claim = {
          standing: ask.purpose === "topup" ? topUpStanding(standing.value, at) : standing.value,
          asker: standing.value.subject,
          repeats: repeatedBy(caller, standing.value, at, names),
          ask,
          at,
          expiresAt,
          lease: lease.id(),
          names,
        };
        return ok({ claim, held: await hold(work, claim) });
      }),
    );
    if (!tried.ok) return tried;
    const { claim, held } = tried.value;
    if (held.ok) return held;
    const { subject, counters } = claim.standing;
    const subjects = [subject, ...counters.map((counter) => counter.subject)];
    const freed = await store.transaction((work) => voidStale(work, at, subjects));
    if (!freed.ok) return freed;
    return freed.value > 0 ? flat(await store.transaction((work) => hold(work, claim))) : held;
  };
};

type Claim = Pick<AccountsContext, "names"> & {
  readonly standing: Standing;
  readonly asker: string;
  /** The names under which the asker may have asked the same before. */
  readonly repeats: readonly string[];
  readonly ask: Ask;
  readonly at: Date;
  readonly expiresAt: number;
  readonly lease: string | null;
};

const refusalOf = ({ mode, blockedUntil }: Standing, ask: Ask, at: Date) => {
  if (mode === "test" && ask.providers === "live") throw new Error("a test key would reach live providers");
  const leftMs = blockedUntil - at.getTime();
  return leftMs > 0 ? fail("abnormal_usage", { retryAfterSeconds: Math.ceil(leftMs / 1000) }) : null;
};

const hold = async (work: Work, claim: Claim): Promise<Result<Reservation, Failure>> => {
  const { standing, asker, repeats, ask, at, expiresAt, lease, names } = claim;
  const { mode, person, key, subject, tier, counters, watched } = standing;
  const account = standing.account?.id ?? null;
  const { provider, canonical } = ask.question;
  // Simulated providers keep nobody waiting.
  const perhaps =
    mode === "test" ? null : { subject: unansweredAs(asker, provider), hour: hourOf(at.getTime()) };
  const most = unansweredMax[account === null ? "anonymous" : "known"];
  if (perhaps !== null && !(await holdUnanswered(work, perhaps, most)))
    return (await unsettledOf(work, asker, perhaps)) > 0 ? lookUpsUnderWay : unansweredTooOften(at);
  const questions = repeats.map((asker) => ({
    asker,
    question: names.questionOf(asker, provider, canonical),
  }));
  const repeated = await firstRepeat(work, questions, at);
  const isFree = repeated !== null;
  const kind: ReservationRow["kind"] = isFree ? "repeat" : tier === "balance" ? "balance" : "quota";
  const spends = kind === "balance" ? spendingOf(standing, at) : null;
  if (spends !== null && !(await holdSpending(work, spends, spends.limitSantim))) {
    if (perhaps !== null) await releaseUnanswered(work, perhaps);
    return limitReached(at);
  }
  const allowance = isFree ? await allowanceOf(work, standing, at) : await take(work, standing, at);
  if (allowance === null) {
    if (spends !== null) await releaseSpending(work, spends);
    if (perhaps !== null) await releaseUnanswered(work, perhaps);
    return exhausted(standing, at);
  }
  const id = freshIdAt(at);
  const santim = kind === "balance" ? tiers.balance.answerSantim : 0;
  const times = { day: dayOf(at), created_at: at.getTime(), expires_at: expiresAt };
  const unanswered_as = perhaps?.subject ?? null;
  const held = { kind, santim, spends_as: spends?.spendsAs ?? null, unanswered_as };
  const row = { id, subject, account_id: account, lease, ...held, ...times };
  await insertReservation(work, row, kind === "quota" ? counters : []);
  const isWaiting = repeated?.wasVerified === false;
  const { question, purpose } = ask;
  const counted = { asker, counters, watched, allowance };
  return ok({ id, mode, account, person, key: key?.id ?? null, question, purpose, ...counted, isWaiting });
};

/** What a price counts toward; null: the key has no daily limit, or there is no key. */
const spendingOf = (
  { key }: Standing,
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
const lookUpsUnderWay = fail("rate_limited", { subject: "under way", retryAfterSeconds: 1 });

const unansweredTooOften = (at: Date): Result<never, Failure> =>
  fail("rate_limited", { subject: "unanswered", retryAfterSeconds: secondsLeftOfHour(at) });

const limitReached = (at: Date): Result<never, Failure> => {
  const { resetAt } = admit("registered", at);
  return fail("key_limit_reached", { resetAt });
};

const firstRepeat = async (work: Work, questions: readonly AskedQuestion[], at: Date) => {
  for (const question of questions) {
    const repeated = await takeRepeat(work, question, at);
    if (repeated !== null) return repeated;
  }
  return null;
};

/** An address has another name on each day, and may have asked before midnight. */
const repeatedBy = (caller: Caller, { account, person, subject }: Standing, at: Date, names: Names) => {
  if (person !== null) return account === null ? [person] : [subject, person];
  if (caller.kind !== "address") return [subject];
  const before = names.subjectOf(caller, dayOf(new Date(at.getTime() - repeatableMs)));
  return before === subject ? [subject] : [subject, before];
};

/** Null when there is nothing left to take. */
const take = async (
  work: Work,
  { tier, account, counters }: Standing,
  at: Date,
): Promise<Allowance | null> => {
  if (tier === "balance") {
    const held = account && (await holdSantim(work, account.id, tiers.balance.answerSantim));
    return held ? { kind: "balance", balanceSantim: spendable(held) } : null;
  }
  const { limit, resetAt } = admit(tier, at);
  const remaining = await holdUnits(work, counters);
  return remaining === null ? null : { kind: "quota", quota: { limit, remaining, resetAt } };
};

/** What is left, without taking anything. */
const allowanceOf = async (
  work: Work,
  { tier, account, counters }: Standing,
  at: Date,
): Promise<Allowance> => {
  if (tier === "balance") {
    const balance = account && (await balanceOf(work, account.id));
    return { kind: "balance", balanceSantim: balance ? spendable(balance) : 0 };
  }
  const { limit, resetAt } = admit(tier, at);
  return { kind: "quota", quota: { limit, remaining: await leftInForce(work, counters, at), resetAt } };
};

const exhausted = ({ tier }: Standing, at: Date): Result<never, Failure> => {
  if (tier === "balance") return fail("balance_exhausted");
  const { resetAt } = admit(tier, at);
  const retryAfterSeconds = Math.ceil((resetAt.getTime() - at.getTime()) / 1000);
  return fail("daily_quota_exceeded", { resetAt, retryAfterSeconds, subject: tier });
};
