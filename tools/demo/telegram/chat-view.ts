import type { Conversation, Shown } from "./conversation.ts";
import type { LiveSight } from "./live-view.ts";
import { groupMembers, type PersonName, personNames, roles } from "./people.ts";
import { conversationAt, type Seat } from "./seat.ts";
import type { Telegram } from "./telegram.ts";
import type { Command, DocumentFile, Entity, InlineButton, Message, PhotoSize, User } from "./wire.ts";

/** A message as a person sees it. */
export type ChatMessage = {
  readonly message_id: number;
  readonly from: "bot" | "user";
  /** The name that is shown above it in a group. */
  readonly author: string;
  readonly is_mine: boolean;
  /** Unix time in seconds. */
  readonly date: number;
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly photo: PhotoSize | null;
  readonly document: DocumentFile | null;
  readonly is_contact: boolean;
  /** Messages with the same number are one album. */
  readonly album: string | null;
  /** The message that this one answers; `text` is empty when that is deleted. */
  readonly reply: {
    readonly message_id: number;
    readonly from: "bot" | "user";
    readonly author: string;
    readonly text: string;
  } | null;
  readonly buttons: readonly (readonly InlineButton[])[];
  readonly reactions: readonly string[];
  readonly is_edited: boolean;
  /** Null for somebody whom the bot does not ask. */
  readonly force_reply: { readonly placeholder: string } | null;
};

/** `GET /chat/<person>`: the whole chat. */
export type ChatState = {
  readonly person: PersonName;
  /** Who can write here. */
  readonly people: readonly { readonly name: PersonName; readonly title: string; readonly role: string }[];
  readonly language_code: string;
  /** Null in a private chat. */
  readonly group: { readonly title: string } | null;
  readonly bot: { readonly name: string; readonly username: string; readonly description: string };
  readonly commands: readonly Command[];
  readonly is_typing: boolean;
  readonly messages: readonly ChatMessage[];
};

/** One event of `GET /chat/<person>/events`. */
type LiveEvent =
  | { readonly kind: "state"; readonly state: ChatState }
  | { readonly kind: "message"; readonly message: ChatMessage }
  | Exclude<LiveSight, { kind: "changed" } | { kind: "message" }>;

export const chatState = (telegram: Telegram, seat: Seat): ChatState => {
  const { bot, people, profile } = telegram;
  const conversation = conversationAt(people, seat);
  const { chat } = conversation;
  const language = people.user(seat.person).language_code ?? "";
  const spoken = language.slice(0, 2);
  return {
    person: seat.person,
    people: (seat.isGroup ? groupMembers : personNames).map((name) => ({
      name,
      title: fullName(people.user(name)),
      role: roles[name],
    })),
    language_code: language,
    group: chat.type === "private" ? null : { title: chat.title },
    bot: {
      name: profile.wordingFor("name", spoken) || bot.first_name,
      username: bot.username,
      description: profile.wordingFor("description", spoken),
    },
    commands: profile.commandsFor(spoken, chat),
    is_typing: conversation.isTyping(),
    messages: conversation.all().map((shown) => chatMessage(telegram, seat, shown)),
  };
};

/** Null: somebody else's business. */
export const liveEvent = (telegram: Telegram, seat: Seat, sight: LiveSight): LiveEvent | null => {
  if (sight.kind === "changed") return { kind: "state", state: chatState(telegram, seat) };
  if (sight.kind === "message") return { kind: "message", message: chatMessage(telegram, seat, sight.shown) };
  const isForeign = sight.kind === "notice" && sight.userId !== telegram.people.user(seat.person).id;
  return isForeign ? null : sight;
};

const chatMessage = (telegram: Telegram, seat: Seat, shown: Shown): ChatMessage => {
  const { message, reactions } = shown;
  const me = telegram.people.user(seat.person).id;
  return {
    message_id: message.message_id,
    from: side(message.from),
    author: fullName(message.from),
    is_mine: message.from.id === me,
    date: message.date,
    text: wordsOf(message),
    entities: message.entities ?? message.caption_entities ?? [],
    photo: message.photo?.at(-1) ?? null,
    document: message.document ?? null,
    is_contact: message.contact !== undefined,
    album: message.media_group_id ?? null,
    reply: replyOf(conversationAt(telegram.people, seat), shown),
    buttons: message.reply_markup?.inline_keyboard ?? [],
    reactions,
    is_edited: message.edit_date !== undefined,
    force_reply: isAsked(shown, me) ? shown.forceReply : null,
  };
};

const wordsOf = ({ text, caption, contact }: Message) =>
  text ?? caption ?? (contact ? `👤 ${fullName(contact)}\n+${contact.phone_number}` : "");

/** A selective wish for a reply is meant for whoever wrote the message that is answered. */
const isAsked = ({ message, forceReply }: Shown, me: number) =>
  forceReply?.isSelective !== true || message.reply_to_message?.from.id === me;

const replyOf = (conversation: Conversation, { message }: Shown): ChatMessage["reply"] => {
  const replied = message.reply_to_message;
  if (!replied) return null;
  const now = conversation.find(replied.message_id)?.message;
  const words = (now && wordsOf(now)) || (now?.photo ? "📷" : (now?.document?.file_name ?? ""));
  return {
    message_id: replied.message_id,
    from: side(replied.from),
    author: fullName(replied.from),
    text: message.quote?.text ?? words.slice(0, 200),
  };
};

const side = ({ is_bot }: User) => (is_bot ? "bot" : "user");

const fullName = ({ first_name, last_name }: Pick<User, "first_name" | "last_name">) =>
  [first_name, last_name].filter(Boolean).join(" ");
