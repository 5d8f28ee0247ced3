import { type Api, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Failure } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Result } from "../result.ts";
import { allowedUpdates } from "./incoming.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";

/** How polling ended: by `stop`, or because Telegram will not serve this bot (`reason` is one line). */
export type Ending = { readonly kind: "stopped" } | { readonly kind: "refused"; readonly reason: string };

type Dependencies = {
  readonly api: Api;
  /** Writes updates down; only then is Telegram told that they have arrived. */
  readonly take: (updates: readonly Update[]) => Promise<Result<unknown, Failure>>;
  readonly log: Log;
  readonly pace: Pace;
  /** Its signal ends the long poll itself. */
  readonly stopping: AbortController;
};

/** Long polling: fetching an update confirms the ones before it, so each batch is in the inbox before the next fetch. */
export const createPolling = ({ api, take, log, pace, stopping }: Dependencies) => {
  let ran: Promise<unknown> = Promise.resolve();

  const fetch = async (offset: number): Promise<Update[] | Ending> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        const poll = { offset, timeout: pace.pollSeconds, allowed_updates: [...allowedUpdates] };
        return await api.getUpdates(poll);
      } catch (error) {
        if (stopping.signal.aborted) break;
        const reason = refusalOf(error);
        if (reason !== null) return { kind: "refused", reason };
        log.warn({ err: error }, "Telegram cannot be reached; trying again");
        await pause(floodMs(error, pace) ?? backoffMs(pace, attempt), stopping.signal);
      }
    }
    return { kind: "stopped" };
  };

  const keep = async (updates: readonly Update[]): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      const taken = await take(updates);
      if (taken.ok) return;
      log.warn({ code: taken.error.code, detail: taken.error.detail }, "updates cannot be written down now");
      await pause(backoffMs(pace, attempt), stopping.signal);
    }
  };

  const poll = async (): Promise<Ending> => {
    let offset = 0;
    for (;;) {
      const fetched = await fetch(offset);
      if (!Array.isArray(fetched)) return fetched;
      await keep(fetched);
      for (const update of fetched) offset = update.update_id + 1;
    }
  };

  return {
    run: (): Promise<Ending> => {
      const polled = poll();
      ran = polled.catch(() => undefined); // whoever called hears of it
      return polled;
    },
    /** Aborts the long poll; resolves when the last batch is written down. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await ran;
    },
  };
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

const floodMs = (error: unknown, pace: Pace): number | null => {
  const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  return seconds === undefined ? null : seconds * pace.floodSecondMs;
};
