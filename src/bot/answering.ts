import type { Catalogue } from "../texts/catalogue.ts";
import { type Chat, type Place, plain, type Reply } from "./chat.ts";
import { type Pace, pause } from "./pace.ts";

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
    const messageId = await chat.quote(errand.place, reply);
    if (shown !== null) await chat.retire({ chatId, messageId: shown }, errand.texts.answerBelow);
    return { reply, messageId };
  };

  return async (errand: Errand): Promise<void> => {
    const { reply, messageId } = await place(errand);
    if (reply.questionId !== undefined) await attachMessage(reply.questionId, messageId);
  };
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
