import { GrammyError, HttpError, type Transformer } from "grammy";
import { backoffMs, type Pace, pause } from "./pace.ts";

/** Attempts of one call, the first included: about a minute of trouble for what carries an answer. */
const attemptsMax = 8;
const briefAttemptsMax = 2;
/** A flood wait that is longer is given up: the person has long moved on. */
const floodSecondsMax = 60;

/**
 * How the bot talks to Telegram: a flood wait is obeyed for its chat, or for its method where there is none; a call whose
 * answer was lost is repeated only when repeating it changes nothing, so that no message is sent twice.
 */
export const createTelegramPolicy = (pace: Pace): Transformer => {
  const floods = new Map<unknown, Promise<unknown>>();

  const waitOut = async (flooded: unknown, seconds: number): Promise<void> => {
    // Of calls that were made at once each may be told of a wait of its own.
    const over = Promise.all([floods.get(flooded), pause(seconds * pace.floodSecondMs)]);
    floods.set(flooded, over);
    await over;
    if (floods.get(flooded) === over) floods.delete(flooded);
  };

  return async (previous, method, payload) => {
    // The long poll has its own way of trying again.
    if (method === "getUpdates") return previous(method, payload);
    // A method of no chat floods by itself: no picture's file waits until commands may be listed again.
    const flooded = "chat_id" in payload ? payload.chat_id : method;

    for (let attempt = 1; ; attempt += 1) {
      await floods.get(flooded);
      const last = attempt >= (isBrief(method) ? briefAttemptsMax : attemptsMax);
      const outcome = await previous(method, payload).catch((error: unknown) => {
        if (last || !mayRepeat(method, error)) throw error;
        return null;
      });
      if (outcome !== null && (outcome.ok || last)) return outcome;
      if (outcome !== null && outcome.error_code === 429) {
        const seconds = outcome.parameters?.retry_after ?? 1;
        if (seconds > floodSecondsMax) return outcome;
        await waitOut(flooded, seconds);
      } else {
        const faulty = outcome === null || (outcome.error_code >= 500 && isIdempotent(method));
        if (!faulty) return outcome;
        await pause(backoffMs(pace, attempt));
      }
    }
  };
};

const isIdempotent = (method: string): boolean =>
  /^(?:get|set|edit|answer|delete)/.test(method) || method === "sendChatAction";

/** Calls that are only kind, and those whose asker can ask again: a chat does not wait a minute for them. */
const isBrief = (method: string): boolean =>
  method === "sendChatAction" ||
  method === "setMessageReaction" ||
  method === "getChatMember" ||
  method === "getChatAdministrators";

/** Whether Telegram may have acted on a call that failed: a lost answer, or a gateway's error page. */
export const isUncertain = (error: unknown): boolean =>
  (error instanceof HttpError && !wasNeverSent(error)) ||
  (error instanceof GrammyError && error.error_code >= 500);

const mayRepeat = (method: string, error: unknown): boolean => isIdempotent(method) || wasNeverSent(error);

/** Nothing of it was sent, so Telegram cannot have acted on the call. */
const wasNeverSent = (error: unknown): boolean =>
  error instanceof HttpError &&
  error.error instanceof Error &&
  "code" in error.error &&
  error.error.code === "NOT_SENT";
