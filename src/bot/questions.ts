import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Detection } from "../detect.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { alternativesTo } from "./alternatives.ts";
import type { Place, Reply } from "./chat.ts";
import type { Judged } from "./judge.ts";
import { type Fit, tailOf } from "./own-accounts.ts";
import { type Pointer, pointerSchema, referenceOf } from "./pointers.ts";
import { receiverRows } from "./receiver-question.ts";
import { code, concat, foreign, lines } from "./rich-text.ts";

/** Whose question it is, and the message with the receipt. */
export type Asker = { readonly place: Place; readonly userId: number; readonly language: Language };

/** What a stored question is about. `rivals` are the choices of "which bank", else one pointer. */
export const questionSchema = z.strictObject({
  kind: z.enum(["bank", "account", "phone", "again", "right"]),
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
  readonly detect: (text: string) => Detection;
  /** Whether buttons may lead to pages without TLS, as in an emulated Telegram. */
  readonly opensPlainLinks: boolean;
  readonly log: Log;
};

/** The questions that the bot asks back, each stored before it is shown, so that it outlives a restart. */
export const createQuestions = ({ memory, providers, detect, opensPlainLinks, log }: Dependencies) => {
  /** A bank's name by its label; what is no label is a name already. */
  const nameOf = (bank: string): string =>
    foreign(providers.find(({ label }) => label === bank)?.settings.bank ?? bank);

  const bankOf = (pointer: Pointer): string => nameOf(pointer.provider);

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

  /** Whether the only reading of what a person should look at first is right. */
  const askIsRight = async (asker: Asker, pointer: Pointer, note: string | null): Promise<Reply> => {
    const id = await store(asker, "right", [pointer]);
    const texts = catalogues[asker.language];
    const named = code(foreign(referenceOf(pointer)));
    return {
      ...lines(note, concat(named, ` · ${bankOf(pointer)}`), texts.isThisRight),
      markup: {
        inline_keyboard: [
          [
            { text: texts.yes, callback_data: `${id}:0` },
            { text: texts.no, callback_data: `${id}:no` },
          ],
        ],
      },
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
    const phones = kind === "phone" ? pointer.phones : [];
    const told = phones.map((phone, index) => [{ text: phone, callback_data: `${id}:phone${index}` }]);
    const rows = [...fitRows(id, [pointer], fits), ...told];
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
        rows.length === 0 ? null : texts.orChoose,
      ),
      markup: rows.length === 0 ? typing : { inline_keyboard: rows },
      questionId: id,
    };
  };

  /** An answer that was counted must not be lost because its button cannot be kept. */
  const storeOptionally = (asker: Asker, pointers: readonly Pointer[]): Promise<string | null> =>
    store(asker, "again", pointers).catch((error: unknown) => {
      log.warn({ err: error }, "an answer goes without its button");
      return null;
    });

  /**
   * The buttons under an answer without a receipt: what else may have been meant, check again where that makes sense,
   * the bank's own page where we cannot read it, and copy.
   */
  const failureButtons = async (
    asker: Asker,
    pointer: Pointer,
    { isAgain, isInDoubt = false, isUnreadable = false }: FailureFacts,
  ) => {
    const texts = catalogues[asker.language];
    const { anotherNumber, otherBanks } = isInDoubt
      ? alternativesTo(pointer, { providers, detect })
      : { anotherNumber: null, otherBanks: [] };
    const others = anotherNumber === null ? otherBanks : [anotherNumber, ...otherBanks];
    const isAsking = isAgain || others.length > 0;
    const id = isAsking ? await storeOptionally(asker, [pointer, ...others]) : null;
    const button = (text: string, choice: string) => ({ text, callback_data: `${id}:${choice}` });
    const elsewhere = others.map((other, index) => {
      const isPhone = other.missing.includes("phone");
      const another = isPhone ? texts.failed.anotherPhone : texts.failed.anotherAccount;
      return button(other === anotherNumber ? another : texts.failed.tryBank(bankOf(other)), `${index + 1}`);
    });
    const again = isAgain ? [button(texts.failed.checkAgain, "again")] : [];
    return markupOf([
      id === null ? [] : elsewhere,
      isUnreadable ? pageButton(pointer, asker.language) : [],
      [...(id === null ? [] : again), ...copyButton(pointer, asker.language)],
    ]);
  };

  /** The buttons under a receipt. `slot`: where the answer is said, null where nothing leads back to it. */
  const receiptButtons = (
    { place, language }: Asker,
    pointer: Pointer,
    { judged, slot, isUnfolded, undo }: ReceiptFacts,
  ) => {
    const { show, hide } = catalogues[language].details;
    const { messageId } = place;
    const { assessment, saving } = judged;
    const receiver =
      slot === null ? [] : receiverRows(assessment, saving, { messageId, slot }, catalogues[language]);
    const verb = isUnfolded ? "less" : "more";
    const fold = { text: isUnfolded ? hide : show, callback_data: `${verb}:${messageId}:${slot}` };
    return markupOf([
      ...undo,
      ...receiver,
      [...(slot === null ? [] : [fold]), ...copyButton(pointer, language)],
      isUnfolded ? pageButton(pointer, language) : [],
    ]);
  };

  /** Where a person can open the receipt at its bank; null where there is no page that Telegram would open. */
  const pageOf = (pointer: Pointer): string | null => {
    const opened = providers.find(({ label }) => label === pointer.provider)?.open(pointer.request);
    const page = opened?.ok ? (opened.value.page ?? null) : null;
    return page !== null && (page.startsWith("https://") || opensPlainLinks) ? page : null;
  };

  const pageButton = (pointer: Pointer, language: Language): InlineKeyboardButton[] => {
    const url = pageOf(pointer);
    const text = catalogues[language].details.openAtBank(bankOf(pointer));
    return url === null ? [] : [{ text, url }];
  };

  const topUpButton = (language: Language) =>
    markupOf([[{ text: catalogues[language].topUpButton, callback_data: "topup:show" }]]);

  return {
    topUpButton,
    bankOf,
    nameOf,
    pageOf,
    askBank,
    askMeant,
    askIsRight,
    askDigits,
    failureButtons,
    receiptButtons,
  };
};

type FailureFacts = {
  readonly isAgain: boolean;
  /** Whether one of two numbers, or the bank that was chosen, may be wrong. */
  readonly isInDoubt?: boolean;
  readonly isUnreadable?: boolean;
};

type ReceiptFacts = {
  readonly judged: Judged;
  readonly slot: string | null;
  readonly isUnfolded: boolean;
  /** The button that takes back what was decided about the receiver, where there is one. */
  readonly undo: InlineKeyboardButton[][];
};

export type Questions = ReturnType<typeof createQuestions>;

/** What a stored question holds. Throws when the row is not of the bot's making. */
export const readQuestion = (open: OpenQuestion): Question => questionSchema.parse(JSON.parse(open.payload));

type Rows = InlineKeyboardButton[][];

const markupOf = (rows: Rows) => {
  const present = rows.filter((row) => row.length > 0);
  return present.length === 0 ? {} : { markup: { inline_keyboard: present } };
};

/** The link as it was sent, or the reference. @see Bot API, CopyTextButton: 1 to 256 characters. */
const copyButton = (pointer: Pointer, language: Language): InlineKeyboardButton[] => {
  const { copyLink, copyReference } = catalogues[language];
  const copied = referenceOf(pointer);
  const text = /[/.]/.test(copied) ? copyLink : copyReference;
  return copied.length >= 1 && copied.length <= 256 ? [{ text, copy_text: { text: copied } }] : [];
};
