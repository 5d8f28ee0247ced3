import { type CallbackQueryContext, Composer } from "grammy";
import { z } from "zod";
import { cleanText } from "../../../core/clean-text.ts";
import type { Provider } from "../../../providers/provider.ts";
import { tailOf } from "../../../rendering/names.ts";
import { foreign } from "../../../rendering/rich-text.ts";
import { catalogues, failureSentence, type Language } from "../../../texts/texts.ts";
import type { Detection } from "../../../verify/detect/detect.ts";
import { bankKeyOf, bankNamesOf } from "../../../verify/parties.ts";
import type { BotMemory, OpenQuestion } from "../../data/memory.ts";
import { type Chat, isGroup, plain } from "../../telegram/chat.ts";
import { isReplyTo, openTypedQuestion } from "../questions/typed-questions.ts";
import type { TalkContext } from "../sending.ts";
import { type AccountSaving, bankTtlMs, pendingSchema } from "./account-saving.ts";
import type { ChatAccounts } from "./chat-accounts.ts";
import type { Records } from "./records.ts";
import { undoSchema } from "./undo.ts";

const bankNameSchema = z.object({ pending: pendingSchema, bankQuestion: z.string() });

type Dependencies = {
  readonly memory: BotMemory;
  readonly chatAccounts: ChatAccounts;
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
  readonly records: Records;
  readonly saving: AccountSaving;
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** Hears what is replied about an account that is being saved: its bank by a button or its name, and that it is undone. */
export const createAccountReplies = (deps: Dependencies) => {
  const { memory, chatAccounts, providers, detect, records, saving, chat, now, languageOf } = deps;
  const names = bankNamesOf(providers);
  const composer = new Composer<TalkContext>();

  /** The question behind a button, if it is this person's and open; otherwise the person hears that it is too old. */
  const openFor = async (
    ctx: CallbackQueryContext<TalkContext>,
    id: string,
    kind: string,
  ): Promise<OpenQuestion | null> => {
    const open = await memory.question(id, ctx.sending.updateId);
    const isTheirs = open?.kind === kind && open.chatId === ctx.chatId && open.userId === ctx.from?.id;
    if (isTheirs) return open;
    await chat.notify(ctx.callbackQuery.id, catalogues[await languageOf(ctx)].receiver.tooOld);
    return null;
  };

  const askBankName = async (ctx: TalkContext, open: OpenQuestion, language: Language): Promise<void> => {
    const { askBankName: text, bankNamePlaceholder } = catalogues[language].ownAccounts;
    const { chatId, userId } = open;
    const payload = JSON.stringify({ pending: JSON.parse(open.payload), bankQuestion: open.id });
    const asked = { chatId, userId, kind: "own bank name" as const, payload, ttlMs: bankTtlMs };
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
    const isBank = providers.some((bank) => bank.label === label && bank.holdsAccounts);
    if (!isBank || (await memory.answer(id, ctx.sending.updateId)) === null)
      return chat.notify(ctx.callbackQuery.id, catalogues[language].receiver.tooOld);
    const named = { ...pending, account: { ...pending.account, provider: label } };
    const saved = await saving.save(open, named, language);
    await saving.show(ctx, pending, saved.reply);
    await chat.notify(ctx.callbackQuery.id);
  });

  /** The open question that a message answers with a bank's name, as a reply or soon after the question. */
  const bankNameAsked = async (ctx: TalkContext): Promise<OpenQuestion | null> => {
    const { message } = ctx;
    if (message?.text === undefined || message.chat.type !== "private" || message.text.startsWith("/"))
      return null;
    const typed = { message, userId: message.from.id, updateId: ctx.sending.updateId };
    const asked = await openTypedQuestion({ memory, now }, typed, ["own bank name"]);
    if (asked === null) return null;
    // A receipt is no bank's name, and must not be answered with "saved".
    const { candidates, refused } = detect(message.text);
    if (candidates.length + refused.length > 0) return null;
    return isReplyTo(message, asked) || readBankName(message.text) !== null ? asked : null;
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
    const saved = await saving.save(asked, named, language);
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
    const undone = await chatAccounts.undo(ctx.from.id, account, change);
    if (undone === "suspended")
      return chat.notify(
        ctx.callbackQuery.id,
        failureSentence({ code: "account_suspended" }, language).message,
      );
    if (undone === "not owner") return chat.notify(ctx.callbackQuery.id, texts.ownAccounts.ownerOnly);
    if (receipt !== null && !(await chatAccounts.keepAnswer(ctx.from.id, account, receipt.asked, answered)))
      return chat.notify(ctx.callbackQuery.id, texts.ownAccounts.ownerOnly);
    const said = texts.receiver.undone(tailOf(number));
    const isHere = receipt !== null && receipt.record.caller.place.chatId === open.chatId;
    if (!isHere || !(await records.reword(receipt.record, ctx.sending)))
      await saving.show(ctx, { receipt: null }, plain(said));
    if (receipt !== null && !isHere) {
      const { caller } = receipt.record;
      const tail = tailOf(number, { isGroup: isGroup(caller.place) });
      await records.rewordLater(receipt.record, catalogues[caller.language].receiver.undone(tail));
    }
    await chat.notify(ctx.callbackQuery.id, said);
  });

  return composer;
};

/** A bank's name as a person types it, or null. */
const readBankName = (text: string): string | null => {
  const name = foreign(cleanText(text.slice(0, 200)));
  const isName = /^[\p{L}\p{M}\p{N} .,'’&()/-]{2,60}$/u.test(name) && /\p{L}[^\p{L}]{0,9}\p{L}/u.test(name);
  // Three digits in a row mean a number or a reference.
  return isName && !/\d{3}/.test(name) ? name : null;
};
