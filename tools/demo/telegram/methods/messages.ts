import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ok, type Result } from "../../../../src/core/result.ts";
import { entitySchema, type Markup, readFormattedText } from "../formatted-text.ts";
import { reactionEmoji } from "../reactions.ts";
import { badRequest, notModified, type Refusal } from "../refusal.ts";
import { readReplyMarkup, replyMarkupSchema } from "../reply-markup.ts";
import type { Telegram } from "../telegram.ts";
import type { FormattedText } from "../wire.ts";
import { flag, fromText, type Method, method } from "./method.ts";
import { findReply, replySchema } from "./reply.ts";
import { chat_id, findChat, findMessage, findOwn, target } from "./target.ts";

const textShape = {
  text: z.coerce.string().default(""),
  parse_mode: z.string().optional(),
  entities: fromText(z.array(entitySchema)).optional(),
};
const reply_markup = fromText(replyMarkupSchema).optional();

/** The methods by which a bot writes, changes and takes back messages. */
export const messageMethods = (telegram: Telegram): Readonly<Record<string, Method>> => ({
  sendMessage: sendMessage(telegram),
  editMessageText: editMessageText(telegram),
  editMessageReplyMarkup: editMessageReplyMarkup(telegram),
  deleteMessage: deleteMessage(telegram),
  setMessageReaction: setMessageReaction(telegram),
  sendChatAction: sendChatAction(telegram),
});

const sendMessage = ({ bot, people }: Telegram): Method =>
  method(z.object({ chat_id, ...textShape, reply_markup, ...replySchema }), (wanted) => {
    const conversation = findChat(people, wanted.chat_id);
    if (!conversation.ok) return conversation;
    const content = readText(wanted.text, wanted);
    if (!content.ok) return content;
    const reply = findReply(conversation.value, wanted);
    if (!reply.ok) return reply;
    const markup = readReplyMarkup(wanted.reply_markup);
    if (!markup.ok) return markup;
    return ok(conversation.value.add(bot, { content: content.value, reply: reply.value, ...markup.value }));
  });

const editMessageText = ({ people }: Telegram): Method =>
  method(z.object({ ...target, ...textShape, reply_markup }), (wanted) => {
    const found = findOwn(people, wanted);
    if (!found.ok) return found;
    const { conversation, shown } = found.value;
    if (shown.message.text === undefined) return badRequest("there is no text in the message to edit");
    const content = readText(wanted.text, wanted);
    if (!content.ok) return content;
    const markup = readReplyMarkup(wanted.reply_markup);
    if (!markup.ok) return markup;
    const { keyboard } = markup.value;
    const { text, entities, reply_markup: former } = shown.message;
    if (isDeepStrictEqual({ text, entities, keyboard: former ?? null }, { ...content.value, keyboard })) {
      return notModified();
    }
    return ok(conversation.edit(wanted.message_id, content.value, keyboard));
  });

const editMessageReplyMarkup = ({ people }: Telegram): Method =>
  method(z.object({ ...target, reply_markup }), (wanted) => {
    const found = findOwn(people, wanted);
    if (!found.ok) return found;
    const markup = readReplyMarkup(wanted.reply_markup);
    if (!markup.ok) return markup;
    const former = found.value.shown.message.reply_markup ?? null;
    if (isDeepStrictEqual(former, markup.value.keyboard)) return notModified();
    return ok(found.value.conversation.setKeyboard(wanted.message_id, markup.value.keyboard));
  });

const deleteMessage = ({ people }: Telegram): Method =>
  method(z.object(target), (wanted) => {
    const found = findMessage(people, wanted, "message to delete not found");
    if (!found.ok) return found;
    found.value.conversation.remove(wanted.message_id);
    return ok(true);
  });

const setMessageReaction = ({ people }: Telegram): Method =>
  method(
    z.object({
      ...target,
      reaction: fromText(z.array(z.object({ type: z.string(), emoji: z.string().optional() }))).default([]),
      is_big: flag.optional(),
    }),
    (wanted) => {
      const found = findMessage(people, wanted, "message to react not found");
      if (!found.ok) return found;
      const emoji = wanted.reaction.map((reaction) => reaction.emoji ?? "");
      if (!emoji.every((one) => reactionEmoji.has(one))) return badRequest("REACTION_INVALID");
      if (emoji.length > 1) return badRequest("REACTIONS_TOO_MANY");
      found.value.conversation.react(wanted.message_id, emoji);
      return ok(true);
    },
  );

const sendChatAction = ({ people }: Telegram): Method =>
  method(z.object({ chat_id, action: z.string().default("") }), (wanted) => {
    const conversation = findChat(people, wanted.chat_id);
    if (!conversation.ok) return conversation;
    if (!/^(?:typing|(?:upload|record)_(?:photo|document|video|voice)|find_location)$/.test(wanted.action)) {
      return badRequest("wrong parameter action in request");
    }
    conversation.value.showTyping();
    return ok(true);
  });

/** @see Bot API, sendMessage: 1 to 4096 characters after the markup is taken out. */
const characterMax = 4096;

const readText = (text: string, markup: Markup): Result<FormattedText, Refusal> => {
  const formatted = readFormattedText(text, markup);
  if (!formatted.ok) return formatted;
  if (!formatted.value.text) return badRequest("message text is empty");
  if ([...formatted.value.text].length > characterMax) return badRequest("message is too long");
  return formatted;
};
