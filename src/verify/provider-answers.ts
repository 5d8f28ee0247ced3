import type { LookUp, LookupOutcome } from "./look-up.ts";

/** The outcome of asking a bank. "There is no such receipt" is also an answer. */
type ProviderAnswer = "answered" | "timed out" | "failed";

/** How a bank has recently answered this process. */
export type ProviderAnswers = {
  /** The last answer; null: never. */
  readonly answeredAt: Date | null;
  /** The last three outcomes, newest first; empty: it was not asked. */
  readonly recent: readonly ProviderAnswer[];
};

const recentMax = 3;

/** Remembers in this process how the banks answer. */
export const createProviderAnswers = () => {
  const byProvider = new Map<string, ProviderAnswers>();
  // Callers with the same question share one answer, which counts once.
  const noted = new WeakSet<LookupOutcome>();
  const of = (label: string): ProviderAnswers => byProvider.get(label) ?? { answeredAt: null, recent: [] };

  const note = (label: string, answer: ProviderAnswer, at: Date): void => {
    const before = of(label);
    byProvider.set(label, {
      answeredAt: answer === "answered" ? at : before.answeredAt,
      recent: [answer, ...before.recent].slice(0, recentMax),
    });
  };

  /** Wraps a look-up and notes the outcomes of the bank itself. */
  const noting =
    (lookUp: LookUp): LookUp =>
    async (provider, question, options) => {
      const outcome = await lookUp(provider, question, options);
      const answer = answerOf(outcome);
      if (answer !== null && !noted.has(outcome)) note(provider.label, answer, outcome.checkedAt);
      noted.add(outcome);
      return outcome;
    };

  /** Whether nothing says that the bank is down. */
  const isAnswering = (label: string): boolean => (of(label).recent[0] ?? "answered") === "answered";

  return { of, isAnswering, noting };
};

/** Null where the bank was not asked. */
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
