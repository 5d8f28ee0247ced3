import type { Catalogue } from "../texts/catalogue.ts";
import { type Chat, type Place, plain, type Reply } from "./chat.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import { isUncertain } from "./telegram-policy.ts";

/** One answer on its way. */
export type Errand = {
  readonly place: Place;
  readonly askedAt: Date;
  /** The progress line. */
  readonly looking: string;
  /** A message of ours that the answer replaces, or null. */
  readonly shown: number | null;
  readonly work: Promise<Reply>;
  readonly texts: Catalogue;
};

type Dependencies = {
  readonly chat: Chat;
  readonly attachMessage: (questionId: string, messageId: number) => Promise<void>;
  readonly pace: Pace;
  readonly now: () => Date;
};

/**
 * Brings one answer into the chat (design 10): quick ones as a quoted reply, slower ones by way of one progress
 * message that is edited, late ones as a new reply, because an edit makes no sound.
 */
export const createAnswering = ({ chat, attachMessage, pace, now }: Dependencies) => {
  const place = async (errand: Errand): Promise<{ reply: Reply; messageId: number }> => {
    // A bug in the work is met where it is awaited; while progress is being shown nobody awaits it.
    errand.work.catch(() => undefined);
    const quick = await within(errand.work, pace.progressAfterMs);
    const shown = quick === null ? await showProgress(chat, errand) : errand.shown;
    const reply = quick ?? (await errand.work);
    const { chatId } = errand.place;
    const late = now().getTime() - errand.askedAt.getTime() > pace.lateAfterMs;
    if (shown !== null && !late && (await chat.edit({ chatId, messageId: shown }, reply)))
      return { reply, messageId: shown };
    const messageId = await quoteOrInsist(errand, reply);
    if (shown !== null) await chat.retire({ chatId, messageId: shown }, errand.texts.answerBelow);
    return { reply, messageId };
  };

  /**
   * A new reply. When nobody knows whether it arrived, a progress line is sent until one is known to stand, and
   * edited into the same answer: said twice at the worst, never lost and never contradicted.
   */
  const quoteOrInsist = async (errand: Errand, reply: Reply): Promise<number> => {
    const sent = await chat.quote(errand.place, reply).catch(uncertainly);
    if (sent !== null) return sent;
    for (let attempt = 1; ; attempt += 1) {
      await pause(backoffMs(pace, attempt));
      const line = chat.quote(errand.place, plain(errand.looking));
      const shown = await (attempt < insistencesMax ? line.catch(uncertainly) : line);
      if (shown === null) continue;
      const edited = await chat.edit({ ...errand.place, messageId: shown }, reply);
      return edited ? shown : chat.quote(errand.place, reply);
    }
  };

  return async (errand: Errand): Promise<void> => {
    const { reply, messageId } = await place(errand);
    if (reply.questionId !== undefined) await attachMessage(reply.questionId, messageId);
  };
};

/** Progress lines sent into the unknown, at most. */
const insistencesMax = 7;

/** Null for a call that Telegram may have acted on. */
const uncertainly = (error: unknown): null => {
  if (!isUncertain(error)) throw error;
  return null;
};

/** The message that shows progress. */
const showProgress = async (chat: Chat, { place, looking, shown }: Errand): Promise<number> => {
  const progress = plain(looking);
  if (shown !== null && (await chat.edit({ ...place, messageId: shown }, progress))) return shown;
  return chat.quote(place, progress);
};

/** The value, or null when it takes longer than `ms`. */
const within = async <T>(work: Promise<T>, ms: number): Promise<T | null> => {
  const settled = new AbortController();
  try {
    return await Promise.race([work, pause(ms, settled.signal).then(() => null)]);
  } finally {
    settled.abort();
  }
};
