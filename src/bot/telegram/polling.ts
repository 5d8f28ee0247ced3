import { GrammyError } from "grammy";
import type { Log } from "../../core/log.ts";
import type { Arrival } from "./arrival.ts";
import type { LongPoll } from "./client.ts";
import { type BotTimings, backoffMs, pause } from "./timings.ts";
import { updateIdOf } from "./update.ts";

/** How polling ended: by `stop`, or because Telegram will not serve this bot (`reason` is one line). */
export type Ending = { readonly kind: "stopped" } | { readonly kind: "refused"; readonly reason: string };

type Dependencies = {
  readonly longPoll: LongPoll;
  /** Writes updates down; they are confirmed to Telegram only after that. */
  readonly arrive: Arrival;
  readonly log: Log;
  readonly timings: BotTimings;
  /** Its signal ends the long poll itself. */
  readonly stopping: AbortController;
};

/** Long polling. A fetch confirms the updates before its offset, so each batch is in the inbox before the next fetch. */
export const createPolling = ({ longPoll, arrive, log, timings, stopping }: Dependencies) => {
  let ran: Promise<unknown> = Promise.resolve();

  const fetch = async (offset: number): Promise<readonly unknown[] | Ending> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        const fetched = await longPoll(offset, stopping.signal);
        if (Array.isArray(fetched)) return fetched;
        log.warn("Telegram gave no list of updates; trying again");
        await pause(backoffMs(timings, attempt), stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) break;
        const reason = refusalOf(error);
        if (reason !== null) return { kind: "refused", reason };
        log.warn({ err: error }, "Telegram cannot be reached; trying again");
        await pause(floodMs(error, timings) ?? backoffMs(timings, attempt), stopping.signal);
      }
    }
    return { kind: "stopped" };
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
    let offset = 0;
    for (;;) {
      try {
        const fetched = await fetch(offset);
        if ("kind" in fetched) return fetched;
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
    /** Aborts the long poll; resolves when the last batch is written down. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await ran;
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
  if (error.error_code === 409)
    return "another process polls for this bot: stop it, because Telegram serves one poller only";
  return null;
};

const floodMs = (error: unknown, timings: BotTimings): number | null => {
  const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  return seconds === undefined ? null : seconds * timings.floodSecondMs;
};
