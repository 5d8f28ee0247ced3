import type { Failure } from "../../core/failure.ts";
import type { Idempotency } from "./idempotency.ts";

type Sweeping = {
  /** Resolves when the running round has ended. */
  readonly close: () => Promise<void>;
};

const sweepEveryMs = 60_000;

/** Forgets every minute what is too old; a round that failed is told, and the next one tries again. */
export const startSweeping = (
  { sweep }: Pick<Idempotency, "sweep">,
  onFailed: (failure: Failure) => void,
): Sweeping => {
  let round: Promise<void> = Promise.resolve();
  const runRound = () => {
    round = round.then(sweep).then(
      (swept) => {
        if (!swept.ok) onFailed(swept.error);
      },
      // A bug in one round must neither end the process nor the rounds after it.
      (bug: unknown) => onFailed({ code: "internal_error", detail: String(bug).slice(0, 200) }),
    );
  };
  const timer = setInterval(runRound, sweepEveryMs).unref();
  return {
    close: () => {
      clearInterval(timer);
      return round;
    },
  };
};
