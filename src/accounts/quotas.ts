import type { Work } from "../store/schema.ts";
import { staleReservations } from "./reservations.ts";

/** The SQL of a day's units. Each decision is one conditional statement, so that parallel requests cannot both win. */

/** Takes a unit of the day; says how many are taken by now, or null when the day has none left. */
export const holdUnit = async (
  work: Work,
  { subject, day, limit }: { readonly subject: string; readonly day: string; readonly limit: number },
): Promise<number | null> => {
  const quota = await work
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

export const releaseUnits = async (
  work: Work,
  subject: string,
  day: string,
  units: number,
): Promise<void> => {
  await work
    .updateTable("quota_day")
    .set((eb) => ({ taken: eb("taken", "-", units) }))
    .where("subject", "=", subject)
    .where("day", "=", day)
    .execute();
};

/** Units that a subject has taken on a day, those that are held too. */
export const unitsTaken = async (work: Work, subject: string, day: string): Promise<number> => {
  const quota = await work
    .selectFrom("quota_day")
    .select("taken")
    .where("subject", "=", subject)
    .where("day", "=", day)
    .executeTakeFirst();
  return quota?.taken ?? 0;
};

/** Units of a day that were counted, without those that are only held by questions under way. */
export const unitsCounted = async (work: Work, subject: string, day: string): Promise<number> => {
  const { held } = await work
    .selectFrom("reservation")
    .select(({ fn }) => fn.countAll().as("held"))
    .where("subject", "=", subject)
    .where("day", "=", day)
    .where("kind", "=", "quota")
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return (await unitsTaken(work, subject, day)) - Number(held);
};

/** Units that a subject has taken on a day, without those whose reservation is stale. */
export const unitsInForce = async (work: Work, subject: string, day: string, at: Date): Promise<number> => {
  const stale = await staleReservations(work, at)
    .select("id")
    .where("subject", "=", subject)
    .where("day", "=", day)
    .where("kind", "=", "quota")
    .execute();
  return (await unitsTaken(work, subject, day)) - stale.length;
};

/** Where an account's receipts that were handed in to top up are counted. */
export const topUpSubjectOf = (subject: string): string => `topup ${subject}`;

/** Raises what `to` has taken on a day to at least what `from` has: a new name does not bring a new day. */
export const carryDay = async (work: Work, from: string, to: string, day: string): Promise<void> => {
  await carryUnits(work, to, day, await unitsTaken(work, from, day));
  const [given, taken] = [topUpSubjectOf(to), topUpSubjectOf(from)];
  await carryUnits(work, given, day, await unitsTaken(work, taken, day));
};

const carryUnits = async (work: Work, subject: string, day: string, units: number): Promise<void> => {
  if (units === 0) return;
  await work
    .insertInto("quota_day")
    .values({ subject, day, taken: units })
    .onConflict((conflict) =>
      conflict.columns(["subject", "day"]).doUpdateSet({ taken: units }).where("quota_day.taken", "<", units),
    )
    .execute();
};
