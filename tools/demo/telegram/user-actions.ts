import { withAutomaticEntities } from "./automatic-entities.ts";
import { findReply } from "./methods/reply.ts";
import { phones } from "./people.ts";
import { conversationAt, type Seat } from "./seat.ts";
import type { Telegram } from "./telegram.ts";
import type { Content } from "./wire.ts";

/** @see Bot API: an app sends what is longer in several messages. */
const characterMax = 4096;

/** The user sends text. @returns the ids of the messages: one, or more when it is too long for one. */
export const sayText = (
  telegram: Telegram,
  seat: Seat,
  { text, reply_to }: { readonly text: string; readonly reply_to?: number | undefined },
): number[] => {
  const characters = [...text.trim()];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += characterMax) {
    parts.push(
      characters
        .slice(at, at + characterMax)
        .join("")
        .trim(),
    );
  }
  return parts.map((part) =>
    sendContent(telegram, seat, withAutomaticEntities({ text: part, entities: [] }), reply_to),
  );
};

/** The user sends something, and the bot is told. @returns the id of the message. */
export const sendContent = (
  { people, updates }: Telegram,
  seat: Seat,
  content: Content,
  replyTo?: number,
): number => {
  const conversation = conversationAt(people, seat);
  const reply = findReply(conversation, { reply_to_message_id: replyTo, allow_sending_without_reply: true });
  const message = conversation.add(people.user(seat.person), { content, reply: reply.ok ? reply.value : {} });
  updates.push({ message });
  return message.message_id;
};

/** The user shares their own phone number. @returns the id of the message. */
export const sendOwnContact = (telegram: Telegram, seat: Seat, replyTo?: number): number => {
  const { id, first_name, last_name } = telegram.people.user(seat.person);
  const name = { first_name, ...(last_name && { last_name }) };
  const contact = { phone_number: phones[seat.person], ...name, user_id: id };
  return sendContent(telegram, seat, { contact }, replyTo);
};

/** The user changes a text that was sent before. False when there is no such message of the user's. */
export const editText = (
  { people, updates }: Telegram,
  seat: Seat,
  { message_id, text }: { readonly message_id: number; readonly text: string },
): boolean => {
  const conversation = conversationAt(people, seat);
  const shown = conversation.find(message_id);
  if (shown?.message.from.id !== people.user(seat.person).id) return false;
  const content = withAutomaticEntities({ text: text.trim(), entities: [] });
  updates.push({ edited_message: conversation.edit(message_id, content, null) });
  return true;
};

/** The user presses a button that calls back. @returns the query's id, or null when there is no such button. */
export const pressButton = (
  { people, updates, callbackQueries }: Telegram,
  seat: Seat,
  wanted: {
    readonly message_id: number;
    readonly label?: string | undefined;
    readonly data?: string | undefined;
  },
): string | null => {
  const conversation = conversationAt(people, seat);
  const message = conversation.find(wanted.message_id)?.message;
  const data = message?.reply_markup?.inline_keyboard
    .flat()
    .find((one) =>
      wanted.data === undefined ? one.text === wanted.label : one.callback_data === wanted.data,
    )?.callback_data;
  if (!message || data === undefined) return null;
  const from = people.user(seat.person);
  const id = callbackQueries.open({ conversation, userId: from.id });
  const chat_instance = String(conversation.chat.id);
  updates.push({ callback_query: { id, from, message, chat_instance, data } });
  return id;
};
