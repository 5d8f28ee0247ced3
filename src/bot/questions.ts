import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import type { Place, Reply } from "./chat.ts";
import { type Pointer, pointerSchema, referenceOf } from "./pointers.ts";
import { code, foreign, lines } from "./rich-text.ts";

/** Whose question it is, and the message with the receipt. */
export type Asker = { readonly place: Place; readonly userId: number; readonly language: Language };

/** What a stored question is about. `rivals` are the choices of "which bank", else one pointer. */
export const questionSchema = z.strictObject({
  kind: z.enum(["bank", "account", "again"]),
  messageId: z.int(),
  rivals: z.array(pointerSchema).min(1),
});

export type Question = z.infer<typeof questionSchema>;

/** How long an answer is waited for. */
const questionTtlMs = 24 * 60 * 60 * 1000;

type Dependencies = {
  readonly memory: BotMemory;
  readonly providers: readonly Provider[];
  readonly log: Log;
};

/** The questions that the bot asks back, each stored before it is shown, so that it outlives a restart. */
export const createQuestions = ({ memory, providers, log }: Dependencies) => {
  const bankOf = (pointer: Pointer): string =>
    foreign(providers.find(({ label }) => label === pointer.provider)?.settings.bank ?? pointer.provider);

  const store = async ({ place, userId }: Asker, kind: Question["kind"], rivals: readonly Pointer[]) => {
    const question: Question = { kind, messageId: place.messageId, rivals: [...rivals] };
    const payload = JSON.stringify(question);
    const { id } = await memory.ask({
      chatId: place.chatId,
      userId,
      kind,
      payload,
      ttlMs: questionTtlMs,
    });
    return id;
  };

  const askBank = async (asker: Asker, rivals: readonly Pointer[], note: string | null): Promise<Reply> => {
    const id = await store(asker, "bank", rivals);
    const buttons = rivals.map((rival, index) => [{ text: bankOf(rival), callback_data: `${id}:${index}` }]);
    const [first] = rivals;
    return {
      ...lines(note, first ? code(foreign(referenceOf(first))) : null, catalogues[asker.language].askBank),
      markup: { inline_keyboard: buttons },
      questionId: id,
    };
  };

  /** Which of two spellings the receipt bears: what was probably meant first, then what was typed. */
  const askMeant = async (asker: Asker, rivals: readonly Pointer[], note: string | null): Promise<Reply> => {
    const id = await store(asker, "bank", rivals);
    const buttons = rivals.map((rival, index) => [
      { text: `${foreign(referenceOf(rival))} · ${bankOf(rival)}`, callback_data: `${id}:${index}` },
    ]);
    return {
      ...lines(note, catalogues[asker.language].askMeant),
      markup: { inline_keyboard: buttons },
      questionId: id,
    };
  };

  const askAccount = async (asker: Asker, pointer: Pointer, note: string | null): Promise<Reply> => {
    const id = await store(asker, "account", [pointer]);
    const texts = catalogues[asker.language];
    return {
      ...lines(note, code(foreign(referenceOf(pointer))), texts.askAccount(bankOf(pointer))),
      markup: { force_reply: true, input_field_placeholder: texts.accountPlaceholder, selective: true },
      questionId: id,
    };
  };

  /** An answer that was counted must not be lost because its button cannot be kept. */
  const storeOptionally = (asker: Asker, pointer: Pointer): Promise<string | null> =>
    store(asker, "again", [pointer]).catch((error: unknown) => {
      log.warn({ err: error }, "an answer goes without its button");
      return null;
    });

  /** The buttons under an answer: copy the reference, and check again where that makes sense. */
  const answerButtons = async (asker: Asker, pointer: Pointer, reference: string, again: boolean) => {
    const texts = catalogues[asker.language];
    const id = again ? await storeOptionally(asker, pointer) : null;
    const copy = copyButton(texts.copyReference, reference);
    const row = [...(id === null ? [] : [{ text: texts.checkAgain, callback_data: `${id}:again` }]), ...copy];
    return row.length === 0 ? {} : { markup: { inline_keyboard: [row] } };
  };

  return { bankOf, askBank, askMeant, askAccount, answerButtons };
};

export type Questions = ReturnType<typeof createQuestions>;

/** What a stored question holds. Throws when the row is not of the bot's making. */
export const readQuestion = (open: OpenQuestion): Question => questionSchema.parse(JSON.parse(open.payload));

/** A question's choice as a press brings it back, or null for data of another kind. */
export const readPress = (data: string): { readonly id: string; readonly choice: string } | null => {
  const [, id, choice] = /^([\w-]{8,32}):(\d{1,2}|again)$/.exec(data) ?? [];
  return id === undefined || choice === undefined ? null : { id, choice };
};

/** The pointer that a press chose, or null. */
export const chosen = (question: Question, choice: string): Pointer | null =>
  question.rivals[choice === "again" ? 0 : Number(choice)] ?? null;

/** @see Bot API, CopyTextButton: 1 to 256 characters. */
const copyButton = (text: string, reference: string): InlineKeyboardButton[] =>
  reference.length >= 1 && reference.length <= 256 ? [{ text, copy_text: { text: reference } }] : [];
