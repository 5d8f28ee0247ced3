import { randomBytes } from "node:crypto";
import type { Tables, Work } from "../store/schema.ts";

/**
 * The SQL of counting. Each decision is one conditional statement, so that parallel requests and processes
 * cannot both win. Rows are locked in one order, reservation before quota, or two callers could block each
 * other.
 */
type Claim = {
  readonly subject: string;
  readonly day: string;
  readonly limit: number;
  readonly createdAt: number;
  readonly expiresAt: number;
};

/** Takes a unit of the day and holds it under a reservation; null when the day has none left. */
export const holdUnit = async (
  work: Work,
  claim: Claim,
): Promise<{ readonly id: string; readonly taken: number } | null> => {
  const quota = await work
    .insertInto("quota_day")
    .values({ subject: claim.subject, day: claim.day, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "day"])
        .doUpdateSet((eb) => ({ taken: eb("quota_day.taken", "+", 1) }))
        .where("quota_day.taken", "<", claim.limit),
    )
    .returning("taken")
    .executeTakeFirst();
  if (!quota) return null;
  const id = randomBytes(16).toString("base64url");
  await work
    .insertInto("reservation")
    .values({
      id,
      subject: claim.subject,
      day: claim.day,
      state: "pending",
      created_at: claim.createdAt,
      expires_at: claim.expiresAt,
    })
    .execute();
  return { id, taken: quota.taken };
};

/** How a reservation ended, and what its subject's day has taken by now. */
export type Settlement = { readonly state: Tables["reservation"]["state"]; readonly taken: number };

/** Null when there is no such reservation. One that is already settled stays as it is. */
export const commitReservation = async (work: Work, id: string): Promise<Settlement | null> => {
  await work
    .updateTable("reservation")
    .set({ state: "committed" })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
  return settlementOf(work, id);
};

/** Null when there is no such reservation. One that is already settled stays as it is. */
export const voidReservation = async (work: Work, id: string): Promise<Settlement | null> => {
  const freed = await work
    .updateTable("reservation")
    .set({ state: "void" })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .returning(["subject", "day"])
    .executeTakeFirst();
  if (freed)
    await work
      .updateTable("quota_day")
      .set((eb) => ({ taken: eb("taken", "-", 1) }))
      .where("subject", "=", freed.subject)
      .where("day", "=", freed.day)
      .execute();
  return settlementOf(work, id);
};

/** Voids at most 1,000 pending reservations whose time is over, of one subject or of all; says how many. */
export const voidExpired = async (work: Work, now: Date, subject?: string): Promise<number> => {
  const expired = await work
    .selectFrom("reservation")
    .select("id")
    .where("state", "=", "pending")
    .where("expires_at", "<=", now.getTime())
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject ?? ""))
    .orderBy("id")
    .limit(1_000)
    .execute();
  for (const { id } of expired) await voidReservation(work, id);
  return expired.length;
};

/** Units that a subject has taken on a day, without those whose time is over. */
export const takenBy = async (work: Work, subject: string, day: string, now: Date): Promise<number> => {
  const quota = await work
    .selectFrom("quota_day")
    .select("taken")
    .where("subject", "=", subject)
    .where("day", "=", day)
    .executeTakeFirst();
  const expired = await work
    .selectFrom("reservation")
    .select("id")
    .where("subject", "=", subject)
    .where("day", "=", day)
    .where("state", "=", "pending")
    .where("expires_at", "<=", now.getTime())
    .execute();
  return (quota?.taken ?? 0) - expired.length;
};

/** Deletes what was counted before `day`. */
export const forgetBefore = async (work: Work, day: string): Promise<void> => {
  await work.deleteFrom("reservation").where("day", "<", day).execute();
  await work.deleteFrom("quota_day").where("day", "<", day).execute();
};

const settlementOf = async (work: Work, id: string): Promise<Settlement | null> => {
  const settlement = await work
    .selectFrom("reservation")
    .innerJoin("quota_day", (join) =>
      join
        .onRef("quota_day.subject", "=", "reservation.subject")
        .onRef("quota_day.day", "=", "reservation.day"),
    )
    .select(["reservation.state", "quota_day.taken"])
    .where("reservation.id", "=", id)
    .executeTakeFirst();
  return settlement ?? null;
};
