import { type Failure, fail, type Verdict } from "../core/failure.ts";
import type { Result } from "../core/result.ts";
import { dayMs, minuteMs } from "../core/time.ts";
import type { Database, Tables, Transaction } from "../database/schema.ts";

/** Whose misses are counted: an account (`day` null), or the pseudonym of a user on one day. */
export type Watched = { readonly subject: string; readonly day: string | null };

/** A definitive answer. `isPassedOn`: the question came from a message of somebody else. */
type Noted = { readonly verdict: Verdict; readonly isPassedOn: boolean };

/**
 * The limit for guessing: more than ten misses in a row, more than 60 % misses of at least thirty answers in an
 * hour, or fifty misses of the last hundred answers. It blocks for 15 minutes, and twice as long each time.
 * Misses of messages that somebody else wrote count towards the fifty alone. Who passes a few on must not be stopped by
 * their writers, and who goes on is, so guesses are not worth forwarding.
 *
 * Notes an answer, unless one of them is blocked by now. Resolves with the refusal then, so that questions sent at once
 * learn no more than questions sent one after the other.
 */
export const noteAnswer = async (
  trx: Transaction,
  watched: readonly Watched[],
  { verdict, isPassedOn }: Noted,
  at: Date,
): Promise<Result<never, Failure> | null> => {
  if (watched.length === 0) return null;
  const locked = await lock(trx, watched);
  const refused = refusedUntil(Math.max(...locked.map(({ blocked_until }) => blocked_until)), at);
  if (refused !== null) return refused;
  const isMiss = misses.has(verdict);
  const isExcused = isMiss && isPassedOn;
  const noted = await noteInRow(trx, locked, { isMiss, isExcused }, at);
  const subjects = noted.map(({ subject }) => subject).sort();
  const hours = isExcused ? [] : await noteMinute(trx, subjects, isMiss, at);
  for (const { subject, misses_in_row, recent } of noted) {
    const hour = hours.find((one) => one.subject === subject) ?? noHour;
    if (misses_in_row > missesInRowMax || isGuessing(hour) || isHalfGuessed(recent))
      await block(trx, subject, at);
  }
  return null;
};

/** The refusal of a caller who is blocked until then, in epoch milliseconds; null: the block is over. */
export const refusedUntil = (until: number, at: Date): Result<never, Failure> | null => {
  const leftMs = until - at.getTime();
  return leftMs > 0 ? fail("abnormal_usage", { retryAfterSeconds: Math.ceil(leftMs / 1000) }) : null;
};

/** Epoch milliseconds until which one of them is blocked; 0: none ever was. */
export const blockedUntil = async (trx: Transaction, watched: readonly Watched[]): Promise<number> => {
  if (watched.length === 0) return 0;
  const found = await trx
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

const noHour: Hour = { answers: 0, misses: 0 };

const isGuessing = (hour: Hour): boolean => hour.answers >= 30 && hour.misses * 100 > hour.answers * 60;

const isHalfGuessed = (recent: string): boolean => recent.split("1").length - 1 >= recentMissesMax;

const unnoted = {
  misses_in_row: 0,
  last_miss_at: 0,
  blocked_until: 0,
  blocks: 0,
  recent: "",
};

/** Makes their answers come one after the other. */
const lock = (trx: Transaction, watched: readonly Watched[]) =>
  trx
    .insertInto("guess_limit")
    .values(inOneOrder(watched).map((one) => ({ ...one, ...unnoted })))
    .onConflict((conflict) =>
      conflict
        .column("subject")
        .doUpdateSet((eb) => ({ blocked_until: eb.ref("guess_limit.blocked_until") })),
    )
    .returning(["subject", "blocked_until"])
    .execute();

/** Misses in a row, unless a day lies between them, and the last answers. An excused miss is one of the last alone. */
const noteInRow = (
  trx: Transaction,
  watched: readonly Pick<Watched, "subject">[],
  { isMiss, isExcused }: { readonly isMiss: boolean; readonly isExcused: boolean },
  at: Date,
): Promise<Pick<Tables["guess_limit"], "subject" | "misses_in_row" | "recent">[]> => {
  const now = at.getTime();
  return trx
    .updateTable("guess_limit")
    .set((eb) => ({
      recent: eb(
        eb
          .case()
          .when(eb.fn<number>("length", ["recent"]), "<", recentKept)
          .then(eb.ref("recent"))
          .else(eb.fn<string>("substr", ["recent", eb.val(2)]))
          .end(),
        "||",
        eb.val(isMiss ? "1" : "0"),
      ),
      ...(!isMiss && { misses_in_row: 0 }),
      ...(isMiss &&
        !isExcused && {
          misses_in_row: eb
            .case()
            .when("last_miss_at", ">", now - dayMs)
            .then(eb("misses_in_row", "+", 1))
            .else(1)
            .end(),
          last_miss_at: now,
        }),
    }))
    .where(
      "subject",
      "in",
      watched.map(({ subject }) => subject),
    )
    .returning(["subject", "misses_in_row", "recent"])
    .execute();
};

/** One order for all: two transactions that lock the same rows in two orders would wait for each other. */
const inOneOrder = (watched: readonly Watched[]): readonly Watched[] =>
  [...watched].sort((left, right) => (left.subject < right.subject ? -1 : 1));

/** Sums the hours that end with this answer, in whole minutes. */
const noteMinute = async (
  trx: Transaction,
  subjects: readonly string[],
  isMiss: boolean,
  at: Date,
): Promise<readonly (Hour & { readonly subject: string })[]> => {
  const minute = Math.floor(at.getTime() / minuteMs);
  await addToMinute(trx, subjects, { minute, misses: isMiss ? 1 : 0 });
  const hours = await sumSince(trx, subjects, minute - 60);
  return hours.map(({ subject, answers, misses: missed }) => ({
    subject,
    answers: Number(answers),
    misses: Number(missed),
  }));
};

const addToMinute = (
  trx: Database,
  subjects: readonly string[],
  { minute, misses: missed }: { readonly minute: number; readonly misses: 0 | 1 },
) =>
  trx
    .insertInto("guess_minute")
    .values(subjects.map((subject) => ({ subject, minute, answers: 1, misses: missed })))
    .onConflict((conflict) =>
      conflict.columns(["subject", "minute"]).doUpdateSet((eb) => ({
        answers: eb("guess_minute.answers", "+", 1),
        misses: eb("guess_minute.misses", "+", missed),
      })),
    )
    .execute();

const sumSince = (trx: Database, subjects: readonly string[], since: number) =>
  trx
    .selectFrom("guess_minute")
    .select(({ fn }) => ["subject", fn.sum("answers").as("answers"), fn.sum("misses").as("misses")])
    .where("subject", "in", subjects)
    .where("minute", ">", since)
    .groupBy("subject")
    .execute();

/** Blocks, and counts anew afterwards. After a day without a block the next one is short again. */
const block = async (trx: Transaction, subject: string, at: Date): Promise<void> => {
  const { blocked_until, blocks } = await trx
    .selectFrom("guess_limit")
    .select(["blocked_until", "blocks"])
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  const earlier = at.getTime() - blocked_until > dayMs ? 0 : blocks;
  await trx
    .updateTable("guess_limit")
    .set({
      misses_in_row: 0,
      recent: "",
      blocked_until: at.getTime() + Math.min(dayMs, blockMs * 2 ** earlier),
      blocks: earlier + 1,
    })
    .where("subject", "=", subject)
    .execute();
  await trx.deleteFrom("guess_minute").where("subject", "=", subject).execute();
};
