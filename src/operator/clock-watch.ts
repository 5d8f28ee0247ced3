import type { Clock } from "../core/clock.ts";
import type { Log } from "../core/log.ts";
import { minuteMs } from "../core/time.ts";
import { bringBackPlans, newestMoment } from "../database/clock.ts";
import type { Store } from "../database/store.ts";

type Dependencies = {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: Pick<Log, "warn">;
};

type ClockWatch = {
  /** Before anything is done: goes by the clock of the database's server, and tells of rows that are newer than now. */
  readonly begin: () => Promise<void>;
  /** Tells of a clock that has jumped, once for each jump. */
  readonly round: () => Promise<void>;
};

/** Two clocks that differ by less are no news. */
const jumpMs = minuteMs;
/** A process that stopped a moment ago may have had a clock of its own. */
const futureMs = 5 * minuteMs;

/**
 * Tells of a clock that jumps, and brings back what a clock that was ahead has planned. Processes that share a server go
 * by its clock, so that one whose own clock is wrong neither takes over others' work nor begins a day of its own.
 */
export const createClockWatch = (deps: Dependencies): ClockWatch => {
  const { clock, store, log } = deps;
  let wasApart = false;

  const goByServer = async (): Promise<void> => {
    const { serverTime } = store;
    if (serverTime === null) return;
    // While the server is away, the time goes on evenly from its last answer.
    const told = await store.read(serverTime);
    if (!told.ok) return;
    const aheadMs = clock.goBy(told.value);
    const isApart = Math.abs(aheadMs) > jumpMs;
    if (isApart && !wasApart)
      log.warn(
        { aheadSeconds: Math.round(aheadMs / 1_000) },
        "this machine's clock differs from the database server's, which is used: set it right (NTP)",
      );
    wasApart = isApart;
  };

  const bringBack = () => store.transaction((trx) => bringBackPlans(trx, clock.now()));

  return {
    begin: async () => {
      await goByServer();
      const newest = await store.read(newestMoment);
      const aheadMs = newest.ok && newest.value ? newest.value.getTime() - clock.now().getTime() : 0;
      if (aheadMs <= futureMs) return;
      log.warn(
        { aheadSeconds: Math.round(aheadMs / 1_000) },
        "the newest rows of the database are of a time to come: the clock is behind now, or was ahead when they were written. Nothing is lost; set the clock right (NTP)",
      );
      await bringBack();
    },

    round: async () => {
      const jumpedMs = clock.jumpedMs();
      if (Math.abs(jumpedMs) > jumpMs)
        log.warn(
          { jumpedSeconds: Math.round(jumpedMs / 1_000) },
          "the clock of this machine has jumped: nothing is lost; set it right (NTP) if it is wrong now",
        );
      await goByServer();
      if (jumpedMs < -jumpMs) await bringBack();
    },
  };
};
