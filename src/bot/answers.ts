import type { Message } from "grammy/types";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { type Chat, type Place, plain } from "./chat.ts";
import { isNumberLike, typedAccount, typedPhone } from "./message-text.ts";
import { filledIn } from "./pointers.ts";
import { readQuestion } from "./questions.ts";
import type { Receipts } from "./receipts.ts";
import type { Saying } from "./saying.ts";

/** A number typed later than this, and not as a reply, is no answer to a question any more. */
const unquotedAnswerMs = 60 * 60 * 1000;

type Dependencies = {
  readonly memory: BotMemory;
  readonly receipts: Pick<Receipts, "answerOne">;
  readonly chat: Pick<Chat, "seen" | "whileTyping">;
  readonly now: () => Date;
};

/** Who has written what we may have asked for. */
export type Sender = {
  readonly place: Place;
  readonly userId: number;
  readonly language: Language;
  readonly saying: Saying;
};

/** Numbers that are typed because we asked for them: of an account, or of a phone. */
export const createAnswers = ({ memory, receipts, chat, now }: Dependencies) => {
  /** The question that a message without a receipt may answer. */
  const questionFor = async (
    message: Message,
    { userId, saying }: Sender,
  ): Promise<OpenQuestion | undefined> => {
    const open = await memory.openQuestionsOf(message.chat.id, userId, saying.updateId);
    const typed = open.filter(({ kind }) => kind === "account" || kind === "phone");
    const quoted = typed.find(({ messageId }) => isReplyTo(message, messageId));
    if (quoted !== undefined || message.chat.type !== "private") return quoted;
    return typed.find(({ askedAt }) => now().getTime() - askedAt.getTime() < unquotedAnswerMs);
  };

  const askAgain = async ({ place, language, saying }: Sender, question: OpenQuestion): Promise<void> => {
    const texts = catalogues[language];
    const isPhone = question.kind === "phone";
    const markup = {
      force_reply: true,
      input_field_placeholder: isPhone ? texts.phonePlaceholder : texts.accountPlaceholder,
      selective: true,
    } as const;
    const refused = plain(isPhone ? texts.phoneRefused : texts.accountRefused);
    const messageId = await saying.say(place, "asked again", { ...refused, markup });
    await memory.attachMessage(question.id, messageId);
  };

  /** True when the message was an answer, good or bad, to a question of ours. */
  return async (message: Message, text: string, sender: Sender): Promise<boolean> => {
    const question = await questionFor(message, sender);
    if (question === undefined) return false;
    const digits = question.kind === "phone" ? typedPhone(text) : typedAccount(text);
    const isAnswer = digits !== null || isNumberLike(text) || isReplyTo(message, question.messageId);
    if (!isAnswer) return false;
    if (digits === null) {
      await askAgain(sender, question);
      return true;
    }
    const { place, userId, language, saying } = sender;
    const taken = await memory.answer(question.id, saying.updateId);
    if (taken === null) return false;
    const { messageId, rivals } = readQuestion(taken);
    const [pointer] = rivals;
    if (pointer === undefined) return false;
    const asker = { place: { ...place, messageId }, userId, language };
    const spot = { slot: `answered:${question.id}`, shown: null };
    void chat.seen(place);
    await chat.whileTyping(place.chatId, () =>
      receipts.answerOne({ asker, askedAt: now(), saying }, filledIn(pointer, digits), spot),
    );
    return true;
  };
};

export type Answers = ReturnType<typeof createAnswers>;

const isReplyTo = (message: Message, messageId: number | null): boolean =>
  messageId !== null && message.reply_to_message?.message_id === messageId;
