import type { Failure } from "../core/failure.ts";
import type { Provider } from "../providers/provider.ts";
import { type Candidate, referenceOf } from "./candidates.ts";
import type { Warning } from "./detect/warnings.ts";
import { assessFailure, type FailureAssessment } from "./failure-assessment.ts";

/** A question that was answered without a receipt: what was asked, and what the answer means. */
export type FailedQuestion = {
  readonly assessment: FailureAssessment;
  readonly bank: string;
  /** What was asked for, as it stood in the message. */
  readonly reference: string;
  /** Account digits or phone that were part of the question; null: the reference stood alone. */
  readonly secondNumber: string | null;
  /** Whether the day on which it was paid is known from the reference. */
  readonly isDated: boolean;
  readonly warnings: readonly Warning[];
  /** Whether a saved account was asked with, unasked. */
  readonly isAskedWithSaved: boolean;
};

type Circumstances = { readonly providers: readonly Provider[]; readonly now: Date };

/** Assesses a failure of a candidate's question anew, for an answer in the background may be told the next day. */
export const failedQuestionOf = (
  candidate: Candidate,
  failure: Failure,
  { providers, now }: Circumstances,
): FailedQuestion => {
  const provider = providers.find(({ label }) => label === candidate.provider);
  const opened = provider?.open(candidate.request);
  const { secondNumber, encodedDate = null } = opened?.ok ? opened.value : {};
  const { isBankChosen, isWithSaved, warnings } = candidate;
  return {
    assessment: assessFailure(failure, { secondNumber, isBankChosen, encodedDate }, now),
    bank: provider?.settings.bank ?? candidate.provider,
    reference: referenceOf(candidate),
    secondNumber: secondNumber ?? null,
    isDated: encodedDate !== null,
    warnings,
    isAskedWithSaved: isWithSaved,
  };
};
