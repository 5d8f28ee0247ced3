import type { Verdict } from "../core/failure.ts";
import { minuteMs } from "../core/time.ts";
import type { Database, Transaction } from "../database/schema.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { topUpSubjectOf } from "./quotas.ts";

/** A repeated question is answered again and not counted for this long. */
const chatMs = 10 * minuteMs;
/** The same for a receipt that may not be there yet. */
const waitingMs = 30 * minuteMs;
/** About one a minute, so that free repeats do not burden a bank. */
const repeatsMax = 30;

/** The longest time in which a question can be repeated for free. */
export const repeatableMs = waitingMs;

/** Pseudonyms of a question and of its caller. */
export type AskedQuestion = { readonly subject: string; readonly question: string };

type Asked = { readonly provider: string; readonly canonical: string };

/** A check's question. `from`: the page that it was asked from; unset: it may be repeated from everywhere. */
export const checkQuestion = (
  pseudonyms: Pseudonyms,
  subject: string,
  { provider, canonical }: Asked,
  ...from: readonly string[]
): AskedQuestion => ({ subject, question: pseudonyms.question(subject, provider, canonical, ...from) });

/** A top-up's question. It has a name of its own, because a receipt that is handed in must not be checked for nothing. */
export const topUpQuestion = (
  pseudonyms: Pseudonyms,
  subject: string,
  { provider, canonical }: Asked,
): AskedQuestion => ({
  subject,
  question: pseudonyms.question(topUpSubjectOf(subject), provider, canonical),
});

/** A counted answer, from which the time of free repeats runs. */
type Counted = AskedQuestion & {
  readonly verdict: Verdict;
  /** Whether the answer may change soon: not found yet, or pending. */
  readonly mayChange: boolean;
  readonly at: Date;
};

/**
 * Takes one free repeat of a question, which the caller may have asked under several pseudonyms; null when none is left.
 * `wasVerified`: the counted answer was a receipt.
 */
export const takeRepeat = async (
  trx: Transaction,
  questions: readonly AskedQuestion[],
  at: Date,
): Promise<{ readonly wasVerified: boolean } | null> => {
  // Most questions are asked once.
  const counted = await readCounted(trx, questions);
  for (const { subject, question } of questions.filter((one) => counted.has(one.subject))) {
    const taken = await take(trx, { subject, question, at: at.getTime() });
    if (taken !== undefined) return { wasVerified: taken.was_verified === 1 };
  }
  return null;
};

/** The pseudonyms under which a question was counted. */
const readCounted = async (
  trx: Database,
  questions: readonly AskedQuestion[],
): Promise<ReadonlySet<string>> => {
  const rows = await trx
    .selectFrom("free_repeat")
    .select("caller_id")
    .where((eb) =>
      eb.or(
        questions.map(({ subject, question }) =>
          eb.and([eb("caller_id", "=", subject), eb("question", "=", question)]),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(({ caller_id }) => caller_id));
};

const take = (trx: Database, { subject, question, at }: AskedQuestion & { readonly at: number }) =>
  trx
    .updateTable("free_repeat")
    .set((eb) => ({ repeats: eb("repeats", "+", 1) }))
    .where("caller_id", "=", subject)
    .where("question", "=", question)
    .where("free_until", ">", at)
    .where("repeats", "<", repeatsMax)
    .returning("was_verified")
    .executeTakeFirst();

/** Starts the free time of a question, unless it is running already. */
export const noteCounted = async (trx: Transaction, counted: Counted): Promise<void> => {
  const { subject, question, verdict, mayChange, at } = counted;
  const isWaiting = mayChange || verdict === "receipt_not_found";
  await begin(trx, {
    subject,
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

const begin = (trx: Database, { subject, question, at, free_until, was_verified }: Beginning) =>
  trx
    .insertInto("free_repeat")
    .values({ caller_id: subject, question, free_until, was_verified, repeats: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(["caller_id", "question"])
        .doUpdateSet({ free_until, was_verified, repeats: 0 })
        .where("free_repeat.free_until", "<=", at),
    )
    .execute();

/** Notes that a receipt was found at last, so that its question is not asked past the cache any more. */
export const noteFound = async (trx: Transaction, { subject, question }: AskedQuestion): Promise<void> => {
  await trx
    .updateTable("free_repeat")
    .set({ was_verified: 1 })
    .where("caller_id", "=", subject)
    .where("question", "=", question)
    .execute();
};
