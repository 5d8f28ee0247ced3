import { Composer } from "grammy";
import type { Message, Update } from "grammy/types";
import { z } from "zod";
import type { Log } from "../../core/log.ts";
import type { Language } from "../../texts/texts.ts";
import { type Inbox, isOwnUpdate } from "../data/inbox.ts";
import type { Outbox } from "../data/outbox.ts";
import { callerIn, queueOfCaller } from "../telegram/arrival.ts";
import { placeOf } from "../telegram/chat.ts";
import { readUpdate } from "../telegram/update.ts";
import type { LeaveUpdate } from "./dependencies.ts";
import type { Messages } from "./messages.ts";
import type { NewestChanges } from "./newest-changes.ts";
import type { TalkContext } from "./sending.ts";

/** `changedBy`: the update that brought the change. */
const waitingSchema = z.looseObject({ waitingChange: z.unknown(), changedBy: z.int() });

type Dependencies = {
  readonly outbox: Pick<Outbox, "slotsOf">;
  readonly inbox: Pick<Inbox, "isBehindOthers">;
  readonly leaveUpdate: LeaveUpdate;
  readonly newestChanges: NewestChanges;
  readonly takeBack: Messages["takeBack"];
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
  readonly now: () => Date;
  readonly log: Pick<Log, "warn">;
};

/**
 * Changes of a group's messages that wait for their turn. What was answered before is taken back at once, or whoever asks a
 * lot could show another receipt above it for minutes.
 */
export const createWaitingChanges = (deps: Dependencies) => {
  const { outbox, inbox, leaveUpdate, newestChanges, takeBack, languageOf, now, log } = deps;

  /** Leaves it ahead of what its sender has asked. */
  const leave = async (changed: Message, changedBy: number): Promise<void> => {
    const userId = callerIn(changed);
    const place = placeOf(changed);
    if (userId === undefined || (await outbox.slotsOf(place.chatId, place.messageId)).length === 0) return;
    const about = { waitingChange: changed, changedBy } satisfies z.infer<typeof waitingSchema>;
    await leaveUpdate({ ...queueOfCaller({ place, userId }), dueAt: now(), isFirst: true, about });
  };

  const composer = new Composer<TalkContext>();
  composer.use(async (ctx, next) => {
    const { update, me, sending } = ctx;
    const read = isOwnUpdate(update.update_id) ? waitingSchema.safeParse(update) : null;
    if (read?.success !== true) return next();
    const { waitingChange, changedBy } = read.data;
    const changed = readUpdate({ update_id: changedBy, edited_message: waitingChange }).update
      ?.edited_message;
    if (changed === undefined || newestChanges.isOutdated(changed, changedBy)) return;
    // Its turn has come, or comes next.
    if (!(await inbox.isBehindOthers(changedBy))) return;
    await takeBack(changed, me, { language: await languageOf(ctx), sending });
  });

  return {
    /** Notes an update that must wait. A failure is only logged, for the change is handled in its turn all the same. */
    note: async ({ update_id: updateId, edited_message: changed }: Update): Promise<void> => {
      if (changed === undefined || changed.chat.type === "private") return;
      await leave(changed, updateId).catch((err: unknown) =>
        log.warn({ updateId, err }, "what a changed message was answered stays until its turn"),
      );
    },
    composer,
  };
};
