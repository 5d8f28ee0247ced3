import { sql } from "kysely";
import type { Work } from "../database/schema.ts";
import { topUpSubjectOf } from "./quotas.ts";

/**
 * The SQL of look-ups that a provider left unanswered: so many an hour for one asker at one provider, since each keeps
 * that provider busy and others waiting. A look-up counts while it is under way, and for good when it is not answered.
 */
export type Unanswered = {
  /** Who asks whom, as `unansweredAs` says. */
  readonly subject: string;
  /** Whole hours since 1970. */
  readonly hour: number;
};

/**
 * One asker at one provider. Each provider has its own subject, so that one that is down keeps nobody from the others.
 *
 * @param asker an account, or a caller's name of the day
 */
export const unansweredAs = (asker: string, provider: string): string => `${asker} ${provider}`;

/** How many look-ups one provider may leave unanswered for one asker in an hour. */
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

/** Look-ups of an asker under one subject that were begun in an hour and are still under way. */
export const unsettledOf = async (
  work: Work,
  asker: string,
  { subject, hour }: Unanswered,
): Promise<number> => {
  const { unsettled } = await work
    .selectFrom("reservation")
    .select(({ fn }) => fn.countAll().as("unsettled"))
    .where("subject", "in", [asker, topUpSubjectOf(asker)])
    .where("state", "=", sql.lit("pending"))
    .where("unanswered_as", "=", subject)
    .where("created_at", ">=", hour * hourMs)
    .executeTakeFirstOrThrow();
  return Number(unsettled);
};
