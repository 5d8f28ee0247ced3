import type { Work } from "../store/schema.ts";
import { literal } from "../store/statement.ts";
import { topUpSubjectOf } from "./quotas.ts";

/**
 * The SQL of look-ups that a provider left unanswered: so many an hour for one asker, since each keeps a provider busy
 * and others waiting. A look-up counts while it is under way, and for good when it is not answered.
 */
export type Unanswered = {
  /** Who asks: an account, or a caller's name of the day. */
  readonly subject: string;
  /** Whole hours since 1970. */
  readonly hour: number;
};

/** Look-ups without an answer that one asker has in an hour. */
export const unansweredMax = { anonymous: 10, known: 30 } as const;

const hourMs = 60 * 60 * 1000;

export const hourOf = (atMs: number): number => Math.floor(atMs / hourMs);

/** Seconds until the next hour begins, at least one. */
export const secondsLeftOfHour = (at: Date): number =>
  Math.max(1, Math.ceil(((hourOf(at.getTime()) + 1) * hourMs - at.getTime()) / 1000));

/** Counts a look-up in one conditional statement; false when the hour has none left. */
export const holdUnanswered = async (
  work: Work,
  { subject, hour }: Unanswered,
  most: number,
): Promise<boolean> => {
  const held = await work
    .insertInto("unanswered_hour")
    .values({ subject, hour, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["subject", "hour"])
        .doUpdateSet((eb) => ({ taken: eb("unanswered_hour.taken", "+", 1) }))
        .where("unanswered_hour.taken", "<", most),
    )
    .returning("taken")
    .executeTakeFirst();
  return held !== undefined;
};

/** Gives back what was answered, or never asked. */
export const releaseUnanswered = async (
  work: Work,
  { subject, hour }: Unanswered,
  count = 1,
): Promise<void> => {
  await work
    .updateTable("unanswered_hour")
    .set((eb) => ({ taken: eb("taken", "-", count) }))
    .where("subject", "=", subject)
    .where("hour", "=", hour)
    .execute();
};

/** Look-ups of an asker that were begun in an hour and are still under way. */
export const unsettledOf = async (work: Work, asker: string, hour: number): Promise<number> => {
  const { unsettled } = await work
    .selectFrom("reservation")
    .select(({ fn }) => fn.countAll().as("unsettled"))
    .where("subject", "in", [asker, topUpSubjectOf(asker)])
    .where("state", "=", literal("pending"))
    .where("unanswered_as", "=", asker)
    .where("created_at", ">=", hour * hourMs)
    .executeTakeFirstOrThrow();
  return Number(unsettled);
};
