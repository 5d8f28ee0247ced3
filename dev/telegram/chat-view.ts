import type { Conversation, Shown } from "./conversation.ts";
import type { LiveSight } from "./live-view.ts";
import { type PersonName, personNames } from "./people.ts";
import type { Telegram } from "./telegram.ts";
import type { Command, DocumentFile, Entity, InlineButton, PhotoSize } from "./wire.ts";

/** A message as a person sees it. */
export type ChatMessage = {
  readonly message_id: number;
  readonly from: "bot" | "user";
  /** Unix time in seconds. */
  readonly date: number;
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly photo: PhotoSize | null;
  readonly document: DocumentFile | null;
  /** The message that this one answers; `text` is empty when that is deleted. */
  readonly reply: {
    readonly message_id: number;
    readonly from: "bot" | "user";
    readonly text: string;
  } | null;
  readonly buttons: readonly (readonly InlineButton[])[];
  readonly reactions: readonly string[];
  readonly is_edited: boolean;
  readonly force_reply: { readonly placeholder: string } | null;
};

/** `GET /chat/<person>`: the whole chat. */
export type ChatState = {
  readonly person: PersonName;
  readonly people: readonly { readonly name: PersonName; readonly title: string }[];
  readonly language_code: string;
  readonly bot: { readonly name: string; readonly username: string; readonly description: string };
  readonly commands: readonly Command[];
  readonly is_typing: boolean;
  readonly messages: readonly ChatMessage[];
};

/** One event of `GET /chat/<person>/events`. */
export type LiveEvent =
  | { readonly kind: "state"; readonly state: ChatState }
  | { readonly kind: "message"; readonly message: ChatMessage }
  | Exclude<LiveSight, { kind: "changed" } | { kind: "message" }>;

export const chatState = ({ bot, people, profile }: Telegram, person: PersonName): ChatState => {
  const conversation = people.conversation(person);
  const language = conversation.user().language_code ?? "";
  const spoken = language.slice(0, 2);
  return {
    person,
    people: personNames.map((name) => ({ name, title: fullName(people.conversation(name)) })),
    language_code: language,
    bot: {
      name: profile.wordingFor("name", spoken) || bot.first_name,
      username: bot.username,
      description: profile.wordingFor("description", spoken),
    },
    commands: profile.commandsFor(spoken, conversation.user().id),
    is_typing: conversation.isTyping(),
    messages: conversation.all().map((shown) => chatMessage(conversation, shown)),
  };
};

export const liveEvent = (telegram: Telegram, person: PersonName, sight: LiveSight): LiveEvent => {
  if (sight.kind === "changed") return { kind: "state", state: chatState(telegram, person) };
  if (sight.kind !== "message") return sight;
  return { kind: "message", message: chatMessage(telegram.people.conversation(person), sight.shown) };
};

const chatMessage = (conversation: Conversation, { message, reactions, forceReply }: Shown): ChatMessage => ({
  message_id: message.message_id,
  from: side(message.from.is_bot),
  date: message.date,
  text: message.text ?? message.caption ?? "",
  entities: message.entities ?? message.caption_entities ?? [],
  photo: message.photo?.at(-1) ?? null,
  document: message.document ?? null,
  reply: replyOf(conversation, { message, reactions, forceReply }),
  buttons: message.reply_markup?.inline_keyboard ?? [],
  reactions,
  is_edited: message.edit_date !== undefined,
  force_reply: forceReply,
});

const replyOf = (conversation: Conversation, { message }: Shown): ChatMessage["reply"] => {
  const replied = message.reply_to_message;
  if (!replied) return null;
  const now = conversation.find(replied.message_id)?.message;
  const words = now?.text ?? now?.caption ?? (now?.photo ? "📷" : (now?.document?.file_name ?? ""));
  return {
    message_id: replied.message_id,
    from: side(replied.from.is_bot),
    text: message.quote?.text ?? words.slice(0, 200),
  };
};

const side = (isBot: boolean) => (isBot ? "bot" : "user");

const fullName = (conversation: Conversation) => {
  const { first_name, last_name } = conversation.user();
  return [first_name, last_name].filter(Boolean).join(" ");
};
