import type { Bot } from "grammy";
import type { Language } from "../../texts/texts.ts";
import { bankNamesOf } from "../../verify/parties.ts";
import { createSameReceipt } from "../../verify/same-receipt.ts";
import type { Queue } from "../data/inbox.ts";
import { guessLanguage } from "../telegram/boundary.ts";
import { createMovedGroups } from "../telegram/moved-groups.ts";
import { createAlarmNews } from "./alarms.ts";
import { createAnswerButtons } from "./answer-buttons.ts";
import { createAnswering } from "./answering.ts";
import { createBackgroundReplies } from "./background/background-retries.ts";
import { createBooks } from "./books.ts";
import type { CalendarHere } from "./calendar-here.ts";
import { createCallbackQueries } from "./callback-queries.ts";
import { createAssessInChat, createSavedAt } from "./caller.ts";
import { createChoosing } from "./choosing.ts";
import { createCommands } from "./commands/commands.ts";
import type { ConversationDependencies } from "./dependencies.ts";
import { createDetails } from "./details.ts";
import { createStandingAnswers } from "./edits/changed-messages.ts";
import { createNewestChanges } from "./edits/newest-changes.ts";
import { createPointedMessages } from "./edits/pointed-messages.ts";
import { createWaitingChanges } from "./edits/waiting-changes.ts";
import { createHearing } from "./hearing.ts";
import { createLeakedKeys } from "./leaked-keys.ts";
import { createGroupBudget, createPressLimit } from "./limits/group-budget.ts";
import { createMayEdit } from "./may-edit.ts";
import { createMessages } from "./messages.ts";
import { createOutcomeAnswer } from "./outcome-answer.ts";
import { createOwnershipNews } from "./ownership-news.ts";
import { createAlbumSummaries } from "./pictures/albums.ts";
import { createAnsweredPictures } from "./pictures/answered-pictures.ts";
import { createPictures } from "./pictures/pictures.ts";
import { createProofs } from "./proofs.ts";
import { createQuestions } from "./questions/questions.ts";
import { createTypedAnswers } from "./questions/typed-answers.ts";
import { createReceipts } from "./receipts.ts";
import { createAccountReplies } from "./receivers/account-replies.ts";
import { createAccountSaving } from "./receivers/account-saving.ts";
import { createChatAccounts } from "./receivers/chat-accounts.ts";
import { createReceiverDecision } from "./receivers/receiver-decision.ts";
import { createRecords } from "./receivers/records.ts";
import { createUndoButtons } from "./receivers/undo.ts";
import type { TalkContext } from "./sending.ts";
import { createVerifyCandidate } from "./verifying.ts";
import { createWording } from "./wording.ts";

type MountDependencies = ConversationDependencies & {
  /** Whether buttons may lead to pages without TLS, as in an emulated Telegram. */
  readonly opensPlainLinks: boolean;
  readonly isHeldUp: (queue: Queue) => boolean;
  /** Makes the worker read the inbox soon. */
  readonly nudge: () => void;
};

/** Decides which handler sees an update: the list reads from top to bottom, and the last handler takes what is left. */
export const mountConversation = (bot: Bot<TalkContext>, deps: MountDependencies) => {
  const { data, verification, merchants, files, ...rest } = deps;
  const { chat, merchantOf, now } = deps;
  const { memory } = data;
  const { providers, detect } = verification;
  const all = { ...data, ...verification, ...merchants, ...rest };

  const questions = createQuestions({ ...deps, memory, providers });
  const buttons = createAnswerButtons({ ...deps, questions, providers, detect });
  const { nameOf } = questions;
  const banks = bankNamesOf(providers);
  const chatAccounts = createChatAccounts({ ...merchants, banks });
  const assess = createAssessInChat({ merchantOf, assess: verification.assess });
  const undoButtons = createUndoButtons({ memory });
  const books = createBooks({ ...all, assess, banks });
  const hasTopUp = (verification.topUp ?? null) !== null;
  const word = createWording({ ...all, questions, buttons, undoButtons, hasTopUp });
  const answerOutcome = createOutcomeAnswer({ books, word });
  const verifyCandidate = createVerifyCandidate({ ...all, answerOutcome });
  const savedAt = createSavedAt({ ...merchants, merchantOf });
  const sameReceipt = createSameReceipt({ providers, detect });
  const choosing = createChoosing({ detect, verifyCandidate, savedAt, questions });
  const budget = createGroupBudget(now);
  const standingAnswers = createStandingAnswers({ merchantOf, books });
  const receipts = createReceipts({
    standingAnswers,
    choosing,
    questions,
    sameReceipt,
    providers,
    budget,
    now,
  });
  const pictures = createPictures({ ...all, budget, api: bot.api, files, receipts, nameOf });
  const albumSummaries = createAlbumSummaries(all);
  const { following, answer: answerInAlbum } = albumSummaries;
  const answerQuestion = createTypedAnswers({ memory, receipts, budget, chat, following, now });
  const pointedMessages = createPointedMessages({ ...all, answerInAlbum });
  const newestChanges = createNewestChanges();
  const hearing = createHearing(all);
  const answeredPictures = createAnsweredPictures(all.shownPictures);
  const { answerPicture } = pictures;
  const hearingAll = { ...all, hearing, standingAnswers, pointedMessages };
  const answering = createAnswering({
    ...hearingAll,
    receipts,
    nameOf,
    answerQuestion,
    answeredPictures,
    answerInAlbum,
    answerPicture,
    budget,
  });
  const messages = createMessages({ ...hearingAll, answering, answeredPictures, newestChanges });
  const mayEdit = createMayEdit(all);
  const details = createDetails({ ...all, books, answerOutcome, mayEdit });
  const callbackQueries = createCallbackQueries({ ...all, receipts, savedAt, details, following, mayEdit });

  const languageOf = async (ctx: TalkContext): Promise<Language> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    return stored ?? guessLanguage(ctx.from);
  };
  const calendarHere: CalendarHere = async ({ chatId }) =>
    chatId === undefined ? null : memory.calendarOf(chatId);
  const records = createRecords({ ...all, answerOutcome });
  const saving = createAccountSaving({ ...all, chatAccounts, undoButtons, records });
  const deciding = { chatAccounts, undoButtons, banks, records, saving, languageOf, books };
  const background = {
    answerWaiting: pictures.answerWaiting,
    summariseAlbum: albumSummaries.summarise,
    following,
    answerInAlbum,
  };

  bot.use(createPressLimit({ budget, chat, languageOf }));
  bot.use(records.composer);
  bot.use(pointedMessages.composer);
  bot.use(createWaitingChanges({ ...all, newestChanges, messages }));
  bot.use(createReceiverDecision({ ...all, ...deciding }));
  bot.use(createProofs({ ...all, languageOf, calendarHere }));
  bot.use(createAlarmNews());
  bot.use(createOwnershipNews({ ...all, banks, languageOf }));
  bot.use(createBackgroundReplies({ ...all, ...background, answerOutcome, questions, buttons }));
  bot.use(createMovedGroups(all));
  bot.use(createLeakedKeys({ ...merchants, budget, messages, newestChanges, languageOf }));
  bot.use(createAccountReplies({ ...all, chatAccounts, records, saving, languageOf }));
  bot.use(createCommands({ ...deps, budget, chatAccounts, saving, languageOf, calendarHere }));
  bot.on("callback_query:data", async (ctx) =>
    callbackQueries(ctx.callbackQuery, await languageOf(ctx), ctx.sending),
  );
  bot.on(["message", "edited_message"], async (ctx) => {
    const isEdited = ctx.editedMessage !== undefined;
    const handling = { language: await languageOf(ctx), sending: ctx.sending, isEdited };
    await messages.handle(ctx.msg, ctx.me, handling);
  });
  return messages;
};
