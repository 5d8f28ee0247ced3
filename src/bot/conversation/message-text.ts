import type { Document, Message, MessageEntity, User } from "grammy/types";
import { cleanText } from "../../core/clean-text.ts";
import { phonePattern } from "../../core/phone.ts";
import { amountsIn } from "../../verify/detect/amounts/amounts.ts";
import { textLengthMax } from "../../verify/detect/detect.ts";
import { linesIn, type Part } from "../../verify/detect/message-parts.ts";

/**
 * What a message says, as detection should see it: text, caption or a contact's number, with the addresses of hidden
 * links, and without the bot's own name.
 */
export const readableText = (message: Message, me: Pick<User, "username">): string =>
  written(message, hiddenLinksOf(message), me);

/** The same without the addresses of hidden links, as a person sees the message. */
export const visibleText = (message: Message, me: Pick<User, "username">): string => written(message, [], me);

/** The links of a message that stand behind words, of which only a tap shows where they lead. */
export const hiddenLinksOf = (message: Message): readonly HiddenLink[] =>
  entitiesOf(message).filter((entity) => entity.type === "text_link");

const written = (message: Message, hidden: readonly HiddenLink[], me: Pick<User, "username">): string => {
  const text = textOf(message);
  const whole = linesIn(text)
    .map((line) => withAddresses(text, line, hidden))
    .join("");
  // Addresses must push no word out of what is read.
  const isTooLong = whole.length > textLengthMax;
  const read = isTooLong ? [text, ...hidden.map(({ url }) => url)].join("\n") : whole;
  return read.replace(mentionOf(me), " ");
};

type HiddenLink = Pick<MessageEntity.TextLinkMessageEntity, "offset" | "length" | "url">;

/**
 * A line with the addresses of its hidden links behind it: within the line an address could part an amount that a
 * person sees whole. Where a line names several receipts, each address stands behind its own words, which tell its
 * amount.
 */
const withAddresses = (text: string, { start, end }: Part, hidden: readonly HiddenLink[]): string => {
  const line = text.slice(start, end).replace(/\n$/, "");
  const lineBreak = text.slice(start + line.length, end);
  const inLine = hidden
    .filter(({ offset, length }) => offset + length > start && offset + length <= end)
    .toSorted((one, other) => one.offset - other.offset);
  if (inLine.length === 0) return line + lineBreak;
  const namesSeveral = new Set(inLine.map(({ url }) => url)).size > 1 || referenceLike.test(line);
  const amounts = amountsIn(line);
  // From the end, so that the places before it stay right.
  const written = inLine.reduceRight((whole, { offset, length, url }) => {
    const own = Math.min(offset + length - start, line.length);
    const isWithinAmount = amounts.some((amount) => amount.start < own && own < amount.end);
    const place = namesSeveral && !isWithinAmount ? own : line.length;
    return `${whole.slice(0, place)} ${url} ${whole.slice(place)}`;
  }, line);
  return written + lineBreak;
};

/** What may be the reference of another receipt. */
const referenceLike = /\b(?=[A-Z0-9]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{10,16}\b/;

/** The words of a file's name, without its extension; empty for a picture, which is scanned instead. */
export const fileWords = ({ document }: Message): string => {
  if (document === undefined || isPictureFile(document)) return "";
  const { file_name: name = "" } = document;
  return name
    .slice(0, 200)
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .replace(/[^\p{L}\p{N}]/gu, " ");
};

/** Whether somebody else wrote a message. Whoever passed it on may not have seen what it tells us to do. */
export const isPassedOn = ({ forward_origin, via_bot }: Message): boolean =>
  forward_origin !== undefined || via_bot !== undefined;

/** Whether a file is a picture: by its media type, or by its name where there is no media type. */
export const isPictureFile = ({ mime_type: kind = "", file_name: name = "" }: Document): boolean =>
  kind.startsWith("image/") ||
  (/^(?:application\/octet-stream)?$/.test(kind) && /\.(?:jpe?g|png|webp|gif)$/i.test(name));

/** The links of a message, one per line. The bot reacts to them in a group without being addressed. */
export const linksOf = (message: Message): string => {
  const text = textOf(message);
  return entitiesOf(message)
    .flatMap((entity) => {
      if (entity.type === "text_link") return [entity.url];
      return entity.type === "url" ? [text.slice(entity.offset, entity.offset + entity.length)] : [];
    })
    .join("\n");
};

/** Whether a message itself names the bot or replies to it. */
export const addressesBot = (message: Message, me: Pick<User, "id" | "username">): boolean =>
  message.reply_to_message?.from?.id === me.id || mentionOf(me).test(textOf(message));

/**
 * The account number that a person typed, spaces and hyphens dropped, or null. Words around it are fine, two
 * numbers are not. 8 to 20 digits.
 */
export const typedAccount = (text: string): string | null => onlyNumber(text, /^\d{8,20}$/);

/** The Ethiopian mobile number that a person typed, or null, by the same rules. */
export const typedPhone = (text: string): string | null => onlyNumber(text, phonePattern);

const onlyNumber = (text: string, shape: RegExp): string | null => {
  const numbers = cleanText(text).match(/\d(?:[ -]?\d){0,60}/g) ?? [];
  const [found, ...others] = numbers.map((number) => number.replace(/\D/g, ""));
  return found !== undefined && others.length === 0 && shape.test(found) ? found : null;
};

/**
 * Whether a text says nothing but a number of this kind: no words besides those by which people call one. Any other
 * message may hold a number, too, such as a code or a balance.
 */
export const saysOnlyNumber = (text: string, kind: "account" | "phone"): boolean =>
  (cleanText(text).match(/[\p{L}\p{M}]+/gu) ?? []).every(
    (word) => wordsAround.test(word) || wordsFor[kind].test(word),
  );

/** `my number is`, `ቁጥሬ ነው`, `lakkoofsi koo`. */
const wordsAround =
  /^(?:my|mine|it|its|s|is|the|this|here|please|pls|no|number|num|nr|እባክ(?:ዎ|ዎን|ህ|ሽ)?|የ?እ?ኔ|ናተይ|ናይ|ይህ|ነው|እዩ|ቁጥ[ርሬሩ]|ቁጽ[ሪረ][የይ]?|lakkoofs[ai]?|koo|kun|dha|maaloo)$/iu;
const wordsFor = {
  /** `acct`, `የሂሳብ`, `herrega`. */
  account:
    /^(?:a|c|ac|acc|acct|accts?|accounts?|bank|የ?(?:ሂሳብ|ሒሳብ|ሕሳብ|አካውንት|አካዉንት)[ቤተንይ]{0,2}|herreg[a-z]{0,4}|baankii)$/iu,
  /** `mobile`, `ስልክ`, `bilbila`. */
  phone: /^(?:phone|tel|telephone|mobile|mob|cell|የ?ስል[ክኬኩ]|የ?ሞባይል|ተለፎን|bilbil[a-z]{0,4})$/iu,
} as const;

/** Whether a text looks like an attempt to type a number: digits and their separators, nothing else. */
export const isNumberLike = (text: string): boolean => /^(?=.*\d)[\d\s.()+-]{1,80}$/.test(text);

/** What a person typed. A contact counts as its number; a caption does not, for it describes its picture. */
export const typedText = ({ text, contact }: Message): string => text ?? contact?.phone_number ?? "";

const textOf = (message: Message): string => message.caption ?? typedText(message);

const entitiesOf = (message: Message): readonly MessageEntity[] =>
  message.entities ?? message.caption_entities ?? [];

const mentionOf = ({ username }: Pick<User, "username">): RegExp => new RegExp(`@${username}\\b`, "gi");
