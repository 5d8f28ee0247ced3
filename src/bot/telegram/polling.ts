import { GrammyError } from "grammy";
import type { Log } from "../../core/log.ts";
import type { PollingLease } from "../data/polling-lease.ts";
import type { Arrival } from "./arrival.ts";
import type { LongPoll } from "./client.ts";
import { type BotTimings, backoffMs, pause } from "./timings.ts";
import { updateIdOf } from "./update.ts";

/** How polling ended: by `stop`, or because Telegram will not serve this bot (`reason` is one line). */
export type Ending = { readonly kind: "stopped" } | { readonly kind: "refused"; readonly reason: string };

type Dependencies = {
  readonly longPoll: LongPoll;
  /** Of all processes of this bot the one that holds it polls. */
  readonly lease: PollingLease;
  /** Writes updates down; they are confirmed to Telegram only after that. */
  readonly arrive: Arrival;
  readonly log: Log;
  readonly timings: BotTimings;
  /** Its signal ends the long poll itself. */
  readonly stopping: AbortController;
};

/** Another poller's answer so often in a row, while this process holds the lease, comes from no process of ours. */
const conflictsMax = 4;

/**
 * Long polling. A fetch confirms the updates before its offset, so each batch is in the inbox before the next fetch. A
 * process without the lease waits until it gets it.
 */
export const createPolling = ({ longPoll, lease, arrive, log, timings, stopping }: Dependencies) => {
  let ran: Promise<unknown> = Promise.resolve();

  /** "lost": another process polls now. */
  const fetch = async (offset: number): Promise<readonly unknown[] | Ending | "lost"> => {
    let conflicts = 0;
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      // Asked for each time: a process that hung for long may have been replaced meanwhile.
      const held = await hold();
      if (held === "other's") return "lost";
      if (held === "unknown") {
        await pause(backoffMs(timings, attempt), stopping.signal);
        continue;
      }
      try {
        const fetched = await longPoll(offset, stopping.signal);
        if (Array.isArray(fetched)) return fetched;
        log.warn("Telegram gave no list of updates; trying again");
        await pause(backoffMs(timings, attempt), stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) break;
        // One that lost the lease a moment ago may still be there.
        if (isConflict(error)) conflicts += 1;
        const reason = isConflict(error) && conflicts < conflictsMax ? null : refusalOf(error);
        if (reason !== null) return { kind: "refused", reason };
        log.warn({ err: error }, "Telegram cannot be reached; trying again");
        await pause(floodMs(error, timings) ?? backoffMs(timings, attempt), stopping.signal);
      }
    }
    return { kind: "stopped" };
  };

  const hold = async (): Promise<"held" | "other's" | "unknown"> => {
    const held = await lease.hold();
    if (held.ok) return held.value ? "held" : "other's";
    const { code, detail } = held.error;
    log.warn({ code, detail }, "nobody can tell now which process polls; asking again");
    return "unknown";
  };

  /** Resolves when this process is the one that polls; false: it is stopping. */
  const untilHeld = async (): Promise<boolean> => {
    let isTold = false;
    while (!stopping.signal.aborted) {
      const held = await hold();
      if (held === "held") {
        log.info("this process polls for the bot");
        return true;
      }
      if (held === "other's" && !isTold) {
        log.info("another process polls for the bot; this one works the inbox off and stands by");
        isTold = true;
      }
      await pause(timings.standByMs, stopping.signal);
    }
    return false;
  };

  const keep = async (updates: readonly unknown[]): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      const taken = await arrive(updates);
      if (taken.ok) return;
      log.warn({ code: taken.error.code, detail: taken.error.detail }, "updates cannot be written down now");
      await pause(backoffMs(timings, attempt), stopping.signal);
    }
  };

  const poll = async (): Promise<Ending> => {
    while (await untilHeld()) {
      const ending = await pollWhileHeld();
      if (ending !== "lost") return ending;
    }
    return { kind: "stopped" };
  };

  const pollWhileHeld = async (): Promise<Ending | "lost"> => {
    let offset = 0;
    for (;;) {
      try {
        const fetched = await fetch(offset);
        if (fetched === "lost" || "kind" in fetched) return fetched;
        await keep(fetched);
        const next = fetched.flatMap(offsetBehind).at(-1);
        // Nothing in the batch can be confirmed, so Telegram would send the same again at once.
        if (fetched.length > 0 && next === undefined) await pause(backoffMs(timings, 7), stopping.signal);
        offset = next ?? offset;
      } catch (error) {
        log.error({ err: error }, "polling broke; it goes on");
        await pause(backoffMs(timings, 1), stopping.signal);
      }
    }
  };

  return {
    run: (): Promise<Ending> => {
      const polled = poll();
      ran = polled.catch(() => undefined); // the caller gets the error
      return polled;
    },
    /** Aborts the long poll; resolves when the last batch is written down, and another process may poll. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await ran;
      await lease.release();
    },
  };
};

/** The offset that confirms an update; none where it has no id. */
const offsetBehind = (json: unknown): readonly number[] => {
  const updateId = updateIdOf(json);
  return updateId === null ? [] : [updateId + 1];
};

/** Why Telegram will never serve this bot as it is configured, or null when trying again can help. */
export const refusalOf = (error: unknown): string | null => {
  if (!(error instanceof GrammyError)) return null;
  if (error.error_code === 401 || error.error_code === 404)
    return "Telegram does not know this bot: check TELEGRAM_BOT_TOKEN and TELEGRAM_API_ROOT";
  if (isConflict(error))
    return "a process with another database polls for this bot: stop it, because Telegram serves one poller only";
  return null;
};

const isConflict = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 409;

const floodMs = (error: unknown, timings: BotTimings): number | null => {
  const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  return seconds === undefined ? null : seconds * timings.floodSecondMs;
};
