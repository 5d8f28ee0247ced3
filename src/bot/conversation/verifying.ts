import { isBlamelessOnce } from "../../core/failure.ts";
import type { Log } from "../../core/log.ts";
import type { Provider } from "../../providers/provider.ts";
import { renderRefusal } from "../../rendering/render-failure.ts";
import { type Candidate, referenceOf, requestPartOf } from "../../verify/candidates.ts";
import { failedVerification, type VerificationRequest, type Verify } from "../../verify/verify.ts";
import type { Retries } from "../data/retries.ts";
import { takenOver } from "../telegram/postponement.ts";
import type { BotTimings } from "../telegram/timings.ts";
import { mayAnswerLater, namedLookUp, planRetry } from "./background/look-up-retries.ts";
import { type ChatAssessment, chatAssessmentOf, type MerchantOf } from "./caller.ts";
import { type FoundOutcome, type Outcome, readOutcome, receiptSourceOf } from "./outcome.ts";
import type { OutcomeAnswer } from "./outcome-answer.ts";
import type { Answer, ChatRequest } from "./sending.ts";

type Dependencies = {
  readonly verify: Verify;
  readonly providers: readonly Provider[];
  readonly answerOutcome: OutcomeAnswer;
  readonly merchantOf: MerchantOf;
  readonly retries: Pick<Retries, "plan" | "answered" | "precedes">;
  readonly timings: BotTimings;
  readonly now: () => Date;
  readonly log: Log;
};

/** The slot of an answer, and the message of the bot that it replaces. */
export type AnswerSlot = {
  readonly slot: string;
  /** Whether the message asks for this receipt alone. */
  readonly isOnly: boolean;
  readonly shown: number | null;
  /** Whether the bank itself is asked, whatever is remembered of it. */
  readonly isFresh?: boolean;
};

type Circumstances = {
  /** The receipts before it in the message, which are assessed first. */
  readonly after?: Promise<unknown> | undefined;
};

/** `assessed`: what it means here and now; null for a failure. */
type AssessedOutcome = {
  readonly outcome: FoundOutcome;
  readonly assessed: ChatAssessment | null;
  /** Whether the background is asking for it now, so that no further attempt is planned. */
  readonly isRunning?: boolean;
};

/** Verifies one candidate of which everything is known, and words the outcome. */
export const createVerifyCandidate = (deps: Dependencies) => {
  const { verify, providers, answerOutcome, merchantOf, retries, now, log } = deps;

  const ask = async (
    request: ChatRequest,
    answerSlot: AnswerSlot,
    provider: Provider,
    candidate: Candidate,
  ): Promise<AssessedOutcome> => {
    const { caller, sending } = request;
    const named = namedLookUp(provider, candidate);
    const merchant = await merchantOf(caller);
    const { account: merchantAccount, countedOn } = merchant;
    const before = named === null ? null : await retries.precedes(askerOf(caller), named);
    if (before !== null) {
      // Others are asked for first, or the background asks for it just now.
      const outcome = {
        ...failedVerification({ code: "provider_timeout" }, now()),
        account: merchantAccount,
      };
      return { outcome, assessed: null, isRunning: before === "running" };
    }
    const { isMine, keep } = sending.alongside(caller, answerSlot.slot, { candidate, merchantAccount });
    const alongside: VerificationRequest["alongside"] = {
      isMine,
      keep: async (trx, verification) => {
        await keep(trx, verification);
        // Counting an answer ends the caller's retry of the same question.
        if (named !== null) await retries.answered(trx, askerOf(caller), named.question);
      },
    };
    const receiptSource = receiptSourceOf(caller, answerSlot);
    const { isFresh = false } = answerSlot;
    const toVerify = {
      caller: countedOn,
      provider,
      ...requestPartOf(candidate),
      merchantAccount,
      isFresh,
      receiptSource,
      alongside,
    };
    const verification = await verify(toVerify).catch((error: unknown) => {
      log.error({ provider: provider.label, err: error }, "a verification broke");
      return failedVerification({ code: "internal_error" }, now());
    });
    const { result, assessment } = verification;
    if (!result.ok && result.error.code === "request_in_progress") throw takenOver();
    const outcome = { ...verification, account: merchantAccount };
    return { outcome, assessed: assessment && chatAssessmentOf(merchant, assessment) };
  };

  /** Plans a retry in the background together with keeping the outcome. `no`: nothing is to be tried again. */
  const plan = async (
    { caller, sending }: ChatRequest,
    { slot }: AnswerSlot,
    provider: Provider,
    { candidate, outcome }: { readonly candidate: Candidate; readonly outcome: FoundOutcome },
  ): Promise<"yes" | "no" | "database away"> => {
    const named = namedLookUp(provider, candidate);
    if (named === null || !isUnanswered(outcome)) return "no";
    const { isMine, keep } = sending.alongside(caller, slot, { candidate, merchantAccount: outcome.account });
    const isPlanned = await planRetry(
      { caller, candidate, slot },
      named,
      { isMine, keep: (trx) => keep(trx, outcome) },
      deps,
    );
    return isPlanned ? "yes" : "database away";
  };

  return async (
    request: ChatRequest,
    answerSlot: AnswerSlot,
    candidate: Candidate,
    { after }: Circumstances = {},
  ): Promise<Answer> => {
    const { caller, sending } = request;
    const provider = providers.find(({ label }) => label === candidate.provider);
    if (provider === undefined)
      return renderRefusal({ code: "provider_not_offered" }, referenceOf(candidate), caller.language);
    // What was counted or planned before a crash is sent now, and not asked again.
    const keptText = await sending.kept(caller.place, answerSlot.slot);
    const kept = keptText === null ? null : readOutcome(keptText);
    const {
      outcome,
      assessed,
      isRunning = false,
    } = kept === null
      ? await ask(request, answerSlot, provider, candidate)
      : { outcome: kept, assessed: null };
    const isDecided = kept !== null || isRunning;
    // The message may have been changed since that was kept.
    const asked = kept?.candidate ?? candidate;
    const planned = isDecided
      ? plannedBefore(outcome)
      : await plan(request, answerSlot, provider, { candidate: asked, outcome });
    // The receipts before it have had their turn, whatever came of them.
    await after?.catch(() => undefined);
    const { slot } = answerSlot;
    const answer = await answerOutcome(caller, asked, outcome, {
      isTriedAgain: planned !== "no",
      slot,
      assessed,
    });
    const { result, billing } = outcome;
    const isExcused = billing?.counted === true || (!result.ok && isBlamelessOnce(result.error));
    // The update itself is what is tried again, also where the database is back before the answer is noted.
    return { ...answer, isExcused, ...(planned === "database away" && { isProvisional: true }) };
  };
};

/** Whether an outcome that is not of this attempt was planned to be tried again. */
const plannedBefore = (outcome: Outcome): "yes" | "no" => (isUnanswered(outcome) ? "yes" : "no");

const isUnanswered = ({ result }: Outcome): boolean => !result.ok && mayAnswerLater(result.error);

export type VerifyCandidate = ReturnType<typeof createVerifyCandidate>;

const askerOf = ({ place, userId }: ChatRequest["caller"]) => ({ chatId: place.chatId, userId });
