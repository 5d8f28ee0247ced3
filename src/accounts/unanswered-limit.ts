import { sql } from "kysely";
import { hourMs } from "../core/time.ts";
import type { Transaction } from "../database/schema.ts";

/**
 * The limit of look-ups that one provider leaves unanswered for one caller in an hour. A look-up counts while it is under
 * way, and for good when no answer comes.
 */
export type Unanswered = {
  /** As `unansweredAs` writes it. */
  readonly subject: string;
  /** Whole hours since 1970. */
  readonly hour: number;
};

/**
 * Each provider has a subject of its own, so that one that is down keeps nobody from the others.
 *
 * @param shareId an account's id, or a caller's pseudonym of the day, which is one for a whole IPv6 /48
 */
export const unansweredAs = (shareId: string, provider: string): string => `${shareId} ${provider}`;

/** What the retries of look-ups count as. They take no place of the questions that the caller asks meanwhile. */
export const retriesAt = (provider: string): string => `${provider} again`;

/**
 * Retries without an answer in an hour for each place among the look-ups: as many as the pauses between them let one
 * have.
 */
export const retriesOfEach = 8;

export const unansweredMax = { anonymous: 10, known: 30 } as const;

export const hourOf = (atMs: number): number => Math.floor(atMs / hourMs);

/** Seconds until the next hour begins, at least one. */
export const secondsLeftOfHour = (at: Date): number =>
  Math.max(1, Math.ceil(((hourOf(at.getTime()) + 1) * hourMs - at.getTime()) / 1000));

/** Reserves one look-up; false when the hour has none left. */
export const reserveUnanswered = async (
  trx: Transaction,
  { subject, hour }: Unanswered,
  most: number,
): Promise<boolean> => {
  const reserved = await trx
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
  return reserved !== undefined;
};

/** Gives back look-ups that were answered or never made. */
export const voidUnanswered = async (
  trx: Transaction,
  { subject, hour }: Unanswered,
  count = 1,
): Promise<void> => {
  await trx
    .updateTable("unanswered_hour")
    .set((eb) => ({ taken: eb("taken", "-", count) }))
    .where("subject", "=", subject)
    .where("hour", "=", hour)
    .execute();
};

/** Look-ups of one caller at one provider that began in an hour and are still under way. */
export const lookUpsUnderWay = async (trx: Transaction, { subject, hour }: Unanswered): Promise<number> => {
  const { pending } = await trx
    .selectFrom("reservation")
    .select(({ fn }) => fn.countAll().as("pending"))
    .where("state", "=", sql.lit("pending"))
    .where("unanswered_as", "=", subject)
    .where("created_at", ">=", hour * hourMs)
    .executeTakeFirstOrThrow();
  return Number(pending);
};
