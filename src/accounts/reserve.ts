import { type Failure, fail } from "../failure.ts";
import { flat, ok, type Result } from "../result.ts";
import { freshIdAt } from "../store/random-bytes.ts";
import type { Work } from "../store/schema.ts";
import type { Allowance, Ask, Caller, Counting, Reservation } from "./accounts.ts";
import { admit, dayOf, tiers } from "./admission.ts";
import { type AskedQuestion, repeatableMs, takeRepeat } from "./free-repeats.ts";
import { balanceOf, holdSantim, spendable } from "./money.ts";
import { holdUnit, topUpSubjectOf, unitsInForce } from "./quotas.ts";
import { insertReservation, type ReservationRow, voidStale } from "./reservations.ts";
import type { Room } from "./room.ts";
import { isMalformedKey, type Standing, standingOf } from "./standing.ts";
import type { Names } from "./subject.ts";

export const createAuthenticate =
  ({ store, names, now }: Room): Counting["authenticate"] =>
  async (caller) => {
    if (isMalformedKey(caller)) return fail("invalid_api_key");
    if (caller.kind === "address") return ok({ mode: "live", account: null });
    const standing = flat(await store.transaction((work) => standingOf(work, caller, names, now())));
    if (!standing.ok) return standing;
    const { mode, account } = standing.value;
    return ok({ mode, account });
  };

export const createAllowanceOf =
  ({ store, names, now }: Room): Counting["allowanceOf"] =>
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

export const createQuotaOf = (room: Room): Counting["quotaOf"] => {
  const allowanceOfCaller = createAllowanceOf(room);
  return async (caller) => {
    const allowance = await allowanceOfCaller(caller);
    if (!allowance.ok) return allowance;
    return ok(allowance.value.kind === "quota" ? allowance.value.quota : null);
  };
};

/** A reservation outlives its work's deadline by this much (design 5). */
const graceMs = 10_000;

/** Holds a unit or the price. What stale reservations still hold is freed for a caller who would be refused. */
export const createReserve = ({ store, names, lease, now }: Room): Counting["reserve"] => {
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
          standing: standingFor(ask, standing.value),
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
    if (held !== null) return ok(held);
    const freed = await store.transaction((work) => voidStale(work, at, claim.standing.subject));
    if (!freed.ok) return freed;
    const again = freed.value > 0 ? await store.transaction((work) => hold(work, claim)) : ok(null);
    if (!again.ok) return again;
    return again.value === null ? exhausted(claim.standing, at) : ok(again.value);
  };
};

type Claim = Pick<Room, "names"> & {
  readonly standing: Standing;
  /** The names under which the asker may have asked the same before. */
  readonly repeats: readonly string[];
  readonly ask: Ask;
  readonly at: Date;
  readonly expiresAt: number;
  readonly lease: string | null;
};

/** An account's top-ups are counted beside its other questions. */
const standingFor = ({ purpose }: Ask, standing: Standing): Standing =>
  purpose === "topup" ? { ...standing, tier: "topup", subject: topUpSubjectOf(standing.subject) } : standing;

const refusalOf = ({ mode, blockedUntil }: Standing, ask: Ask, at: Date) => {
  if (mode === "test" && ask.providers === "live") throw new Error("a test key would reach live providers");
  const leftMs = blockedUntil - at.getTime();
  return leftMs > 0 ? fail("abnormal_usage", { retryAfterSeconds: Math.ceil(leftMs / 1000) }) : null;
};

const hold = async (work: Work, claim: Claim): Promise<Reservation | null> => {
  const { standing, repeats, ask, at, expiresAt, lease, names } = claim;
  const { mode, person, key, subject, tier } = standing;
  const account = standing.account?.id ?? null;
  const { provider, canonical } = ask.question;
  const questions = repeats.map((asker) => ({
    asker,
    question: names.questionOf(asker, provider, canonical),
  }));
  const repeated = await firstRepeat(work, questions, at);
  const isFree = repeated !== null;
  const kind: ReservationRow["kind"] = isFree ? "repeat" : tier === "balance" ? "balance" : "quota";
  const allowance = isFree ? await allowanceOf(work, standing, at) : await take(work, standing, at);
  if (allowance === null) return null;
  const id = freshIdAt(at);
  const santim = kind === "balance" ? tiers.balance.answerSantim : 0;
  const times = { day: dayOf(at), created_at: at.getTime(), expires_at: expiresAt };
  await insertReservation(work, { id, subject, account_id: account, kind, santim, lease, ...times });
  const isWaiting = repeated?.wasVerified === false;
  const { question, purpose } = ask;
  return { id, mode, account, person, key, question, purpose, allowance, isWaiting };
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
  { tier, account, subject }: Standing,
  at: Date,
): Promise<Allowance | null> => {
  if (tier === "balance") {
    const held = account && (await holdSantim(work, account.id, tiers.balance.answerSantim));
    return held ? { kind: "balance", balanceSantim: spendable(held) } : null;
  }
  const { limit, day, resetAt } = admit(tier, at);
  const taken = await holdUnit(work, { subject, day, limit });
  return taken === null ? null : { kind: "quota", quota: { limit, remaining: limit - taken, resetAt } };
};

/** What is left, without taking anything. */
const allowanceOf = async (
  work: Work,
  { tier, account, subject }: Standing,
  at: Date,
): Promise<Allowance> => {
  if (tier === "balance") {
    const balance = account && (await balanceOf(work, account.id));
    return { kind: "balance", balanceSantim: balance ? spendable(balance) : 0 };
  }
  const { limit, day, resetAt } = admit(tier, at);
  const taken = await unitsInForce(work, subject, day, at);
  return { kind: "quota", quota: { limit, remaining: Math.max(0, limit - taken), resetAt } };
};

const exhausted = ({ tier }: Standing, at: Date): Result<never, Failure> => {
  if (tier === "balance") return fail("balance_exhausted");
  const { resetAt } = admit(tier, at);
  const retryAfterSeconds = Math.ceil((resetAt.getTime() - at.getTime()) / 1000);
  return fail("daily_quota_exceeded", { resetAt, retryAfterSeconds, subject: tier });
};
