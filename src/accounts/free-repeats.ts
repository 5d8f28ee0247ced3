import type { Verdict } from "../core/failure.ts";
import type { Database, Work } from "../database/schema.ts";

/** A chat that asks the same again soon is answered and not counted again (design 5). */
const chatMs = 10 * 60_000;
/** So long for a receipt that may not be there yet. */
const waitingMs = 30 * 60_000;
/** One a minute, so that nobody has a bank asked for nothing all the time. */
const repeatsMax = 30;

/** The longest that a question of a moment ago can be repeated for nothing. */
export const repeatableMs = waitingMs;

/** A question as one asker's: an HMAC of it under the asker's own name. */
export type AskedQuestion = { readonly asker: string; readonly question: string };

/** How often a repeat is free: from the counted answer on, not from its repetitions. */
type Counted = AskedQuestion & {
  readonly verdict: Verdict;
  /** Whether the answer may soon be another: not found yet, or pending. */
  readonly mayChange: boolean;
  readonly at: Date;
};

/**
 * Takes one of the free repeats of a question; says whether the answer that was counted was a receipt, null when none is
 * left. One statement: of parallel repeats no more are free than there are.
 */
export const takeRepeat = async (
  work: Work,
  { asker, question }: AskedQuestion,
  at: Date,
): Promise<{ readonly wasVerified: boolean } | null> => {
  const taken = (await take(work, { asker, question, at: at.getTime() })) ?? null;
  return taken && { wasVerified: taken.was_verified === 1 };
};

const take = (work: Database, { asker, question, at }: AskedQuestion & { readonly at: number }) =>
  work
    .updateTable("free_repeat")
    .set((eb) => ({ repeats: eb("repeats", "+", 1) }))
    .where("asker", "=", asker)
    .where("question", "=", question)
    .where("free_until", ">", at)
    .where("repeats", "<", repeatsMax)
    .returning("was_verified")
    .executeTakeFirst();

/** Begins the time in which the question is free, unless one runs: whoever repeats too often begins no new one. */
export const noteCounted = async (work: Work, counted: Counted): Promise<void> => {
  const { asker, question, verdict, mayChange, at } = counted;
  const isWaiting = mayChange || verdict === "receipt_not_found";
  await begin(work, {
    asker,
    question,
    at: at.getTime(),
    free_until: at.getTime() + (isWaiting ? waitingMs : chatMs),
    was_verified: verdict === "verified" ? 1 : 0,
  });
};

type Beginning = AskedQuestion & {
  readonly at: number;
  readonly free_until: number;
  readonly was_verified: 0 | 1;
};

const begin = (work: Database, { asker, question, at, free_until, was_verified }: Beginning) =>
  work
    .insertInto("free_repeat")
    .values({ asker, question, free_until, was_verified, repeats: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(["asker", "question"])
        .doUpdateSet({ free_until, was_verified, repeats: 0 })
        .where("free_repeat.free_until", "<=", at),
    )
    .execute();

/** What was waited for is there: from now on the question is asked as any other, and stays free for its time. */
export const noteFound = async (work: Work, { asker, question }: AskedQuestion): Promise<void> => {
  await work
    .updateTable("free_repeat")
    .set({ was_verified: 1 })
    .where("asker", "=", asker)
    .where("question", "=", question)
    .execute();
};
