import type { Message } from "grammy/types";
import { catalogues, type Language } from "../../texts/texts.ts";
import { plain, type Reply } from "../telegram/chat.ts";

/** What to answer to a message that names no receipt; null: nothing, as always in a group. */
export const hintFor = (message: Message, text: string, language: Language): Reply | null => {
  const { hint, fileHint, noReferenceHint } = catalogues[language];
  if (message.chat.type !== "private") return null;
  if (isUnreadable(message)) return plain(fileHint);
  if (isLikeSms(message, text)) return plain(noReferenceHint);
  return text.trim() === "" ? null : plain(hint);
};

/** Whether a message shows what the bot does not read, and is no notice of Telegram's. */
const isUnreadable = (message: Message): boolean =>
  [
    message.document,
    message.voice,
    message.audio,
    message.video,
    message.video_note,
    message.animation,
    message.sticker,
    message.location,
  ].some((shown) => shown !== undefined);

/** Characters; shorter ones are chatter. */
const smsLengthMin = 60;

/** Whether a text looks like a whole SMS, so that its sender need not be asked to send one. */
const isLikeSms = ({ forward_origin: origin }: Message, text: string): boolean =>
  text.length >= smsLengthMin || (origin !== undefined && text.trim() !== "");
