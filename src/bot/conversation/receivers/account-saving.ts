import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { ReceiverAnswers } from "../../../accounts/receiver-answers.ts";
import { savedSchema } from "../../../accounts/saved-accounts.ts";
import { isPhone } from "../../../core/phone.ts";
import { dayMs } from "../../../core/time.ts";
import type { Provider } from "../../../providers/provider.ts";
import { foreign } from "../../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../../texts/texts.ts";
import type { BotMemory } from "../../data/memory.ts";
import { type Chat, plain, type Reply } from "../../telegram/chat.ts";
import type { TalkContext } from "../sending.ts";
import type { ChatAccounts, Saving } from "./chat-accounts.ts";
import type { Records } from "./records.ts";
import { type Asking, askedReceiptSchema, isAboutRecord, type Undo, type UndoButtons } from "./undo.ts";

/**
 * An account to be saved once its bank is known. `of`: for whose account that was asked, null where the person had
 * none; `receipt`: the receipt under which it was asked.
 */
export const pendingSchema = z.object({
  of: z.string().nullable(),
  account: savedSchema,
  receipt: askedReceiptSchema.nullable(),
});

export type PendingAccount = Readonly<z.infer<typeof pendingSchema>>;

type Dependencies = {
  readonly memory: BotMemory;
  readonly chatAccounts: ChatAccounts;
  readonly receiverAnswers: ReceiverAnswers;
  readonly undoButtons: UndoButtons;
  readonly providers: readonly Provider[];
  readonly records: Records;
  readonly chat: Chat;
};

/** How long a bank is waited for. */
export const bankTtlMs = dayMs;

/** Saves accounts and phones as a merchant's own: asks first for the bank where it is not known. */
export const createAccountSaving = (deps: Dependencies) => {
  const { memory, chatAccounts, receiverAnswers, undoButtons, providers, records, chat } = deps;
  const banks = providers.filter(({ holdsAccounts }) => holdsAccounts);

  const askBank = async (
    { chatId, userId }: Asking,
    pending: PendingAccount,
    language: Language,
  ): Promise<Reply> => {
    const texts = catalogues[language].ownAccounts;
    const payload = JSON.stringify(pending);
    const { id } = await memory.ask({ chatId, userId, kind: "own bank", payload, ttlMs: bankTtlMs });
    const choices = [
      ...banks.map(({ label, settings }) => ({
        text: foreign(settings.bank),
        callback_data: `bank:${id}:${label}`,
      })),
      { text: texts.otherBank, callback_data: `bank:${id}:` },
    ];
    const markup = { inline_keyboard: inPairs(choices) };
    return { ...plain(texts.askBank(foreign(pending.account.number))), markup };
  };

  /** A receipt that does not name its bank would be asked about again, so the answer about this receipt is kept. */
  const keepAnswer = async (userId: number, account: string, { receipt }: PendingAccount): Promise<void> => {
    if (receipt === null) return;
    const before = await receiverAnswers.of(account, receipt.asked);
    const answer = receipt.asked.receiver.bank === "" ? "mine" : null;
    if (before !== answer) await chatAccounts.keepAnswer(userId, account, receipt.asked, answer);
  };

  const refusal = (kind: Exclude<Saving["kind"], "saved" | "is saved">, language: Language): string => {
    const texts = catalogues[language].ownAccounts;
    if (kind === "full") return texts.full;
    if (kind === "not owner") return texts.ownerOnly;
    if (kind === "moved") return texts.otherShop;
    return failureSentence({ code: "account_suspended" }, language).message;
  };

  /** Saves the account, or asks for its bank first. A record in another chat is edited there. */
  const save = async (asking: Asking, pending: PendingAccount, language: Language): Promise<Saved> => {
    const { of, account, receipt } = pending;
    const texts = catalogues[language];
    if (
      account.provider === "" &&
      !isPhone(account.number) &&
      !(await chatAccounts.hasMoved(asking.userId, of))
    )
      return { kind: "asks", reply: await askBank(asking, pending, language) };
    const saving = await chatAccounts.save(asking.userId, of, account, async (change) => {
      const answered = receipt === null ? null : await receiverAnswers.of(change.account, receipt.asked);
      const { account: owner } = change;
      await undoButtons.keep(asking, { account: owner, change, number: account.number, receipt, answered });
    });
    if (saving.kind !== "saved" && saving.kind !== "is saved")
      return { kind: "refused", reply: plain(refusal(saving.kind, language)) };
    await keepAnswer(asking.userId, saving.account, pending);
    if (receipt !== null && receipt.record.caller.place.chatId !== asking.chatId)
      await records.rewordLater(receipt.record, receipt.note);
    const isIts = (undo: Undo): boolean =>
      receipt === null
        ? undo.receipt === null && undo.number === account.number
        : isAboutRecord(receipt.record.caller.place, receipt.record.slot, receipt.record.mark)(undo);
    const markup = { inline_keyboard: await undoButtons.find(asking, isIts, language) };
    const said = saving.kind === "is saved" ? texts.receiver.isSaved : savedSentences(account, texts);
    return { kind: "saved", reply: { ...plain(said), markup } };
  };

  /** Shows the result in place of the message with the button: beneath its record, or alone. */
  const show = async (
    ctx: TalkContext,
    { receipt }: Pick<PendingAccount, "receipt">,
    reply: Reply,
  ): Promise<void> => {
    const shown = ctx.callbackQuery?.message;
    if (shown === undefined) return;
    const rows =
      reply.markup !== undefined && "inline_keyboard" in reply.markup ? reply.markup.inline_keyboard : [];
    const isHere = receipt !== null && receipt.record.caller.place.chatId === shown.chat.id;
    if (isHere && (await records.reword(receipt.record, ctx.sending, { line: reply, rows }))) return;
    const markup = { inline_keyboard: rows };
    await chat.edit({ chatId: shown.chat.id, messageId: shown.message_id }, { ...reply, markup });
  };

  return { save, show };
};

export type AccountSaving = ReturnType<typeof createAccountSaving>;

/** Without a name only the digits can be compared, and receipts hide some of them. */
const savedSentences = (
  { number, name }: Pick<PendingAccount["account"], "number" | "name">,
  { ownAccounts }: (typeof catalogues)[Language],
): string => {
  const saved = `✅ ${ownAccounts.saved(foreign(number))}`;
  return name === "" ? `${saved}\n${ownAccounts.addName(foreign(number))}` : saved;
};

/** `asks`: for the bank. */
type Saved = { readonly kind: "saved" | "asks" | "refused"; readonly reply: Reply };

const inPairs = (buttons: readonly InlineKeyboardButton[]): InlineKeyboardButton[][] =>
  buttons.flatMap((_, index) => (index % 2 === 0 ? [buttons.slice(index, index + 2)] : []));
