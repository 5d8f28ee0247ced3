import type { Work } from "../store/schema.ts";
import { dayOf } from "./admission.ts";
import { forgetAsked } from "./erasure.ts";
import { hourOf } from "./unanswered.ts";

/** What was done with an account is of use for longer than what it asked. */
const auditDays = 400;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Rows of one kind in one round, so that no round keeps others waiting. */
const rowsMax = 2_000;

/** Forgets some of what is too old: counts an hour after their day, histories after `historyDays` (design 13). */
export const forgetOld = async (work: Work, at: Date, historyDays: number): Promise<void> => {
  const now = at.getTime();
  await forgetDays(work, dayOf(new Date(now - hourMs)));
  await forgetHistory(work, now - historyDays * dayMs);
  await forgetAudit(work, now - auditDays * dayMs);
  await forgetErased(work, now - dayMs);
  await forgetMoments(work, now);
};

const forgetAudit = async (work: Work, before: number): Promise<void> => {
  const entries = work.selectFrom("audit_entry").select("id").where("at", "<", before).limit(rowsMax);
  await work.deleteFrom("audit_entry").where("at", "<", before).where("id", "in", entries).execute();
};

const forgetDays = async (work: Work, day: string): Promise<void> => {
  const reservations = work
    .selectFrom("reservation")
    .select("id")
    .where("day", "<", day)
    .where("state", "!=", "pending")
    .limit(rowsMax);
  await work.deleteFrom("reservation").where("id", "in", reservations).execute();
  const ids = work
    .selectFrom("reservation_unit")
    .select("reservation_id")
    .where("day", "<", day)
    .limit(rowsMax);
  await work
    .deleteFrom("reservation_unit")
    .where("day", "<", day)
    .where("reservation_id", "in", ids)
    .execute();
  const people = work.selectFrom("conduct").select("account_id").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("conduct").where("account_id", "in", people).execute();
  const subjects = work.selectFrom("quota_day").select("subject").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("quota_day").where("day", "<", day).where("subject", "in", subjects).execute();
  const keys = work.selectFrom("key_day").select("key_id").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("key_day").where("day", "<", day).where("key_id", "in", keys).execute();
};

const forgetHistory = async (work: Work, before: number): Promise<void> => {
  const answers = await work
    .selectFrom("receipt_history")
    .select("at")
    .where("at", "<", before)
    .orderBy("at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await work
    .deleteFrom("receipt_history")
    .where("at", "<=", answers?.at ?? before - 1)
    .execute();
  const receipts = await work
    .selectFrom("seen_receipt")
    .select("last_at")
    .where("last_at", "<", before)
    .orderBy("last_at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await work
    .deleteFrom("seen_receipt")
    .where("last_at", "<=", receipts?.last_at ?? before - 1)
    .execute();
};

/** An answer that was under way while its account was erased has written into it once more. */
const forgetErased = async (work: Work, since: number): Promise<void> => {
  const erased = await work
    .selectFrom("account")
    .select("id")
    .where("erased_at", ">", since)
    .orderBy("erased_at", "desc")
    .limit(100)
    .execute();
  for (const { id } of erased) await forgetAsked(work, id);
};

/** What is of use for minutes only. */
const forgetMoments = async (work: Work, now: number): Promise<void> => {
  const askers = work.selectFrom("free_repeat").select("asker").where("free_until", "<=", now).limit(rowsMax);
  await work.deleteFrom("free_repeat").where("free_until", "<=", now).where("asker", "in", askers).execute();
  const lastMinute = Math.floor((now - 2 * hourMs) / 60_000);
  const accounts = work
    .selectFrom("conduct_minute")
    .select("account_id")
    .where("minute", "<", lastMinute)
    .limit(rowsMax);
  await work
    .deleteFrom("conduct_minute")
    .where("minute", "<", lastMinute)
    .where("account_id", "in", accounts)
    .execute();
  const lastHour = hourOf(now - hourMs);
  const waiting = work
    .selectFrom("unanswered_hour")
    .select("subject")
    .where("hour", "<", lastHour)
    .limit(rowsMax);
  await work
    .deleteFrom("unanswered_hour")
    .where("hour", "<", lastHour)
    .where("subject", "in", waiting)
    .execute();
  const codes = work.selectFrom("link_code").select("hash").where("expires_at", "<=", now).limit(rowsMax);
  await work.deleteFrom("link_code").where("hash", "in", codes).execute();
  await work.deleteFrom("owner_request").where("expires_at", "<=", now).execute();
  await work
    .deleteFrom("process_lease")
    .where("expires_at", "<", now - hourMs)
    .execute();
};
