import type { Message } from "grammy/types";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { filledIn, referenceOf } from "../../../verify/candidates.ts";
import type { BotMemory, OpenQuestion } from "../../data/memory.ts";
import { type Chat, type Place, plain } from "../../telegram/chat.ts";
import { askedInGroup, type GroupBudget } from "../limits/group-budget.ts";
import { isNumberLike, isPassedOn, saysOnlyNumber, typedAccount, typedPhone } from "../message-text.ts";
import { slotOfFollowing } from "../outcome.ts";
import type { AlbumSummaries } from "../pictures/albums.ts";
import type { Receipts } from "../receipts.ts";
import type { Sending } from "../sending.ts";
import { readReceiptQuestion } from "./questions.ts";
import { isReplyTo, openTypedQuestion } from "./typed-questions.ts";

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
export const createTypedAnswers = ({ memory, receipts, budget, chat, following, now }: Dependencies) => {
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

  /** Says where a number belongs that may answer a question, but not the one that was asked last. True: it may. */
  const askWhichQuestion = async (message: Message, text: string, sender: Sender): Promise<boolean> => {
    const { place, userId, language, sending } = sender;
    if (message.chat.type !== "private" || isPassedOn(message) || !isNumberLike(text)) return false;
    const open = await memory.openQuestionsOf(place.chatId, userId, sending.updateId);
    if (!open.some(({ kind }) => kind === "account" || kind === "phone")) return false;
    await sending.send(place, "hint", plain(catalogues[language].whichQuestion));
    return true;
  };

  /** True when the message was an answer, right or wrong, to an open question. */
  return async (message: Message, text: string, sender: Sender): Promise<boolean> => {
    const { place, userId, language, sending } = sender;
    const typed = { message, userId, updateId: sending.updateId };
    const question = await openTypedQuestion({ memory, now }, typed, ["account", "phone"]);
    if (question === null) return askWhichQuestion(message, text, sender);
    const digits = question.kind === "phone" ? typedPhone(text) : typedAccount(text);
    const isTyped = digits !== null && saysOnlyNumber(text, question.kind === "phone" ? "phone" : "account");
    const isAnswer = isTyped || isNumberLike(text) || isReplyTo(message, question);
    if (!isAnswer) return false;
    const asked = readReceiptQuestion(question);
    const about = { chatId: question.chatId, messageId: asked?.messageId ?? 0 };
    if (await sending.isFormer({ place: about, source: asked?.source })) return false;
    if (digits === null) {
      if (budget.take(askedInGroup(message, sending.updateId))) await askAgain(sender, question);
      return true;
    }
    const [candidate] = asked?.alternatives ?? [];
    // A process of another version may read it.
    if (asked === null || candidate === undefined) return false;
    const taken = await memory.answer(question.id, sending.updateId);
    if (taken === null) return false;
    const { messageId, source } = asked;
    const caller = { place: { ...place, messageId }, userId, language, source };
    const slot = slotOfFollowing(caller, question.id);
    await sending.makeRoom(caller.place, slot, referenceOf(candidate));
    const answerSlot = { slot, shown: null };
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

export type TypedAnswers = ReturnType<typeof createTypedAnswers>;
