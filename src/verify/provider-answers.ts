import type { LookUp, LookupOutcome } from "./look-up.ts";

/** What came of asking a bank: it answered (also "there is no such receipt"), or it did not, in time or at all. */
type ProviderAnswer = "answered" | "timed out" | "failed";

/** How a bank has answered this process of late. */
export type ProviderAnswers = {
  /** When it answered last; null: never. */
  readonly answeredAt: Date | null;
  /** The last ones, at most three, the newest first; none: it was not asked. */
  readonly recent: readonly ProviderAnswer[];
};

const recentMax = 3;

/** Remembers how the banks answer, in this process alone: what is not known to have answered is not said to. */
export const createProviderAnswers = () => {
  const byProvider = new Map<string, ProviderAnswers>();
  // Who asks the same at the same time shares one answer.
  const noted = new WeakSet<LookupOutcome>();
  const of = (label: string): ProviderAnswers => byProvider.get(label) ?? { answeredAt: null, recent: [] };

  const note = (label: string, answer: ProviderAnswer, at: Date): void => {
    const before = of(label);
    byProvider.set(label, {
      answeredAt: answer === "answered" ? at : before.answeredAt,
      recent: [answer, ...before.recent].slice(0, recentMax),
    });
  };

  /** The same look-up, noting what the bank itself has answered. */
  const noting =
    (lookUp: LookUp): LookUp =>
    async (provider, question, options) => {
      const outcome = await lookUp(provider, question, options);
      const answer = answerOf(outcome);
      if (answer !== null && !noted.has(outcome)) note(provider.label, answer, outcome.checkedAt);
      noted.add(outcome);
      return outcome;
    };

  return { of, noting };
};

/** Null where the bank was not asked: the answer was remembered, or there was no asking it. */
const answerOf = ({ result, source, isShared = false }: LookupOutcome): ProviderAnswer | null => {
  if (source === "cache" || isShared) return null;
  if (result.ok) return "answered";
  switch (result.error.code) {
    case "receipt_not_found":
    case "receipt_not_completed":
    case "receipt_mismatch":
    case "account_number_required":
      return "answered";
    case "provider_timeout":
      return "timed out";
    case "provider_error":
    case "provider_tls_failure":
    case "provider_blocked":
    case "provider_format_changed":
      return "failed";
    default:
      return null;
  }
};
