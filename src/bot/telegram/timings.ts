import { hourMs } from "../../core/time.ts";

/** Every waiting time of the bot, in milliseconds unless the name says otherwise. */
export type BotTimings = {
  /** An answer that takes longer gets a progress message. */
  readonly progressAfterMs: number;
  /** An answer that took longer is a new message: an edit makes no sound. */
  readonly lateAfterMs: number;
  /** Telegram shows a chat action for 5 s. */
  readonly typingEveryMs: number;
  /** For every method but the long poll. */
  readonly callTimeoutMs: number;
  readonly pollSeconds: number;
  /** How often a process that does not poll asks whether it may. */
  readonly standByMs: number;
  /** What Telegram's "second" lasts in `retry_after`. */
  readonly floodSecondMs: number;
  /** First pause after a failed call; the following ones double. */
  readonly retryMs: number;
  /** How long a stop waits for handlers that are still at work. */
  readonly drainMs: number;
  /** How often the inbox is read for what other processes have put there. */
  readonly inboxEveryMs: number;
  /** An album's summary is sent when no picture has come for so long … */
  readonly albumQuietMs: number;
  /** … and at the latest after this. */
  readonly albumWaitMs: number;
  /** Between two reads of the inbox while updates are worked on. */
  readonly lookEveryMs: number;
  /** The same while more than half of the places are taken. */
  readonly busyLookEveryMs: number;
  /** How often due retries are looked for. */
  readonly retriesEveryMs: number;
  /** First pause before an unanswered look-up is tried again; the following ones double. */
  readonly firstRetryMs: number;
  /** The same for a picture that waits for the reader. */
  readonly pictureRetryMs: number;
  /** How long a look-up is tried again. */
  readonly retryingMs: number;
};

export const usualTimings: BotTimings = {
  progressAfterMs: 700,
  lateAfterMs: 10_000,
  typingEveryMs: 4_000,
  callTimeoutMs: 15_000,
  pollSeconds: 30,
  standByMs: 2_000,
  floodSecondMs: 1_000,
  retryMs: 500,
  drainMs: 18_000,
  inboxEveryMs: 500,
  lookEveryMs: 5,
  busyLookEveryMs: 50,
  albumQuietMs: 1_000,
  albumWaitMs: 8_000,
  retriesEveryMs: 2_000,
  firstRetryMs: 20_000,
  pictureRetryMs: 5_000,
  retryingMs: hourMs,
};

/** Resolves after `ms`, or at once when `signal` is raised. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    // The timer of node:timers/promises creates an error for each aborted signal.
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });

/** `retryMs` doubling with each attempt (counted from 1), at most 30 s, and half of it by chance. `random`: in [0, 1). */
export const backoffMs = (timings: BotTimings, attempt: number, random = Math.random): number =>
  Math.min(timings.retryMs * 2 ** (attempt - 1), 30_000) * (0.5 + random() / 2);
