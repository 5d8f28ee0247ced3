import type { Message, UserFromGetMe } from "grammy/types";
import { digestOf } from "../../core/crypto.ts";
import { createLruCache } from "../../core/lru-cache.ts";
import { claimsOfWords, type Detection, withClaimsOf } from "../../verify/detect/detect.ts";
import type { Albums } from "../data/albums.ts";
import { callerIn, isInPrivacyMode, isOfBot } from "../telegram/arrival.ts";
import type { ShownIn } from "./caller.ts";
import { createReadMessage } from "./hidden-receipts.ts";
import { addressesBot, fileWords, isPassedOn, linksOf } from "./message-text.ts";
import { pictureIdOf, pictureOf, type SentPicture } from "./pictures/pictures.ts";

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly albums: Pick<Albums, "isAddressed">;
};

/** What a message says to the bot. */
export type Heard = {
  readonly text: string;
  /** Links behind its words that lead to several receipts. */
  readonly hidden: ReturnType<ReturnType<typeof createReadMessage>>["hidden"];
  readonly detection: Detection;
  readonly picture: SentPicture | null;
  /** What the name of its file names. */
  readonly named: Detection;
  /** What is written beside its picture. */
  readonly beside: string;
  /** The message that shows them, where that is another one. */
  readonly pointsTo: number | undefined;
  /** Whether Telegram may not tell the bot when that one is changed. */
  readonly isUnseen: boolean;
  readonly isPassedOn: boolean;
};

/** Hears what a message says to the bot, once. */
export const createHearing = ({ detect, albums }: Dependencies) => {
  const read = createReadMessage(detect);
  const addressed = createAddressedAlbums();

  const wordsIn = (message: Message, { text, hidden }: ReturnType<typeof read>): Heard => ({
    text,
    hidden,
    detection: detect(text),
    picture: pictureOf(message),
    named: withClaimsOf(detect(fileWords(message)), isOfAlbum(message) ? "" : text),
    beside: text,
    pointsTo: undefined,
    isUnseen: false,
    isPassedOn: isPassedOn(message),
  });

  /** Whether a message, or the caption of its album, names the bot. */
  const isAddressed = (message: Message, me: UserFromGetMe): boolean =>
    addressesBot(message, me) || addressed.has(message);

  /** Remembers an album of a group whose caption names the bot, also before any of its pictures is worked on. */
  const noteAddressed = (message: Message, me: UserFromGetMe): void => {
    if (message.chat.type !== "private" && addressesBot(message, me)) addressed.add(message);
  };

  const listen = (message: Message, me: UserFromGetMe): Heard | null => {
    if (message.is_automatic_forward) return null;
    const isPrivate = message.chat.type === "private";
    noteAddressed(message, me);
    const isMeant = isPrivate || isAddressed(message, me) || !isEmpty(detect(linksOf(message)));
    if (!isMeant) return null;
    const own = read(message, me);
    const { text } = own;
    const said = wordsIn(message, own);
    const quoted = message.reply_to_message;
    const isSilent = isEmpty(said.detection) && own.hidden.length === 0 && said.picture === null;
    const isPointing = !isPrivate && isSilent;
    if (!isPointing || quoted === undefined || quoted.from?.id === me.id) return said;
    // In a group "@bot, look" replies to somebody's receipt.
    const caption = read(quoted, me);
    // The caption of an album tells of more pictures than this one.
    const beside = isOfAlbum(quoted) ? text : `${caption.text}\n${text}`;
    const shown = wordsIn(quoted, caption);
    // The words of whoever points to a receipt are compared with it, as its sender's are.
    const detection = withClaimsOf(shown.detection, text);
    const named = withClaimsOf(shown.named, text);
    const isOfOthers = shown.isPassedOn || callerIn(quoted) !== callerIn(message);
    const pointing = { pointsTo: quoted.message_id, isUnseen: isOfBot(quoted) || isInPrivacyMode(me) };
    return { ...shown, ...pointing, detection, named, text, beside, isPassedOn: isOfOthers };
  };

  const heardByMessage = new WeakMap<Message, Heard | null>();
  /** What a message says to the bot, or null when it is not meant for the bot; read once. */
  const hear = (message: Message, me: UserFromGetMe): Heard | null => {
    const known = heardByMessage.get(message);
    if (known !== undefined) return known;
    const heard = listen(message, me);
    heardByMessage.set(message, heard);
    return heard;
  };

  /** An album that is known to be for the bot: from a later picture, from another process, or from before a restart. */
  const hearInAlbum = async (message: Message, me: UserFromGetMe): Promise<Heard | null> => {
    const { chat, media_group_id: album } = message;
    if (album === undefined) return null;
    if (!addressed.has(message) && !(await albums.isAddressed({ chatId: chat.id, album }))) return null;
    addressed.add(message);
    heardByMessage.delete(message);
    return hear(message, me);
  };

  /** What a message itself says, whomever it is meant for. */
  const readWords = (message: Message, me: UserFromGetMe): Heard => wordsIn(message, read(message, me));

  /**
   * A mark of the receipts that a message shows, of what it claims of them, and of its picture, by which a change of them is
   * known. Where in its text they stand does not matter.
   */
  const showsOf = (message: Message, me: UserFromGetMe): string => {
    const { detection, named, beside } = readWords(message, me);
    const receipts = [detection, named].map(({ candidates, shared }) => [
      ...candidates.map(({ provider, request, claims }) => [provider, request, claims]),
      shared ?? null,
    ]);
    const picture = pictureIdOf(message);
    const ofPicture = picture === null ? [] : [picture, claimsOfWords(beside)];
    return digestOf(JSON.stringify([receipts, ofPicture]));
  };

  return { noteAddressed, hear, hearInAlbum, isAddressed, readWords, showsOf };
};

export type Hearing = ReturnType<typeof createHearing>;

/** What shows the receipts of a message. */
export const sourceOf = (
  message: Message,
  { detection, pointsTo, isPassedOn }: Heard,
  update: number,
): ShownIn => ({
  messageId: message.message_id,
  part: "",
  update,
  pointsTo,
  names: isEmpty(detection) ? undefined : digestOfNames(detection),
  isPassedOn,
  album: isPassedOn && pointsTo === undefined ? message.media_group_id : undefined,
});

/** A mark of what a text names and where, by which a change that changes none of it is known. */
const digestOfNames = ({ candidates, refused, shared }: Detection): string =>
  digestOf(
    JSON.stringify([
      candidates.map(({ provider, request, at, claims }) => [provider, request, at, claims]),
      refused.map(({ code, text }) => [code, text]),
      ...(shared === undefined ? [] : [shared]),
    ]),
  );

/** Albums that are remembered, at most. */
const albumsMax = 1_000;

/**
 * Telegram puts an album's caption under one picture. When the caption names the bot, all pictures are meant for it.
 */
const createAddressedAlbums = () => {
  const albums = createLruCache<string, true>(albumsMax);
  return {
    has: ({ chat, media_group_id: album }: Message): boolean =>
      album !== undefined && albums.has(`${chat.id} ${album}`),
    add: ({ chat, media_group_id: album }: Message): void => {
      if (album !== undefined) albums.set(`${chat.id} ${album}`, true);
    },
  };
};

/** Whether the words of a message tell of all pictures or files of its album. */
export const isOfAlbum = ({ media_group_id: album }: Message): boolean => album !== undefined;

/** Whether a text names no receipt, not even half of one. */
export const isEmpty = ({ candidates, refused }: Detection): boolean =>
  candidates.length === 0 && refused.length === 0;
