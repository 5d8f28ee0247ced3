import { Composer } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { ReceiverAnswers } from "../../accounts/receiver-answers.ts";
import { savedSchema } from "../../accounts/saved-accounts.ts";
import { cleanText } from "../../core/clean-text.ts";
import { isPhone } from "../../core/phone.ts";
import { dayMs, hourMs } from "../../core/time.ts";
import type { Provider } from "../../providers/provider.ts";
import { tailOf } from "../../rendering/names.ts";
import { foreign } from "../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../texts/texts.ts";
import { bankKeyOf } from "../../verify/parties.ts";
import type { BotMemory, OpenQuestion } from "../data/memory.ts";
import { type Chat, isGroup, plain, type Reply } from "../telegram/chat.ts";
import type { ChatAccounts, Saving } from "./chat-accounts.ts";
import type { Records } from "./records.ts";
import type { TalkContext } from "./sending.ts";
import {
  type Asking,
  askedReceiptSchema,
  isAboutRecord,
  type Undo,
  type UndoButtons,
  undoSchema,
} from "./undo.ts";

/**
 * An account to be saved once its bank is known. `of`: for whose account that was asked, null where the person had
 * none; `receipt`: the receipt under which it was asked.
 */
const pendingSchema = z.strictObject({
  of: z.string().nullable(),
  account: savedSchema,
  receipt: askedReceiptSchema.nullable(),
});

export type PendingAccount = Readonly<z.infer<typeof pendingSchema>>;

const bankNameSchema = z.strictObject({ pending: pendingSchema, bankQuestion: z.string() });

type Dependencies = {
  readonly memory: BotMemory;
  readonly chatAccounts: ChatAccounts;
  readonly receiverAnswers: ReceiverAnswers;
  readonly undoButtons: UndoButtons;
  readonly providers: readonly Provider[];
  readonly records: Records;
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** How long a bank's name is waited for, and how long when it does not reply to the question. */
const bankTtlMs = dayMs;
const unquotedMs = hourMs;

/** Saves accounts and phones as a merchant's own: asks first for the bank where it is not known, and can take it back. */
export const createAccountSaving = (deps: Dependencies) => {
  const { memory, chatAccounts, receiverAnswers, undoButtons, providers, records, chat, now, languageOf } =
    deps;
  const names = providers.map(({ label, settings }) => ({ label, name: settings.bank }));
  const banks = providers.filter(({ holdsAccounts }) => holdsAccounts);
  const composer = new Composer<TalkContext>();

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

  /** The question behind a button, if it is this person's and open; otherwise the person hears that it is too old. */
  const openFor = async (ctx: TalkContext, id: string, kind: string): Promise<OpenQuestion | null> => {
    const open = await memory.question(id, ctx.sending.updateId);
    const isTheirs = open?.kind === kind && open.chatId === ctx.chatId && open.userId === ctx.from?.id;
    if (isTheirs) return open;
    if (ctx.callbackQuery !== undefined)
      await chat.notify(ctx.callbackQuery.id, catalogues[await languageOf(ctx)].receiver.tooOld);
    return null;
  };

  const askBankName = async (ctx: TalkContext, open: OpenQuestion, language: Language): Promise<void> => {
    const { askBankName: text, bankNamePlaceholder } = catalogues[language].ownAccounts;
    const { chatId, userId } = open;
    const payload = JSON.stringify({ pending: JSON.parse(open.payload), bankQuestion: open.id });
    const asked = { chatId, userId, kind: "own bank name", payload, ttlMs: bankTtlMs };
    const { id } = await memory.ask(asked);
    const markup = { force_reply: true, input_field_placeholder: bankNamePlaceholder } as const;
    const place = { chatId, messageId: ctx.callbackQuery?.message?.message_id ?? 0 };
    const slot = `bank:${ctx.sending.updateId}`;
    await memory.attachMessage(id, await ctx.sending.send(place, slot, { ...plain(text), markup }));
  };

  composer.callbackQuery(/^bank:([\w-]{8,32}):(\w{0,16})$/, async (ctx) => {
    const [, id = "", label = ""] = ctx.match;
    const language = await languageOf(ctx);
    const open = await openFor(ctx, id, "own bank");
    if (open === null) return;
    if (label === "") {
      await askBankName(ctx, open, language);
      return chat.notify(ctx.callbackQuery.id);
    }
    const pending = pendingSchema.parse(JSON.parse(open.payload));
    const isBank = banks.some((bank) => bank.label === label);
    if (!isBank || (await memory.answer(id, ctx.sending.updateId)) === null)
      return chat.notify(ctx.callbackQuery.id, catalogues[language].receiver.tooOld);
    const named = { ...pending, account: { ...pending.account, provider: label } };
    const saved = await save(open, named, language);
    await show(ctx, pending, saved.reply);
    await chat.notify(ctx.callbackQuery.id);
  });

  /** The open question that a message answers with a bank's name, as a reply or soon after the question. */
  const bankNameAsked = async (ctx: TalkContext): Promise<OpenQuestion | null> => {
    const { message } = ctx;
    if (message?.text === undefined || message.chat.type !== "private" || message.text.startsWith("/"))
      return null;
    const open = await memory.openQuestionsOf(message.chat.id, message.from.id, ctx.sending.updateId);
    const asked = open.filter(({ kind }) => kind === "own bank name");
    const to = message.reply_to_message?.message_id;
    if (to !== undefined) return asked.find(({ messageId }) => messageId === to) ?? null;
    const newest = open.find(isTyped);
    const isRecent = newest !== undefined && now().getTime() - newest.askedAt.getTime() < unquotedMs;
    const isOne = newest?.kind === "own bank name" && isRecent && readBankName(message.text) !== null;
    return isOne && message.forward_origin === undefined ? newest : null;
  };

  composer.on("message:text", async (ctx, next) => {
    const asked = await bankNameAsked(ctx);
    if (asked === null) return next();
    const language = await languageOf(ctx);
    const texts = catalogues[language].ownAccounts;
    const { message_id: messageId } = ctx.message;
    const place = { chatId: ctx.chatId, messageId };
    const name = readBankName(ctx.message.text);
    if (name === null) {
      await ctx.sending.send(place, "bank name", plain(texts.notABankName));
      return;
    }
    const { pending, bankQuestion } = bankNameSchema.parse(JSON.parse(asked.payload));
    await memory.answer(bankQuestion, ctx.sending.updateId);
    if ((await memory.answer(asked.id, ctx.sending.updateId)) === null) return;
    // A configured bank is saved by its label, however its name was typed.
    const key = bankKeyOf(name, names);
    const provider = names.some(({ label }) => label === key) ? key : name;
    const named = { ...pending, account: { ...pending.account, provider } };
    const saved = await save(asked, named, language);
    await ctx.sending.send(place, "bank name", saved.reply);
    const { receipt } = pending;
    if (receipt?.record.caller.place.chatId === ctx.chatId) await records.reword(receipt.record, ctx.sending);
  });

  composer.callbackQuery(/^undo:([\w-]{8,32})$/, async (ctx) => {
    const [, id = ""] = ctx.match;
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    const open = await openFor(ctx, id, "undo");
    if (open === null || (await memory.answer(id, ctx.sending.updateId)) === null) return;
    const { account, change, number, receipt, answered } = undoSchema.parse(JSON.parse(open.payload));
    if (!(await chatAccounts.undo(ctx.from.id, account, change)))
      return chat.notify(ctx.callbackQuery.id, texts.ownAccounts.ownerOnly);
    if (receipt !== null && !(await chatAccounts.keepAnswer(ctx.from.id, account, receipt.asked, answered)))
      return chat.notify(ctx.callbackQuery.id, texts.ownAccounts.ownerOnly);
    const said = texts.receiver.undone(tailOf(number));
    const isHere = receipt !== null && receipt.record.caller.place.chatId === open.chatId;
    if (!isHere || !(await records.reword(receipt.record, ctx.sending)))
      await show(ctx, { receipt: null }, plain(said));
    if (receipt !== null && !isHere) {
      const { caller } = receipt.record;
      const tail = tailOf(number, { isGroup: isGroup(caller.place) });
      await records.rewordLater(receipt.record, catalogues[caller.language].receiver.undone(tail));
    }
    await chat.notify(ctx.callbackQuery.id, said);
  });

  return { save, show, composer };
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

/** Whether a question is answered by typing. */
export const isTyped = ({ kind }: OpenQuestion): boolean =>
  kind === "account" || kind === "phone" || kind === "own" || kind === "own bank name";

/** A bank's name as a person types it, or null. */
const readBankName = (text: string): string | null => {
  const name = foreign(cleanText(text.slice(0, 200)));
  const isName = /^[\p{L}\p{M}\p{N} .,'’&()/-]{2,60}$/u.test(name) && /\p{L}[^\p{L}]{0,9}\p{L}/u.test(name);
  // Three digits in a row mean a number or a reference.
  return isName && !/\d{3}/.test(name) ? name : null;
};

const inPairs = (buttons: readonly InlineKeyboardButton[]): InlineKeyboardButton[][] =>
  buttons.flatMap((_, index) => (index % 2 === 0 ? [buttons.slice(index, index + 2)] : []));
