import { sql } from "kysely";
import type { Database, Tables, Transaction } from "../database/schema.ts";
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
  trx: Transaction,
  row: Omit<ReservationRow, "state">,
  units: readonly Pick<Tables["reservation_unit"], "subject" | "day">[],
): Promise<void> => {
  await insert(trx, row);
  if (units.length === 0) return;
  const rows = units.map(({ subject, day }) => ({ reservation_id: row.id, subject, day }));
  await trx.insertInto("reservation_unit").values(rows).execute();
};

const insert = (trx: Database, row: Omit<ReservationRow, "state">) =>
  trx
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
  trx: Transaction,
  id: string,
  state: "committed" | "void",
): Promise<SettledRow | null> => (await settle(trx, { id, state })) ?? null;

const settle = (trx: Database, { id, state }: Pick<ReservationRow, "id" | "state">) =>
  trx
    .updateTable("reservation")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .returning(settledColumns)
    .executeTakeFirst();

export const reservationOf = async (trx: Transaction, id: string): Promise<SettledRow | null> => {
  const found = await trx
    .selectFrom("reservation")
    .select(settledColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
};

/** Voids a pending reservation and all that it reserved. `isUnanswered`: its look-up goes on counting as unanswered. */
export const voidPending = async (trx: Transaction, id: string, isUnanswered = false): Promise<void> => {
  const voided = await settleReservation(trx, id, "void");
  if (voided !== null) await giveBack(trx, [isUnanswered ? { ...voided, unanswered_as: null } : voided]);
};

/** Undoes a settlement of the same transaction, and gives back all that was reserved. */
export const withdraw = async (trx: Transaction, settled: SettledRow): Promise<void> => {
  await trx.updateTable("reservation").set({ state: "void" }).where("id", "=", settled.id).execute();
  await giveBack(trx, [settled]);
};

/** Takes an answered look-up out of the count of unanswered ones. */
export const noteAnswered = async (
  trx: Transaction,
  { unanswered_as: subject, created_at }: SettledRow,
): Promise<void> => {
  if (subject !== null) await voidUnanswered(trx, { subject, hour: hourOf(created_at) });
};

/** Voids at most 1,000 stale reservations, of the given subjects or of all; resolves with how many. */
export const voidStale = async (
  trx: Transaction,
  at: Date,
  subjects?: readonly string[],
): Promise<number> => {
  const stale = staleReservations(trx, at)
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
  const voided = await trx
    .updateTable("reservation")
    .set({ state: "void" })
    .where("id", "in", stale)
    .where("state", "=", "pending")
    .returning(settledColumns)
    .execute();
  await giveBack(trx, voided);
  return voided.length;
};

/** Pending reservations that have expired or whose process is gone. */
const staleReservations = (trx: Transaction, at: Date) =>
  trx
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
const giveBack = async (trx: Transaction, voided: readonly SettledRow[]): Promise<void> => {
  if (voided.length === 0) return;
  const lookUps = new Map<string, Unanswered & { readonly count: number }>();
  for (const { unanswered_as: subject, created_at } of voided) {
    if (subject === null) continue;
    const hour = hourOf(created_at);
    const name = `${hour} ${subject}`;
    lookUps.set(name, { subject, hour, count: (lookUps.get(name)?.count ?? 0) + 1 });
  }
  for (const [, { count, ...one }] of sorted(lookUps)) await voidUnanswered(trx, one, count);
  const deleted = await trx
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
  for (const [, { subject, day, count }] of sorted(units)) await voidUnits(trx, subject, day, count);
  for (const [, spent] of sorted(spending)) await voidSpending(trx, spent);
  for (const [account, price] of sorted(santim)) await voidSantim(trx, account, price);
};

const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

/** What is left when units of stale reservations are not counted. */
export const leftInForce = (trx: Transaction, counters: readonly Counter[], at: Date): Promise<number> =>
  leastLeft(counters, async ({ subject, day }) => {
    const { stale } = await trx
      .selectFrom("reservation_unit")
      .select(({ fn }) => fn.countAll().as("stale"))
      .where("subject", "=", subject)
      .where("day", "=", day)
      .where("reservation_id", "in", staleReservations(trx, at).select("reservation.id"))
      .executeTakeFirstOrThrow();
    return (await unitsTaken(trx, subject, day)) - Number(stale);
  });
