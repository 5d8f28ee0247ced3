import { Composer } from "grammy";
import { z } from "zod";
import { catalogues } from "../../../texts/texts.ts";
import type { Inbox } from "../../data/inbox.ts";
import type { Outbox } from "../../data/outbox.ts";
import { isPointerSlot, pointerSlots } from "../../data/reply-slots.ts";
import type { Retries } from "../../data/retries.ts";
import { queueOfCaller, readOwnUpdate } from "../../telegram/arrival.ts";
import { type Place, placeSchema, plain } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { ChatCaller } from "../caller.ts";
import { languageSchema } from "../language-schema.ts";
import { type AlbumSummaries, claimsNothing } from "../pictures/albums.ts";
import type { TalkContext } from "../sending.ts";
import { withdraw } from "./changed-messages.ts";

const callerSchema = z.object({ place: placeSchema, userId: z.int(), language: languageSchema });

/** Who pointed to a message, and the mark of what it showed then. */
const pointerSchema = z.object({ caller: callerSchema, shows: z.string() });

const changedSchema = z.looseObject({ pointedChanged: callerSchema });

/** Beside the slots of those who point to a message: what it shows by now. */
const presentSlot = `${pointerSlots}present`;

type MessageId = Pick<Place, "chatId" | "messageId">;

/** The mark of what a message shows, and the update that tells so. */
type Shown = { readonly shows: string; readonly updateId: number };

type Dependencies = {
  readonly inbox: Pick<Inbox, "add">;
  readonly outbox: Pick<Outbox, "of" | "hold" | "holdNewest" | "release" | "slotsOf">;
  readonly retries: Pick<Retries, "forgetBefore">;
  readonly answerInAlbum: AlbumSummaries["answer"];
  /** Makes the worker read the inbox soon. */
  readonly nudge: () => void;
  readonly now: () => Date;
};

/**
 * Messages of a group that others point to. What was said about one is withdrawn once it shows something else, in the turn of
 * whoever pointed. All calls reject with a postponement while the database is away.
 */
export const createPointedMessages = (deps: Dependencies) => {
  const { inbox, outbox, retries, answerInAlbum, nudge, now } = deps;
  /** Arranges that what was said to one of those who point is withdrawn. Where two note the change at once, it is withdrawn once. */
  const tellChanged = async (
    pointer: Parameters<Outbox["of"]>[0],
    caller: z.infer<typeof callerSchema>,
  ): Promise<void> => {
    const about = { pointedChanged: caller } satisfies z.infer<typeof changedSchema>;
    // Ahead of what they have asked since, which may take long.
    const own = { ...queueOfCaller(caller), dueAt: now(), isFirst: true, about };
    orLater(await outbox.release(pointer, (trx) => inbox.add(trx, own)));
    nudge();
  };

  /** Notes that somebody points to a message. It may have been changed while they waited for their turn. */
  const note = async (
    pointed: MessageId,
    { place, userId, language }: ChatCaller,
    { shows, updateId }: Shown,
  ): Promise<void> => {
    const pointer = { caller: { place, userId, language }, shows } satisfies z.infer<typeof pointerSchema>;
    const slot = `${pointerSlots}${place.messageId}`;
    // A change may be noted at this moment. It looks for who points when it is noted, so one of the two sees the other.
    orLater(await outbox.hold({ ...pointed, slot }, { updateId, outcome: JSON.stringify(pointer) }));
    if (await isOutdated(pointed, { shows, updateId }))
      await tellChanged({ ...pointed, slot }, pointer.caller);
  };

  /** Whether a later update has changed a message to show something else. */
  const isOutdated = async (
    { chatId, messageId }: MessageId,
    { shows, updateId }: Shown,
  ): Promise<boolean> => {
    const present = await outbox.of({ chatId, messageId, slot: presentSlot });
    return present !== null && present.updateId > updateId && present.outcome !== shows;
  };

  /** Arranges that what was said about a changed message is withdrawn. An older change says nothing any more. */
  const noteChange = async ({ chatId, messageId }: MessageId, { shows, updateId }: Shown): Promise<void> => {
    const at = { chatId, messageId, slot: presentSlot };
    const present = orLater(await outbox.holdNewest(at, { updateId, outcome: shows }));
    if (present.updateId > updateId) return;
    for (const slot of await outbox.slotsOf(chatId, messageId)) {
      if (!isPointerSlot(slot) || slot === presentSlot) continue;
      const kept = (await outbox.of({ chatId, messageId, slot }))?.outcome ?? null;
      const pointer = kept === null ? null : pointerSchema.parse(JSON.parse(kept));
      if (pointer === null || pointer.shows === shows) continue;
      await tellChanged({ chatId, messageId, slot }, pointer.caller);
    }
  };

  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, sending }, next) => {
    const own = readOwnUpdate(update, changedSchema);
    if (own === null) return next();
    const caller = own.pointedChanged;
    orLater(await retries.forgetBefore(update.update_id, caller.place));
    const why = plain(catalogues[caller.language].pointedChanged);
    // What it claimed, alone or in an album, is claimed of nothing now.
    const part = { ...claimsNothing, ...caller, mediaGroup: undefined, isMeant: false, isEdited: true };
    await answerInAlbum(part, sending, (inAlbum) =>
      withdraw({ caller, askedAt: now(), sending: inAlbum }, { from: 0, isPictureToo: true, why }),
    );
  });

  return { note, noteChange, isOutdated, composer };
};

export type PointedMessages = ReturnType<typeof createPointedMessages>;
