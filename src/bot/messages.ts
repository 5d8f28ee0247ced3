import type { Message, UserFromGetMe } from "grammy/types";
import type { Detection } from "../detect.ts";
import type { Retries } from "../store/retries.ts";
import { catalogues } from "../texts/texts.ts";
import type { AlbumTelling } from "./album-telling.ts";
import type { Request } from "./answer.ts";
import type { Answers, Sender } from "./answers.ts";
import { type Chat, type Place, plain } from "./chat.ts";
import { askerIn } from "./incoming.ts";
import { fileWords, isAddressed, linksOf, readableText } from "./message-text.ts";
import { pictureOf, type SentPicture } from "./pictures.ts";
import { postponement } from "./postponement.ts";
import type { Receipts } from "./receipts.ts";
import { renderUnlookable } from "./remarks.ts";
import type { Saying } from "./saying.ts";
import { withdraw } from "./withdrawing.ts";

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly retries: Pick<Retries, "forgetBefore">;
  readonly receipts: Receipts;
  /** A bank's name by its label. */
  readonly nameOf: (bank: string) => string;
  readonly answerQuestion: Answers;
  readonly hearAlbum: AlbumTelling["hear"];
  readonly answerPicture: (request: Request, picture: SentPicture, words: string) => Promise<void>;
  readonly chat: Pick<Chat, "seen" | "whileTyping">;
  readonly now: () => Date;
};

/** A message of a person: receipts to look up, the answer to a question, or chatter. */
export const createMessages = (deps: Dependencies) => {
  const { detect, retries, receipts, nameOf, hearAlbum, answerQuestion, answerPicture, chat, now } = deps;
  const forgetBefore = async (updateId: number, place: Place): Promise<boolean> => {
    const forgotten = await retries.forgetBefore(updateId, place);
    if (!forgotten.ok) throw postponement(forgotten.error);
    return forgotten.value > 0;
  };

  /** What a message points to by its words, by its picture, and by the name of its file. */
  const wordsOf = (message: Message, text: string) => ({
    text,
    detection: detect(text),
    picture: pictureOf(message),
    named: detect(fileWords(message)),
  });

  const listen = (message: Message, me: UserFromGetMe) => {
    if (message.is_automatic_forward) return null;
    const isPrivate = message.chat.type === "private";
    const isMeant = isPrivate || addressed.has(message, isAddressed(message, me));
    if (!isMeant && isEmpty(detect(linksOf(message)))) return null;
    const text = readableText(message, me);
    const said = wordsOf(message, text);
    const quoted = message.reply_to_message;
    const isPointing = !isPrivate && isEmpty(said.detection) && said.picture === null;
    if (!isPointing || quoted === undefined || quoted.from?.id === me.id) return said;
    // In a group "@bot, look" is the reply to somebody's receipt.
    return { ...wordsOf(quoted, readableText(quoted, me)), text };
  };

  const addressed = createAddressedAlbums();
  const heards = new WeakMap<Message, ReturnType<typeof listen>>();
  /** What a message says to us, or null when it is not meant for us; listened to once. */
  const hear = (message: Message, me: UserFromGetMe): ReturnType<typeof listen> => {
    const known = heards.get(message);
    if (known !== undefined) return known;
    const heard = listen(message, me);
    heards.set(message, heard);
    return heard;
  };

  /** 👀 as soon as a receipt arrives, while messages before it may still be worked on. */
  const notice = (message: Message, me: UserFromGetMe): void => {
    const heard = hear(message, me);
    if (heard === null || (isEmpty(heard.detection) && heard.picture === null)) return;
    void chat.seen(placeOf(message));
  };

  const handle = async (
    message: Message,
    me: UserFromGetMe,
    { language, saying, isEdited }: Hearing,
  ): Promise<void> => {
    const place = placeOf(message);
    const userId = askerIn(message);
    const heard = hear(message, me);
    if (userId === undefined || heard === null) return;
    // What it said before is not asked about any more.
    const wasWaiting = isEdited && (await forgetBefore(saying.updateId, place));

    const { text, detection, named } = heard;
    const sender = { place, userId, language, saying };
    const request = { asker: { place, userId, language }, askedAt: now(), saying };
    // Other words beside a picture that was answered change nothing about it.
    const picture = isEdited && !wasWaiting ? null : heard.picture;
    if (!isEmpty(detection) || picture !== null) {
      const answer = (said: Saying) =>
        isEmpty(detection) && picture !== null
          ? answerPicture({ ...request, saying: said }, picture, text)
          : receipts.answerAll({ ...request, saying: said }, detection);
      return chat.whileTyping(place.chatId, () => hearAlbum({ message, place, language }, saying, answer));
    }
    if (!isEmpty(named)) {
      // What a file is called was perhaps never read by anybody.
      const origin = { note: catalogues[language].readFromFileName, needsConfirmation: true };
      return receipts.answerAll(request, named, origin);
    }
    // A change of what was no receipt before and is none now needs no word.
    if (isEdited) return pictureOf(message) === null ? withdraw(request, 0) : undefined;
    if (await answerQuestion(message, text, sender)) return;
    if (detection.unlookable !== null) {
      return void (await saying.say(place, "hint", renderUnlookable(detection.unlookable, nameOf, language)));
    }
    if (message.chat.type !== "private") return;
    const { hint, fileHint, noReferenceHint } = catalogues[language];
    if (message.document !== undefined) await saying.say(place, "hint", plain(fileHint));
    else if (isLikeSms(message, text)) await saying.say(place, "hint", plain(noReferenceHint));
    else if (text.trim() !== "") await saying.say(place, "hint", plain(hint));
  };

  return { notice, handle };
};

/** Albums that are remembered, at most. */
const albumsMax = 1_000;

/** Telegram puts what is written to an album under one of its pictures: if that names the bot, all are meant for it. */
const createAddressedAlbums = () => {
  const albums = new Set<string>();
  return {
    has: ({ chat, media_group_id: album }: Message, isAddressed: boolean): boolean => {
      if (album === undefined) return isAddressed;
      const name = `${chat.id} ${album}`;
      const [oldest] = albums.size < albumsMax ? [] : albums;
      if (oldest !== undefined) albums.delete(oldest);
      if (isAddressed) albums.add(name);
      return albums.has(name);
    },
  };
};

/** Characters; shorter ones are chatter. */
const smsLengthMin = 60;

/** Whoever has sent a whole SMS need not be told to send one. */
const isLikeSms = ({ forward_origin: origin }: Message, text: string): boolean =>
  text.length >= smsLengthMin || (origin !== undefined && text.trim() !== "");

const placeOf = (message: Message): Place => ({ chatId: message.chat.id, messageId: message.message_id });

/** How a message is heard: in which language it is answered, and whether it is one that was changed. */
type Hearing = Pick<Sender, "language" | "saying"> & { readonly isEdited: boolean };

const isEmpty = ({ candidates, refused }: Detection): boolean =>
  candidates.length === 0 && refused.length === 0;
