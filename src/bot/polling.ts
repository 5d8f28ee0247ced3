import { type Api, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import type { Log } from "../log.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import { toGrammySignal } from "./telegram-policy.ts";

/** How polling ended: by `stop`, or because Telegram will not serve this bot (`reason` is one line). */
export type Ending = { readonly kind: "stopped" } | { readonly kind: "refused"; readonly reason: string };

/** Updates taken from Telegram and not yet worked off, at most. */
const inFlightMax = 500;

type Dependencies = {
  readonly api: Api;
  /** Sees each update as it arrives, before those of its chat that came earlier are worked off. */
  readonly notice: (update: Update) => void;
  /** Works one update off. Never rejects. */
  readonly work: (update: Update) => Promise<void>;
  readonly log: Log;
  readonly pace: Pace;
};

/**
 * Long polling: updates of one chat one after the other, chats side by side. Fetching an update confirms the
 * ones before it, so a stop waits until everything fetched has been worked off.
 */
export const createPolling = ({ api, notice, work, log, pace }: Dependencies) => {
  const stopping = new AbortController();
  /** The end of each chat's queue. */
  const queues = new Map<number, Promise<void>>();
  let inFlight = 0;

  const enqueue = (update: Update): void => {
    const chat = chatOf(update);
    inFlight += 1;
    notice(update);
    const done = (queues.get(chat) ?? Promise.resolve()).then(async () => {
      await work(update);
      inFlight -= 1;
      if (queues.get(chat) === done) queues.delete(chat);
    });
    queues.set(chat, done);
  };

  const fetch = async (offset: number): Promise<Update[] | Ending> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        const poll = { offset, timeout: pace.pollSeconds, allowed_updates: allowedUpdates };
        return await api.getUpdates(poll, toGrammySignal(stopping.signal));
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

  const run = async (): Promise<Ending> => {
    let offset = 0;
    for (;;) {
      const fetched = await fetch(offset);
      if (!Array.isArray(fetched)) return fetched;
      for (const update of fetched) {
        offset = update.update_id + 1;
        enqueue(update);
      }
      while (inFlight > inFlightMax) await Promise.race(queues.values());
    }
  };

  const drain = async (): Promise<void> => {
    while (queues.size > 0) await Promise.all(queues.values());
  };

  /** Aborts the long poll, then waits for the handlers, at most `drainMs`. */
  const stop = async (): Promise<void> => {
    stopping.abort();
    const drained = new AbortController();
    await Promise.race([drain().then(() => drained.abort()), pause(pace.drainMs, drained.signal)]);
    if (inFlight > 0) log.error({ inFlight }, "stopped with messages still being worked on");
  };

  return { run, stop, signal: stopping.signal };
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

const allowedUpdates = ["message", "callback_query"] as const;

const chatOf = (update: Update): number =>
  update.message?.chat.id ?? update.callback_query?.message?.chat.id ?? update.callback_query?.from.id ?? 0;

const floodMs = (error: unknown, pace: Pace): number | null => {
  const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  return seconds === undefined ? null : seconds * pace.floodSecondMs;
};
