import { sql } from "kysely";
import type { Database, Tables, Work } from "../database/schema.ts";
import { voidSantim } from "./ledger.ts";
import {
  type Counter,
  type DailySpending,
  leastLeft,
  unitsTaken,
  voidSpending,
  voidUnits,
} from "./quotas.ts";
import { hourOf, type Unanswered, voidUnanswered } from "./unanswered-limit.ts";

/**
 * Rows of reservations. Everybody locks rows in one order, so that two callers cannot block each other on PostgreSQL:
 * Idempotency-Key, reservations, limits for guessing, look-ups of an hour, days (of callers, then of keys), balances,
 * then an account's own.
 */
export type ReservationRow = Tables["reservation"];

const settledColumns = [
  "id",
  "state",
  "kind",
  "subject",
  "day",
  "account_id",
  "santim",
  "spends_as",
  "unanswered_as",
  "created_at",
] as const;

/** What a reservation reserved, and its state. */
export type SettledRow = Pick<ReservationRow, (typeof settledColumns)[number]>;

/** @param units what it reserved in `quota_day` */
export const insertReservation = async (
  work: Work,
  row: Omit<ReservationRow, "state">,
  units: readonly Pick<Tables["reservation_unit"], "subject" | "day">[],
): Promise<void> => {
  await insert(work, row);
  if (units.length === 0) return;
  const rows = units.map(({ subject, day }) => ({ reservation_id: row.id, subject, day }));
  await work.insertInto("reservation_unit").values(rows).execute();
};

const insert = (work: Database, row: Omit<ReservationRow, "state">) =>
  work
    .insertInto("reservation")
    .values({
      id: row.id,
      subject: row.subject,
      account_id: row.account_id,
      kind: row.kind,
      santim: row.santim,
      lease: row.lease,
      day: row.day,
      created_at: row.created_at,
      expires_at: row.expires_at,
      spends_as: row.spends_as,
      unanswered_as: row.unanswered_as,
      state: "pending",
    })
    .execute();

/** Resolves with the row when this call settled it; null when it was settled before or never was. */
export const settleReservation = async (
  work: Work,
  id: string,
  state: "committed" | "void",
): Promise<SettledRow | null> => (await settle(work, { id, state })) ?? null;

const settle = (work: Database, { id, state }: Pick<ReservationRow, "id" | "state">) =>
  work
    .updateTable("reservation")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .returning(settledColumns)
    .executeTakeFirst();

export const reservationOf = async (work: Work, id: string): Promise<SettledRow | null> => {
  const found = await work
    .selectFrom("reservation")
    .select(settledColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
};

/** Voids a pending reservation and all that it reserved. `isUnanswered`: its look-up goes on counting as unanswered. */
export const voidPending = async (work: Work, id: string, isUnanswered = false): Promise<void> => {
  const voided = await settleReservation(work, id, "void");
  if (voided !== null) await giveBack(work, [isUnanswered ? { ...voided, unanswered_as: null } : voided]);
};

/** Undoes a settlement of the same transaction, and gives back all that was reserved. */
export const withdraw = async (work: Work, settled: SettledRow): Promise<void> => {
  await work.updateTable("reservation").set({ state: "void" }).where("id", "=", settled.id).execute();
  await giveBack(work, [settled]);
};

/** Takes an answered look-up out of the count of unanswered ones. */
export const noteAnswered = async (
  work: Work,
  { unanswered_as: subject, created_at }: SettledRow,
): Promise<void> => {
  if (subject !== null) await voidUnanswered(work, { subject, hour: hourOf(created_at) });
};

/** Voids at most 1,000 stale reservations, of the given subjects or of all; resolves with how many. */
export const voidStale = async (work: Work, at: Date, subjects?: readonly string[]): Promise<number> => {
  const stale = staleReservations(work, at)
    .select("id")
    .$if(subjects !== undefined, (query) =>
      query.where((eb) => {
        const wanted = subjects ?? [];
        const withUnits = eb
          .selectFrom("reservation_unit")
          .select("reservation_id")
          .where("reservation_unit.subject", "in", wanted);
        return eb.or([eb("subject", "in", wanted), eb("id", "in", withUnits)]);
      }),
    )
    // In the order of the index of open ones. By `id` alone SQLite would read the whole table.
    .orderBy("subject")
    .orderBy("id")
    .limit(1_000);
  const voided = await work
    .updateTable("reservation")
    .set({ state: "void" })
    .where("id", "in", stale)
    .where("state", "=", "pending")
    .returning(settledColumns)
    .execute();
  await giveBack(work, voided);
  return voided.length;
};

/** Pending reservations that have expired or whose process is gone. */
const staleReservations = (work: Work, at: Date) =>
  work
    .selectFrom("reservation")
    .where("state", "=", sql.lit("pending"))
    .where((eb) => {
      const living = eb
        .selectFrom("process_lease")
        .select("process_lease.id")
        .where("process_lease.expires_at", ">", at.getTime())
        .whereRef("process_lease.id", "=", "reservation.lease");
      return eb.or([
        eb("reservation.expires_at", "<=", at.getTime()),
        eb.and([eb("reservation.lease", "is not", null), eb.not(eb.exists(living))]),
      ]);
    });

/** Gives back what void reservations had reserved, in the order of locks above. */
const giveBack = async (work: Work, voided: readonly SettledRow[]): Promise<void> => {
  if (voided.length === 0) return;
  const lookUps = new Map<string, Unanswered & { readonly count: number }>();
  for (const { unanswered_as: subject, created_at } of voided) {
    if (subject === null) continue;
    const hour = hourOf(created_at);
    const name = `${hour} ${subject}`;
    lookUps.set(name, { subject, hour, count: (lookUps.get(name)?.count ?? 0) + 1 });
  }
  for (const [, { count, ...one }] of sorted(lookUps)) await voidUnanswered(work, one, count);
  const deleted = await work
    .deleteFrom("reservation_unit")
    .where(
      "reservation_id",
      "in",
      voided.map(({ id }) => id),
    )
    .returning(["subject", "day"])
    .execute();
  const units = new Map<string, { subject: string; day: string; count: number }>();
  for (const { subject, day } of deleted) {
    const name = `${day} ${subject}`;
    units.set(name, { subject, day, count: (units.get(name)?.count ?? 0) + 1 });
  }
  const santim = new Map<string, number>();
  const spending = new Map<string, DailySpending>();
  for (const { kind, day, account_id, santim: price, spends_as: spendsAs } of voided) {
    if (kind !== "balance") continue;
    const key = `${day} ${spendsAs}`;
    if (spendsAs !== null)
      spending.set(key, { spendsAs, day, santim: (spending.get(key)?.santim ?? 0) + price });
    if (account_id !== null) santim.set(account_id, (santim.get(account_id) ?? 0) + price);
  }
  for (const [, { subject, day, count }] of sorted(units)) await voidUnits(work, subject, day, count);
  for (const [, spent] of sorted(spending)) await voidSpending(work, spent);
  for (const [account, price] of sorted(santim)) await voidSantim(work, account, price);
};

const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

/** What is left when units of stale reservations are not counted. */
export const leftInForce = (work: Work, counters: readonly Counter[], at: Date): Promise<number> =>
  leastLeft(counters, async ({ subject, day }) => {
    const { stale } = await work
      .selectFrom("reservation_unit")
      .select(({ fn }) => fn.countAll().as("stale"))
      .where("subject", "=", subject)
      .where("day", "=", day)
      .where("reservation_id", "in", staleReservations(work, at).select("reservation.id"))
      .executeTakeFirstOrThrow();
    return (await unitsTaken(work, subject, day)) - Number(stale);
  });
