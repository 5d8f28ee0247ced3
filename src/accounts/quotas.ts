import type { Work } from "../database/schema.ts";

/** The SQL of a day's units. Each decision is one conditional statement, so that parallel requests cannot both win. */

/** What a check counts on: at most `limit` units of a subject on a day. */
export type Counter = { readonly subject: string; readonly day: string; readonly limit: number };

/**
 * Takes a unit of every counter, in one order so that two callers cannot block each other; says what is left of the
 * counter that has least, or null, with nothing taken, when one of them has none left.
 */
export const holdUnits = async (work: Work, counters: readonly Counter[]): Promise<number | null> => {
  const held: Counter[] = [];
  let left = Number.MAX_SAFE_INTEGER;
  for (const counter of inOrder(counters)) {
    const taken = await holdUnit(work, counter);
    if (taken === null) {
      for (const { subject, day } of held) await releaseUnits(work, subject, day, 1);
      return null;
    }
    held.push(counter);
    left = Math.min(left, counter.limit - taken);
  }
  return left;
};

const inOrder = (counters: readonly Counter[]): readonly Counter[] =>
  [...counters].sort((one, other) =>
    `${one.day} ${one.subject}` < `${other.day} ${other.subject}` ? -1 : 1,
  );

/** Takes a unit of the day; says how many are taken by now, or null when the day has none left. */
const holdUnit = async (work: Work, { subject, day, limit }: Counter): Promise<number | null> => {
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

/** What is left of the counter that has least, by the units that `unitsOf` says are taken; never less than 0. */
export const leastLeft = async (
  counters: readonly Counter[],
  unitsOf: (counter: Counter) => Promise<number>,
): Promise<number> => {
  let left = Number.MAX_SAFE_INTEGER;
  for (const counter of counters) left = Math.min(left, counter.limit - (await unitsOf(counter)));
  return Math.max(0, left);
};

/** What is left when units that are only held by questions under way are not counted. */
export const leftWhenCounted = (work: Work, counters: readonly Counter[]): Promise<number> =>
  leastLeft(counters, async ({ subject, day }) => {
    const { held } = await work
      .selectFrom("reservation_unit")
      .innerJoin("reservation", "reservation.id", "reservation_unit.reservation_id")
      .select(({ fn }) => fn.countAll().as("held"))
      .where("reservation_unit.subject", "=", subject)
      .where("reservation_unit.day", "=", day)
      .where("reservation.state", "=", "pending")
      .executeTakeFirstOrThrow();
    return (await unitsTaken(work, subject, day)) - Number(held);
  });

/** Where an account's receipts that were handed in to top up are counted. */
export const topUpSubjectOf = (subject: string): string => `topup ${subject}`;
