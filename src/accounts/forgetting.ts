import type { Work } from "../store/schema.ts";
import { dayBefore } from "./admission.ts";
import { chatAnswerKeptMs } from "./chat-repeats.ts";
import { forgetAsked } from "./erasure.ts";

const daysKept = 2;
const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** Rows of one kind in one round, so that no round keeps others waiting. */
const rowsMax = 2_000;

/** Forgets some of what is too old: counts after two days, histories after `historyDays` (design 13). */
export const forgetOld = async (work: Work, at: Date, historyDays: number): Promise<void> => {
  const now = at.getTime();
  await forgetDays(work, dayBefore(at, daysKept));
  await forgetHistory(work, now - historyDays * dayMs);
  await forgetErased(work, now - hourMs);
  await work
    .deleteFrom("chat_answer")
    .where("answered_at", "<", now - chatAnswerKeptMs)
    .execute();
  await work
    .deleteFrom("conduct_minute")
    .where("minute", "<", Math.floor((now - 2 * hourMs) / 60_000))
    .execute();
  await work.deleteFrom("link_code").where("expires_at", "<=", now).execute();
  await work
    .deleteFrom("process_lease")
    .where("expires_at", "<", now - hourMs)
    .execute();
};

const forgetDays = async (work: Work, day: string): Promise<void> => {
  const reservations = work
    .selectFrom("reservation")
    .select("id")
    .where("day", "<", day)
    .where("state", "!=", "pending")
    .limit(rowsMax);
  await work.deleteFrom("reservation").where("id", "in", reservations).execute();
  const subjects = work.selectFrom("quota_day").select("subject").where("day", "<", day).limit(rowsMax);
  await work.deleteFrom("quota_day").where("day", "<", day).where("subject", "in", subjects).execute();
};

const forgetHistory = async (work: Work, before: number): Promise<void> => {
  const answers = work.selectFrom("receipt_history").select("id").where("at", "<", before).limit(rowsMax);
  await work.deleteFrom("receipt_history").where("id", "in", answers).execute();
  const receipts = work
    .selectFrom("seen_receipt")
    .select("receipt")
    .where("last_at", "<", before)
    .limit(rowsMax);
  await work
    .deleteFrom("seen_receipt")
    .where("last_at", "<", before)
    .where("receipt", "in", receipts)
    .execute();
};

/** An answer that was under way while its account was erased has written into it once more. */
const forgetErased = async (work: Work, since: number): Promise<void> => {
  const erased = await work.selectFrom("account").select("id").where("erased_at", ">", since).execute();
  for (const { id } of erased) await forgetAsked(work, id);
};
