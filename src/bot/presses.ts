import type { CallbackQuery } from "grammy/types";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { type Chat, plain } from "./chat.ts";
import type { Details } from "./details.ts";
import type { SavedAt } from "./judging-account.ts";
import { filledInWithSaved, type Pointer } from "./pointers.ts";
import { chosen, readFold, readPress } from "./press-data.ts";
import { readQuestion } from "./questions.ts";
import type { Receipts } from "./receipts.ts";
import type { Saying } from "./saying.ts";

type Dependencies = {
  readonly memory: BotMemory;
  readonly receipts: Receipts;
  readonly savedAt: SavedAt;
  readonly details: Details;
  readonly chat: Chat;
  readonly now: () => Date;
};

/** A press on a button of a question or an answer: taken once, and only from the person who was asked. */
export const createPresses = (deps: Dependencies) => {
  const { memory, receipts, savedAt, details, chat, now } = deps;
  const refuse = async (query: CallbackQuery, language: Language): Promise<void> => {
    await chat.notify(query.id, catalogues[language].questionStale);
    const { message, data } = query;
    // Under a second press on "check again" stands the new answer with a button of its own.
    if (message !== undefined && readPress(data ?? "")?.choice !== "again")
      await chat.dropButtons({ chatId: message.chat.id, messageId: message.message_id });
  };

  /** What was chosen, with the digits of the saved account that was; null for an account that is saved no more. */
  const pointerOf = async (open: OpenQuestion, choice: string): Promise<Pointer | null> => {
    const choosing = chosen(readQuestion(open), choice);
    if (choosing === null || choosing.account === null) return choosing?.pointer ?? null;
    const place = { chatId: open.chatId, messageId: readQuestion(open).messageId };
    const saved = await savedAt({ place, userId: open.userId });
    const account = saved.find(({ id }) => id === choosing.account);
    return account === undefined ? null : filledInWithSaved(choosing.pointer, account.number);
  };

  /** What was read is not what stands there: the person types it. */
  const deny = async (query: CallbackQuery, open: OpenQuestion, language: Language, saying: Saying) => {
    if ((await memory.answer(open.id, saying.updateId)) === null) return refuse(query, language);
    const { message } = query;
    const place = { chatId: open.chatId, messageId: message?.message_id ?? 0 };
    await chat.edit(place, plain(catalogues[language].typeIt));
    await chat.notify(query.id);
  };

  return async (query: CallbackQuery, language: Language, saying: Saying): Promise<void> => {
    const fold = readFold(query.data ?? "");
    if (fold !== null) return details(query, fold, language, saying);
    const press = readPress(query.data ?? "");
    const open = press && (await memory.question(press.id, saying.updateId));
    const chatId = query.message?.chat.id;
    if (!press || !open || open.chatId !== chatId || !query.message) return refuse(query, language);
    // Who writes as a channel or as the group presses as a person: there any member may answer.
    if (open.userId > 0 && open.userId !== query.from.id)
      return chat.notify(query.id, catalogues[language].questionForeign);
    if (press.choice === "no") return deny(query, open, language, saying);
    const pointer = await pointerOf(open, press.choice);
    const taken: OpenQuestion | null = pointer && (await memory.answer(press.id, saying.updateId));
    if (pointer === null || taken === null) return refuse(query, language);

    const isAgain = press.choice === "again";
    const notified = chat.notify(query.id, isAgain ? catalogues[language].checking : undefined);
    const place = { chatId, messageId: readQuestion(taken).messageId };
    const asker = { place, userId: taken.userId, language };
    const shown = query.message.message_id;
    await chat.whileTyping(chatId, () =>
      receipts.answerOne({ asker, askedAt: now(), saying }, pointer, {
        slot: `press:${press.id}`,
        shown,
        isFresh: isAgain,
      }),
    );
    await notified;
  };
};
