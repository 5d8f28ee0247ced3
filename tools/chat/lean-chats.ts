import { err, ok, type Result } from "../../src/core/result.ts";

/** How Telegram says no. */
export type Refusal = {
  readonly code: number;
  readonly description: string;
  readonly parameters?: { readonly retry_after: number };
};

/** A message of the bot. `quotes`: the message that it replies to; `markup`: its buttons, as they were sent. */
export type BotMessage = {
  readonly id: number;
  readonly quotes: number | null;
  readonly text: string;
  readonly markup: unknown;
};

type Chat = { last: number; readonly own: Map<number, BotMessage> };
type Payload = Readonly<Record<string, unknown>>;

export const leanBotInfo = {
  id: 700_000_000,
  is_bot: true,
  first_name: "Deresegn",
  username: "deresegn_bot",
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
} as const;

/**
 * Private chats: what stands in them, and the numbers that messages get. `onSaid` hears what the bot sends (`isNew`) or
 * changes.
 */
export const createLeanChats = (
  onSaid: (message: BotMessage, isNew: boolean, chatId: number) => void = () => {},
) => {
  const chats = new Map<number, Chat>();
  const chatOf = (id: number): Chat => {
    const known = chats.get(id);
    if (known !== undefined) return known;
    const made = { last: 0, own: new Map() };
    chats.set(id, made);
    return made;
  };

  const stored = (chatId: number, { id, text }: BotMessage) => ({
    message_id: id,
    date: Math.floor(Date.now() / 1000),
    chat: { id: chatId, type: "private", first_name: "Selam" },
    from: leanBotInfo,
    text,
  });

  const send = (payload: Payload): Result<unknown, Refusal> => {
    const chatId = Number(payload.chat_id);
    const chat = chatOf(chatId);
    chat.last += 1;
    const markup = payload.reply_markup;
    const message = { id: chat.last, quotes: quotedBy(payload), text: String(payload.text), markup };
    chat.own.set(message.id, message);
    onSaid(message, true, chatId);
    return ok(stored(chatId, message));
  };

  const edit = (payload: Payload): Result<unknown, Refusal> => {
    const chatId = Number(payload.chat_id);
    const chat = chatOf(chatId);
    const id = Number(payload.message_id);
    const before = chat.own.get(id);
    if (before === undefined)
      return badRequest(id <= chat.last ? "message can't be edited" : "message to edit not found");
    const message = { ...before, text: String(payload.text), markup: payload.reply_markup };
    if (message.text === before.text && JSON.stringify(message.markup) === JSON.stringify(before.markup))
      return badRequest("message is not modified: specified new message content is the same");
    chat.own.set(id, message);
    onSaid(message, false, chatId);
    return ok(stored(chatId, message));
  };

  const remove = (payload: Payload): Result<unknown, Refusal> =>
    chatOf(Number(payload.chat_id)).own.delete(Number(payload.message_id))
      ? ok(true)
      : badRequest("message to delete not found");

  return {
    /** The number of a message that a person writes now. */
    nextId: (chatId: number): number => {
      const chat = chatOf(chatId);
      chat.last += 1;
      return chat.last;
    },
    /** What the bot has said and not taken away. */
    saidIn: (chatId: number): readonly BotMessage[] => [...chatOf(chatId).own.values()],
    /** The message that one of the bot's own replies to. */
    quotedIn: (chatId: number, messageId: number): number | null =>
      chatOf(chatId).own.get(messageId)?.quotes ?? null,
    call: (method: string, payload: Payload): Result<unknown, Refusal> => {
      if (method === "sendMessage") return send(payload);
      if (method === "editMessageText") return edit(payload);
      if (method === "deleteMessage") return remove(payload);
      return method === "getMe" ? ok(leanBotInfo) : ok(true);
    },
  };
};

/** The message that a payload of `sendMessage` replies to. */
export const quotedBy = ({ reply_parameters: quoted }: Payload): number | null =>
  typeof quoted === "object" && quoted !== null && "message_id" in quoted ? Number(quoted.message_id) : null;

const badRequest = (why: string) => err({ code: 400, description: `Bad Request: ${why}` });
