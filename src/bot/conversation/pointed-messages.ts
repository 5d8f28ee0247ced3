import { Composer } from "grammy";
import { z } from "zod";
import { catalogues } from "../../texts/texts.ts";
import { isOwnUpdate } from "../data/inbox.ts";
import type { Outbox } from "../data/outbox.ts";
import type { Retries } from "../data/retries.ts";
import { queueOfCaller } from "../telegram/arrival.ts";
import { type Place, placeSchema, plain } from "../telegram/chat.ts";
import { orLater } from "../telegram/postponement.ts";
import type { ChatCaller } from "./caller.ts";
import { withdraw } from "./changed-messages.ts";
import type { LeaveUpdate } from "./dependencies.ts";
import { languageSchema } from "./language-schema.ts";
import type { TalkContext } from "./sending.ts";

const callerSchema = z.object({ place: placeSchema, userId: z.int(), language: languageSchema });

/** Who pointed to a message, and the mark of what it showed then. */
const pointerSchema = z.object({ caller: callerSchema, shows: z.string() });

const changedSchema = z.looseObject({ pointedChanged: callerSchema });

/** The slots under a message that hold who pointed to it. Nothing is sent there. */
const pointerSlots = "pointer:";

type Dependencies = {
  readonly outbox: Pick<Outbox, "of" | "hold" | "note" | "slotsOf">;
  readonly retries: Pick<Retries, "forgetBefore">;
  readonly leaveUpdate: LeaveUpdate;
  readonly now: () => Date;
};

/**
 * Messages of a group that others point to: when one is changed to show something else, what was said about it to whoever
 * pointed is withdrawn, in their turn. All calls reject with a postponement while the database is away.
 */
export const createPointedMessages = ({ outbox, retries, leaveUpdate, now }: Dependencies) => {
  /** Notes that somebody points to a message. */
  const note = async (
    pointed: Place,
    { place, userId, language }: ChatCaller,
    { shows, updateId }: { readonly shows: string; readonly updateId: number },
  ): Promise<void> => {
    const pointer = { caller: { place, userId, language }, shows } satisfies z.infer<typeof pointerSchema>;
    const slot = `${pointerSlots}${place.messageId}`;
    orLater(await outbox.hold({ ...pointed, slot }, { updateId, outcome: JSON.stringify(pointer) }));
  };

  /** Has withdrawn what was said about a message that was changed. `shows`: the mark of what it shows by now. */
  const noteChange = async (
    { chatId, messageId }: Place,
    { shows, updateId }: { readonly shows: string; readonly updateId: number },
  ): Promise<void> => {
    for (const slot of await outbox.slotsOf(chatId, messageId)) {
      if (!slot.startsWith(pointerSlots)) continue;
      const kept = (await outbox.of({ chatId, messageId, slot }))?.outcome ?? null;
      const pointer = kept === null ? null : pointerSchema.parse(JSON.parse(kept));
      if (pointer === null || pointer.shows === shows) continue;
      const { caller } = pointer;
      const about = { pointedChanged: caller } satisfies z.infer<typeof changedSchema>;
      await leaveUpdate({ ...queueOfCaller(caller), dueAt: now(), about });
      // It is withdrawn once.
      orLater(await outbox.note({ chatId, messageId, slot }, { updateId, step: "sent", shown: null }));
    }
  };

  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, sending }, next) => {
    const read = isOwnUpdate(update.update_id) ? changedSchema.safeParse(update) : null;
    if (read?.success !== true) return next();
    const caller = read.data.pointedChanged;
    orLater(await retries.forgetBefore(update.update_id, caller.place));
    const why = plain(catalogues[caller.language].pointedChanged);
    await withdraw({ caller, askedAt: now(), sending }, 0, { why });
  });

  return { note, noteChange, composer };
};

export type PointedMessages = ReturnType<typeof createPointedMessages>;
