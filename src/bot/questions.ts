import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import type { Place, Reply } from "./chat.ts";
import { type Fit, tailOf } from "./own-accounts.ts";
import { type Pointer, pointerSchema, referenceOf } from "./pointers.ts";
import { code, foreign, lines } from "./rich-text.ts";

/** Whose question it is, and the message with the receipt. */
export type Asker = { readonly place: Place; readonly userId: number; readonly language: Language };

/** What a stored question is about. `rivals` are the choices of "which bank", else one pointer. */
export const questionSchema = z.strictObject({
  kind: z.enum(["bank", "account", "phone", "again"]),
  messageId: z.int(),
  rivals: z.array(pointerSchema).min(1),
  /** Saved accounts that are offered, by their ids, each for one of the rivals. */
  fits: z.array(z.strictObject({ rival: z.int(), account: z.string() })).default([]),
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

  const store = async (
    { place, userId }: Asker,
    kind: Question["kind"],
    rivals: readonly Pointer[],
    fits: readonly Fit[] = [],
  ): Promise<string> => {
    const offered = fits.map(({ rival, account }) => ({ rival, account: account.id }));
    const question: Question = { kind, messageId: place.messageId, rivals: [...rivals], fits: offered };
    const payload = JSON.stringify(question);
    const { chatId } = place;
    return (await memory.ask({ chatId, userId, kind, payload, ttlMs: questionTtlMs })).id;
  };

  /** A row for each saved account; where banks are rivals, with its bank. */
  const fitRows = (id: string, rivals: readonly Pointer[], fits: readonly Fit[]): Rows =>
    fits.map(({ rival, account: { number, name } }, index) => {
      const pointer = rivals[rival];
      const bank = rivals.length > 1 && pointer !== undefined ? [bankOf(pointer)] : [];
      const text = [tailOf(number), ...(name === "" ? [] : [foreign(name)]), ...bank].join(" · ");
      return [{ text, callback_data: `${id}:own${index}` }];
    });

  /** Which bank; where the asker has saved accounts at them, which of those, or another one. */
  const askBank = async (
    asker: Asker,
    rivals: readonly Pointer[],
    fits: readonly Fit[],
    note: string | null,
  ): Promise<Reply> => {
    const id = await store(asker, "bank", rivals, fits);
    const texts = catalogues[asker.language];
    const named = (rival: Pointer) => (fits.length === 0 ? bankOf(rival) : texts.elsewhere(bankOf(rival)));
    const banks = rivals.map((rival, index) => [{ text: named(rival), callback_data: `${id}:${index}` }]);
    const [first] = rivals;
    return {
      ...lines(
        note,
        first ? code(foreign(referenceOf(first))) : null,
        fits.length === 0 ? texts.askBank : texts.askWhichAccount,
      ),
      markup: { inline_keyboard: [...fitRows(id, rivals, fits), ...banks] },
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

  /** For the account number or phone that a pointer lacks: a button for each that is saved, else by typing. */
  const askDigits = async (
    asker: Asker,
    pointer: Pointer,
    fits: readonly Fit[],
    note: string | null,
  ): Promise<Reply> => {
    const kind = pointer.missing[0] === "phone" ? "phone" : "account";
    const id = await store(asker, kind, [pointer], fits);
    const texts = catalogues[asker.language];
    const ask = kind === "phone" ? texts.askPhone : texts.askAccount;
    const typing = {
      force_reply: true,
      input_field_placeholder: kind === "phone" ? texts.phonePlaceholder : texts.accountPlaceholder,
      selective: true,
    } as const;
    return {
      ...lines(
        note,
        code(foreign(referenceOf(pointer))),
        ask(bankOf(pointer)),
        fits.length === 0 ? null : texts.orChoose,
      ),
      markup: fits.length === 0 ? typing : { inline_keyboard: fitRows(id, [pointer], fits) },
      questionId: id,
    };
  };

  /** An answer that was counted must not be lost because its button cannot be kept. */
  const storeOptionally = (asker: Asker, pointers: readonly Pointer[]): Promise<string | null> =>
    store(asker, "again", pointers).catch((error: unknown) => {
      log.warn({ err: error }, "an answer goes without its button");
      return null;
    });

  /** The buttons under a refusal: check again where that makes sense, ask with another account, copy the reference. */
  const answerButtons = async (
    asker: Asker,
    pointer: Pointer,
    { again, elsewhere = [] }: { readonly again: boolean; readonly elsewhere?: readonly Pointer[] },
  ) => {
    const texts = catalogues[asker.language];
    const isAsking = again || elsewhere.length > 0;
    const id = isAsking ? await storeOptionally(asker, [pointer, ...elsewhere]) : null;
    const check = id !== null && again ? [{ text: texts.checkAgain, callback_data: `${id}:again` }] : [];
    const others =
      id === null
        ? []
        : elsewhere.map((other, index) => [
            { text: texts.elsewhere(bankOf(other)), callback_data: `${id}:${index + 1}` },
          ]);
    return markupOf([[...check, ...copyButton(texts.copyReference, referenceOf(pointer))], ...others]);
  };

  /** The buttons under a record: whose its receiver is, and copy. */
  const recordButtons = ({ language }: Asker, pointer: Pointer, receiver: Rows) => {
    const copy = copyButton(catalogues[language].copyReference, referenceOf(pointer));
    return markupOf([...receiver, copy]);
  };

  return { bankOf, askBank, askMeant, askDigits, answerButtons, recordButtons };
};

export type Questions = ReturnType<typeof createQuestions>;

/** What a stored question holds. Throws when the row is not of the bot's making. */
export const readQuestion = (open: OpenQuestion): Question => questionSchema.parse(JSON.parse(open.payload));

type Rows = InlineKeyboardButton[][];

const markupOf = (rows: Rows) => {
  const present = rows.filter((row) => row.length > 0);
  return present.length === 0 ? {} : { markup: { inline_keyboard: present } };
};

/** @see Bot API, CopyTextButton: 1 to 256 characters. */
const copyButton = (text: string, reference: string): InlineKeyboardButton[] =>
  reference.length >= 1 && reference.length <= 256 ? [{ text, copy_text: { text: reference } }] : [];
