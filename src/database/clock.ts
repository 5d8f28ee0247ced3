import { sql } from "kysely";
import { hourMs, minuteMs } from "../core/time.ts";
import type { Database, Transaction } from "./schema.ts";

/** When the newest of the rows was written that are written all the time; null: there is none. */
export const newestMoment = async (db: Database): Promise<Date | null> => {
  // Each is the end of an index, or a small table.
  const { rows } = await sql<{ at: number | null }>`
    select max(at) as at from (
      select max(created_at) as at from installation
      union all select max(at) from receipt_history
      union all select max(at) from audit_entry
      union all select max(received_at) from inbox where state = 'done'
      union all select max(touched_at) from outbox
      union all select max(asked_at) from retry
      union all select max(seen_at) from alarm
      union all select max(created_at) from reservation where day = (select max(day) from reservation)
    ) as moments`.execute(db);
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(Number(at));
};

/** The longest that anything is planned ahead. */
const plannedMs = hourMs;
/** Longer than any answer is under way. */
const underWayMs = minuteMs;

/**
 * Brings back what a clock that was ahead has planned for later than anything is planned: it is due now, and what was
 * held or claimed ends soon. Nothing is taken out of turn by it while the clock is right.
 */
export const bringBackPlans = async (trx: Transaction, at: Date): Promise<void> => {
  const now = at.getTime();
  await trx
    .updateTable("retry")
    .set({ due_at: now, ends_at: now + plannedMs })
    .where("due_at", ">", now + plannedMs)
    .execute();
  await trx
    .updateTable("inbox")
    .set({ due_at: now })
    .where("state", "=", sql.lit("waiting"))
    .where("due_at", ">", now + plannedMs)
    .execute();
  // What could not be given back when its work had failed would be held until then.
  await trx
    .updateTable("reservation")
    .set({ expires_at: now + underWayMs })
    .where("state", "=", sql.lit("pending"))
    .where("expires_at", ">", now + plannedMs)
    .execute();
  await trx
    .updateTable("idempotency")
    .set({ expires_at: now + underWayMs })
    .where("reply", "is", null)
    .where("expires_at", ">", now + plannedMs)
    .execute();
  // A block lasts as long as it was meant to, counted from the miss that made it.
  await trx
    .updateTable("guess_limit")
    .set((eb) => ({
      blocked_until: eb
        .case()
        .when("blocked_until", ">", eb.ref("last_miss_at"))
        .then(eb(eb("blocked_until", "-", eb.ref("last_miss_at")), "+", now))
        .else(eb.ref("blocked_until"))
        .end(),
      last_miss_at: now,
    }))
    .where("last_miss_at", ">", now)
    .execute();
  await trx
    .deleteFrom("guess_minute")
    .where("minute", ">", Math.floor(now / minuteMs) + 1)
    .execute();
  // Else it would count as seen until then, and not be over.
  await trx
    .updateTable("alarm")
    .set({ seen_at: now })
    .where("seen_at", ">", now + plannedMs)
    .execute();
};
