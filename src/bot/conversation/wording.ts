import type { Failure, FailureAssessmentKind } from "../../core/failure.ts";
import type { Result } from "../../core/result.ts";
import type { Provider } from "../../providers/provider.ts";
import { renderWarnings } from "../../rendering/remarks.ts";
import { type ReceiptReply, receiptAnswerKindOf, renderReceipt } from "../../rendering/render.ts";
import { canChange, meetsEveryReceipt, renderFailure } from "../../rendering/render-failure.ts";
import { lines } from "../../rendering/rich-text.ts";
import { catalogues } from "../../texts/texts.ts";
import type { Candidate } from "../../verify/candidates.ts";
import { receiptAmountsOf } from "../../verify/claims.ts";
import { failedQuestionOf } from "../../verify/failed-question.ts";
import type { BotMemory } from "../data/memory.ts";
import { isGroup, type Place } from "../telegram/chat.ts";
import type { AnswerButtons } from "./answer-buttons.ts";
import type { EnteredReceipt } from "./books.ts";
import { type ChatCaller, quoting, shownMessageOf } from "./caller.ts";
import { type FoundOutcome, receiptMark } from "./outcome.ts";
import type { Questions } from "./questions/questions.ts";
import { isAboutRecord, type UndoButtons } from "./receivers/undo.ts";
import type { Answer } from "./sending.ts";

type Dependencies = {
  readonly questions: Pick<Questions, "nameOf" | "bankOf" | "askDigits">;
  readonly buttons: AnswerButtons;
  readonly providers: readonly Provider[];
  readonly undoButtons: Pick<UndoButtons, "find">;
  readonly memory: Pick<BotMemory, "calendarOf">;
  /** Whether there are top-ups by receipt. */
  readonly hasTopUp: boolean;
  /** A link or a Telegram name; null or unset: none is given. */
  readonly operatorContact?: string | null;
  readonly now: () => Date;
};

/** What is known beside what the answer is about. */
export type WordingFacts = Pick<FoundOutcome, "billing" | "checkedAt"> & {
  /** Whether it is asked again in the background. */
  readonly isTriedAgain?: boolean;
  /** The slot of the answer; unset: its outcome is not kept, so that no button can lead back to it. */
  readonly slot?: string | null;
  /** Whether the details are unfolded. */
  readonly isUnfolded?: boolean;
  /** Whether it was sent before, and something may have been decided since. */
  readonly isAgain?: boolean;
};

/** Words the answer about a receipt in the shop's books, or about why there is none. */
export const createWording = (deps: Dependencies) => {
  const { questions, buttons, providers, undoButtons, memory, hasTopUp, now } = deps;
  const { operatorContact = null } = deps;

  const wordReceipt = async (
    caller: ChatCaller,
    candidate: Candidate,
    { verified, assessed, seenBefore, askedEarly, expected }: EnteredReceipt,
    facts: WordingFacts,
  ): Promise<Answer> => {
    const { account, assessment } = assessed;
    const { billing, slot = null, isUnfolded = false, isAgain = false } = facts;
    const { provider } = candidate;
    const reference = verified.receipt.transaction_reference;
    const mark = receiptMark(provider, verified);
    const earlierMessage = seenBefore?.message ?? null;
    const shown: ReceiptReply = {
      ...assessed,
      expected,
      seenBefore,
      askedEarly,
      isSameMessage:
        earlierMessage?.isSameChat === true && earlierMessage.messageId === shownMessageOf(caller),
      billing,
      checkedAt: isAgain ? facts.checkedAt : null,
      isGroup: isGroup(caller.place),
      isUnfolded,
      isGuest: account === null && !isGroup(caller.place),
      bankOf: questions.nameOf,
      language: caller.language,
      calendar: await memory.calendarOf(caller.place.chatId),
      now: now(),
    };
    const undo =
      isAgain && slot !== null && assessment.receiver.kind === "yours" && !isGroup(caller.place)
        ? await undoButtons.find(
            { chatId: caller.place.chatId, userId: caller.userId },
            isAboutRecord(caller.place, slot, mark),
            caller.language,
          )
        : [];
    // In a forum what quotes a message of another topic is shown in that topic.
    const mayQuote = assessment.kind === "seen_before" && caller.place.topic === undefined;
    const earlier = mayQuote ? earlierMessage : null;
    return {
      ...renderReceipt(verified, shown),
      ...buttons.receiptButtons(caller, candidate, {
        assessed,
        slot,
        mark: receiptMark(provider, verified, account),
        isUnfolded,
        undo,
      }),
      ...quoting(caller),
      ...(earlier?.isSameChat && { quotes: earlier.messageId }),
      leadsBack: slot !== null,
      paid: { kind: receiptAnswerKindOf(shown), ...receiptAmountsOf(verified), provider, reference },
    };
  };

  const wordFailure = async (
    caller: ChatCaller,
    candidate: Candidate,
    failure: Failure,
    { billing, checkedAt, isTriedAgain = false }: WordingFacts,
  ): Promise<Answer> => {
    const failed = failedQuestionOf(candidate, failure, { providers, now: now() });
    const { assessment } = failed;
    const isLinked = buttons.pageOf(candidate, caller.place) !== null;
    const said = renderFailure(failure, {
      ...failed,
      isLinked,
      isTriedAgain,
      checkedAt,
      billing,
      isGroup: isGroup(caller.place),
      language: caller.language,
    });
    const told: Answer = { ...said, failed: assessment.kind };
    const offered = await buttons.failureButtons(caller, candidate, {
      isAgain: canChange(assessment),
      isInDoubt: assessment.kind === "number_in_doubt",
      isUnreadable: assessment.kind === "unreadable",
      opensForm: opensForm.has(assessment.kind),
    });
    if (!meetsEveryReceipt(failure)) return { ...told, ...offered, ...quoting(caller) };
    const denied = { denied: failure.code };
    if (!needsMore(failure)) return { ...told, ...offered, ...denied };
    const isOffered = hasTopUp && !isGroup(caller.place) && failure.code !== "account_suspended";
    if (isOffered) return { ...told, ...buttons.topUpButton(caller.language), ...denied };
    const contact = operatorContact && catalogues[caller.language].contactOperator(operatorContact);
    return { ...told, ...lines(said, contact || null), ...offered, ...denied };
  };

  return async (
    caller: ChatCaller,
    candidate: Candidate,
    entered: Result<EnteredReceipt, Failure>,
    facts: WordingFacts,
  ): Promise<Answer> => {
    if (entered.ok) return wordReceipt(caller, candidate, entered.value, facts);
    const failure = toldIn(caller.place, entered.error, hasTopUp);
    if (failure.code !== "account_number_required" || candidate.request.accountNumber !== undefined)
      return wordFailure(caller, candidate, failure, facts);
    const note = renderWarnings(candidate.warnings, null, caller.language);
    return questions.askDigits(caller, { ...candidate, missing: ["accountNumber"] }, [], note);
  };
};

export type Wording = ReturnType<typeof createWording>;

/** What the bank has said of a receipt. On the form the question can be changed, and the bank's own page is a press away. */
const opensForm: ReadonlySet<FailureAssessmentKind> = new Set<FailureAssessmentKind>([
  "undone",
  "number_in_doubt",
  "not_found",
  "another_receipt",
  "unreadable",
]);

/**
 * A failure as it is worded in a chat. In a private chat registering is one command away, and where there are no top-ups
 * nobody is told to top up.
 */
const toldIn = ({ chatId }: Place, failure: Failure, hasTopUp: boolean): Failure => {
  const { code: why, cause } = failure;
  if (why === "daily_quota_exceeded" && cause === "anonymous" && chatId > 0)
    return { ...failure, cause: "guest" };
  if (hasTopUp) return failure;
  if (why === "balance_exhausted") return { ...failure, cause: "operator" };
  if (why !== "daily_quota_exceeded" || cause !== "registered") return failure;
  return { ...failure, cause: "operator" };
};

/** Whether only a payment or the operator helps the caller. */
const needsMore = ({ code: why, cause }: Failure): boolean =>
  why === "balance_exhausted" ||
  why === "account_suspended" ||
  (why === "daily_quota_exceeded" && (cause === "registered" || cause === "operator"));
