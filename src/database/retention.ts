import { sql } from "kysely";
import { dayMs, dayOf, hourMs, minuteMs } from "../core/time.ts";
import type { Database, Transaction } from "./schema.ts";

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
/** By then a bank has had the time to publish what was asked for too early. */
export const earlyQuestionKeptMs = 2 * hourMs;
/** Rows of one kind in one round, so that no round keeps others waiting. */
const rowsMax = 2_000;
const repliesMax = 1_000;

/**
 * Deletes some old rows of the accounts: counts a day and an hour after their day, histories after `historyDays`, the
 * audit log after 400 days, of an account with very many acts the older of those that can be repeated, and what is of
 * use for minutes.
 */
export const deleteOldAccountData = async (
  trx: Transaction,
  at: Date,
  { historyDays, lastingActs }: { readonly historyDays: number; readonly lastingActs: readonly string[] },
): Promise<void> => {
  const now = at.getTime();
  await deleteDays(trx, dayOf(new Date(now - countsKeptMs)));
  await deleteHistory(trx, now - historyDays * dayMs);
  await deleteAudit(trx, now - auditDays * dayMs);
  await deleteRepeatedActs(trx, now, lastingActs);
  await deleteMoments(trx, now);
};

/** Deletes at most 1,000 replies and claims whose time is over; says how many. */
export const deleteExpiredReplies = async (trx: Transaction, at: Date): Promise<number> => {
  const expired = await trx
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
  await trx
    .deleteFrom("idempotency")
    .where("scope", "in", scopes)
    .where("expires_at", "<=", at.getTime())
    .execute();
  return scopes.length;
};

export const deleteOldUpdates = async (trx: Transaction, at: Date): Promise<void> => {
  await trx
    .deleteFrom("inbox")
    // SQLite knows only by the word in the statement which partial index leads to the rows.
    .where("state", "=", sql.lit("done"))
    .where("received_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

export const deleteOldReplies = async (trx: Transaction, at: Date): Promise<void> => {
  await trx
    .deleteFrom("outbox")
    .where("touched_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

export const deleteOldAnsweredTexts = async (trx: Transaction, at: Date): Promise<void> => {
  await trx
    .deleteFrom("answered_text")
    .where("noted_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

/** Deletes pointers to messages, and what those messages show. */
export const deleteOldPointers = async (trx: Transaction, at: Date): Promise<void> => {
  for (const table of ["message_pointer", "message_state"] as const)
    await trx
      .deleteFrom(table)
      .where("noted_at", "<", at.getTime() - chatKeptMs)
      .execute();
};

export const deleteOldAlbumParts = async (trx: Transaction, at: Date): Promise<void> => {
  await trx
    .deleteFrom("album_part")
    .where("noted_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

export const deleteOldPictures = async (trx: Transaction, at: Date): Promise<void> => {
  await trx
    .deleteFrom("shown_picture")
    .where("noted_at", "<", at.getTime() - chatKeptMs)
    .execute();
};

/** Deletes sums that are over, and receipts that are too old to be added to any. */
export const deleteOldSums = async (trx: Transaction, at: Date): Promise<void> => {
  await trx.deleteFrom("expectation").where("expires_at", "<=", at.getTime()).execute();
  await trx
    .deleteFrom("expected_receipt")
    .where("added_at", "<", at.getTime() - addedReceiptKeptMs)
    .execute();
};

export const deleteExpiredQuestions = async (trx: Database, at: Date): Promise<void> => {
  await trx.deleteFrom("open_question").where("expires_at", "<=", at.getTime()).execute();
};

const deleteAudit = async (trx: Transaction, before: number): Promise<void> => {
  const entries = trx.selectFrom("audit_entry").select("id").where("at", "<", before).limit(rowsMax);
  await trx.deleteFrom("audit_entry").where("at", "<", before).where("id", "in", entries).execute();
};

/** Looks at the accounts alone with which something was done of late, for the others have no more than before. */
const deleteRepeatedActs = async (
  trx: Transaction,
  now: number,
  lasting: readonly string[],
): Promise<void> => {
  const busy = await trx
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
    const repeated = trx
      .selectFrom("audit_entry")
      .select("id")
      .where("account_id", "=", account)
      .where("act", "not in", lasting)
      .orderBy("id", "desc")
      .offset(repeatedActsMax)
      .limit(rowsMax);
    await trx
      .deleteFrom("audit_entry")
      .where("account_id", "=", account)
      .where("id", "in", repeated)
      .execute();
  }
};

const deleteDays = async (trx: Transaction, day: string): Promise<void> => {
  const reservations = await trx
    .selectFrom("reservation")
    .select("id")
    .where("day", "<", day)
    .where("state", "!=", "pending")
    .limit(rowsMax)
    .execute();
  if (reservations.length > 0) {
    const ids = reservations.map(({ id }) => id);
    await trx.deleteFrom("reservation").where("id", "in", ids).execute();
    await trx.deleteFrom("reservation_unit").where("reservation_id", "in", ids).execute();
  }
  const people = trx.selectFrom("guess_limit").select("subject").where("day", "<", day).limit(rowsMax);
  await trx.deleteFrom("guess_limit").where("subject", "in", people).execute();
  const subjects = trx.selectFrom("quota_day").select("subject").where("day", "<", day).limit(rowsMax);
  await trx.deleteFrom("quota_day").where("day", "<", day).where("subject", "in", subjects).execute();
  const keys = trx.selectFrom("key_day").select("key_id").where("day", "<", day).limit(rowsMax);
  await trx.deleteFrom("key_day").where("day", "<", day).where("key_id", "in", keys).execute();
};

const deleteHistory = async (trx: Transaction, before: number): Promise<void> => {
  const answers = await trx
    .selectFrom("receipt_history")
    .select("at")
    .where("at", "<", before)
    .orderBy("at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await trx
    .deleteFrom("receipt_history")
    .where("at", "<=", answers?.at ?? before - 1)
    .execute();
  const receipts = await trx
    .selectFrom("seen_receipt")
    .select("last_at")
    .where("last_at", "<", before)
    .orderBy("last_at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await trx
    .deleteFrom("seen_receipt")
    .where("last_at", "<=", receipts?.last_at ?? before - 1)
    .execute();
  const payments = await trx
    .selectFrom("seen_payment")
    .select("last_at")
    .where("last_at", "<", before)
    .orderBy("last_at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await trx
    .deleteFrom("seen_payment")
    .where("last_at", "<=", payments?.last_at ?? before - 1)
    .execute();
  // The operator decides about these, however old they are.
  const waiting = trx.selectFrom("credited_receipt").select("receipt").where("state", "=", "waiting");
  const undone = await trx
    .selectFrom("undone_receipt")
    .select("undone_at")
    .where("undone_at", "<", before)
    .where("receipt", "not in", waiting)
    .orderBy("undone_at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  await trx
    .deleteFrom("undone_receipt")
    .where("undone_at", "<=", undone?.undone_at ?? before - 1)
    .where("receipt", "not in", waiting)
    .execute();
};

/** What is of use for minutes only. */
const deleteMoments = async (trx: Transaction, now: number): Promise<void> => {
  const callers = trx
    .selectFrom("free_repeat")
    .select("caller_id")
    .where("free_until", "<=", now)
    .limit(rowsMax);
  await trx
    .deleteFrom("free_repeat")
    .where("free_until", "<=", now)
    .where("caller_id", "in", callers)
    .execute();
  const early = trx
    .selectFrom("early_question")
    .select("asked_at")
    .where("asked_at", "<=", now - earlyQuestionKeptMs)
    .orderBy("asked_at")
    .limit(rowsMax);
  await trx.deleteFrom("early_question").where("asked_at", "in", early).execute();
  const lastMinute = Math.floor((now - 2 * hourMs) / minuteMs);
  const subjects = trx
    .selectFrom("guess_minute")
    .select("subject")
    .where("minute", "<", lastMinute)
    .limit(rowsMax);
  await trx
    .deleteFrom("guess_minute")
    .where("minute", "<", lastMinute)
    .where("subject", "in", subjects)
    .execute();
  const lastHour = Math.floor((now - hourMs) / hourMs);
  const waiting = trx
    .selectFrom("unanswered_hour")
    .select("subject")
    .where("hour", "<", lastHour)
    .limit(rowsMax);
  await trx
    .deleteFrom("unanswered_hour")
    .where("hour", "<", lastHour)
    .where("subject", "in", waiting)
    .execute();
  const codes = trx.selectFrom("link_code").select("hash").where("expires_at", "<=", now).limit(rowsMax);
  await trx.deleteFrom("link_code").where("hash", "in", codes).execute();
  const proofs = trx.selectFrom("proof").select("id").where("expires_at", "<=", now).limit(rowsMax);
  await trx.deleteFrom("proof").where("id", "in", proofs).execute();
  await trx.deleteFrom("owner_request").where("expires_at", "<=", now).execute();
  const ended = trx.selectFrom("web_session").select("id").where("expires_at", "<=", now).limit(rowsMax);
  await trx.deleteFrom("web_session").where("id", "in", ended).execute();
  const used = trx.selectFrom("sign_in_code").select("hash").where("expires_at", "<=", now).limit(rowsMax);
  await trx.deleteFrom("sign_in_code").where("hash", "in", used).execute();
  await trx
    .deleteFrom("process_lease")
    .where("expires_at", "<", now - hourMs)
    .execute();
};
