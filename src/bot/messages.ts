import type { Message, UserFromGetMe } from "grammy/types";
import type { Detection } from "../detect.ts";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import type { Retries } from "../store/retries.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { type Chat, type Place, plain } from "./chat.ts";
import { isAddressed, isNumberLike, linksOf, readableText, typedAccount } from "./message-text.ts";
import { pictureOf, type SentPicture } from "./pictures.ts";
import { withAccount } from "./pointers.ts";
import { readQuestion } from "./questions.ts";
import type { Receipts, Request } from "./receipts.ts";
import type { Saying } from "./saying.ts";

/** Longest text in which references are looked for (design 8), in UTF-16 code units. */
const textLengthMax = 4_096;
/** A number typed later than this, and not as a reply, is no answer to a question any more. */
const unquotedAnswerMs = 60 * 60 * 1000;

type Dependencies = {
  readonly detect: (text: string) => Detection;
  readonly memory: BotMemory;
  readonly retries: Pick<Retries, "forget">;
  readonly receipts: Receipts;
  readonly answerPicture: (request: Request, picture: SentPicture) => Promise<void>;
  readonly chat: Pick<Chat, "seen" | "whileTyping">;
  readonly now: () => Date;
};

/** A message of a person: receipts to look up, the answer to a question, or chatter. */
export const createMessages = (deps: Dependencies) => {
  const { detect, memory, retries, receipts, answerPicture, chat, now } = deps;
  const find = (text: string): Detection => detect(text.slice(0, textLengthMax));

  /** What a message says to us, or null when it is not meant for us. */
  const hear = (message: Message, me: UserFromGetMe) => {
    if (message.is_automatic_forward) return null;
    const isPrivate = message.chat.type === "private";
    const isMeant = isPrivate || isAddressed(message, me);
    if (!isMeant && isEmpty(find(linksOf(message)))) return null;
    const text = readableText(message, me);
    const said = { text, detection: find(text), picture: pictureOf(message) };
    const quoted = message.reply_to_message;
    const isPointing = !isPrivate && isEmpty(said.detection) && said.picture === null;
    if (!isPointing || quoted === undefined || quoted.from?.id === me.id) return said;
    // In a group "@bot, look" is the reply to somebody's receipt.
    return { text, detection: find(readableText(quoted, me)), picture: pictureOf(quoted) };
  };

  /** The account question that a message without a receipt may answer. */
  const questionFor = async (
    message: Message,
    { userId, saying }: Sender,
  ): Promise<OpenQuestion | undefined> => {
    const open = await memory.openQuestionsOf(message.chat.id, userId, saying.updateId);
    const accounts = open.filter(({ kind }) => kind === "account");
    const quoted = accounts.find(({ messageId }) => isReplyTo(message, messageId));
    if (quoted !== undefined || message.chat.type !== "private") return quoted;
    return accounts.find(({ askedAt }) => now().getTime() - askedAt.getTime() < unquotedAnswerMs);
  };

  const askAgain = async ({ place, language, saying }: Sender, question: OpenQuestion): Promise<void> => {
    const { accountRefused, accountPlaceholder } = catalogues[language];
    const markup = {
      force_reply: true,
      input_field_placeholder: accountPlaceholder,
      selective: true,
    } as const;
    const messageId = await saying.say(place, "asked again", { ...plain(accountRefused), markup });
    await memory.attachMessage(question.id, messageId);
  };

  /** True when the message was an answer, good or bad, to a question of ours. */
  const answerQuestion = async (message: Message, text: string, sender: Sender): Promise<boolean> => {
    const question = await questionFor(message, sender);
    if (question === undefined) return false;
    const account = typedAccount(text);
    const isAnswer = account !== null || isNumberLike(text) || isReplyTo(message, question.messageId);
    if (!isAnswer) return false;
    if (account === null) {
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
      receipts.answerOne({ asker, askedAt: now(), saying }, withAccount(pointer, account), spot),
    );
    return true;
  };

  /** 👀 as soon as a receipt arrives, while messages before it may still be worked on. */
  const notice = (message: Message, me: UserFromGetMe): void => {
    const heard = hear(message, me);
    if (heard === null || (isEmpty(heard.detection) && heard.picture === null)) return;
    void chat.seen(placeOf(message));
  };

  const handle = async (
    message: Message,
    me: UserFromGetMe,
    { language, saying, isEdited }: Hearing,
  ): Promise<void> => {
    const place = placeOf(message);
    const userId = message.sender_chat?.id ?? message.from?.id;
    const heard = hear(message, me);
    if (userId === undefined || heard === null) return;
    // What it said before is not asked about any more.
    if (isEdited) await retries.forget(place.chatId, place.messageId);

    const { text, detection } = heard;
    const sender = { place, userId, language, saying };
    const request = { asker: { place, userId, language }, askedAt: now(), saying };
    if (!isEmpty(detection)) {
      await chat.whileTyping(place.chatId, () => receipts.answerAll(request, detection));
      return;
    }
    const picture = isEdited ? null : heard.picture;
    if (picture !== null) return chat.whileTyping(place.chatId, () => answerPicture(request, picture));
    // A change of what was no receipt before and is none now needs no word.
    if (isEdited || (await answerQuestion(message, text, sender)) || message.chat.type !== "private") return;
    const { hint, fileHint } = catalogues[language];
    if (message.document !== undefined) await saying.say(place, "hint", plain(fileHint));
    else if (text.trim() !== "") await saying.say(place, "hint", plain(hint));
  };

  return { notice, handle };
};

const placeOf = (message: Message): Place => ({ chatId: message.chat.id, messageId: message.message_id });

type Sender = {
  readonly place: Place;
  readonly userId: number;
  readonly language: Language;
  readonly saying: Saying;
};

/** How a message is heard: in which language it is answered, and whether it is one that was changed. */
type Hearing = Pick<Sender, "language" | "saying"> & { readonly isEdited: boolean };

const isEmpty = ({ candidates, refused }: Detection): boolean =>
  candidates.length === 0 && refused.length === 0;

const isReplyTo = (message: Message, messageId: number | null): boolean =>
  messageId !== null && message.reply_to_message?.message_id === messageId;
