import type { Message } from "grammy/types";
import { z } from "zod";
import type { Album, Albums } from "../store/albums.ts";
import type { OwnUpdate } from "../store/inbox.ts";
import { catalogues, isLanguage, type Language } from "../texts/texts.ts";
import type { Place, Reply } from "./chat.ts";
import type { Pace } from "./pace.ts";
import { postponement } from "./postponement.ts";
import { formatAmount } from "./render.ts";
import { bold, code, concat, foreign, lines, type RichText } from "./rich-text.ts";
import type { Saying } from "./saying.ts";

type Dependencies = {
  readonly albums: Albums;
  readonly now: () => Date;
  readonly pace: Pick<Pace, "albumQuietMs" | "albumWaitMs">;
};

/** What was said about one picture: the mark and the beginning of each answer. */
const saidSchema = z.array(
  z.strictObject({
    line: z.string(),
    paid: z.strictObject({ amountSantim: z.int(), reference: z.string() }).nullable(),
  }),
);

type Said = z.infer<typeof saidSchema>;

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

const shorten = ({ text, paid }: Reply): Said[number] => ({
  line: text.split("\n", 1)[0]?.slice(0, 200) ?? "",
  paid: paid ?? null,
});

/** Nothing, for what was said before a crash and is not known any more. */
const readSaid = (said: string): Said => (said === "" ? [] : saidSchema.parse(JSON.parse(said)));

const renderAlbum = (parts: readonly Said[], language: Language): RichText => {
  const texts = catalogues[language];
  const amountOf = (santim: number): string => `${formatAmount(santim)} ${texts.currency}`;
  const each = parts.flatMap((said, index) => {
    const number = `${index + 1}. `;
    if (said.length === 0) return [`${number}${texts.albumAnswered}`];
    return said.map(({ line, paid }) => {
      if (paid === null) return `${number}${line}`;
      // Of the line only the mark: names stand in the answer itself.
      const mark = line.split(" ", 1)[0] ?? "";
      return concat(`${number}${mark} ${amountOf(paid.amountSantim)} · `, code(foreign(paid.reference)));
    });
  });
  const good = parts.flat().filter(({ line, paid }) => paid !== null && line.startsWith("✅"));
  const santim = good.reduce((sum, { paid }) => sum + (paid?.amountSantim ?? 0), 0);
  return lines(
    bold(texts.albumTitle(parts.length)),
    ...each,
    good.length > 1 ? texts.albumSum(good.length, amountOf(santim)) : null,
  );
};

export type AlbumTelling = ReturnType<typeof createAlbumTelling>;
