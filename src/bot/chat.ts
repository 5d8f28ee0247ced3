import { type Api, GrammyError, InputFile } from "grammy";
import type { BotCommand, ForceReply, InlineKeyboardMarkup } from "grammy/types";
import type { Log } from "../log.ts";
import { movedTo } from "./moved-groups.ts";
import type { Pace } from "./pace.ts";
import type { RichText } from "./rich-text.ts";

/** The message that an answer quotes. */
export type Place = { readonly chatId: number; readonly messageId: number };

export type Reply = RichText & {
  readonly markup?: InlineKeyboardMarkup | ForceReply;
  /** A file, with the text as its caption. */
  readonly document?: { readonly name: string; readonly bytes: Uint8Array };
  /** Of a receipt that is real: what an album's summary says of it. */
  readonly paid?: { readonly amountSantim: number; readonly provider: string; readonly reference: string };
  /** The message that it quotes in place of the one that it answers. */
  readonly quotes?: number;
  /** Quotes nothing: what it answers stands right above it. */
  readonly isUnquoted?: boolean;
  /** The stored question that this message asks or carries a button of. */
  readonly questionId?: string;
  /** A button leads back to what was found out, which is kept for it. */
  readonly leadsBack?: boolean;
  /** What was found out is kept until it is said, and noted as about to be. */
  readonly isKept?: boolean;
};

export const plain = (text: string): Reply => ({ text, entities: [] });

type Dependencies = { readonly api: Api; readonly log: Log; readonly pace: Pace };

/** The few things the bot does in a chat, in words of its own. */
export const createChat = ({ api, log, pace }: Dependencies) => {
  /** For what is only kind: the work goes on without it. */
  const courtesy = async (call: Promise<unknown>): Promise<void> => {
    await call.catch((error: unknown) => log.warn({ err: error }, "a courtesy call to Telegram failed"));
  };

  const send = async (chatId: number, quoted: number | null, reply: Reply): Promise<number> => {
    const { text, entities, markup, document } = reply;
    const quoting = {
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

  const quote = ({ chatId, messageId }: Place, reply: Reply): Promise<number> =>
    send(chatId, reply.isUnquoted ? null : (reply.quotes ?? messageId), reply).catch((error: unknown) => {
      const chat = movedTo(error);
      if (chat === null) throw error;
      // There the message that asked has another number.
      return send(chat, null, reply);
    });

  /** Makes a message of ours say something; `refused`: it is gone, somebody else's, or cannot be edited. */
  const change = async (
    { chatId, messageId }: Place,
    reply: Reply,
  ): Promise<"changed" | "said so already" | "refused"> => {
    const { text, entities, markup, document } = reply;
    if (markup !== undefined && !("inline_keyboard" in markup)) return "refused";
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
      return "changed";
    } catch (error) {
      if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
      return error.description.includes("message is not modified") ? "said so already" : "refused";
    }
  };

  /** False when the message is gone or cannot be edited: then it takes a new one. */
  const edit = async (place: Place, reply: Reply): Promise<boolean> =>
    (await change(place, reply)) !== "refused";

  /** Takes a message away that something better has replaced; where that is refused, it says so instead. */
  const retire = async ({ chatId, messageId }: Place, instead: string): Promise<void> => {
    await courtesy(
      api.deleteMessage(chatId, messageId).catch(() => edit({ chatId, messageId }, plain(instead))),
    );
  };

  /** Ends the waiting sign on a pressed button; the text, if any, is shown for a moment. */
  const notify = (queryId: string, text?: string): Promise<void> =>
    courtesy(api.answerCallbackQuery(queryId, text === undefined ? {} : { text }));

  const dropButtons = ({ chatId, messageId }: Place): Promise<void> =>
    courtesy(api.editMessageReplyMarkup(chatId, messageId));

  /** The commands that this chat lists, whatever language its app speaks; null: those of all chats. */
  const listCommands = (chatId: number, commands: readonly BotCommand[] | null): Promise<void> => {
    const scope = { scope: { type: "chat", chat_id: chatId } } as const;
    return courtesy(
      commands === null ? api.deleteMyCommands(scope) : api.setMyCommands([...commands], scope),
    );
  };

  /** Whether a person administers a group, or the group has no administrator at all; null: Telegram does not tell. */
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

  /** Shows "typing …" from now until the work is done. */
  const whileTyping = async <T>(chatId: number, work: () => Promise<T>): Promise<T> => {
    let isDone = false;
    let timer: NodeJS.Timeout | undefined;
    const show = async (): Promise<void> => {
      await courtesy(api.sendChatAction(chatId, "typing"));
      if (!isDone) timer = setTimeout(show, pace.typingEveryMs);
    };
    void show();
    // A call that hangs must not hold up the chat's next message.
    return work().finally(() => {
      isDone = true;
      clearTimeout(timer);
    });
  };

  return {
    quote,
    change,
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
