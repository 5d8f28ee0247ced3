import { definitiveCodeOf, providerCodeOf } from "../core/failure.ts";
import { minuteMs } from "../core/time.ts";
import type { LookUp, LookUpOutcome } from "./look-up.ts";

/** The outcome of asking a bank. "There is no such receipt" is also an answer. */
type ProviderAnswer = "answered" | "timed out" | "failed";

/** How a bank has recently answered this process. */
export type ProviderAnswers = {
  /** The last answer; null: never. */
  readonly answeredAt: Date | null;
  /** The last three outcomes, newest first; empty: it was not asked. */
  readonly recent: readonly ProviderAnswer[];
};

/** How often a bank was asked, and how often it did not answer. */
export type ProviderCount = {
  readonly asked: number;
  readonly timedOut: number;
  /** It answered with an error, was not to be trusted, or could not be read. */
  readonly failed: number;
};

/** The same of the last hour and of the last 24, as far back as this process counts. */
export type ProviderCounts = { readonly lastHour: ProviderCount; readonly lastDay: ProviderCount };

const recentMax = 3;
const unreadableMin = 3;
const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** Remembers in this process how the banks answer. */
export const createProviderAnswers = () => {
  const byProvider = new Map<string, ProviderAnswers>();
  /** Counts of each minute of the last day, the oldest first. */
  const minutesByProvider = new Map<string, Map<number, ProviderCount>>();
  // Callers with the same question share one answer, which counts once.
  const noted = new WeakSet<LookUpOutcome>();
  /** Questions whose answers could not be read, since the last one that could. */
  const unreadable = new Map<string, Set<string>>();
  const of = (label: string): ProviderAnswers => byProvider.get(label) ?? { answeredAt: null, recent: [] };

  const note = (label: string, answer: ProviderAnswer, at: Date): void => {
    const before = of(label);
    byProvider.set(label, {
      answeredAt: answer === "answered" ? at : before.answeredAt,
      recent: [answer, ...before.recent].slice(0, recentMax),
    });
    const minutes = minutesByProvider.get(label) ?? new Map<number, ProviderCount>();
    minutesByProvider.set(label, minutes);
    const minute = Math.floor(at.getTime() / minuteMs);
    minutes.set(minute, plus(minutes.get(minute) ?? none, countOf(answer)));
    for (const old of minutes.keys()) if (old <= minute - dayMinutes) minutes.delete(old);
  };

  const countsOf = (label: string, now: Date): ProviderCounts => {
    const minutes = [...(minutesByProvider.get(label) ?? [])];
    const nowMinute = Math.floor(now.getTime() / minuteMs);
    const sinceMinute = (first: number) =>
      minutes.filter(([minute]) => minute > first).reduce((sum, [, count]) => plus(sum, count), none);
    return { lastHour: sinceMinute(nowMinute - hourMinutes), lastDay: sinceMinute(nowMinute - dayMinutes) };
  };

  /**
   * Notes a receipt that could not be read. True: so many in a row say that the bank changed its layout, for a payer can
   * make one page unreadable.
   */
  const noteUnreadable = (label: string, canonical: string): boolean => {
    const asked = unreadable.get(label) ?? new Set<string>();
    unreadable.set(label, asked);
    if (asked.size < unreadableMin) asked.add(canonical);
    return asked.size >= unreadableMin;
  };

  /** Wraps a look-up and notes the outcomes of the bank itself. */
  const noting =
    (lookUp: LookUp): LookUp =>
    async (provider, question, options) => {
      const outcome = await lookUp(provider, question, options);
      const isUnread = outcome.source !== "cache" && isFormatChanged(outcome);
      const isLayoutChanged = isUnread && noteUnreadable(provider.label, question.canonical);
      const answer = answerOf(outcome, isLayoutChanged);
      if (answer === "answered") unreadable.delete(provider.label);
      if (answer !== null && !noted.has(outcome)) note(provider.label, answer, outcome.checkedAt);
      noted.add(outcome);
      return outcome;
    };

  /** Whether nothing says that the bank is down. */
  const isAnswering = (label: string): boolean => (of(label).recent[0] ?? "answered") === "answered";

  return { of, countsOf, isAnswering, noting };
};

const none: ProviderCount = { asked: 0, timedOut: 0, failed: 0 };

const countOf = (answer: ProviderAnswer): ProviderCount => ({
  asked: 1,
  timedOut: answer === "timed out" ? 1 : 0,
  failed: answer === "failed" ? 1 : 0,
});

const plus = (left: ProviderCount, right: ProviderCount): ProviderCount => ({
  asked: left.asked + right.asked,
  timedOut: left.timedOut + right.timedOut,
  failed: left.failed + right.failed,
});

/**
 * Null where the bank was not asked, or where one receipt says nothing about it. A shared success counts as if the caller
 * had asked, or the public counts would show that somebody else had. A shared failure does not count.
 */
const answerOf = (outcome: LookUpOutcome, isLayoutChanged: boolean): ProviderAnswer | null => {
  const { source, isShared = false } = outcome;
  if (source === "cache") return null;
  const answer = answerIn(outcome, isLayoutChanged);
  return isShared && answer !== "answered" ? null : answer;
};

const isFormatChanged = ({ result }: LookUpOutcome): boolean =>
  !result.ok && result.error.code === "provider_format_changed";

const answerIn = ({ result }: LookUpOutcome, isLayoutChanged: boolean): ProviderAnswer | null => {
  if (result.ok || definitiveCodeOf(result.error) !== null) return "answered";
  const code = providerCodeOf(result.error);
  switch (code) {
    case "provider_timeout":
      return "timed out";
    case "provider_error":
    case "provider_tls_failure":
    case "provider_blocked":
      return "failed";
    case "provider_format_changed":
      return isLayoutChanged ? "failed" : null;
    // It was not asked.
    case "provider_unavailable":
    case null:
      return null;
  }
};
