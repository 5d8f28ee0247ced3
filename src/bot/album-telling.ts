import type { Message } from "grammy/types";
import { z } from "zod";
import type { Album, Albums } from "../store/albums.ts";
import type { OwnUpdate } from "../store/inbox.ts";
import { catalogues, isLanguage, type Language } from "../texts/texts.ts";
import { readSaid, renderAlbum, shorten } from "./album-summary.ts";
import type { Place, Reply } from "./chat.ts";
import type { Pace } from "./pace.ts";
import { postponement } from "./postponement.ts";
import type { Saying } from "./saying.ts";

type Dependencies = {
  readonly albums: Albums;
  readonly now: () => Date;
  readonly pace: Pick<Pace, "albumQuietMs" | "albumWaitMs">;
};

const tellingSchema = z.looseObject({
  album: z.strictObject({
    chatId: z.int(),
    album: z.string(),
    language: z.custom<Language>((tag) => typeof tag === "string" && isLanguage(tag)),
  }),
});

/**
 * Albums: each picture arrives and is answered by itself; when no more have come for a moment, or after some
 * seconds, one message tells of all of them, and late ones are added to it.
 */
export const createAlbumTelling = ({ albums, now, pace }: Dependencies) => {
  /** Due when it has been quiet, behind what has arrived by then; the first one also after a while, ahead of what waits. */
  const tellingsOf = ({ chatId }: Place, about: OwnUpdate["about"], receivedAt: Date): readonly OwnUpdate[] =>
    [
      { afterMs: pace.albumQuietMs, isFirst: false },
      { afterMs: pace.albumWaitMs, isFirst: true },
    ].map(({ afterMs, isFirst }) => ({
      queue: chatId,
      dueAt: new Date(receivedAt.getTime() + afterMs),
      isFirst,
      about,
    }));

  /** Works a message off and notes what was said about it where it is part of an album. */
  const hear = async (
    { message, place, language }: Heard,
    saying: Saying,
    work: (saying: Saying) => Promise<void>,
  ): Promise<void> => {
    const album = message.media_group_id;
    if (album === undefined) return work(saying);
    const replies: Reply[] = [];
    await work(listening(saying, replies));
    const of = { chatId: place.chatId, album, messageId: place.messageId };
    const about = { album: { chatId: place.chatId, album, language } };
    const said = replies.length === 0 ? null : JSON.stringify(replies.map(shorten));
    const noted = await albums.note(of, said, tellingsOf(place, about, saying.receivedAt));
    if (!noted.ok) throw postponement(noted.error);
  };

  /** Tells of an album, once there is something that was not told of. */
  const tell = async (update: unknown, saying: Saying): Promise<void> => {
    const told = tellingSchema.safeParse(update);
    if (!told.success) return;
    const { chatId, album, language } = told.data.album;
    const parts = await albums.partsOf({ chatId, album });
    const [first] = parts;
    if (first === undefined || parts.length < 2 || parts.every(({ isTold }) => isTold)) return;
    const place = { chatId, messageId: first.messageId };
    const before = await saying.recall(place, "album");
    const work = Promise.resolve(
      renderAlbum(
        parts.map(({ said }) => readSaid(said)),
        language,
      ),
    );
    const texts = catalogues[language];
    const errand = { place, slot: "album", before, askedAt: now(), looking: texts.albumComing, shown: null };
    await saying.answer({ ...errand, work, texts });
    const all = parts.map(({ messageId }) => messageId);
    const marked = await albums.told({ chatId, album } satisfies Album, all);
    if (!marked.ok) throw postponement(marked.error);
  };

  return { hear, tell };
};

type Heard = { readonly message: Message; readonly place: Place; readonly language: Language };

/** Says the same, and keeps what was said. */
const listening = (saying: Saying, replies: Reply[]): Saying => ({
  ...saying,
  say: async (place, slot, reply) => {
    const messageId = await saying.say(place, slot, reply);
    replies.push(reply);
    return messageId;
  },
  answer: async (errand) => {
    await saying.answer(errand);
    replies.push(await errand.work);
  },
});

export type AlbumTelling = ReturnType<typeof createAlbumTelling>;
