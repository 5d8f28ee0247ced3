import { type CallbackQueryContext, Composer } from "grammy";
import { z } from "zod";
import type { Accounts } from "../accounts/accounts.ts";
import { isSavable } from "../receivers.ts";
import type { BotMemory } from "../store/bot-memory.ts";
import type { Deliveries } from "../store/deliveries.ts";
import { type Inbox, isOwnUpdate } from "../store/inbox.ts";
import type { ReceiverAnswer, ReceiverAnswers } from "../store/receiver-answers.ts";
import type { SavedAccounts } from "../store/saved-accounts.ts";
import { catalogues, failureSentence, isLanguage, type Language } from "../texts/texts.ts";
import { askedReceiverOf, createAssessor } from "../verify/assessor.ts";
import type { BankNames } from "../verify/banks.ts";
import type { AccountSaving, PendingAccount } from "./account-saving.ts";
import { type Chat, plain, type Reply } from "./chat.ts";
import { goneChatOf } from "./gone-chats.ts";
import type { JudgingAccount, JudgingAccountOf } from "./judging-account.ts";
import { isGroup } from "./masks.ts";
import { chatName, firstLineNameMax } from "./names.ts";
import { calledOf, type OwnAccounts, receiverOf } from "./own-accounts.ts";
import { orLater } from "./postponement.ts";
import { receiverButton, receiverPattern } from "./receiver-question.ts";
import { type ReceiptRecord, recordSchema } from "./record.ts";
import type { Records, Tail } from "./records.ts";
import type { TalkContext } from "./talk.ts";
import type { UndoButtons } from "./undo.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "ownersOf">;
  readonly memory: BotMemory;
  readonly deliveries: Pick<Deliveries, "of">;
  readonly inbox: Pick<Inbox, "leave">;
  readonly ownAccounts: OwnAccounts;
  readonly receiverAnswers: ReceiverAnswers;
  readonly undoButtons: UndoButtons;
  readonly judgingAccountOf: JudgingAccountOf;
  readonly savedAccounts: Pick<SavedAccounts, "of">;
  readonly banks: BankNames;
  readonly records: Records;
  readonly saving: AccountSaving;
  readonly chat: Chat;
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

type Pressed = CallbackQueryContext<TalkContext>;

/** A record whose receiver is asked about, with what is known of it. */
type Found = NonNullable<Awaited<ReturnType<Records["load"]>>>;

/** What one of the owners is asked in their private chat; `by`: who asks, `""` for themselves. */
const askingSchema = z.strictObject({ owner: z.int(), record: recordSchema, by: z.string() });

const askedSchema = z.looseObject({ receiverAsked: askingSchema });

const ownersQuestionSchema = z.strictObject({ account: z.string(), record: recordSchema });

/** As long as the outcome of a receipt is kept. */
const questionTtlMs = 48 * 60 * 60 * 1000;

/**
 * The answers to "is that you?": who owns the account decides, in a private chat, and the record is worded anew in its
 * place. Who only uses the account, and everybody in a group, has its owners asked.
 */
export const createReceiverDecision = (deps: Dependencies) => {
  const { accounts, memory, deliveries, inbox, ownAccounts, receiverAnswers, judgingAccountOf } = deps;
  const { undoButtons, savedAccounts, banks, records, saving, chat, now, languageOf } = deps;
  const composer = new Composer<TalkContext>();
  const assess = createAssessor({ savedAccounts, receiverAnswers: { of: async () => null }, banks, now });

  /** By what is saved alone: an answer about one receipt can be changed. */
  const relationOf = async (account: string | null, { reading, pointer }: Found) => {
    const shown = { provider: pointer.provider, reading, claims: pointer.claims, isSeenBefore: false };
    return (await assess(account, shown)).receiver.kind;
  };

  const askedOf = ({ reading, pointer }: Found) =>
    askedReceiverOf({ provider: pointer.provider, reading }, banks);

  const pendingOf = (record: ReceiptRecord, found: Found, note: string): PendingAccount => ({
    account: receiverOf(found.reading, found.pointer),
    receipt: { record, asked: askedOf(found), note },
  });

  /** The record under whose answer a button was pressed. */
  const recordOf = async (ctx: Pressed): Promise<ReceiptRecord | null> => {
    const [, , messageId = "", slot = ""] = ctx.match;
    const { message, from } = ctx.callbackQuery;
    if (message === undefined) return null;
    const place = { chatId: message.chat.id, messageId: Number(messageId) };
    const asker = { place, userId: from.id, language: await languageOf(ctx) };
    return { asker, slot, shown: message.message_id };
  };

  /** What whoever pressed may do: decide here, have the owners asked, or nothing because they are none of the shop. */
  const rightsOf = async (
    userId: number,
    { account, saving: right }: JudgingAccount,
    record: ReceiptRecord,
  ): Promise<"decides" | "asks" | "owns" | "stranger"> => {
    if (!isGroup(record.asker.place)) return right === "saves" ? "decides" : "asks";
    const linked = orLater(await accounts.telegramAccount(userId));
    if (account === null || linked?.account !== account) return "stranger";
    return linked.role === "owner" ? "owns" : "asks";
  };

  const askToSave = ({ asker, slot }: ReceiptRecord, found: Found): Tail => {
    const texts = catalogues[asker.language].receiver;
    const spot = { messageId: asker.place.messageId, slot };
    return {
      line: texts.askSave(calledOf(receiverOf(found.reading, found.pointer))),
      rows: [
        [receiverButton("save", spot, texts.save), receiverButton("once", spot, texts.once)],
        [receiverButton("cancel", spot, texts.cancel)],
      ],
    };
  };

  /** Leaves the question for the account's owners, or for one who pressed in a group; says so under the record. */
  const askOwners = async (
    ctx: Pressed,
    record: ReceiptRecord,
    account: string,
    rights: "asks" | "owns",
  ): Promise<string> => {
    const texts = catalogues[record.asker.language].receiver;
    const { id, first_name } = ctx.from;
    const owners = orLater(await accounts.ownersOf(account));
    const reached = owners.flatMap(({ chatId, name }) => (chatId === null ? [] : [{ chatId, name }]));
    const asked = rights === "owns" ? [{ chatId: id, name: first_name }] : reached;
    const [first] = asked;
    if (first === undefined) return texts.ownerAway;
    for (const { chatId } of asked) {
      const by = rights === "owns" ? "" : first_name;
      const receiverAsked = { owner: chatId, record, by } satisfies z.infer<typeof askingSchema>;
      orLater(await inbox.leave({ queue: chatId, dueAt: now(), about: { receiverAsked } }));
    }
    const said = texts.asked(asked.length > 1 ? "" : chatName(first.name, firstLineNameMax));
    await records.reword(record, ctx.saying, { line: said, rows: [] });
    return rights === "owns" ? texts.askedYou : said;
  };

  /** Takes an answer for one receipt, or that it is not the asker's; gives what is told for a moment. */
  const decide = async (ctx: Pressed, record: ReceiptRecord, found: Found, answer: ReceiverAnswer) => {
    const { language } = record.asker;
    const texts = catalogues[language].receiver;
    const judging = await judgingAccountOf(record.asker);
    const account = judging.account ?? (await ownAccounts.accountToOwn(ctx.from.id));
    if (account === "suspended") return failureSentence({ code: "account_suspended" }, language).message;
    const asked = askedOf(found);
    const before = account === null ? answer : await receiverAnswers.of(account, asked);
    if (account === null) return texts.isNoted;
    if (before === answer) {
      // It was noted by a process that died before it could show it, or the message is an old one.
      await records.reword(record, ctx.saying);
      return texts.isNoted;
    }
    const asking = { chatId: record.asker.place.chatId, userId: ctx.from.id };
    const { number } = receiverOf(found.reading, found.pointer);
    const receipt = { record, asked, note: "" };
    if (answer === "mine" && !isGroup(record.asker.place))
      await undoButtons.keep(asking, { account, change: null, number, receipt, answered: before });
    orLater(await receiverAnswers.keep(account, asked, answer));
    await records.reword(record, ctx.saying);
    return answer === "mine" ? texts.countsOnce : texts.notYours;
  };

  /** What a press comes to, as it is told for a moment; null where the record itself says it. */
  const answerPress = async (ctx: Pressed, record: ReceiptRecord, found: Found): Promise<string | null> => {
    const [, answer = ""] = ctx.match;
    const { language } = record.asker;
    const texts = catalogues[language].receiver;
    const judging = await judgingAccountOf(record.asker);
    const rights = await rightsOf(ctx.from.id, judging, record);
    if (rights === "stranger") return judging.account === null ? texts.tooOld : texts.strangers;
    const relation = await relationOf(judging.account, found);
    if (relation === "not_shown") return texts.tooOld;
    if (relation === "yours") {
      await records.reword(record, ctx.saying);
      return texts.isSaved;
    }
    if (answer === "no") return decide(ctx, record, found, "not_mine");
    const canSave = isSavable(found.reading);
    if (rights === "asks" || (rights === "owns" && canSave)) {
      if (judging.account === null || answer !== "yes") return texts.tooOld;
      return askOwners(ctx, record, judging.account, rights);
    }
    if (answer === "once" || !canSave) return decide(ctx, record, found, "mine");
    if (answer === "yes") await records.reword(record, ctx.saying, askToSave(record, found));
    else if (answer === "cancel") await records.reword(record, ctx.saying);
    else {
      const pending = pendingOf(record, found, "");
      const asking = { chatId: record.asker.place.chatId, userId: ctx.from.id };
      const { kind, reply } = await saving.save(asking, pending, language);
      if (kind === "refused") return reply.text;
      await saving.show(ctx, pending, reply);
    }
    return null;
  };

  composer.callbackQuery(receiverPattern, async (ctx) => {
    const pressed = await recordOf(ctx);
    const found = pressed && (await records.load(pressed));
    if (pressed === null || found === null) {
      await chat.notify(ctx.callbackQuery.id, catalogues[await languageOf(ctx)].receiver.tooOld);
      return;
    }
    // In a group somebody else may press; the answer may quote an earlier message than theirs.
    const { asker } = pressed;
    const record = { ...pressed, asker: { ...asker, userId: found.outcome.askedBy ?? asker.userId } };
    const told = await answerPress(ctx, record, found);
    await chat.notify(ctx.callbackQuery.id, told ?? undefined);
  });

  /** The account about which somebody is asked: they own it, and its record is still open. */
  const openRecord = async (owner: number, record: ReceiptRecord) => {
    const { account } = await judgingAccountOf(record.asker);
    const linked = orLater(await accounts.telegramAccount(owner));
    const found = await records.load(record);
    if (account === null || linked?.account !== account || linked.role !== "owner" || found === null)
      return null;
    const relation = await relationOf(account, found);
    return relation === "not_shown" ? null : { account, found, isSaved: relation === "yours" };
  };

  const ownersQuestion = (id: string, found: Found, by: string, language: Language): Reply => {
    const texts = catalogues[language].receiver;
    const called = calledOf(receiverOf(found.reading, found.pointer));
    const canSave = isSavable(found.reading);
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

  composer.use(async ({ update, saying }, next) => {
    const told = isOwnUpdate(update.update_id) ? askedSchema.safeParse(update) : null;
    if (told?.success !== true) return next();
    const { owner, record, by } = told.data.receiverAsked;
    const open = await openRecord(owner, record);
    if (open === null || open.isSaved) return;
    const { chatId, messageId } = record.asker.place;
    // In a private chat of the owner's own, quoting nothing; once, however often the question is left.
    const spot = { chatId: owner, messageId: 0 };
    const slot = `asked:${chatId}:${messageId}:${record.slot}`;
    const before = await deliveries.of({ ...spot, slot });
    if (before?.step === "standing" && before.updateId !== saying.updateId) return;
    const stored = await memory.languageOf(owner);
    const language = stored !== null && isLanguage(stored) ? stored : record.asker.language;
    const { unnamed } = catalogues[language].staff;
    const who = by === "" ? "" : chatName(by, firstLineNameMax) || unnamed;
    const payload = JSON.stringify({ account: open.account, record });
    const asked = { chatId: owner, userId: owner, kind: "receiver", payload, ttlMs: questionTtlMs };
    const { id } = await memory.ask(asked);
    try {
      await saying.say(spot, slot, ownersQuestion(id, open.found, who, language));
    } catch (error) {
      // Whoever asked would wait for somebody who has blocked the bot.
      if (goneChatOf(error) !== null)
        await records.rewordLater(record, catalogues[record.asker.language].receiver.ownerAway);
      throw error;
    }
  });

  composer.callbackQuery(/^ours:([\w-]{8,32}):(save|once|no)$/, async (ctx) => {
    const [, id = "", answer = ""] = ctx.match;
    const language = await languageOf(ctx);
    const texts = catalogues[language].receiver;
    const { id: queryId, message } = ctx.callbackQuery;
    const stored = await memory.question(id, ctx.saying.updateId);
    const isTheirs = stored?.kind === "receiver" && stored.userId === ctx.from.id;
    if (!isTheirs || message === undefined) return chat.notify(queryId, texts.tooOld);
    const place = { chatId: message.chat.id, messageId: message.message_id };
    const { record } = ownersQuestionSchema.parse(JSON.parse(stored.payload));
    const open = await openRecord(ctx.from.id, record);
    // To save what is saved by now is no harm, and what a process that died on it has left to do.
    const isMoot = open?.isSaved === true && answer !== "save";
    if (open === null || isMoot || (await memory.answer(id, ctx.saying.updateId)) === null) {
      await chat.dropButtons(place);
      return chat.notify(queryId, texts.tooOld);
    }
    const { account, found } = open;
    const asked = catalogues[record.asker.language].receiver;
    const name = chatName(ctx.from.first_name, firstLineNameMax);
    const yes = asked.ownerSaidYes(name);
    if (answer === "save" && isSavable(found.reading)) {
      const pending = pendingOf(record, found, yes);
      const asking = { chatId: place.chatId, userId: ctx.from.id };
      const { reply } = await saving.save(asking, pending, language);
      await saving.show(ctx, pending, reply);
    } else {
      orLater(await receiverAnswers.keep(account, askedOf(found), answer === "no" ? "not_mine" : "mine"));
      await records.rewordLater(record, answer === "no" ? asked.ownerSaidNo(name) : yes);
      await chat.edit(place, plain(answer === "no" ? texts.notShops : texts.countsOnce));
    }
    await chat.notify(queryId);
  });

  return composer;
};
