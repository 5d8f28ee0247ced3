import { Composer } from "grammy";
import type { Message, Update, UserFromGetMe } from "grammy/types";
import { z } from "zod";
import type { Log } from "../../core/log.ts";
import { type Inbox, isOwnUpdate, type Queue } from "../data/inbox.ts";
import type { BotMemory } from "../data/memory.ts";
import { callerIn, queueOfCaller } from "../telegram/arrival.ts";
import { guessLanguage } from "../telegram/boundary.ts";
import { placeOf } from "../telegram/chat.ts";
import { readUpdate } from "../telegram/update.ts";
import type { LeaveUpdate } from "./dependencies.ts";
import { keysIn } from "./leaked-keys.ts";
import type { Messages } from "./messages.ts";
import type { Change, NewestChanges } from "./newest-changes.ts";
import type { TalkContext } from "./sending.ts";

/** `changedBy`: the update that brought the change. */
const waitingSchema = z.looseObject({ waitingChange: z.unknown(), changedBy: z.int() });

type Dependencies = {
  readonly inbox: Pick<Inbox, "placeInQueue">;
  /** Whether what somebody asks must wait though nothing waits ahead of it, because they have asked much elsewhere. */
  readonly isHeldUp: (queue: Queue) => boolean;
  readonly leaveUpdate: LeaveUpdate;
  readonly newestChanges: Pick<NewestChanges, "note" | "since" | "isAnswered">;
  readonly messages: Pick<Messages, "noteChange" | "takeBack">;
  readonly memory: Pick<BotMemory, "languageOf">;
  readonly now: () => Date;
  readonly log: Pick<Log, "warn">;
};

/**
 * Changes of a group's messages that wait for their turn. What was answered before is taken back at once, or whoever asks a
 * lot could show another receipt above it for minutes.
 */
export const createWaitingChanges = (deps: Dependencies) => {
  const { inbox, isHeldUp, leaveUpdate, newestChanges, messages, memory, now, log } = deps;

  /** Leaves it ahead of what its sender has asked, and behind what is worked off now. */
  const leave = async ({ message, updateId }: Change): Promise<void> => {
    const queue = queueOf(message);
    if (queue === null) return;
    const about = { waitingChange: message, changedBy: updateId } satisfies z.infer<typeof waitingSchema>;
    await leaveUpdate({ ...queue, dueAt: now(), isFirst: true, about });
  };

  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, me, sending }, next) => {
    const read = isOwnUpdate(update.update_id) ? waitingSchema.safeParse(update) : null;
    if (read?.success !== true) return next();
    const { waitingChange, changedBy } = read.data;
    const changed = readUpdate({ update_id: changedBy, edited_message: waitingChange }).update
      ?.edited_message;
    if (changed === undefined) return;
    const change = { message: changed, updateId: changedBy };
    if (newestChanges.since(changed, changedBy) !== null || newestChanges.isAnswered(change)) return;
    const waits = await inbox.placeInQueue(changedBy);
    // Else its turn comes next, or has come.
    const queue = queueOf(changed);
    if (waits !== "behind" && !(waits === "next" && queue !== null && isHeldUp(queue))) return;
    const language = (await memory.languageOf(changed.chat.id)) ?? guessLanguage(changed.from);
    await messages.takeBack(changed, me, { language, sending, waits: true });
  });

  return {
    /** Notes an update that must wait: what it changes is answered as it stands since. */
    note: (update: Update, me: UserFromGetMe): void => {
      const change = changeIn(update);
      // No earlier turn answers what holds a key, which its own turn revokes and deletes.
      if (change !== null && keysIn(change.message, me.id).length === 0) newestChanges.note(change);
    },
    /** Takes its former answers back. A failure is only logged, for a change is handled in its turn all the same. */
    takeBackSoon: async (update: Update, me: UserFromGetMe): Promise<void> => {
      const change = changeIn(update);
      if (change === null) return;
      try {
        await messages.noteChange(change, me);
        await leave(change);
      } catch (err) {
        const { updateId } = change;
        log.warn({ updateId, err }, "what a changed message was answered stays until its turn");
      }
    },
    composer,
  };
};

/** Where a message waits; null: nobody wrote it. */
const queueOf = (message: Message): Queue | null => {
  const userId = callerIn(message);
  return userId === undefined ? null : queueOfCaller({ place: placeOf(message), userId });
};

/** The change of a group's message that an update brings; null: it brings none. */
const changeIn = ({ update_id: updateId, edited_message: message }: Update): Change | null =>
  message === undefined || message.chat.type === "private" ? null : { updateId, message };
