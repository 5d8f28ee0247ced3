import { Composer } from "grammy";
import { z } from "zod";
import type { ChatMessage } from "../../../accounts/accounts.ts";
import { catalogues } from "../../../texts/texts.ts";
import { noClaims } from "../../../verify/claims.ts";
import type { Inbox } from "../../data/inbox.ts";
import type { MessagePointer, MessagePointers, MessageState } from "../../data/message-pointers.ts";
import type { Retries } from "../../data/retries.ts";
import { queueOfCaller, readOwnUpdate } from "../../telegram/arrival.ts";
import { placeSchema, plain } from "../../telegram/chat.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { ChatCaller } from "../caller.ts";
import { languageSchema } from "../language-schema.ts";
import { type AlbumSummaries, aloneIn } from "../pictures/albums.ts";
import type { TalkContext } from "../sending.ts";
import { withdraw } from "./changed-messages.ts";

const callerSchema = z.object({ place: placeSchema, userId: z.int(), language: languageSchema });

/** Who pointed to a message, and the mark of what it showed then. */
const pointerSchema = z.object({ caller: callerSchema, shows: z.string() });

const changedSchema = z.looseObject({ pointedChanged: callerSchema });

type Dependencies = {
  readonly inbox: Pick<Inbox, "add">;
  readonly messagePointers: Omit<MessagePointers, "applyRetention">;
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
  const { inbox, messagePointers, retries, answerInAlbum, nudge, now } = deps;
  /** Arranges that what was said to one of those who point is withdrawn. Where two note the change at once, it is withdrawn once. */
  const tellChanged = async (
    pointer: MessagePointer,
    caller: z.infer<typeof callerSchema>,
  ): Promise<void> => {
    const about = { pointedChanged: caller } satisfies z.infer<typeof changedSchema>;
    // Ahead of what they have asked since, which may take long.
    const own = { ...queueOfCaller(caller), dueAt: now(), isFirst: true, about };
    orLater(await messagePointers.release(pointer, (trx) => inbox.add(trx, own)));
    nudge();
  };

  /** Notes that somebody points to a message. It may have been changed while they waited for their turn. */
  const note = async (
    pointed: ChatMessage,
    { place, userId, language }: ChatCaller,
    { shows, updateId }: MessageState,
  ): Promise<void> => {
    const pointer = { ...pointed, pointingId: place.messageId };
    const caller = { place, userId, language };
    const said = { caller, shows } satisfies z.infer<typeof pointerSchema>;
    // A change may be noted at this moment. It looks for who points when it is noted, so one of the two sees the other.
    orLater(await messagePointers.note(pointer, JSON.stringify(said)));
    if (await isOutdated(pointer, { shows, updateId })) await tellChanged(pointer, caller);
  };

  /** Whether a later update has changed a message to show something else. */
  const isOutdated = async (message: ChatMessage, { shows, updateId }: MessageState): Promise<boolean> => {
    const present = await messagePointers.stateOf(message);
    return present !== null && present.updateId > updateId && present.shows !== shows;
  };

  /** Arranges that what was said about a changed message is withdrawn. An older change says nothing any more. */
  const noteChange = async (message: ChatMessage, state: MessageState): Promise<void> => {
    const present = orLater(await messagePointers.noteState(message, state));
    if (present.updateId > state.updateId) return;
    for (const { pointer, said } of await messagePointers.to(message)) {
      const { caller, shows } = pointerSchema.parse(JSON.parse(said));
      if (shows !== state.shows) await tellChanged(pointer, caller);
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
    await answerInAlbum(aloneIn(caller), sending, async (inAlbum) => {
      await withdraw({ caller, askedAt: now(), sending: inAlbum }, { from: 0, isPictureToo: true, why });
      return noClaims;
    });
  });

  return { note, noteChange, isOutdated, composer };
};

export type PointedMessages = ReturnType<typeof createPointedMessages>;
