import type { ForceReply } from "./reply-markup.ts";
import type { Chat, Content, InlineKeyboard, Message, Reply, User } from "./wire.ts";

/** A message with what Telegram shows around it. */
export type Shown = {
  readonly message: Message;
  readonly reactions: readonly string[];
  readonly forceReply: ForceReply | null;
};

/** What a person looking at the chat sees happen. */
export type Sight =
  | { readonly kind: "message"; readonly shown: Shown }
  | { readonly kind: "deleted"; readonly messageId: number }
  | { readonly kind: "typing"; readonly isOn: boolean }
  | {
      readonly kind: "notice";
      readonly queryId: string;
      /** Id of the user who pressed; nobody else sees it. */
      readonly userId: number;
      readonly text: string;
      readonly isAlert: boolean;
    };

export type Addition = {
  readonly content: Content;
  readonly reply: Reply;
  readonly keyboard?: InlineKeyboard | null;
  readonly forceReply?: ForceReply | null;
};

/** One chat that the bot is in: a person's own, or a group. */
export type Conversation = {
  readonly chat: Chat;
  readonly add: (from: User, addition: Addition) => Message;
  readonly find: (messageId: number) => Shown | undefined;
  readonly edit: (messageId: number, content: Content, keyboard: InlineKeyboard | null) => Message;
  readonly setKeyboard: (messageId: number, keyboard: InlineKeyboard | null) => Message;
  readonly react: (messageId: number, reactions: readonly string[]) => void;
  readonly remove: (messageId: number) => void;
  readonly showTyping: () => void;
  readonly show: (sight: Sight) => void;
  readonly isTyping: () => boolean;
  readonly all: () => readonly Shown[];
};

type Dependencies = {
  readonly chat: Chat;
  readonly nextMessageId: () => number;
  readonly now: () => Date;
  readonly show: (sight: Sight) => void;
};

const messagesKept = 1000;

/** How long a chat action is shown unless a message ends it (Bot API, sendChatAction). */
const typingMs = 5000;

export const createConversation = ({ chat, nextMessageId, now, show }: Dependencies): Conversation => {
  const messages = new Map<number, Shown>();
  let typingUntil = 0;

  const put = (shown: Shown): Message => {
    messages.set(shown.message.message_id, shown);
    for (const oldest of [...messages.keys()].slice(0, -messagesKept)) messages.delete(oldest);
    show({ kind: "message", shown });
    return shown.message;
  };
  const change = (messageId: number, next: (shown: Shown) => Shown): Message => {
    const shown = messages.get(messageId);
    if (!shown) throw new Error(`no message ${messageId} to change`);
    return put(next(shown));
  };
  const setTyping = (isOn: boolean) => {
    typingUntil = isOn ? now().getTime() + typingMs : 0;
    show({ kind: "typing", isOn });
  };

  return {
    chat,
    add: (from, { content, reply, keyboard, forceReply }) => {
      if (from.is_bot) setTyping(false);
      const base = { message_id: nextMessageId(), from, chat, date: seconds(now()) };
      const message = withKeyboard({ ...base, ...content, ...reply }, keyboard ?? null);
      return put({ message, reactions: [], forceReply: forceReply ?? null });
    },
    find: (messageId) => messages.get(messageId),
    edit: (messageId, content, keyboard) =>
      change(messageId, (shown) => {
        const edited = { ...withoutContent(shown.message), ...content, edit_date: seconds(now()) };
        return { ...shown, message: withKeyboard(edited, keyboard) };
      }),
    setKeyboard: (messageId, keyboard) =>
      change(messageId, (shown) => ({ ...shown, message: withKeyboard(shown.message, keyboard) })),
    react: (messageId, reactions) => void change(messageId, (shown) => ({ ...shown, reactions })),
    remove: (messageId) => {
      messages.delete(messageId);
      show({ kind: "deleted", messageId });
    },
    showTyping: () => setTyping(true),
    show,
    isTyping: () => typingUntil > now().getTime(),
    all: () => [...messages.values()],
  };
};

const withKeyboard = (message: Message, keyboard: InlineKeyboard | null): Message => {
  const { reply_markup: _former, ...rest } = message;
  return keyboard ? { ...rest, reply_markup: keyboard } : rest;
};

/** Without what an edit replaces as a whole. */
const withoutContent = ({ text, entities, caption, caption_entities, ...rest }: Message): Message => rest;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
