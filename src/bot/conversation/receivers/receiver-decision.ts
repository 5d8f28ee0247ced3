import { type CallbackQueryContext, Composer, type NextFunction } from "grammy";
import { z } from "zod";
import type { Accounts } from "../../../accounts/accounts.ts";
import type { ReceiverAnswer, ReceiverAnswers } from "../../../accounts/receiver-answers.ts";
import type { SavedAccounts } from "../../../accounts/saved-accounts.ts";
import { hourMs } from "../../../core/time.ts";
import { chatName, firstLineNameMax } from "../../../rendering/names.ts";
import { catalogues, failureSentence, type Language } from "../../../texts/texts.ts";
import { askedReceiverOf } from "../../../verify/assessor.ts";
import { type BankNames, isSavable } from "../../../verify/parties.ts";
import { assessReceipt } from "../../../verify/receipt-assessment.ts";
import type { BotMemory } from "../../data/memory.ts";
import type { Outbox } from "../../data/outbox.ts";
import { readOwnUpdate } from "../../telegram/arrival.ts";
import { type Chat, isGroup, placeOf, plain, type Reply } from "../../telegram/chat.ts";
import { goneChatOf } from "../../telegram/gone-chats.ts";
import { orLater } from "../../telegram/postponement.ts";
import type { Books } from "../books.ts";
import type { ChatMerchant, MerchantOf } from "../caller.ts";
import type { LeaveUpdate } from "../dependencies.ts";
import { isTooOldOfGuest, type ReceiptRecord, receiptMark, recordSchema } from "../outcome.ts";
import type { TalkContext } from "../sending.ts";
import type { AccountSaving, PendingAccount } from "./account-saving.ts";
import { type ChatAccounts, calledOf, receiverOf } from "./chat-accounts.ts";
import { readReceiverChoice, receiverButton, receiverPattern } from "./receiver-question.ts";
import type { Records, Tail } from "./records.ts";
import type { UndoButtons } from "./undo.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "ownersOf">;
  readonly memory: BotMemory;
  readonly outbox: Pick<Outbox, "of">;
  readonly leaveUpdate: LeaveUpdate;
  readonly chatAccounts: ChatAccounts;
  readonly receiverAnswers: ReceiverAnswers;
  readonly undoButtons: UndoButtons;
  readonly merchantOf: MerchantOf;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
  readonly banks: BankNames;
  readonly records: Records;
  readonly saving: AccountSaving;
  readonly books: Pick<Books, "isUndone" | "isOfOthers">;
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

type ReceiverCallback = CallbackQueryContext<TalkContext>;

/** A record whose receiver is asked about, with what is known of it. */
type KeptReceipt = NonNullable<Awaited<ReturnType<Records["load"]>>>;

/**
 * What one of the owners is asked in their private chat.
 *
 * `by`: who asks, `""` for themselves. `isAgain`: the owner had answered before the press. All presses before an answer are
 * one question.
 */
const askingSchema = z.strictObject({
  owner: z.int(),
  record: recordSchema,
  by: z.string(),
  isAgain: z.boolean().optional(),
});

const askedSchema = z.looseObject({ receiverAsked: askingSchema });

const ownersQuestionSchema = z.strictObject({ account: z.string(), record: recordSchema });

/** As long as the outcome of a receipt is kept. */
const questionTtlMs = 48 * hourMs;

/**
 * Handles the answers to "is that you?". An owner of the account decides in a private chat, and the record is edited.
 * When staff or a group answer, the owners are asked.
 */
export const createReceiverDecision = (deps: Dependencies) => {
  const composer = new Composer<TalkContext>();
  composer.callbackQuery(receiverPattern, (ctx) => handleAnswer(deps, ctx));
  composer.use((ctx, next) => askOwner(deps, ctx, next));
  composer.callbackQuery(/^ours:([\w-]{8,32}):(save|once|no)$/, (ctx) => handleOwnersAnswer(deps, ctx));
  return composer;
};

/** The receiver's relation by saved accounts alone, for an answer about one receipt can be changed. */
const relationOf = async (
  deps: Dependencies,
  account: string | null,
  { verified, candidate }: KeptReceipt,
) => {
  const { savedAccounts, banks, now } = deps;
  const saved = account === null ? [] : await savedAccounts.of(account);
  const { claims } = candidate;
  const alone = { saved, answered: null, claims, isSeenElsewhere: false, banks, now: now() };
  return assessReceipt(verified, alone).receiver.kind;
};

const askedOf = ({ banks }: Dependencies, { verified, candidate }: KeptReceipt) =>
  askedReceiverOf({ provider: candidate.provider, verified }, banks);

const pendingOf = (
  deps: Dependencies,
  {
    record,
    found,
    note,
    of,
  }: Pick<PendingAccount, "of"> & {
    readonly record: ReceiptRecord;
    readonly found: KeptReceipt;
    readonly note: string;
  },
): PendingAccount => ({
  of,
  account: receiverOf(found.verified, found.candidate),
  receipt: { record, asked: askedOf(deps, found), note },
});

/** The record under which a button was pressed; `mark`: the button's. */
const pressedOf = async (
  { languageOf, outbox }: Dependencies,
  ctx: ReceiverCallback,
): Promise<ReceiptRecord | null> => {
  const [, , messageId = "", slot = "", mark = ""] = ctx.match;
  const { message, from } = ctx.callbackQuery;
  if (message === undefined) return null;
  const place = { ...placeOf(message), messageId: Number(messageId) };
  if ((await outbox.of({ ...place, slot }))?.shown !== message.message_id) return null;
  const caller = { place, userId: from.id, language: await languageOf(ctx) };
  return { caller, slot, mark };
};

/** What a person may do: decide here, have the owners asked, or nothing because they do not belong to the shop. */
const rightsOf = async (
  { accounts }: Dependencies,
  userId: number,
  { account, decider }: ChatMerchant,
  record: ReceiptRecord,
): Promise<"decides" | "asks" | "owns" | "stranger"> => {
  if (!isGroup(record.caller.place)) return decider === "person" ? "decides" : "asks";
  const linked = orLater(await accounts.telegramAccount(userId));
  if (account === null || linked?.account !== account) return "stranger";
  return linked.role === "owner" ? "owns" : "asks";
};

const askToSave = ({ caller, slot }: ReceiptRecord, mark: string, found: KeptReceipt): Tail => {
  const texts = catalogues[caller.language].receiver;
  const button = { messageId: caller.place.messageId, slot, mark };
  return {
    line: texts.askSave(calledOf(receiverOf(found.verified, found.candidate))),
    rows: [
      [receiverButton("save", button, texts.save), receiverButton("once", button, texts.once)],
      [receiverButton("cancel", button, texts.cancel)],
    ],
  };
};

/** Leaves the question for the owners, or for the one who pressed in a group, and notes that under the record. */
const askOwners = async (
  deps: Dependencies,
  ctx: ReceiverCallback,
  record: ReceiptRecord,
  account: string,
  rights: "asks" | "owns",
): Promise<string> => {
  const { accounts, leaveUpdate, records, now } = deps;
  const texts = catalogues[record.caller.language].receiver;
  const { id, first_name } = ctx.from;
  const owners = orLater(await accounts.ownersOf(account));
  const reached = owners.flatMap(({ chatId, name }) => (chatId === null ? [] : [{ chatId, name }]));
  const asked = rights === "owns" ? [{ chatId: id, name: first_name }] : reached;
  const [first] = asked;
  if (first === undefined) return texts.ownerAway;
  for (const { chatId } of asked) {
    const by = rights === "owns" ? "" : first_name;
    const isAgain = await hasAnswered(deps, chatId, record);
    const receiverAsked = { owner: chatId, record, by, isAgain } satisfies z.infer<typeof askingSchema>;
    await leaveUpdate({ chatId, dueAt: now(), about: { receiverAsked } });
  }
  const said = texts.asked(asked.length > 1 ? "" : chatName(first.name, firstLineNameMax));
  await records.rewordPressed(record, ctx, { line: said, rows: [] });
  return rights === "owns" ? texts.askedYou : said;
};

/** The record whose button was pressed, the merchant who is asked there, and the receipt that it shows. */
type Pressed = {
  readonly record: ReceiptRecord;
  readonly merchant: ChatMerchant;
  readonly found: KeptReceipt;
};

/** Keeps an answer about one receipt; resolves with what is shown for a moment. */
const decide = async (
  deps: Dependencies,
  ctx: ReceiverCallback,
  { record, merchant, found }: Pressed,
  answer: ReceiverAnswer,
): Promise<string> => {
  const { chatAccounts, receiverAnswers, undoButtons, records } = deps;
  const { language } = record.caller;
  const texts = catalogues[language].receiver;
  const owned =
    merchant.account === null
      ? await chatAccounts.accountToOwn(ctx.from.id)
      : { kind: "owned" as const, account: merchant.account };
  if (owned.kind === "suspended") return failureSentence({ code: "account_suspended" }, language).message;
  if (owned.kind !== "owned") return texts.isNoted;
  const { account } = owned;
  const asked = askedOf(deps, found);
  const before = await receiverAnswers.of(account, asked);
  if (before === answer) {
    // A process kept the answer and died before it could show it, or the message is an old one.
    await records.rewordPressed(record, ctx);
    return texts.isNoted;
  }
  const asking = { chatId: record.caller.place.chatId, userId: ctx.from.id };
  const { number } = receiverOf(found.verified, found.candidate);
  const receipt = { record, asked, note: "" };
  if (answer === "mine" && !isGroup(record.caller.place))
    await undoButtons.keep(asking, { account, change: null, number, receipt, answered: before });
  if (!(await chatAccounts.keepAnswer(ctx.from.id, account, asked, answer)))
    return catalogues[language].ownAccounts.ownerOnly;
  await records.rewordPressed(record, ctx);
  return answer === "mine" ? texts.countsOnce : texts.notYours;
};

/** Handles a button; resolves with what is shown for a moment, null where the record itself says it. */
const decideAsAnswered = async (
  deps: Dependencies,
  ctx: ReceiverCallback,
  pressed: Pressed,
): Promise<string | null> => {
  const { records, saving } = deps;
  const { record, merchant, found } = pressed;
  const answer = readReceiverChoice(ctx.match[1]);
  const { language } = record.caller;
  const texts = catalogues[language].receiver;
  const rights = await rightsOf(deps, ctx.from.id, merchant, record);
  if (rights === "stranger") return merchant.account === null ? texts.tooOld : texts.strangers;
  const relation = await relationOf(deps, merchant.account, found);
  if (relation === "not_shown") return texts.tooOld;
  if (relation === "yours") {
    await records.rewordPressed(record, ctx);
    return texts.isSaved;
  }
  if (answer === "no" && rights !== "asks") return decide(deps, ctx, pressed, "not_mine");
  const canSave = isSavable(found.verified);
  if (rights === "asks" || (rights === "owns" && canSave)) {
    if (merchant.account === null || (answer !== "yes" && answer !== "no")) return texts.tooOld;
    return askOwners(deps, ctx, record, merchant.account, rights);
  }
  if (answer === "once" || !canSave) return decide(deps, ctx, pressed, "mine");
  switch (answer) {
    case "yes":
      await records.rewordPressed(record, ctx, askToSave(record, markFor(merchant, found), found));
      return null;
    case "save": {
      const pending = pendingOf(deps, { record, found, note: "", of: merchant.account });
      const asking = { chatId: record.caller.place.chatId, userId: ctx.from.id };
      const { kind, reply } = await saving.save(asking, pending, language);
      if (kind === "refused") return reply.text;
      await saving.show(ctx, pending, reply);
      return null;
    }
    case "no":
    case "cancel":
      await records.rewordPressed(record, ctx);
      return null;
  }
};

const handleAnswer = async (deps: Dependencies, ctx: ReceiverCallback): Promise<void> => {
  const { merchantOf, chatAccounts, records, chat, languageOf } = deps;
  const tooOld = async () =>
    chat.notify(ctx.callbackQuery.id, catalogues[await languageOf(ctx)].receiver.tooOld);
  const pressed = await pressedOf(deps, ctx);
  const found = pressed && (await records.find(pressed));
  if (pressed === null || found === null) return tooOld();
  // In a group somebody else may press, and the answer may quote an earlier message than theirs.
  const { caller } = pressed;
  const mark = receiptMark(found.candidate.provider, found.verified);
  const record = { ...pressed, mark, caller: { ...caller, userId: found.outcome.askedBy ?? caller.userId } };
  const merchant = await merchantOf(record.caller);
  // A guest has an account of their own since the first answer. Whoever has changed shops is asked again by a new check.
  const { account } = merchant;
  const isGuests = pressed.mark === mark;
  if (!isGuests && pressed.mark !== markFor(merchant, found)) return tooOld();
  const isOld =
    account === null
      ? isTooOldOfGuest(found.outcome, deps.now())
      : await deps.books.isOfOthers(record.caller, found.candidate, found.verified, found.outcome);
  if (isOld) return tooOld();
  if (isGuests && account !== null && !(await chatAccounts.isAsAsked(ctx.from.id, null, account)))
    return chat.notify(ctx.callbackQuery.id, catalogues[record.caller.language].ownAccounts.otherShop);
  const isUndone = await isUndoneFor(deps, account, found);
  // A stranger may press for ever, and each edit takes the time of whoever it is for.
  if (isUndone && (await rightsOf(deps, ctx.from.id, merchant, record)) !== "stranger")
    await records.rewordPressed(record, ctx);
  const notice = isUndone
    ? catalogues[caller.language].failed.undoneUnnamed
    : await decideAsAnswered(deps, ctx, { record, merchant, found });
  await chat.notify(ctx.callbackQuery.id, notice ?? undefined);
};

/** Whether the bank has called the payment undone since. Nobody decides about it then. */
const isUndoneFor = (
  { books }: Dependencies,
  account: string | null,
  { candidate, verified }: KeptReceipt,
): Promise<boolean> => books.isUndone(account, candidate.provider, verified);

/** The mark of a question that is put to a merchant. */
const markFor = ({ account }: ChatMerchant, { candidate, verified }: KeptReceipt): string =>
  receiptMark(candidate.provider, verified, account);

/** The account and record of a question, if the person owns the account and the record is still kept. */
const openRecord = async (deps: Dependencies, owner: number, record: ReceiptRecord) => {
  const { merchantOf, accounts, records } = deps;
  const { account } = await merchantOf(record.caller);
  const linked = orLater(await accounts.telegramAccount(owner));
  const found = await records.load(record);
  if (account === null || linked?.account !== account || linked.role !== "owner" || found === null)
    return null;
  const relation = await relationOf(deps, account, found);
  return relation === "not_shown" ? null : { account, found, isSaved: relation === "yours" };
};

const ownersQuestion = (id: string, found: KeptReceipt, by: string, language: Language): Reply => {
  const texts = catalogues[language].receiver;
  const called = calledOf(receiverOf(found.verified, found.candidate));
  const canSave = isSavable(found.verified);
  const text = !canSave
    ? texts.somebodyAsksOnce(by, called)
    : by === ""
      ? texts.askShops(called)
      : texts.somebodyAsks(by, called);
  const no = { text: texts.notOurs, callback_data: `ours:${id}:no` };
  const once = { text: canSave ? texts.once : texts.thisPayment, callback_data: `ours:${id}:once` };
  const save = { text: texts.save, callback_data: `ours:${id}:save` };
  return { ...plain(text), markup: { inline_keyboard: canSave ? [[save, no], [once]] : [[once, no]] } };
};

/** Of the first question about a record to an owner. */
const slotOf = ({ caller: { place }, slot, mark }: ReceiptRecord): string =>
  `asked:${place.chatId}:${place.messageId}:${slot}:${mark}`;

/** Whether an owner was asked about the record before, and has answered. */
const hasAnswered = async (deps: Dependencies, owner: number, record: ReceiptRecord): Promise<boolean> => {
  const before = await deps.outbox.of({ chatId: owner, messageId: 0, slot: slotOf(record) });
  return before?.step === "sent" && !(await isAsked(deps, owner, record));
};

/** Whether a question about the record waits for an owner. */
const isAsked = async ({ memory }: Dependencies, owner: number, record: ReceiptRecord): Promise<boolean> => {
  const { chatId, messageId } = record.caller.place;
  return (await memory.openQuestionsOf(owner, owner, null)).some(({ kind, payload }) => {
    if (kind !== "receiver") return false;
    const { record: other } = ownersQuestionSchema.parse(JSON.parse(payload));
    const { place } = other.caller;
    return (
      place.chatId === chatId &&
      place.messageId === messageId &&
      other.slot === record.slot &&
      other.mark === record.mark
    );
  });
};

/** Puts the question that staff or a group left to an owner in the private chat. */
const askOwner = async (
  deps: Dependencies,
  { update, sending }: TalkContext,
  next: NextFunction,
): Promise<void> => {
  const { outbox, memory, records } = deps;
  const own = readOwnUpdate(update, askedSchema);
  if (own === null) return next();
  const { owner, record, by, isAgain = false } = own.receiverAsked;
  const open = await openRecord(deps, owner, record);
  if (open === null || open.isSaved) return;
  // In the owner's private chat, quoting nothing. A question that waits there is not put again.
  const privateChat = { chatId: owner, messageId: 0 };
  const slot = isAgain ? `${slotOf(record)}:${sending.updateId}` : slotOf(record);
  const before = await outbox.of({ ...privateChat, slot });
  if (before?.step === "sent" && before.shown !== null && before.updateId !== sending.updateId) return;
  if (isAgain && before === null && (await isAsked(deps, owner, record))) return;
  const language = (await memory.languageOf(owner)) ?? record.caller.language;
  const { unnamed } = catalogues[language].staff;
  const who = by === "" ? "" : chatName(by, firstLineNameMax) || unnamed;
  const payload = JSON.stringify({ account: open.account, record });
  const asked = { chatId: owner, userId: owner, kind: "receiver" as const, payload, ttlMs: questionTtlMs };
  const { id } = await memory.ask(asked);
  try {
    await sending.send(privateChat, slot, ownersQuestion(id, open.found, who, language));
  } catch (error) {
    // The owner has blocked the bot, so nobody must wait for them.
    if (goneChatOf(error) !== null)
      await records.rewordLater(record, catalogues[record.caller.language].receiver.ownerAway);
    throw error;
  }
};

const handleOwnersAnswer = async (deps: Dependencies, ctx: ReceiverCallback): Promise<void> => {
  const { memory, chatAccounts, records, saving, chat, languageOf } = deps;
  const [, id = "", answer = ""] = ctx.match;
  const language = await languageOf(ctx);
  const texts = catalogues[language].receiver;
  const { id: queryId, message } = ctx.callbackQuery;
  const stored = await memory.question(id, ctx.sending.updateId);
  const isTheirs = stored?.kind === "receiver" && stored.userId === ctx.from.id;
  if (!isTheirs || message === undefined) return chat.notify(queryId, texts.tooOld);
  const place = { chatId: message.chat.id, messageId: message.message_id };
  const { record, account: asked } = ownersQuestionSchema.parse(JSON.parse(stored.payload));
  const opened = await openRecord(deps, ctx.from.id, record);
  const open = opened?.account === asked ? opened : null;
  // Saving again does no harm, and finishes what a process left that died.
  const isMoot = open?.isSaved === true && answer !== "save";
  if (open === null || isMoot || (await memory.answer(id, ctx.sending.updateId)) === null) {
    await chat.dropButtons(place);
    return chat.notify(queryId, texts.tooOld);
  }
  const { account, found } = open;
  const theirTexts = catalogues[record.caller.language].receiver;
  if (await isUndoneFor(deps, account, found)) {
    await records.rewordLater(record, `❌ ${catalogues[record.caller.language].failed.undoneUnnamed}`);
    await chat.dropButtons(place);
    return chat.notify(queryId, catalogues[language].failed.undoneUnnamed);
  }
  const name = chatName(ctx.from.first_name, firstLineNameMax);
  const yes = theirTexts.ownerSaidYes(name);
  if (answer === "save" && isSavable(found.verified)) {
    const pending = pendingOf(deps, { record, found, note: yes, of: account });
    const asking = { chatId: place.chatId, userId: ctx.from.id };
    const { reply } = await saving.save(asking, pending, language);
    await saving.show(ctx, pending, reply);
  } else {
    const said = answer === "no" ? "not_mine" : "mine";
    if (!(await chatAccounts.keepAnswer(ctx.from.id, account, askedOf(deps, found), said)))
      return chat.notify(queryId, catalogues[language].ownAccounts.ownerOnly);
    await records.rewordLater(record, answer === "no" ? theirTexts.ownerSaidNo(name) : yes);
    await chat.edit(place, plain(answer === "no" ? texts.notShops : texts.countsOnce));
  }
  await chat.notify(queryId);
};
