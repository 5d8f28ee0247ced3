import type { Message } from "grammy/types";
import { hourMs } from "../../core/time.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { filledIn } from "../../verify/candidates.ts";
import type { BotMemory, OpenQuestion } from "../data/memory.ts";
import { type Chat, type Place, plain } from "../telegram/chat.ts";
import type { AlbumSummaries } from "./albums.ts";
import { askedInGroup, type GroupBudget } from "./group-budget.ts";
import { isNumberLike, isPassedOn, saysOnlyNumber, typedAccount, typedPhone } from "./message-text.ts";
import { readQuestion } from "./questions.ts";
import type { Receipts } from "./receipts.ts";
import type { Sending } from "./sending.ts";

/** After this time only a reply answers a question; another number does not. */
const unquotedAnswerMs = hourMs;

type Dependencies = {
  readonly memory: BotMemory;
  readonly receipts: Pick<Receipts, "answerOne">;
  readonly budget: GroupBudget;
  readonly chat: Pick<Chat, "seen" | "whileTyping">;
  readonly following: AlbumSummaries["following"];
  readonly now: () => Date;
};

/** The sender of a message that may answer a question. */
export type Sender = {
  readonly place: Place;
  readonly userId: number;
  readonly language: Language;
  readonly sending: Sending;
};

/** Handles account and phone numbers that are typed because the bot asked for them. */
export const createAnswers = ({ memory, receipts, budget, chat, following, now }: Dependencies) => {
  /** The question that a message without a receipt may answer. */
  const questionFor = async (
    message: Message,
    { userId, sending }: Sender,
  ): Promise<OpenQuestion | undefined> => {
    // What another person wrote is no answer.
    if (isPassedOn(message)) return undefined;
    const open = await memory.openQuestionsOf(message.chat.id, userId, sending.updateId);
    const typed = open.filter(({ kind }) => kind === "account" || kind === "phone");
    const quoted = typed.find(({ messageId }) => isReplyTo(message, messageId));
    if (quoted !== undefined || message.chat.type !== "private") return quoted;
    return typed.find(({ askedAt }) => now().getTime() - askedAt.getTime() < unquotedAnswerMs);
  };

  const askAgain = async ({ place, language, sending }: Sender, question: OpenQuestion): Promise<void> => {
    const texts = catalogues[language];
    const isPhone = question.kind === "phone";
    const markup = {
      force_reply: true,
      input_field_placeholder: isPhone ? texts.phonePlaceholder : texts.accountPlaceholder,
      selective: true,
    } as const;
    const refused = plain(isPhone ? texts.phoneRefused : texts.accountRefused);
    const messageId = await sending.send(place, "asked again", { ...refused, markup });
    await memory.attachMessage(question.id, messageId);
  };

  /** True when the message was an answer, right or wrong, to an open question. */
  return async (message: Message, text: string, sender: Sender): Promise<boolean> => {
    const question = await questionFor(message, sender);
    if (question === undefined) return false;
    const digits = question.kind === "phone" ? typedPhone(text) : typedAccount(text);
    const isTyped = digits !== null && saysOnlyNumber(text, question.kind === "phone" ? "phone" : "account");
    const isAnswer = isTyped || isNumberLike(text) || isReplyTo(message, question.messageId);
    if (!isAnswer) return false;
    if (digits === null) {
      if (budget(askedInGroup(message, sender.sending.updateId))) await askAgain(sender, question);
      return true;
    }
    const { place, userId, language, sending } = sender;
    const asked = readQuestion(question);
    const [candidate] = asked?.alternatives ?? [];
    // A process of another version may read it.
    if (asked === null || candidate === undefined) return false;
    const taken = await memory.answer(question.id, sending.updateId);
    if (taken === null) return false;
    const { messageId, source } = asked;
    const caller = { place: { ...place, messageId }, userId, language, source };
    const answerSlot = { slot: `answered:${question.id}`, shown: null };
    void chat.seen(place);
    await chat.whileTyping(place, () =>
      receipts.answerOne(
        { caller, askedAt: now(), sending: following(sending, caller) },
        filledIn(candidate, digits),
        answerSlot,
      ),
    );
    return true;
  };
};

export type Answers = ReturnType<typeof createAnswers>;

const isReplyTo = (message: Message, messageId: number | null): boolean =>
  messageId !== null && message.reply_to_message?.message_id === messageId;
