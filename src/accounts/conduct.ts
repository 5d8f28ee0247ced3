import type { Verdict } from "../failure.ts";
import type { Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";

/**
 * Whether an account asks like a merchant or guesses like a machine (design 5). Nobody else is watched: a day of
 * five answers is no oracle. More than ten misses in a row, or more than 60 % misses of at least thirty answers
 * in an hour, and it is refused for 15 minutes, twice as long each time.
 */
export const noteAnswer = async (work: Work, account: string, verdict: Verdict, at: Date): Promise<void> => {
  const isMiss = misses.has(verdict);
  const inRow = isMiss ? await noteMiss(work, account, at) : await noteHit(work, account, at);
  if (inRow === null) return;
  const hour = await noteMinute(work, account, isMiss, at);
  if (inRow > missesInRowMax || isGuessing(hour)) await block(work, account, at);
};

/** The two answers that a guess gets. */
const misses: ReadonlySet<Verdict> = new Set(["receipt_not_found", "receipt_mismatch"]);

const missesInRowMax = 10;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const blockMs = 15 * minuteMs;

type Hour = { readonly answers: number; readonly misses: number };

const isGuessing = (hour: Hour): boolean => hour.answers >= 30 && hour.misses * 100 > hour.answers * 60;

/**
 * Misses in a row by now; those that lie more than a day apart are not in a row. Null while the account is refused:
 * answers that were under way then are not held against it once more.
 */
const noteMiss = async (work: Work, account: string, at: Date): Promise<number | null> => {
  const conduct = await work
    .insertInto("conduct")
    .values({
      account_id: account,
      misses_in_row: 1,
      last_miss_at: at.getTime(),
      blocked_until: 0,
      blocks: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet((eb) => ({
          misses_in_row: eb
            .case()
            .when("conduct.last_miss_at", ">", at.getTime() - dayMs)
            .then(eb("conduct.misses_in_row", "+", 1))
            .else(1)
            .end(),
          last_miss_at: at.getTime(),
        }))
        .where("conduct.blocked_until", "<=", at.getTime()),
    )
    .returning("misses_in_row")
    .executeTakeFirst();
  return conduct?.misses_in_row ?? null;
};

/** Ends a row of misses; null while the account is refused. */
const noteHit = async (work: Work, account: string, at: Date): Promise<0 | null> => {
  const conduct = firstOf(await endRow(work, { account }));
  return conduct !== null && conduct.blocked_until > at.getTime() ? null : 0;
};

const endRow = statement((work, { account }: { readonly account: string }) =>
  work
    .updateTable("conduct")
    .set({ misses_in_row: 0 })
    .where("account_id", "=", account)
    .returning("blocked_until"),
);

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

/** A day without a block, and the next is as short as the first. Afterwards the account starts anew. */
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
      blocked_until: at.getTime() + Math.min(dayMs, blockMs * 2 ** earlier),
      blocks: earlier + 1,
    })
    .where("account_id", "=", account)
    .execute();
  await work.deleteFrom("conduct_minute").where("account_id", "=", account).execute();
};
