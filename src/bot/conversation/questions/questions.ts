import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Log } from "../../../core/log.ts";
import { dayMs } from "../../../core/time.ts";
import type { Provider } from "../../../providers/provider.ts";
import { tailOf } from "../../../rendering/names.ts";
import { code, concat, foreign, lines } from "../../../rendering/rich-text.ts";
import { catalogues } from "../../../texts/texts.ts";
import { type Candidate, candidateSchema, referenceOf } from "../../../verify/candidates.ts";
import type { SavedFit } from "../../../verify/saved-fits.ts";
import type { BotMemory, OpenQuestion } from "../../data/memory.ts";
import { isGroup, type Reply } from "../../telegram/chat.ts";
import { type ChatCaller, quoting } from "../caller.ts";
import { shownInSchema } from "../outcome.ts";

/** What a stored question is about. `alternatives` are the choices of "which bank", else one candidate. */
const receiptQuestionSchema = z.object({
  kind: z.enum(["bank", "account", "phone", "again", "right"]),
  messageId: z.int(),
  /** What shows the receipt, where that is not the message in the slot of the answer. */
  source: shownInSchema.optional(),
  alternatives: z.array(candidateSchema).min(1),
  /** Saved accounts that are offered, by their ids, each for one of the alternatives. */
  fits: z.array(z.object({ alternative: z.int(), account: z.string() })).default([]),
});

export type ReceiptQuestion = z.infer<typeof receiptQuestionSchema>;

/** How long an answer is waited for. */
const questionTtlMs = dayMs;

type Dependencies = {
  readonly memory: BotMemory;
  readonly providers: readonly Provider[];
  readonly log: Log;
};

/** The questions that the bot asks. Each is stored before it is shown, so that it outlives a restart. */
export const createQuestions = ({ memory, providers, log }: Dependencies) => {
  /** A bank's name by its label; other text is a name already. */
  const nameOf = (bank: string): string =>
    foreign(providers.find(({ label }) => label === bank)?.settings.bank ?? bank);

  const bankOf = (candidate: Candidate): string => nameOf(candidate.provider);

  const store = async (
    { place, userId, source }: ChatCaller,
    kind: ReceiptQuestion["kind"],
    alternatives: readonly Candidate[],
    fits: readonly SavedFit[] = [],
  ): Promise<string> => {
    const offered = fits.map(({ alternative, account }) => ({ alternative, account: account.id }));
    const question: ReceiptQuestion = {
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

  /** Stores the questions of buttons that ask again. Null: that failed, and the answer goes without them. */
  const storeAgain = (caller: ChatCaller, candidates: readonly Candidate[]): Promise<string | null> =>
    store(caller, "again", candidates).catch((error: unknown) => {
      log.warn({ err: error }, "an answer goes without its button");
      return null;
    });

  return { bankOf, nameOf, askBank, askMeant, askIsRight, askDigits, storeAgain };
};

export type Questions = ReturnType<typeof createQuestions>;

/** What a stored question holds; null: a process of another version asked it, and this one cannot read it. */
export const readReceiptQuestion = (open: OpenQuestion): ReceiptQuestion | null =>
  receiptQuestionSchema.safeParse(JSON.parse(open.payload)).data ?? null;

type Rows = InlineKeyboardButton[][];
