import type { Verdict } from "../failure.ts";
import type { Tables, Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";

/** Whose misses are counted: an account, or a person on one day, after which they are forgotten. */
export type Watched = { readonly subject: string; readonly day: string | null };

/**
 * Whether somebody asks like a merchant or guesses like a machine (design 5). More than ten misses in a row, more than
 * 60 % misses of at least thirty answers in an hour, or fifty misses among the last hundred answers, and questions are
 * refused for 15 minutes, twice as long each time.
 */
export const noteAnswer = async (work: Work, watched: Watched, verdict: Verdict, at: Date): Promise<void> => {
  const isMiss = misses.has(verdict);
  const conduct = await noteConduct(work, watched, isMiss, at);
  if (conduct === null) return;
  const hour = await noteMinute(work, watched.subject, isMiss, at);
  if (conduct.misses_in_row > missesInRowMax || isGuessing(hour) || isHalfGuessed(conduct.recent))
    await block(work, watched.subject, at);
};

/** Epoch milliseconds until which one of them is refused; 0: none ever was. */
export const blockedUntil = async (work: Work, watched: readonly Watched[]): Promise<number> => {
  if (watched.length === 0) return 0;
  const found = await work
    .selectFrom("conduct")
    .select(({ fn }) => fn.max("blocked_until").as("until"))
    .where(
      "account_id",
      "in",
      watched.map(({ subject }) => subject),
    )
    .executeTakeFirst();
  return Number(found?.until ?? 0);
};

/** The two answers that a guess gets. */
const misses: ReadonlySet<Verdict> = new Set(["receipt_not_found", "receipt_mismatch"]);

const missesInRowMax = 10;
const recentKept = 100;
const recentMissesMax = 50;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const blockMs = 15 * minuteMs;

type Hour = { readonly answers: number; readonly misses: number };

const isGuessing = (hour: Hour): boolean => hour.answers >= 30 && hour.misses * 100 > hour.answers * 60;

const isHalfGuessed = (recent: string): boolean => recent.split("1").length - 1 >= recentMissesMax;

/**
 * Misses in a row and the last answers by now; misses that lie more than a day apart are not in a row. Null while they
 * are refused: answers that were under way then are not held against them once more.
 */
const noteConduct = async (
  work: Work,
  { subject, day }: Watched,
  isMiss: boolean,
  at: Date,
): Promise<Pick<Tables["conduct"], "misses_in_row" | "recent"> | null> => {
  const now = at.getTime();
  const answer = isMiss ? "1" : "0";
  const noted = await work
    .insertInto("conduct")
    .values({
      account_id: subject,
      day,
      misses_in_row: isMiss ? 1 : 0,
      last_miss_at: isMiss ? now : 0,
      blocked_until: 0,
      blocks: 0,
      recent: answer,
    })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet((eb) => ({
          recent: eb(
            eb
              .case()
              .when(eb.fn<number>("length", ["conduct.recent"]), "<", recentKept)
              .then(eb.ref("conduct.recent"))
              .else(eb.fn<string>("substr", ["conduct.recent", eb.val(2)]))
              .end(),
            "||",
            eb.val(answer),
          ),
          ...(isMiss
            ? {
                misses_in_row: eb
                  .case()
                  .when("conduct.last_miss_at", ">", now - dayMs)
                  .then(eb("conduct.misses_in_row", "+", 1))
                  .else(1)
                  .end(),
                last_miss_at: now,
              }
            : { misses_in_row: 0 }),
        }))
        .where("conduct.blocked_until", "<=", now),
    )
    .returning(["misses_in_row", "recent"])
    .executeTakeFirst();
  return noted ?? null;
};

/** The hour that ends with this answer, in whole minutes. */
const noteMinute = async (work: Work, account: string, isMiss: boolean, at: Date): Promise<Hour> => {
  const minute = Math.floor(at.getTime() / minuteMs);
  const missed = isMiss ? 1 : 0;
  await addToMinute(work, { account, minute, missed });
  const hour = firstOf(await sumSince(work, { account, since: minute - 60 }));
  return { answers: Number(hour?.answers ?? 0), misses: Number(hour?.misses ?? 0) };
};

type Minute = { readonly account: string; readonly minute: number; readonly missed: 0 | 1 };

const addToMinute = statement((work, { account, minute, missed }: Minute) =>
  work
    .insertInto("conduct_minute")
    .values({ account_id: account, minute, answers: 1, misses: missed })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "minute"]).doUpdateSet((eb) => ({
        answers: eb("conduct_minute.answers", "+", 1),
        misses: eb("conduct_minute.misses", "+", missed),
      })),
    ),
);

const sumSince = statement((work, { account, since }: { readonly account: string; readonly since: number }) =>
  work
    .selectFrom("conduct_minute")
    .select(({ fn }) => [fn.sum("answers").as("answers"), fn.sum("misses").as("misses")])
    .where("account_id", "=", account)
    .where("minute", ">", since),
);

/** A day without a block, and the next is as short as the first. Afterwards everything is counted anew. */
const block = async (work: Work, account: string, at: Date): Promise<void> => {
  const { blocked_until, blocks } = await work
    .selectFrom("conduct")
    .select(["blocked_until", "blocks"])
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  const earlier = at.getTime() - blocked_until > dayMs ? 0 : blocks;
  await work
    .updateTable("conduct")
    .set({
      misses_in_row: 0,
      recent: "",
      blocked_until: at.getTime() + Math.min(dayMs, blockMs * 2 ** earlier),
      blocks: earlier + 1,
    })
    .where("account_id", "=", account)
    .execute();
  await work.deleteFrom("conduct_minute").where("account_id", "=", account).execute();
};
