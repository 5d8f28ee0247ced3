import { dayOf, endOfDay } from "../core/time.ts";
import type { Transaction } from "../database/schema.ts";

/** Free answers of a day, and the price of a paid one in santim. `verdictOf` says which answers count. */
export const tiers = {
  anonymous: { answersPerDay: 5 },
  /** All networks of one IPv6 /48 together. */
  site: { answersPerDay: 20 },
  registered: { answersPerDay: 10 },
  /** A test key, whose answers come from the sandbox. */
  test: { answersPerDay: 1_000 },
  /** Receipts handed in to top up: free, and no way to ask about receipts for nothing. */
  topup: { answersPerDay: 10 },
  balance: { answerSantim: 500 },
} as const;

/** How an account is counted: on free answers of a day, or on its money. */
export type Tier = "registered" | "balance";

export type QuotaTier = Exclude<keyof typeof tiers, "balance" | "site">;

/** `day` is `YYYY-MM-DD` of Africa/Addis_Ababa; `resetAt` its end. */
type DayQuota = { readonly limit: number; readonly day: string; readonly resetAt: Date };

export const dayQuota = (tier: QuotaTier, now: Date): DayQuota => {
  const day = dayOf(now);
  return { limit: tiers[tier].answersPerDay, day, resetAt: endOfDay(day) };
};

/** One limit of a check: at most `limit` units of a subject on a day. */
export type Counter = { readonly subject: string; readonly day: string; readonly limit: number };

/**
 * Reserves a unit of every counter; resolves with what is left of the smallest one. Null: one of them has none left,
 * and nothing was reserved.
 */
export const reserveUnits = async (
  trx: Transaction,
  counters: readonly Counter[],
): Promise<number | null> => {
  const reserved: Counter[] = [];
  let left = Number.MAX_SAFE_INTEGER;
  for (const counter of inOrder(counters)) {
    const taken = await reserveUnit(trx, counter);
    if (taken === null) {
      for (const { subject, day } of reserved) await voidUnits(trx, subject, day, 1);
      return null;
    }
    reserved.push(counter);
    left = Math.min(left, counter.limit - taken);
  }
  return left;
};

/** One order for every caller, so that two of them cannot block each other. */
const inOrder = (counters: readonly Counter[]): readonly Counter[] =>
  [...counters].sort((one, other) =>
    `${one.day} ${one.subject}` < `${other.day} ${other.subject}` ? -1 : 1,
  );

/** Resolves with the units taken by now; null when the day has none left. */
const reserveUnit = async (trx: Transaction, { subject, day, limit }: Counter): Promise<number | null> => {
  if (limit < 1) return null;
  const quota = await trx
    .insertInto("quota_day")
    .values({ subject, day, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "day"])
        .doUpdateSet((eb) => ({ taken: eb("quota_day.taken", "+", 1) }))
        .where("quota_day.taken", "<", limit),
    )
    .returning("taken")
    .executeTakeFirst();
  return quota?.taken ?? null;
};

export const voidUnits = async (
  trx: Transaction,
  subject: string,
  day: string,
  units: number,
): Promise<void> => {
  await trx
    .updateTable("quota_day")
    .set((eb) => ({ taken: eb("taken", "-", units) }))
    .where("subject", "=", subject)
    .where("day", "=", day)
    .execute();
};

/** Units that a subject has taken on a day, reserved ones included. */
export const unitsTaken = async (trx: Transaction, subject: string, day: string): Promise<number> => {
  const quota = await trx
    .selectFrom("quota_day")
    .select("taken")
    .where("subject", "=", subject)
    .where("day", "=", day)
    .executeTakeFirst();
  return quota?.taken ?? 0;
};

/** What is left of the smallest counter when `unitsOf` says what is taken; never less than 0. */
export const leastLeft = async (
  counters: readonly Counter[],
  unitsOf: (counter: Counter) => Promise<number>,
): Promise<number> => {
  let left = Number.MAX_SAFE_INTEGER;
  for (const counter of counters) left = Math.min(left, counter.limit - (await unitsOf(counter)));
  return Math.max(0, left);
};

/** What is left when only committed units are counted. */
export const leftWhenCounted = (trx: Transaction, counters: readonly Counter[]): Promise<number> =>
  leastLeft(counters, async ({ subject, day }) => {
    const { reserved } = await trx
      .selectFrom("reservation_unit")
      .innerJoin("reservation", "reservation.id", "reservation_unit.reservation_id")
      .select(({ fn }) => fn.countAll().as("reserved"))
      .where("reservation_unit.subject", "=", subject)
      .where("reservation_unit.day", "=", day)
      .where("reservation.state", "=", "pending")
      .executeTakeFirstOrThrow();
    return (await unitsTaken(trx, subject, day)) - Number(reserved);
  });

/** Receipts that an account hands in to top up are counted under a subject of their own. */
export const topUpSubjectOf = (subject: string): string => `topup ${subject}`;

/** What a key spends on one day. */
export type DailySpending = {
  /** As in `api_key`: a key and the keys in its place spend together. */
  readonly spendsAs: string;
  readonly day: string;
  readonly santim: number;
};

/** Reserves a price against a key's daily limit; false when the limit would be passed. */
export const reserveSpending = async (
  trx: Transaction,
  { spendsAs, day, santim }: DailySpending,
  limitSantim: number,
): Promise<boolean> => {
  const most = limitSantim - santim;
  if (most < 0) return false;
  const reserved = await trx
    .insertInto("key_day")
    .values({ key_id: spendsAs, day, santim })
    .onConflict((conflict) =>
      conflict
        .columns(["key_id", "day"])
        .doUpdateSet((eb) => ({ santim: eb("key_day.santim", "+", santim) }))
        .where("key_day.santim", "<=", most),
    )
    .returning("santim")
    .executeTakeFirst();
  return reserved !== undefined;
};

export const voidSpending = async (
  trx: Transaction,
  { spendsAs, day, santim }: DailySpending,
): Promise<void> => {
  await trx
    .updateTable("key_day")
    .set((eb) => ({ santim: eb("santim", "-", santim) }))
    .where("key_id", "=", spendsAs)
    .where("day", "=", day)
    .execute();
};
