import { Composer } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Provider } from "../providers/provider.ts";
import { isPhone } from "../receivers.ts";
import type { BotMemory, OpenQuestion } from "../store/bot-memory.ts";
import type { ReceiverAnswers } from "../store/receiver-answers.ts";
import { savedSchema } from "../store/saved-accounts.ts";
import { cleanText } from "../text/cleaning.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import { bankKeyOf } from "../verify/banks.ts";
import { type Chat, plain, type Reply } from "./chat.ts";
import { type OwnAccounts, type Saving, tailOf } from "./own-accounts.ts";
import { orLater } from "./postponement.ts";
import type { Records } from "./records.ts";
import { foreign } from "./rich-text.ts";
import type { TalkContext } from "./talk.ts";
import {
  type Asking,
  askedReceiptSchema,
  isAboutRecord,
  type Undo,
  type UndoButtons,
  undoSchema,
} from "./undo.ts";

/** What is to be saved, once its bank is known; `receipt`: the receipt under which that was asked. */
const pendingSchema = z.strictObject({ account: savedSchema, receipt: askedReceiptSchema.nullable() });

export type PendingAccount = Readonly<z.infer<typeof pendingSchema>>;

const bankNameSchema = z.strictObject({ pending: pendingSchema, bankQuestion: z.string() });

type Dependencies = {
  readonly memory: BotMemory;
  readonly ownAccounts: OwnAccounts;
  readonly receiverAnswers: ReceiverAnswers;
  readonly undoButtons: UndoButtons;
  readonly providers: readonly Provider[];
  readonly records: Records;
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** How long a bank's name is waited for; and how long without a reply to the question. */
const bankTtlMs = 24 * 60 * 60 * 1000;
const unquotedMs = 60 * 60 * 1000;

/** Saves accounts and phones as a merchant's own: asks first for the bank where it is not known, and can take it back. */
export const createAccountSaving = (deps: Dependencies) => {
  const { memory, ownAccounts, receiverAnswers, undoButtons, providers, records, chat, now, languageOf } =
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

  /** Where the bank does not stand on the receipt, its account is not recognised on the next one: so the receipt is kept. */
  const keepAnswer = async (account: string, { receipt }: PendingAccount): Promise<void> => {
    if (receipt === null) return;
    const before = await receiverAnswers.of(account, receipt.asked);
    const answer = receipt.asked.receiver.bank === "" ? "mine" : null;
    if (before !== answer) orLater(await receiverAnswers.keep(account, receipt.asked, answer));
  };

  const refusal = (kind: Exclude<Saving["kind"], "saved" | "is saved">, language: Language): string => {
    const texts = catalogues[language].ownAccounts;
    if (kind === "full") return texts.full;
    if (kind === "not owner") return texts.ownerOnly;
    return failureSentence({ code: "account_suspended" }, language).message;
  };

  /** Saves, or asks for the bank first; says what came of it. A record of another chat is worded anew there. */
  const save = async (asking: Asking, pending: PendingAccount, language: Language): Promise<Saved> => {
    const { account, receipt } = pending;
    const texts = catalogues[language];
    if (account.provider === "" && !isPhone(account.number))
      return { kind: "asks", reply: await askBank(asking, pending, language) };
    const saving = await ownAccounts.save(asking.userId, account, async (change) => {
      const answered = receipt === null ? null : await receiverAnswers.of(change.account, receipt.asked);
      const { account: owner } = change;
      await undoButtons.keep(asking, { account: owner, change, number: account.number, receipt, answered });
    });
    if (saving.kind !== "saved" && saving.kind !== "is saved")
      return { kind: "refused", reply: plain(refusal(saving.kind, language)) };
    await keepAnswer(saving.account, pending);
    if (receipt !== null && receipt.record.asker.place.chatId !== asking.chatId)
      await records.rewordLater(receipt.record, receipt.note);
    const isIts = (undo: Undo): boolean =>
      receipt === null
        ? undo.receipt === null && undo.number === account.number
        : isAboutRecord(receipt.record.asker.place, receipt.record.slot)(undo);
    const markup = { inline_keyboard: await undoButtons.find(asking, isIts, language) };
    const said =
      saving.kind === "is saved"
        ? texts.receiver.isSaved
        : `✅ ${texts.ownAccounts.saved(foreign(account.number))}`;
    return { kind: "saved", reply: { ...plain(said), markup } };
  };

  /** Shows in place of the pressed message what came of it: beneath the record where it is one, else alone. */
  const show = async (
    ctx: TalkContext,
    { receipt }: Pick<PendingAccount, "receipt">,
    reply: Reply,
  ): Promise<void> => {
    const shown = ctx.callbackQuery?.message;
    if (shown === undefined) return;
    const rows =
      reply.markup !== undefined && "inline_keyboard" in reply.markup ? reply.markup.inline_keyboard : [];
    const isHere = receipt !== null && receipt.record.asker.place.chatId === shown.chat.id;
    if (isHere && (await records.reword(receipt.record, ctx.saying, { line: reply, rows }))) return;
    const markup = { inline_keyboard: rows };
    await chat.edit({ chatId: shown.chat.id, messageId: shown.message_id }, { ...reply, markup });
  };

  /** The question behind a pressed button, if it is this person's and open; else it says that it is too old. */
  const openFor = async (ctx: TalkContext, id: string, kind: string): Promise<OpenQuestion | null> => {
    const open = await memory.question(id, ctx.saying.updateId);
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
    const slot = `bank:${ctx.saying.updateId}`;
    await memory.attachMessage(id, await ctx.saying.say(place, slot, { ...plain(text), markup }));
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
    if (!isBank || (await memory.answer(id, ctx.saying.updateId)) === null)
      return chat.notify(ctx.callbackQuery.id, catalogues[language].receiver.tooOld);
    const named = { ...pending, account: { ...pending.account, provider: label } };
    const saved = await save(open, named, language);
    await show(ctx, pending, saved.reply);
    await chat.notify(ctx.callbackQuery.id);
  });

  /** The open question that a message answers with a bank's name: a reply, or soon after it. */
  const bankNameAsked = async (ctx: TalkContext): Promise<OpenQuestion | null> => {
    const { message } = ctx;
    if (message?.text === undefined || message.chat.type !== "private" || message.text.startsWith("/"))
      return null;
    const open = await memory.openQuestionsOf(message.chat.id, message.from.id, ctx.saying.updateId);
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
      await ctx.saying.say(place, "bank name", plain(texts.notABankName));
      return;
    }
    const { pending, bankQuestion } = bankNameSchema.parse(JSON.parse(asked.payload));
    await memory.answer(bankQuestion, ctx.saying.updateId);
    if ((await memory.answer(asked.id, ctx.saying.updateId)) === null) return;
    // A bank that is asked here is known by its label, however its name was typed.
    const key = bankKeyOf(name, names);
    const provider = names.some(({ label }) => label === key) ? key : name;
    const named = { ...pending, account: { ...pending.account, provider } };
    const saved = await save(asked, named, language);
    await ctx.saying.say(place, "bank name", saved.reply);
    const { receipt } = pending;
    if (receipt?.record.asker.place.chatId === ctx.chatId) await records.reword(receipt.record, ctx.saying);
  });

  composer.callbackQuery(/^undo:([\w-]{8,32})$/, async (ctx) => {
    const [, id = ""] = ctx.match;
    const language = await languageOf(ctx);
    const texts = catalogues[language];
    const open = await openFor(ctx, id, "undo");
    if (open === null || (await memory.answer(id, ctx.saying.updateId)) === null) return;
    const { account, change, number, receipt, answered } = undoSchema.parse(JSON.parse(open.payload));
    if (!(await ownAccounts.undo(ctx.from.id, account, change)))
      return chat.notify(ctx.callbackQuery.id, texts.ownAccounts.ownerOnly);
    if (receipt !== null) orLater(await receiverAnswers.keep(account, receipt.asked, answered));
    const said = texts.receiver.undone(tailOf(number));
    const isHere = receipt !== null && receipt.record.asker.place.chatId === open.chatId;
    if (!isHere || !(await records.reword(receipt.record, ctx.saying)))
      await show(ctx, { receipt: null }, plain(said));
    if (receipt !== null && !isHere) await records.rewordLater(receipt.record, said);
    await chat.notify(ctx.callbackQuery.id, said);
  });

  return { save, show, composer };
};

export type AccountSaving = ReturnType<typeof createAccountSaving>;

/** `asks`: for the bank. */
type Saved = { readonly kind: "saved" | "asks" | "refused"; readonly reply: Reply };

/** Whether a question is answered by typing. */
export const isTyped = ({ kind }: OpenQuestion): boolean =>
  kind === "account" || kind === "phone" || kind === "own" || kind === "own bank name";

/** A bank's name as a person types it, or null. */
const readBankName = (text: string): string | null => {
  const name = foreign(cleanText(text.slice(0, 200)));
  const isName = /^[\p{L}\p{M}\p{N} .,'’&()/-]{2,60}$/u.test(name) && /\p{L}[^\p{L}]{0,9}\p{L}/u.test(name);
  // Three digits in a row are a number or a reference.
  return isName && !/\d{3}/.test(name) ? name : null;
};

const inPairs = (buttons: readonly InlineKeyboardButton[]): InlineKeyboardButton[][] =>
  buttons.flatMap((_, index) => (index % 2 === 0 ? [buttons.slice(index, index + 2)] : []));
