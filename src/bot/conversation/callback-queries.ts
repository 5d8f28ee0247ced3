import type { CallbackQuery } from "grammy/types";
import { catalogues, type Language } from "../../texts/texts.ts";
import { type Candidate, filledIn, filledInWithSaved } from "../../verify/candidates.ts";
import type { BotMemory, OpenQuestion } from "../data/memory.ts";
import type { Outbox } from "../data/outbox.ts";
import { type Chat, type Place, placeOf, plain } from "../telegram/chat.ts";
import type { SavedAt } from "./caller.ts";
import { messageOfOwnButton } from "./commands/command-reply.ts";
import { type Details, readDetailsData } from "./details.ts";
import type { MayEdit } from "./may-edit.ts";
import { slotOfFollowing } from "./outcome.ts";
import type { AlbumSummaries } from "./pictures/albums.ts";
import { type ReceiptQuestion, readReceiptQuestion } from "./questions/questions.ts";
import type { Receipts } from "./receipts.ts";
import type { Sending } from "./sending.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly outbox: Pick<Outbox, "of">;
  readonly receipts: Receipts;
  readonly savedAt: SavedAt;
  readonly details: Details;
  readonly chat: Chat;
  readonly following: AlbumSummaries["following"];
  readonly mayEdit: MayEdit;
  readonly now: () => Date;
};

/** Handles the buttons of questions and answers. Each works once, and only for the person who was asked. */
export const createCallbackQueries = (deps: Dependencies) => {
  const { memory, outbox, receipts, savedAt, details, chat, following, mayEdit, now } = deps;
  const refuse = async (query: CallbackQuery, language: Language): Promise<void> => {
    await chat.notify(query.id, catalogues[language].questionStale);
    const { message, data } = query;
    const messageId = messageOfOwnButton({ callbackQuery: query });
    const pressed = readCallbackData(data ?? "");
    // A process of another version may know the button.
    if (message === undefined || messageId === null || pressed === null) return;
    const shown = { chatId: message.chat.id, messageId };
    if (pressed.choice.kind !== "again" && !(await showsAnswer(shown, pressed.id)))
      await chat.dropButtons(shown);
  };

  /** Whether the message of a question shows its answer by now, with buttons of its own. */
  const showsAnswer = async ({ chatId, messageId }: Place, id: string): Promise<boolean> => {
    const asked = await memory.askedQuestion(id);
    const question = asked && readReceiptQuestion(asked);
    if (question === null) return false;
    const slot = slotOfFollowing(question, id);
    return (await outbox.of({ chatId, messageId: question.messageId, slot }))?.shown === messageId;
  };

  /** The chosen candidate, with the digits of a chosen saved account; null when that is no longer saved. */
  const candidateOf = async (
    open: OpenQuestion,
    question: ReceiptQuestion,
    choice: Choice,
  ): Promise<Candidate | null> => {
    const choosing = chosen(question, choice);
    if (choosing === null || choosing.account === null) return choosing?.candidate ?? null;
    const place = { chatId: open.chatId, messageId: question.messageId };
    const saved = await savedAt({ place, userId: open.userId });
    const account = saved.find(({ id }) => id === choosing.account);
    return account === undefined ? null : filledInWithSaved(choosing.candidate, account.number);
  };

  /** The person says that a reading is wrong, and is asked to type it. */
  const deny = async (query: CallbackQuery, open: OpenQuestion, language: Language, sending: Sending) => {
    if ((await memory.answer(open.id, sending.updateId)) === null) return refuse(query, language);
    const { message } = query;
    const place = { chatId: open.chatId, messageId: message?.message_id ?? 0 };
    await chat.edit(place, plain(catalogues[language].typeIt));
    await chat.notify(query.id);
  };

  return async (query: CallbackQuery, language: Language, sending: Sending): Promise<void> => {
    const detailsData = readDetailsData(query.data ?? "");
    if (detailsData !== null) return details(query, detailsData, language, sending);
    const callbackData = readCallbackData(query.data ?? "");
    const open = callbackData && (await memory.question(callbackData.id, sending.updateId));
    const chatId = query.message?.chat.id;
    if (!callbackData || !open || open.chatId !== chatId || !query.message) return refuse(query, language);
    // A changed app can press any button under any message, and the answer would replace that message.
    const isItsOwn = open.messageId === null || open.messageId === query.message.message_id;
    if (!isItsOwn) return chat.notify(query.id, catalogues[language].questionStale);
    // A person who writes as a channel or as the group presses as themselves, so there any member may answer.
    if (open.userId > 0 && open.userId !== query.from.id)
      return chat.notify(query.id, catalogues[language].questionForeign);
    const question = readReceiptQuestion(open);
    // A process of another version may read it, so its buttons stay.
    if (question === null) return chat.notify(query.id, catalogues[language].questionStale);
    const { messageId, source } = question;
    const place = { ...placeOf(query.message), messageId };
    // The answer to the present text may stand there, with buttons of its own.
    if (await sending.isFormer({ place, source }))
      return chat.notify(query.id, catalogues[language].questionStale);
    // Its answer may stand in another message by now, or be on its way there out of the background.
    const slot = slotOfFollowing({ source }, callbackData.id);
    const said = await outbox.of({ ...place, slot });
    const isElsewhere =
      said !== null && said.shown !== query.message.message_id && said.updateId !== sending.updateId;
    if (isElsewhere) {
      await chat.notify(query.id, catalogues[language].questionStale);
      return chat.dropButtons({ ...place, messageId: query.message.message_id });
    }
    if (!(await mayEdit(query, { place, userId: open.userId }, sending))) return;
    if (callbackData.choice.kind === "no") return deny(query, open, language, sending);
    const candidate = await candidateOf(open, question, callbackData.choice);
    const taken: OpenQuestion | null = candidate && (await memory.answer(callbackData.id, sending.updateId));
    if (candidate === null || taken === null) return refuse(query, language);

    const isAgain = callbackData.choice.kind === "again";
    const notified = chat.notify(query.id, isAgain ? catalogues[language].checking : undefined);
    const caller = { place, userId: taken.userId, language, source };
    const shown = query.message.message_id;
    await chat.whileTyping(place, () =>
      receipts.answerOne({ caller, askedAt: now(), sending: following(sending, caller) }, candidate, {
        slot,
        shown,
        isFresh: isAgain,
      }),
    );
    await notified;
  };
};

/** What a button of a question says: one of what it offers, by its place; to ask once more; or that nothing fits. */
type Choice =
  | { readonly kind: "alternative" | "own" | "phone"; readonly index: number }
  | { readonly kind: "again" | "no" };

/** The callback data of a question's button: a choice of a stored question. */
type CallbackData = { readonly id: string; readonly choice: Choice };

/** The choice of a question that callback data names, or null for other data. */
const readCallbackData = (data: string): CallbackData | null => {
  const [, id, word, kind = "alternative", index] =
    /^([\w-]{8,32}):(?:(again|no)|(own|phone)?(\d{1,2}))$/.exec(data) ?? [];
  if (id === undefined) return null;
  if (word === "again" || word === "no") return { id, choice: { kind: word } };
  return kind === "alternative" || kind === "own" || kind === "phone"
    ? { id, choice: { kind, index: Number(index) } }
    : null;
};

/** The candidate with the phone number that was chosen for what is missing. */
const withPhone = (candidate: Candidate | undefined, index: number) => {
  const digits = candidate?.phones[index];
  return candidate === undefined || digits === undefined
    ? null
    : { candidate: filledIn(candidate, digits), account: null };
};

/** The chosen candidate, and the saved account to fill in by its id; null for an impossible choice. */
const chosen = (
  question: ReceiptQuestion,
  choice: Choice,
): { readonly candidate: Candidate; readonly account: string | null } | null => {
  if (choice.kind === "no") return null;
  if (choice.kind === "phone") return withPhone(question.alternatives[0], choice.index);
  const fit = choice.kind === "own" ? question.fits[choice.index] : null;
  if (fit === undefined) return null;
  const index = choice.kind === "alternative" ? choice.index : (fit?.alternative ?? 0);
  const candidate = question.alternatives[index];
  if (candidate === undefined) return null;
  const isBankChosen =
    candidate.isBankChosen ||
    (question.kind === "bank" &&
      question.alternatives.some(({ provider }) => provider !== candidate.provider));
  return { candidate: { ...candidate, isBankChosen }, account: fit?.account ?? null };
};
