import type { Verdict } from "../failure.ts";
import type { Work } from "../store/schema.ts";
import { firstOf, statement } from "../store/statement.ts";

/** A chat that asks the same again soon is answered and not counted again (design 5). */
const repeatMs = 10 * 60_000;
/** So long for a receipt that may not be there yet. */
const notFoundMs = 30 * 60_000;

/** How long a chat's answers are kept for it. */
export const chatAnswerKeptMs = notFoundMs;

/** Whether the same question was counted for this person so lately that it is free now. */
export const isRepeat = async (work: Work, person: string, question: string, at: Date): Promise<boolean> => {
  const last = firstOf(await lastAnswer(work, { person, question }));
  if (last === null) return false;
  const ageMs = at.getTime() - last.answered_at;
  return ageMs < (last.verdict === "receipt_not_found" ? notFoundMs : repeatMs);
};

const lastAnswer = statement(
  (work, { person, question }: { readonly person: string; readonly question: string }) =>
    work
      .selectFrom("chat_answer")
      .select(["verdict", "answered_at"])
      .where("person", "=", person)
      .where("question", "=", question),
);

type Counted = {
  readonly person: string;
  readonly question: string;
  readonly verdict: Verdict;
  readonly at: Date;
};

/** Free from the counted answer on, not from its repetitions: nobody polls for nothing for ever. */
export const noteCounted = async (work: Work, answer: Counted): Promise<void> => {
  await insert(work, { ...answer, at: answer.at.getTime() });
};

const insert = statement(
  (work, { person, question, verdict, at }: Omit<Counted, "at"> & { readonly at: number }) =>
    work
      .insertInto("chat_answer")
      .values({ person, question, verdict, answered_at: at })
      .onConflict((conflict) =>
        conflict.columns(["person", "question"]).doUpdateSet({ verdict, answered_at: at }),
      ),
);
