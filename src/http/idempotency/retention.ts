import type { Failure } from "../../core/failure.ts";
import type { Idempotency } from "./idempotency.ts";

type RetentionRounds = {
  /** Resolves when the running round has ended. */
  readonly close: () => Promise<void>;
};

const retentionEveryMs = 60_000;

/** Forgets every minute what is too old; a round that failed is told, and the next one tries again. */
export const startRetention = (
  { applyRetention }: Pick<Idempotency, "applyRetention">,
  onFailed: (failure: Failure) => void,
): RetentionRounds => {
  let round: Promise<void> = Promise.resolve();
  const runRound = () => {
    round = round.then(applyRetention).then(
      (applied) => {
        if (!applied.ok) onFailed(applied.error);
      },
      // A bug in one round must neither end the process nor the rounds after it.
      (bug: unknown) => onFailed({ code: "internal_error", detail: String(bug).slice(0, 200) }),
    );
  };
  const timer = setInterval(runRound, retentionEveryMs).unref();
  return {
    close: () => {
      clearInterval(timer);
      return round;
    },
  };
};
