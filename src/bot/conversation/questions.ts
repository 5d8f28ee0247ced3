import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Log } from "../../core/log.ts";
import type { Provider } from "../../providers/provider.ts";
import { tailOf } from "../../rendering/names.ts";
import { code, concat, foreign, lines } from "../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { type Candidate, candidateSchema, referenceOf } from "../../verify/candidates.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import { otherQuestionsTo } from "../../verify/other-questions.ts";
import type { Prefill } from "../../verify/prefill.ts";
import type { SavedFit } from "../../verify/saved-fits.ts";
import type { BotMemory, OpenQuestion } from "../data/memory.ts";
import { isGroup, type Place, type Reply } from "../telegram/chat.ts";
import { type ChatAssessment, type ChatCaller, quoting } from "./caller.ts";
import { shownInSchema } from "./outcome.ts";
import { proofData } from "./proofs.ts";
import { receiverRows } from "./receiver-question.ts";

/** What a stored question is about. `alternatives` are the choices of "which bank", else one candidate. */
const questionSchema = z.strictObject({
  kind: z.enum(["bank", "account", "phone", "again", "right"]),
  messageId: z.int(),
  /** What shows the receipt, where that is not the message in the slot of the answer. */
  source: shownInSchema.optional(),
  alternatives: z.array(candidateSchema).min(1),
  /** Saved accounts that are offered, by their ids, each for one of the alternatives. */
  fits: z.array(z.strictObject({ alternative: z.int(), account: z.string() })).default([]),
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
  /** Where the form is, without a trailing slash. */
  readonly publicUrl: string;
  readonly prefill: Pick<Prefill, "close">;
  readonly log: Log;
};

/** The questions that the bot asks. Each is stored before it is shown, so that it outlives a restart. */
export const createQuestions = (deps: Dependencies) => {
  const { memory, providers, detect, opensPlainLinks, publicUrl, prefill, log } = deps;
  /** A bank's name by its label; other text is a name already. */
  const nameOf = (bank: string): string =>
    foreign(providers.find(({ label }) => label === bank)?.settings.bank ?? bank);

  const bankOf = (candidate: Candidate): string => nameOf(candidate.provider);

  const store = async (
    { place, userId, source }: ChatCaller,
    kind: Question["kind"],
    alternatives: readonly Candidate[],
    fits: readonly SavedFit[] = [],
  ): Promise<string> => {
    const offered = fits.map(({ alternative, account }) => ({ alternative, account: account.id }));
    const question: Question = {
      kind,
      messageId: place.messageId,
      source,
      alternatives: [...alternatives],
      fits: offered,
    };
    const payload = JSON.stringify(question);
    const { chatId } = place;
    return (await memory.ask({ chatId, userId, kind, payload, ttlMs: questionTtlMs })).id;
  };

  /** A row for each saved account; where banks are alternatives, with its bank. */
  const fitRows = (
    { place }: Pick<ChatCaller, "place">,
    id: string,
    alternatives: readonly Candidate[],
    fits: readonly SavedFit[],
  ): Rows =>
    fits.map(({ alternative, account: { number, name } }, index) => {
      const candidate = alternatives[alternative];
      const bank = alternatives.length > 1 && candidate !== undefined ? [bankOf(candidate)] : [];
      const text = [
        tailOf(number, { isGroup: isGroup(place) }),
        ...(name === "" ? [] : [foreign(name)]),
        ...bank,
      ].join(" · ");
      return [{ text, callback_data: `${id}:own${index}` }];
    });

  /** Which bank; where the caller has saved accounts at them, which of those, or another one. */
  const askBank = async (
    caller: ChatCaller,
    alternatives: readonly Candidate[],
    fits: readonly SavedFit[],
    note: string | null,
  ): Promise<Reply> => {
    const id = await store(caller, "bank", alternatives, fits);
    const texts = catalogues[caller.language];
    const named = (alternative: Candidate) =>
      fits.length === 0 ? bankOf(alternative) : texts.elsewhere(bankOf(alternative));
    const banks = alternatives.map((alternative, index) => [
      { text: named(alternative), callback_data: `${id}:${index}` },
    ]);
    const [first] = alternatives;
    return {
      ...lines(
        note,
        first ? code(foreign(referenceOf(first))) : null,
        fits.length === 0 ? texts.askBank : texts.askWhichAccount,
      ),
      markup: { inline_keyboard: [...fitRows(caller, id, alternatives, fits), ...banks] },
      questionId: id,
      ...quoting(caller),
    };
  };

  /** Which of two spellings the receipt bears: what was probably meant first, then what was typed. */
  const askMeant = async (
    caller: ChatCaller,
    alternatives: readonly Candidate[],
    note: string | null,
  ): Promise<Reply> => {
    const id = await store(caller, "bank", alternatives);
    const buttons = alternatives.map((alternative, index) => [
      {
        text: `${foreign(referenceOf(alternative))} · ${bankOf(alternative)}`,
        callback_data: `${id}:${index}`,
      },
    ]);
    return {
      ...lines(note, catalogues[caller.language].askMeant),
      markup: { inline_keyboard: buttons },
      questionId: id,
      ...quoting(caller),
    };
  };

  /** Whether the only reading of what a person should look at first is right. */
  const askIsRight = async (
    caller: ChatCaller,
    candidate: Candidate,
    note: string | null,
  ): Promise<Reply> => {
    const id = await store(caller, "right", [candidate]);
    const texts = catalogues[caller.language];
    const named = code(foreign(referenceOf(candidate)));
    return {
      ...lines(note, concat(named, ` · ${bankOf(candidate)}`), texts.isThisRight),
      markup: {
        inline_keyboard: [
          [
            { text: texts.yes, callback_data: `${id}:0` },
            { text: texts.no, callback_data: `${id}:no` },
          ],
        ],
      },
      questionId: id,
      ...quoting(caller),
    };
  };

  /** For the account number or phone that a candidate lacks: a button for each that is saved, else by typing. */
  const askDigits = async (
    caller: ChatCaller,
    candidate: Candidate,
    fits: readonly SavedFit[],
    note: string | null,
  ): Promise<Reply> => {
    const kind = candidate.missing[0] === "phone" ? "phone" : "account";
    const id = await store(caller, kind, [candidate], fits);
    const phones = kind === "phone" ? candidate.phones : [];
    const told = phones.map((phone, index) => [{ text: phone, callback_data: `${id}:phone${index}` }]);
    const rows = [...fitRows(caller, id, [candidate], fits), ...told];
    const texts = catalogues[caller.language];
    const ask = kind === "phone" ? texts.askPhone : texts.askAccount;
    const typing = {
      force_reply: true,
      input_field_placeholder: kind === "phone" ? texts.phonePlaceholder : texts.accountPlaceholder,
      selective: true,
    } as const;
    return {
      ...lines(
        note,
        code(foreign(referenceOf(candidate))),
        ask(bankOf(candidate)),
        rows.length === 0 ? null : texts.orChoose,
      ),
      questionId: id,
      // Only who wrote the quoted message is made to type.
      ...(rows.length === 0 ? { markup: typing } : { markup: { inline_keyboard: rows }, ...quoting(caller) }),
    };
  };

  /** Stores a button's question. Where that fails, the answer goes without the button. */
  const storeOptionally = (caller: ChatCaller, candidates: readonly Candidate[]): Promise<string | null> =>
    store(caller, "again", candidates).catch((error: unknown) => {
      log.warn({ err: error }, "an answer goes without its button");
      return null;
    });

  /**
   * The buttons under an answer without a receipt: what else may have been meant, check again where that makes sense,
   * the bank's own page where it cannot be read here, and copy.
   */
  const failureButtons = async (
    caller: ChatCaller,
    candidate: Candidate,
    { isAgain, isInDoubt = false, isUnreadable = false, opensForm = false }: FailureFacts,
  ) => {
    const texts = catalogues[caller.language];
    const { anotherNumber, otherBanks } = isInDoubt
      ? otherQuestionsTo(candidate, { providers, detect })
      : { anotherNumber: null, otherBanks: [] };
    const others = anotherNumber === null ? otherBanks : [anotherNumber, ...otherBanks];
    const isAsking = isAgain || others.length > 0;
    const id = isAsking ? await storeOptionally(caller, [candidate, ...others]) : null;
    const button = (text: string, choice: string) => ({ text, callback_data: `${id}:${choice}` });
    const elsewhere = others.map((other, index) => {
      const isPhone = other.missing.includes("phone");
      const another = isPhone ? texts.failed.anotherPhone : texts.failed.anotherAccount;
      return button(other === anotherNumber ? another : texts.failed.tryBank(bankOf(other)), `${index + 1}`);
    });
    const again = isAgain ? [button(texts.failed.checkAgain, "again")] : [];
    const rows = markupOf([
      id === null ? [] : elsewhere,
      isUnreadable ? pageButton(candidate, caller) : [],
      [...(id === null ? [] : again), ...copyButton(candidate, caller.language)],
      opensForm ? formButton(candidate, caller) : [],
    ]);
    return id === null ? rows : { ...rows, questionId: id };
  };

  /** The buttons under a receipt. `slot`: the slot of the answer, null where no button leads back to it. */
  const receiptButtons = (
    caller: ChatCaller,
    candidate: Candidate,
    { assessed, slot, mark, isUnfolded, undo }: ReceiptFacts,
  ) => {
    const { place, language } = caller;
    const { show, hide } = catalogues[language].details;
    const { messageId } = place;
    const { assessment, saving, account } = assessed;
    const mayProve =
      isUnfolded &&
      slot !== null &&
      saving === "saves" &&
      account !== null &&
      !isGroup(place) &&
      // A withdrawal or a bill is real, and no payment that anybody could pass on.
      assessment.noPayment === null;
    const receiver =
      slot === null ? [] : receiverRows(assessment, saving, { messageId, slot, mark }, catalogues[language]);
    const verb = isUnfolded ? "less" : "more";
    const fold = { text: isUnfolded ? hide : show, callback_data: `${verb}:${messageId}:${slot}` };
    return markupOf([
      ...undo,
      ...receiver,
      [...(slot === null ? [] : [fold]), ...copyButton(candidate, language)],
      isUnfolded ? pageButton(candidate, caller) : [],
      assessment.kind === "yours" ? [] : formButton(candidate, caller),
      mayProve
        ? [{ text: catalogues[language].proof.button, callback_data: proofData(messageId, slot) }]
        : [],
    ]);
  };

  /**
   * Where a person can open the receipt at its bank; null where there is no page that Telegram would open, or where it
   * would tell a group the digits of the shop's saved account.
   */
  const pageOf = (candidate: Candidate, place: Place): string | null => {
    if (candidate.isWithSaved && isGroup(place)) return null;
    const opened = providers.find(({ label }) => label === candidate.provider)?.open(candidate.request);
    const page = opened?.ok ? (opened.value.page ?? null) : null;
    return page !== null && (page.startsWith("https://") || opensPlainLinks) ? page : null;
  };

  const pageButton = (
    candidate: Candidate,
    { place, language }: Pick<ChatCaller, "place" | "language">,
  ): InlineKeyboardButton[] => {
    const url = pageOf(candidate, place);
    const text = catalogues[language].details.openAtBank(bankOf(candidate));
    return url === null ? [] : [{ text, url }];
  };

  /**
   * Opens the form with the question filled in: inside Telegram in a private chat, elsewhere as a link. Telegram opens
   * https alone.
   */
  const formButton = (candidate: Candidate, { place, language }: ChatCaller): InlineKeyboardButton[] => {
    const closed = prefill.close(candidate);
    const isSecure = publicUrl.startsWith("https://");
    if (closed === null || !(isSecure || opensPlainLinks)) return [];
    const { openForm: text } = catalogues[language];
    return isSecure && !isGroup(place)
      ? [{ text, web_app: { url: `${publicUrl}/mini?ask=${closed}` } }]
      : [{ text, url: `${publicUrl}/?ask=${closed}` }];
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
  /** Whether the question may be put right in the form. */
  readonly opensForm?: boolean;
};

type ReceiptFacts = {
  readonly assessed: ChatAssessment;
  readonly slot: string | null;
  readonly mark: string;
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
const copyButton = (candidate: Candidate, language: Language): InlineKeyboardButton[] => {
  const { copyLink, copyReference } = catalogues[language];
  const copied = referenceOf(candidate);
  const text = /[/.]/.test(copied) ? copyLink : copyReference;
  return copied.length >= 1 && copied.length <= 256 ? [{ text, copy_text: { text: copied } }] : [];
};
