import type { Failure } from "../failure.ts";
import type { Reading } from "../receipt.ts";
import { catalogues } from "../texts/texts.ts";
import type { Answer } from "./answer.ts";
import type { Judge } from "./judging.ts";
import type { JudgingAccountOf } from "./judging-account.ts";
import { isGroup, maskReading } from "./masks.ts";
import type { Outcome } from "./outcome.ts";
import { tailOf } from "./own-accounts.ts";
import { type Pointer, referenceOf } from "./pointers.ts";
import type { Asker, Questions } from "./questions.ts";
import { receiverRows } from "./receiver-question.ts";
import { heardIn } from "./refusals.ts";
import { renderWarnings } from "./remarks.ts";
import { renderReading } from "./render.ts";
import { canChange, isAccessFailure, renderFailure } from "./render-failure.ts";

type Dependencies = {
  readonly questions: Questions;
  readonly judge: Judge;
  readonly judgingAccountOf: JudgingAccountOf;
  readonly now: () => Date;
};

/** What is known beside the outcome. */
export type Aside = {
  /** Whether it is asked again in the background. */
  readonly isTriedAgain?: boolean;
  /** Readings that lack the digits which one of the asker's saved accounts has filled in, unasked. */
  readonly untold?: readonly Pointer[];
  /** Under which the answer is said; unset: what it says is not kept, so that no button can lead back to it. */
  readonly slot?: string | null;
};

/** What is said of an outcome, whenever it is said. */
export const createWording = ({ questions, judge, judgingAccountOf, now }: Dependencies) => {
  const wordReading = async (
    asker: Asker,
    pointer: Pointer,
    reading: Reading,
    { billing, seenBefore, isSameShowing = false, slot = null }: Facts,
  ): Promise<Answer> => {
    const shown = { reading, provider: pointer.provider, seenBefore, isSameShowing };
    const judgement = await judge(asker, shown);
    const { language } = asker;
    const read = isGroup(asker.place) ? maskReading(reading) : reading;
    const record = renderReading(read, { billing, seenBefore, judgement, language, now: now() });
    const kind = judgement.receiver === "other" ? "someone_else" : "receiver_unknown";
    const { saving } = await judgingAccountOf(asker);
    const spot = { messageId: asker.place.messageId, slot: slot ?? "" };
    const rows =
      judgement.receiver === "own" || slot === null
        ? []
        : receiverRows({ kind }, saving, spot, catalogues[language]);
    const reference = reading.receipt.transaction_reference;
    const paid = { amountSantim: reading.amountMinor, provider: pointer.provider, reference };
    return { ...record, ...questions.recordButtons(asker, pointer, rows), leadsBack: rows.length > 0, paid };
  };

  const wordFailure = async (
    asker: Asker,
    pointer: Pointer,
    failure: Failure,
    { billing, checkedAt, isTriedAgain = false, untold = [] }: Facts,
  ): Promise<Answer> => {
    const reference = referenceOf(pointer);
    const { encodedDate, warnings, request } = pointer;
    const own = untold.length > 0 ? (request.accountNumber ?? request.phone) : undefined;
    const again = canChange(failure, encodedDate, now());
    const facts = {
      billing,
      language: asker.language,
      now: now(),
      bank: questions.bankOf(pointer),
      reference,
    };
    const more = { encodedDate, warnings, checkedAt, isTriedAgain, triedOwn: own ? tailOf(own) : null };
    const isElsewhere = failure.code === "receipt_not_found" || failure.code === "receipt_mismatch";
    const buttons = await questions.answerButtons(asker, pointer, {
      again,
      elsewhere: isElsewhere ? untold : [],
    });
    const denied = isAccessFailure(failure) ? { denied: failure.code } : {};
    return { ...renderFailure(failure, { ...facts, ...more }), ...buttons, ...denied };
  };

  return async (asker: Asker, pointer: Pointer, outcome: Outcome, aside: Aside = {}): Promise<Answer> => {
    const { result } = outcome;
    const facts = { ...outcome, ...aside };
    if (result.ok) return wordReading(asker, pointer, result.value, facts);
    const failure = heardIn(asker.place, result.error);
    if (failure.code !== "account_number_required" || pointer.request.accountNumber !== undefined)
      return wordFailure(asker, pointer, failure, facts);
    const note = renderWarnings(pointer.warnings, null, asker.language);
    return questions.askDigits(asker, { ...pointer, missing: ["accountNumber"] }, [], note);
  };
};

type Facts = Pick<Outcome, "billing" | "seenBefore" | "checkedAt" | "isSameShowing"> & Aside;

export type Wording = ReturnType<typeof createWording>;
