import { type Api, GrammyError, InputFile } from "grammy";
import type { BotCommand, ForceReply, InlineKeyboardMarkup, Chat as TelegramChat } from "grammy/types";
import { z } from "zod";
import type { FailureAssessmentKind } from "../../core/failure.ts";
import type { Log } from "../../core/log.ts";
import { type Tracing, traced } from "../../core/tracing.ts";
import type { ReceiptAnswerKind } from "../../rendering/answer-kind.ts";
import type { RichText } from "../../rendering/rich-text.ts";
import { stillHeld } from "../data/inbox.ts";
import type { BotTimings } from "./timings.ts";

/** The message that an answer quotes. */
export type Place = {
  readonly chatId: number;
  readonly messageId: number;
  /** The topic in which it stands; unset: the chat has none. */
  readonly topic?: number | undefined;
};

/** A place as it is kept. */
export const placeSchema = z.object({
  chatId: z.int(),
  messageId: z.int(),
  topic: z.int().optional(),
});

/** The topic of a forum that every forum has, and that no call may name. */
const generalTopic = 1;

type Placed = {
  readonly message_id: number;
  readonly chat: Pick<TelegramChat, "id" | "is_forum">;
  readonly message_thread_id?: number;
  readonly is_topic_message?: boolean;
};

/** Threads outside of forums are chains of replies, and no topics. */
const topicOf = ({ chat, message_thread_id: thread, is_topic_message: isInTopic }: Placed) =>
  isInTopic === true && thread !== undefined ? thread : chat.is_forum === true ? generalTopic : undefined;

export const placeOf = (message: Placed): Place => {
  const topic = topicOf(message);
  const place = { chatId: message.chat.id, messageId: message.message_id };
  return topic === undefined ? place : { ...place, topic };
};

/** The parameter of a call that keeps what it shows in the topic. */
const inTopic = ({ topic = generalTopic }: Pick<Place, "topic">) =>
  topic === generalTopic ? {} : { message_thread_id: topic };

/** Groups and channels have negative numbers, people positive ones. */
export const isGroup = ({ chatId }: Pick<Place, "chatId">): boolean => chatId < 0;

export type Reply = RichText & {
  readonly markup?: InlineKeyboardMarkup | ForceReply;
  /** A file, with the text as its caption. */
  readonly document?: { readonly name: string; readonly bytes: Uint8Array };
  /** What an album's summary says about a receipt that is real. */
  readonly paid?: {
    readonly kind: ReceiptAnswerKind;
    readonly amountSantim: number;
    /** With the fee, where the receipt tells it. */
    readonly totalSantim?: number | null;
    readonly provider: string;
    readonly reference: string;
  };
  /** What an answer without a receipt means. */
  readonly failed?: FailureAssessmentKind;
  /** The message to quote in place of the one that is answered. */
  readonly quotes?: number;
  /** The reply quotes nothing, because the message stands right above it. */
  readonly isUnquoted?: boolean;
  /** The stored question that this message asks or carries a button of. */
  readonly questionId?: string;
  /** The outcome is kept, because a button leads back to it. */
  readonly leadsBack?: boolean;
  /** Nothing is decided, and nothing could be written down about it: its update is worked off again. */
  readonly isProvisional?: boolean;
};

export const plain = (text: string): Reply => ({ text, entities: [] });

type Dependencies = { readonly api: Api; readonly log: Log; readonly timings: BotTimings };

/** The few things that the bot does in a chat. */
export const createChat = ({ api, log, timings }: Dependencies) => {
  /** Makes a courtesy call: the work goes on when it fails. */
  const courtesy = async (call: Promise<unknown>): Promise<void> => {
    await call.catch((error: unknown) => log.warn({ err: error }, "a courtesy call to Telegram failed"));
  };

  const send = async (
    { chatId, topic }: Pick<Place, "chatId" | "topic">,
    quoted: number | null,
    reply: Reply,
  ): Promise<number> => {
    const { text, entities, markup, document } = reply;
    const quoting = {
      ...inTopic({ topic }),
      ...(quoted && { reply_parameters: { message_id: quoted, allow_sending_without_reply: true } }),
      ...(markup && { reply_markup: markup }),
    };
    const sent = await (document === undefined
      ? api.sendMessage(chatId, text, {
          entities: [...entities],
          link_preview_options: { is_disabled: true },
          ...quoting,
        })
      : api.sendDocument(chatId, new InputFile(document.bytes, document.name), {
          caption: text,
          caption_entities: [...entities],
          ...quoting,
        }));
    return sent.message_id;
  };

  const quote = (place: Place, reply: Reply): Promise<number> => {
    const quoted = reply.isUnquoted ? null : (reply.quotes ?? place.messageId);
    return send(place, quoted, reply).catch((error: unknown) => {
      // Telegram has sent nothing. Without the topic it shows what quotes a message where that message is.
      if (place.topic !== undefined && isTopicGone(error))
        return send({ chatId: place.chatId }, quoted, reply);
      // There a quote would lead back into the topic.
      if (place.topic !== undefined && isTopicClosed(error))
        return send({ chatId: place.chatId }, null, reply);
      const chat = movedTo(error);
      if (chat === null) throw error;
      // The message has another number in the supergroup.
      return send({ chatId: chat }, null, reply);
    });
  };

  /** Makes a message of the bot say something else. False when it is gone or cannot be edited. */
  const edit = async ({ chatId, messageId }: Place, reply: Reply): Promise<boolean> => {
    const { text, entities, markup, document } = reply;
    if (markup !== undefined && !("inline_keyboard" in markup)) return false;
    const buttons = markup && { reply_markup: markup };
    try {
      await (document === undefined
        ? api.editMessageText(chatId, messageId, text, {
            entities: [...entities],
            link_preview_options: { is_disabled: true },
            ...buttons,
          })
        : api.editMessageCaption(chatId, messageId, {
            caption: text,
            caption_entities: [...entities],
            ...buttons,
          }));
      return true;
    } catch (error) {
      if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
      return error.description.includes("message is not modified");
    }
  };

  /** Deletes a message in whose place another one comes. Where Telegram refuses, it is edited to say so. */
  const retire = async ({ chatId, messageId }: Place, instead: string): Promise<void> => {
    await api.deleteMessage(chatId, messageId).catch(() => edit({ chatId, messageId }, plain(instead)));
  };

  /** Answers a callback query; the text, if any, is shown for a moment. */
  const notify = (queryId: string, text?: string): Promise<void> =>
    courtesy(api.answerCallbackQuery(queryId, text === undefined ? {} : { text }));

  const dropButtons = ({ chatId, messageId }: Place): Promise<void> =>
    courtesy(api.editMessageReplyMarkup(chatId, messageId));

  /** Sets the commands that this chat lists, whatever language its app speaks; null: those of all chats. */
  const listCommands = (chatId: number, commands: readonly BotCommand[] | null): Promise<void> => {
    const scope = { scope: { type: "chat", chat_id: chatId } } as const;
    return courtesy(
      commands === null ? api.deleteMyCommands(scope) : api.setMyCommands([...commands], scope),
    );
  };

  /** Whether a person administers a group, or the group has no administrator at all; null: not known. */
  const isAdministrator = async (chatId: number, userId: number): Promise<boolean | null> => {
    try {
      const { status } = await api.getChatMember(chatId, userId);
      if (status === "creator" || status === "administrator") return true;
      if (status !== "member" && status !== "restricted") return false;
      return (await api.getChatAdministrators(chatId)).length === 0;
    } catch (error) {
      log.warn({ err: error }, "Telegram does not tell who administers a group");
      return null;
    }
  };

  const seen = ({ chatId, messageId }: Place): Promise<void> =>
    courtesy(api.setMessageReaction(chatId, messageId, [{ type: "emoji", emoji: "👀" }]));

  /** Shows "typing …" until the work is done. */
  const whileTyping = async <T>(
    { chatId, topic }: Pick<Place, "chatId" | "topic">,
    work: () => Promise<T>,
  ): Promise<T> => {
    let isDone = false;
    let timer: NodeJS.Timeout | undefined;
    const show = async (): Promise<void> => {
      await courtesy(api.sendChatAction(chatId, "typing", inTopic({ topic })));
      if (!isDone) timer = setTimeout(show, timings.typingEveryMs);
    };
    void show();
    // The work does not wait for the call, which may hang.
    return work().finally(() => {
      isDone = true;
      clearTimeout(timer);
    });
  };

  return {
    quote,
    edit,
    retire,
    notify,
    dropButtons,
    isAdministrator,
    seen,
    whileTyping,
    listCommands,
  };
};

export type Chat = ReturnType<typeof createChat>;

/** A chat in which each message that is sent or changed has a span of its own. */
export const tracedChat = (tracing: Tracing, chat: Chat): Chat => ({
  ...chat,
  quote: (...reply) => traced(tracing, "reply", {}, () => chat.quote(...reply)),
  edit: (...reply) => traced(tracing, "reply", {}, () => chat.edit(...reply)),
});

/** A chat in which nothing is said because of an update that another process works on by now, whose answer stands. */
export const heldChat = (chat: Chat): Chat => ({
  ...chat,
  quote: async (...reply) => {
    await stillHeld();
    return chat.quote(...reply);
  },
  edit: async (...reply) => {
    await stillHeld();
    return chat.edit(...reply);
  },
  retire: async (...message) => {
    await stillHeld();
    return chat.retire(...message);
  },
});

/** The supergroup that a group has become, as an error of Telegram names it; null for other errors. */
const movedTo = (error: unknown): number | null =>
  error instanceof GrammyError ? (error.parameters.migrate_to_chat_id ?? null) : null;

/** Whether the topic was deleted, or the group is a forum no longer. */
const isTopicGone = (error: unknown): boolean =>
  error instanceof GrammyError &&
  error.error_code === 400 &&
  /message thread not found|TOPIC_DELETED/i.test(error.description);

/** Whether nobody may write in the topic but those who administer topics. */
const isTopicClosed = (error: unknown): boolean =>
  error instanceof GrammyError && error.error_code === 400 && error.description.includes("TOPIC_CLOSED");
