import type { Verdict } from "../core/failure.ts";
import { dayMs, minuteMs } from "../core/time.ts";
import type { Database, Tables, Work } from "../database/schema.ts";

/** Whose misses are counted: an account (`day` null), or the pseudonym of a user on one day. */
export type Watched = { readonly subject: string; readonly day: string | null };

/**
 * The limit for guessing (design 5): more than ten misses in a row, more than 60 % misses of at least thirty answers in an
 * hour, or fifty misses of the last hundred answers. It blocks for 15 minutes, and twice as long each time.
 */
export const noteAnswer = async (work: Work, watched: Watched, verdict: Verdict, at: Date): Promise<void> => {
  const isMiss = misses.has(verdict);
  const noted = await noteInRow(work, watched, isMiss, at);
  if (noted === null) return;
  const hour = await noteMinute(work, watched.subject, isMiss, at);
  if (noted.misses_in_row > missesInRowMax || isGuessing(hour) || isHalfGuessed(noted.recent))
    await block(work, watched.subject, at);
};

/** Epoch milliseconds until which one of them is blocked; 0: none ever was. */
export const blockedUntil = async (work: Work, watched: readonly Watched[]): Promise<number> => {
  if (watched.length === 0) return 0;
  const found = await work
    .selectFrom("guess_limit")
    .select(({ fn }) => fn.max("blocked_until").as("until"))
    .where(
      "subject",
      "in",
      watched.map(({ subject }) => subject),
    )
    .executeTakeFirst();
  return Number(found?.until ?? 0);
};

/** A wrong guess gets one of these answers. */
const misses: ReadonlySet<Verdict> = new Set(["receipt_not_found", "receipt_mismatch"]);

const missesInRowMax = 10;
const recentKept = 100;
const recentMissesMax = 50;
const blockMs = 15 * minuteMs;

type Hour = { readonly answers: number; readonly misses: number };

const isGuessing = (hour: Hour): boolean => hour.answers >= 30 && hour.misses * 100 > hour.answers * 60;

const isHalfGuessed = (recent: string): boolean => recent.split("1").length - 1 >= recentMissesMax;

/**
 * Misses in a row, unless a day lies between them, and the last answers. Null while the caller is blocked, so that answers
 * that were under way do not extend the block.
 */
const noteInRow = async (
  work: Work,
  { subject, day }: Watched,
  isMiss: boolean,
  at: Date,
): Promise<Pick<Tables["guess_limit"], "misses_in_row" | "recent"> | null> => {
  const now = at.getTime();
  const answer = isMiss ? "1" : "0";
  const noted = await work
    .insertInto("guess_limit")
    .values({
      subject,
      day,
      misses_in_row: isMiss ? 1 : 0,
      last_miss_at: isMiss ? now : 0,
      blocked_until: 0,
      blocks: 0,
      recent: answer,
    })
    .onConflict((conflict) =>
      conflict
        .column("subject")
        .doUpdateSet((eb) => ({
          recent: eb(
            eb
              .case()
              .when(eb.fn<number>("length", ["guess_limit.recent"]), "<", recentKept)
              .then(eb.ref("guess_limit.recent"))
              .else(eb.fn<string>("substr", ["guess_limit.recent", eb.val(2)]))
              .end(),
            "||",
            eb.val(answer),
          ),
          ...(isMiss
            ? {
                misses_in_row: eb
                  .case()
                  .when("guess_limit.last_miss_at", ">", now - dayMs)
                  .then(eb("guess_limit.misses_in_row", "+", 1))
                  .else(1)
                  .end(),
                last_miss_at: now,
              }
            : { misses_in_row: 0 }),
        }))
        .where("guess_limit.blocked_until", "<=", now),
    )
    .returning(["misses_in_row", "recent"])
    .executeTakeFirst();
  return noted ?? null;
};

/** Sums the hour that ends with this answer, in whole minutes. */
const noteMinute = async (work: Work, subject: string, isMiss: boolean, at: Date): Promise<Hour> => {
  const minute = Math.floor(at.getTime() / minuteMs);
  const missed = isMiss ? 1 : 0;
  await addToMinute(work, { subject, minute, missed });
  const hour = (await sumSince(work, { subject, since: minute - 60 })) ?? null;
  return { answers: Number(hour?.answers ?? 0), misses: Number(hour?.misses ?? 0) };
};

type Minute = { readonly subject: string; readonly minute: number; readonly missed: 0 | 1 };

const addToMinute = (work: Database, { subject, minute, missed }: Minute) =>
  work
    .insertInto("guess_minute")
    .values({ subject, minute, answers: 1, misses: missed })
    .onConflict((conflict) =>
      conflict.columns(["subject", "minute"]).doUpdateSet((eb) => ({
        answers: eb("guess_minute.answers", "+", 1),
        misses: eb("guess_minute.misses", "+", missed),
      })),
    )
    .execute();

const sumSince = (work: Database, { subject, since }: { readonly subject: string; readonly since: number }) =>
  work
    .selectFrom("guess_minute")
    .select(({ fn }) => [fn.sum("answers").as("answers"), fn.sum("misses").as("misses")])
    .where("subject", "=", subject)
    .where("minute", ">", since)
    .executeTakeFirst();

/** Blocks, and counts anew afterwards. After a day without a block the next one is short again. */
const block = async (work: Work, subject: string, at: Date): Promise<void> => {
  const { blocked_until, blocks } = await work
    .selectFrom("guess_limit")
    .select(["blocked_until", "blocks"])
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  const earlier = at.getTime() - blocked_until > dayMs ? 0 : blocks;
  await work
    .updateTable("guess_limit")
    .set({
      misses_in_row: 0,
      recent: "",
      blocked_until: at.getTime() + Math.min(dayMs, blockMs * 2 ** earlier),
      blocks: earlier + 1,
    })
    .where("subject", "=", subject)
    .execute();
  await work.deleteFrom("guess_minute").where("subject", "=", subject).execute();
};
