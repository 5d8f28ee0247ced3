import { Composer } from "grammy";
import type { Message } from "grammy/types";
import type { Inbox, Queue } from "../../data/inbox.ts";
import type { BotMemory } from "../../data/memory.ts";
import { callerIn, queueOfCaller, readOwnUpdate, waitingChangeSchema } from "../../telegram/arrival.ts";
import { guessLanguage } from "../../telegram/boundary.ts";
import { placeOf } from "../../telegram/chat.ts";
import { keysIn } from "../leaked-keys.ts";
import type { Messages } from "../messages.ts";
import type { TalkContext } from "../sending.ts";
import { findUnfinishedChange, type NewestChanges } from "./newest-changes.ts";

type Dependencies = {
  readonly inbox: Pick<Inbox, "unfinished">;
  /** Whether what somebody asks must wait though nothing waits ahead of it, because they have asked much elsewhere. */
  readonly isHeldUp: (queue: Queue) => boolean;
  readonly newestChanges: Pick<NewestChanges, "note" | "since" | "isAnswered">;
  readonly messages: Pick<Messages, "noteChange" | "takeBack">;
  readonly memory: Pick<BotMemory, "languageOf">;
};

/**
 * Changes of a group's messages that wait for their turn. What was answered before is taken back ahead of it, or whoever asks
 * a lot could show another receipt above it for minutes.
 */
export const createWaitingChanges = (deps: Dependencies) => {
  const { inbox, isHeldUp, newestChanges, messages, memory } = deps;
  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, me, sending }, next) => {
    const own = readOwnUpdate(update, waitingChangeSchema);
    if (own === null) return next();
    const { editUpdateId: updateId, isInQueueOfSender } = own;
    const change = await findUnfinishedChange(inbox, updateId);
    if (change === null) return;
    const { message, isClaimed, isNext } = change;
    // It may be looked at here before it is given back, and is noted in its turn once more.
    await messages.noteChange(change, me);
    if (isClaimed) return;
    // No earlier turn answers what holds a key, which its own turn revokes and deletes.
    if (keysIn(message, me.id).length === 0) newestChanges.note(change);
    if (!isInQueueOfSender) return;
    if (newestChanges.since(message, updateId) !== null || newestChanges.isAnswered(change)) return;
    const queue = queueIn(message);
    // Its turn comes next.
    if (isNext && !(queue !== null && isHeldUp(queue))) return;
    const language = (await memory.languageOf(message.chat.id)) ?? guessLanguage(message.from);
    await messages.takeBack(message, me, { language, sending, waits: true });
  });
  return composer;
};

/** Where a message waits; null: nobody wrote it. */
const queueIn = (message: Message): Queue | null => {
  const userId = callerIn(message);
  return userId === undefined ? null : queueOfCaller({ place: placeOf(message), userId });
};
