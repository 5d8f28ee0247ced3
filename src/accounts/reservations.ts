import { sql } from "kysely";
import type { Database, Tables, Work } from "../database/schema.ts";
import { type DailySpending, releaseSpending } from "./keys.ts";
import { releaseSantim } from "./money.ts";
import { type Counter, leastLeft, releaseUnits, unitsTaken } from "./quotas.ts";
import { hourOf, releaseUnanswered, type Unanswered } from "./unanswered.ts";

/**
 * The SQL of reservations. Rows are always locked in one order, so that two callers cannot block each other on
 * PostgreSQL: an Idempotency-Key's, then reservations, look-ups of an hour, days (of callers, then of keys), balances,
 * and last what is one account's own (ledger, guess limits, history, receipts seen).
 */
export type ReservationRow = Tables["reservation"];

const heldColumns = [
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

/** What a reservation holds, and whether it still does. */
export type Held = Pick<ReservationRow, (typeof heldColumns)[number]>;

/** @param units what it holds of `quota_day` */
export const insertReservation = async (
  work: Work,
  row: Omit<ReservationRow, "state">,
  units: readonly Pick<Tables["reservation_unit"], "subject" | "day">[],
): Promise<void> => {
  await insert(work, row);
  if (units.length === 0) return;
  const held = units.map(({ subject, day }) => ({ reservation_id: row.id, subject, day }));
  await work.insertInto("reservation_unit").values(held).execute();
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

/** The row when this call settled it, null when it was settled before or never was. */
export const settleReservation = async (
  work: Work,
  id: string,
  state: "committed" | "void",
): Promise<Held | null> => (await settle(work, { id, state })) ?? null;

const settle = (work: Database, { id, state }: Pick<ReservationRow, "id" | "state">) =>
  work
    .updateTable("reservation")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .returning(heldColumns)
    .executeTakeFirst();

export const reservationOf = async (work: Work, id: string): Promise<Held | null> => {
  const found = await work
    .selectFrom("reservation")
    .select(heldColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
};

/** Voids it with what it holds; one that is settled stays as it is. `isUnanswered`: it goes on counting as that. */
export const voidReservation = async (work: Work, id: string, isUnanswered = false): Promise<void> => {
  const freed = await settleReservation(work, id, "void");
  if (freed !== null) await giveBack(work, [isUnanswered ? { ...freed, unanswered_as: null } : freed]);
};

/** An answer came: the look-up was none of those that are not answered. */
export const noteAnswered = async (
  work: Work,
  { unanswered_as: subject, created_at }: Held,
): Promise<void> => {
  if (subject !== null) await releaseUnanswered(work, { subject, hour: hourOf(created_at) });
};

/** Voids at most 1,000 stale reservations, of some subjects or of all; says how many. */
export const voidStale = async (work: Work, at: Date, subjects?: readonly string[]): Promise<number> => {
  const stale = staleReservations(work, at)
    .select("id")
    .$if(subjects !== undefined, (query) =>
      query.where((eb) => {
        const names = subjects ?? [];
        const holding = eb
          .selectFrom("reservation_unit")
          .select("reservation_id")
          .where("reservation_unit.subject", "in", names);
        return eb.or([eb("subject", "in", names), eb("id", "in", holding)]);
      }),
    )
    .orderBy("id")
    .limit(1_000);
  const freed = await work
    .updateTable("reservation")
    .set({ state: "void" })
    .where("id", "in", stale)
    .where("state", "=", "pending")
    .returning(heldColumns)
    .execute();
  await giveBack(work, freed);
  return freed.length;
};

/** Pending reservations that are void: their time is over, or their process is gone (design 5). */
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

/** What void reservations held goes back: look-ups of the hour first, then days, of callers and then of keys, then balances, each in one order. */
const giveBack = async (work: Work, freed: readonly Held[]): Promise<void> => {
  if (freed.length === 0) return;
  const perhaps = new Map<string, Unanswered & { readonly count: number }>();
  for (const { unanswered_as: subject, created_at } of freed) {
    if (subject === null) continue;
    const hour = hourOf(created_at);
    const name = `${hour} ${subject}`;
    perhaps.set(name, { subject, hour, count: (perhaps.get(name)?.count ?? 0) + 1 });
  }
  for (const [, { count, ...one }] of sorted(perhaps)) await releaseUnanswered(work, one, count);
  const held = await work
    .deleteFrom("reservation_unit")
    .where(
      "reservation_id",
      "in",
      freed.map(({ id }) => id),
    )
    .returning(["subject", "day"])
    .execute();
  const units = new Map<string, { subject: string; day: string; count: number }>();
  for (const { subject, day } of held) {
    const name = `${day} ${subject}`;
    units.set(name, { subject, day, count: (units.get(name)?.count ?? 0) + 1 });
  }
  const santim = new Map<string, number>();
  const spending = new Map<string, DailySpending>();
  for (const { kind, day, account_id, santim: price, spends_as: spendsAs } of freed) {
    if (kind !== "balance") continue;
    const key = `${day} ${spendsAs}`;
    if (spendsAs !== null)
      spending.set(key, { spendsAs, day, santim: (spending.get(key)?.santim ?? 0) + price });
    if (account_id !== null) santim.set(account_id, (santim.get(account_id) ?? 0) + price);
  }
  for (const [, { subject, day, count }] of sorted(units)) await releaseUnits(work, subject, day, count);
  for (const [, spent] of sorted(spending)) await releaseSpending(work, spent);
  for (const [account, price] of sorted(santim)) await releaseSantim(work, account, price);
};

const sorted = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1));

/** What is left when units whose reservation is stale are not counted. */
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
