import type { Failure } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import type { AccountsDependencies } from "./accounts.ts";
import { dayBefore } from "./admission.ts";
import { forgetBefore, voidExpired } from "./quotas.ts";

/** What keeps the books tidy: reservations whose process is gone are voided, old days are forgotten. */
export type Upkeep = {
  /** One round: voids at most 1,000 expired reservations, and forgets the days before the day before yesterday. */
  readonly sweep: () => Promise<Result<{ readonly voided: number }, Failure>>;
  /** Sweeps now and every ten seconds; resolves after the first round. */
  readonly start: () => Promise<void>;
  /** Stops sweeping; resolves when the running round has ended. */
  readonly close: () => Promise<void>;
};

const sweepEveryMs = 10_000;
const daysKept = 2;

export const createUpkeep = ({ store, now, onSweepFailed }: AccountsDependencies): Upkeep => {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  const sweep: Upkeep["sweep"] = async () => {
    const at = now();
    const voided = await store.transaction((work) => voidExpired(work, at));
    if (!voided.ok) return voided;
    const forgotten = await store.transaction((work) => forgetBefore(work, dayBefore(at, daysKept)));
    return forgotten.ok ? ok({ voided: voided.value }) : forgotten;
  };

  const runRound = (): Promise<void> => {
    round = round.then(sweep).then((swept) => {
      if (!swept.ok) onSweepFailed?.(swept.error);
    });
    return round;
  };

  return {
    sweep,
    start: () => {
      timer = setInterval(runRound, sweepEveryMs).unref();
      return runRound();
    },
    close: () => {
      clearInterval(timer);
      return round;
    },
  };
};
