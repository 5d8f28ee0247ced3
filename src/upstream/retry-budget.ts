import { createSlidingWindow } from "../core/sliding-window.ts";

/** How many second attempts a provider is given, so that a bank in trouble does not get twice the load. */
type RetryBudget = {
  /** Notes the first attempt of a question. */
  readonly noteQuestion: () => void;
  /** Takes one retry, or says that none is left. */
  readonly takeRetry: () => boolean;
};

export type RetryBudgetLimits = {
  readonly windowMs: number;
  /** Retries per question of the window, e.g. 0.1. */
  readonly share: number;
  /** Retries that every window grants, so that a provider rarely asked is retried too. */
  readonly least: number;
};

export const createRetryBudget = (limits: RetryBudgetLimits, monotonicMs: () => number): RetryBudget => {
  const attempts = createSlidingWindow<"question" | "retry">(limits.windowMs, monotonicMs);
  return {
    noteQuestion: () => attempts.add("question"),
    takeRetry: () => {
      const events = attempts.events();
      const retries = events.filter((one) => one === "retry").length;
      const granted = Math.max(limits.least, Math.floor((events.length - retries) * limits.share));
      if (retries >= granted) return false;
      attempts.add("retry");
      return true;
    },
  };
};
