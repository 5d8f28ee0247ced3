import { sql } from "kysely";
import { dayMs, dayOf, hourMs, minuteMs } from "../core/time.ts";
import type { Database, Work } from "./schema.ts";

/*
 * Every deletion by age, and how long each kind of row is kept. Deletion on request is in `accounts/erase.ts`.
 * Rooms call these functions in their own rounds, each inside a transaction.
 */

/** What was done with an account is of use for longer than what it asked. */
const auditDays = 400;
/** Acts of one account that can be repeated at will, such as making and withdrawing a proof. */
const repeatedActsMax = 5_000;
/** One round looks at so many accounts, those with the most new acts first. */
const busyAccountsMax = 20;
/**
 * Counts outlive their day by so much: an answer may be under way at midnight, and a clock that is a day wrong gives no
 * day twice.
 */
const countsKeptMs = dayMs + hourMs;
/** Telegram repeats no update that is older than a day, and lets nobody edit a message after 48 hours. */
const chatKeptMs = 48 * hourMs;
/** By then a receipt is too old to be added to a sum that is expected. */
const addedReceiptKeptMs = 7 * dayMs;
/** Rows of one kind in one round, so that no round keeps others waiting. */
const rowsMax = 2_000;
const repliesMax = 1_000;

/**
 * Deletes some old rows of the accounts: counts a day and an hour after their day, histories after `historyDays`, the
 * audit log after 400 days, of an account with very many acts the older of those that can be repeated, and what is of
 * use for minutes.
 */
export const deleteOldAccountData = async (
  work: Work,
  at: Date,
  { historyDays, lastingActs }: { readonly historyDays: number; readonly lastingActs: readonly string[] },
): Promise<void> => {
  const now = at.getTime();
  await deleteDays(work, dayOf(new Date(now - countsKeptMs)));
  await deleteHistory(work, now - historyDays * dayMs);
  await deleteAudit(work, now - auditDays * dayMs);
  await deleteRepeatedActs(work, now, lastingActs);
  await deleteMoments(work, now);
};

/** Deletes at most 1,000 replies and claims whose time is over; says how many. */
export const deleteExpiredReplies = async (work: Work, at: Date): Promise<number> => {
  const expired = await work
    .selectFrom("idempotency")
    .select("scope")
    .where("expires_at", "<=", at.getTime())
    // In the order of the index by expiry. By `scope` alone SQLite would read the whole table.
    .orderBy("expires_at")
    .orderBy("scope")
    .limit(repliesMax)
    .execute();
  if (expired.length === 0) return 0;
  const scopes = expired.map(({ scope }) => scope);
  await work
    .deleteFrom("idempotency")
    .where("scope", "in", scopes)
    .where("expires_at", "<=", at.getTime())
    .execute();
  return scopes.length;
};

export const deleteOldUpdates = async (work: Work, at: Date): Promise<void> => {
  await work
    .deleteFrom("inbox")
    // SQLite knows only by the word in the statement which partial index leads to the rows.
    .where("state", "=", sql.lit("done"))
    .where("received_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

export const deleteOldReplies = async (work: Work, at: Date): Promise<void> => {
  await work
    .deleteFrom("outbox")
    .where("touched_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

export const deleteOldAlbumParts = async (work: Work, at: Date): Promise<void> => {
  await work
    .deleteFrom("album_part")
    .where("noted_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

export const deleteOldPictures = async (work: Work, at: Date): Promise<void> => {
  await work
    .deleteFrom("shown_picture")
    .where("noted_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

/** Deletes sums that are over, and receipts that are too old to be added to any. */
export const deleteOldSums = async (work: Work, at: Date): Promise<void> => {
  await work.deleteFrom("expectation").where("expires_at", "<=", at.getTime()).execute();
  await work
    .deleteFrom("expected_receipt")
    .where("added_at", "<", at.getTime() - addedReceiptKeptMs)
    .execute();
};

export const deleteExpiredQuestions = async (work: Database, at: Date): Promise<void> => {
  await work.deleteFrom("open_question").where("expires_at", "<=", at.getTime()).execute();
};

const deleteAudit = async (work: Work, before: number): Promise<void> => {
  const entries = work.selectFrom("audit_entry").select("id").where("at", "<", before).limit(rowsMax);
  await work.deleteFrom("audit_entry").where("at", "<", before).where("id", "in", entries).execute();
};

/** Looks at the accounts alone with which something was done of late, for the others have no more than before. */
const deleteRepeatedActs = async (work: Work, now: number, lasting: readonly string[]): Promise<void> => {
  const busy = await work
    // Read first by their age: SQLite would else group the whole log by its primary key.
    .with(
      (cte) => cte("recent").materialized(),
      (db) =>
        db
          .selectFrom("audit_entry")
          .select("account_id")
          .where("at", ">", now - minuteMs),
    )
    .selectFrom("recent")
    .select("account_id")
    .groupBy("account_id")
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .limit(busyAccountsMax)
    .execute();
  for (const { account_id: account } of busy) {
    const repeated = work
      .selectFrom("audit_entry")
      .select("id")
      .where("account_id", "=", account)
      .where("act", "not in", lasting)
      .orderBy("id", "desc")
      .offset(repeatedActsMax)
      .limit(rowsMax);
    await work
      .deleteFrom("audit_entry")
      .where("account_id", "=", account)
      .where("id", "in", repeated)
      .execute();
  }
};

const deleteDays = async (work: Work, day: string): Promise<void> => {
  const reservations = await work
    .selectFrom("reservation")
    .select("id")
    .where("day", "<", day)
    .where("state", "!=", "pending")
    .limit(rowsMax)
    .execute();
  if (reservations.length > 0) {
    const ids = reservations.map(({ id }) => id);
    await work.deleteFrom("reservation").where("id", "in", ids).execute();
    await work.deleteFrom("reservation_unit").where("reservation_id", "in", ids).execute();
  }
  const people = work.selectFrom("guess_limit").select("subject").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("guess_limit").where("subject", "in", people).execute();
  const subjects = work.selectFrom("quota_day").select("subject").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("quota_day").where("day", "<", day).where("subject", "in", subjects).execute();
  const keys = work.selectFrom("key_day").select("key_id").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("key_day").where("day", "<", day).where("key_id", "in", keys).execute();
};

const deleteHistory = async (work: Work, before: number): Promise<void> => {
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
  const payments = await work
    .selectFrom("seen_payment")
    .select("last_at")
    .where("last_at", "<", before)
    .orderBy("last_at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await work
    .deleteFrom("seen_payment")
    .where("last_at", "<=", payments?.last_at ?? before - 1)
    .execute();
  // The operator decides about these, however old they are.
  const waiting = work.selectFrom("credited_receipt").select("receipt").where("state", "=", "waiting");
  const undone = await work
    .selectFrom("undone_receipt")
    .select("undone_at")
    .where("undone_at", "<", before)
    .where("receipt", "not in", waiting)
    .orderBy("undone_at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await work
    .deleteFrom("undone_receipt")
    .where("undone_at", "<=", undone?.undone_at ?? before - 1)
    .where("receipt", "not in", waiting)
    .execute();
};

/** What is of use for minutes only. */
const deleteMoments = async (work: Work, now: number): Promise<void> => {
  const callers = work
    .selectFrom("free_repeat")
    .select("caller_id")
    .where("free_until", "<=", now)
    .limit(rowsMax);
  await work
    .deleteFrom("free_repeat")
    .where("free_until", "<=", now)
    .where("caller_id", "in", callers)
    .execute();
  const lastMinute = Math.floor((now - 2 * hourMs) / minuteMs);
  const subjects = work
    .selectFrom("guess_minute")
    .select("subject")
    .where("minute", "<", lastMinute)
    .limit(rowsMax);
  await work
    .deleteFrom("guess_minute")
    .where("minute", "<", lastMinute)
    .where("subject", "in", subjects)
    .execute();
  const lastHour = Math.floor((now - hourMs) / hourMs);
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
  const proofs = work.selectFrom("proof").select("id").where("expires_at", "<=", now).limit(rowsMax);
  await work.deleteFrom("proof").where("id", "in", proofs).execute();
  await work.deleteFrom("owner_request").where("expires_at", "<=", now).execute();
  const ended = work.selectFrom("web_session").select("id").where("expires_at", "<=", now).limit(rowsMax);
  await work.deleteFrom("web_session").where("id", "in", ended).execute();
  const used = work.selectFrom("sign_in_code").select("hash").where("expires_at", "<=", now).limit(rowsMax);
  await work.deleteFrom("sign_in_code").where("hash", "in", used).execute();
  await work
    .deleteFrom("process_lease")
    .where("expires_at", "<", now - hourMs)
    .execute();
};
