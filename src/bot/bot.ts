import { Bot } from "grammy";
import type { Update, UserFromGetMe } from "grammy/types";
import type { Accounts } from "../accounts/accounts.ts";
import type { Detection } from "../detect.ts";
import type { Failure } from "../failure.ts";
import type { Log } from "../log.ts";
import type { PictureCaller } from "../photos/picture-caller.ts";
import type { LookFailure, Sighting } from "../photos/sight.ts";
import type { ProviderAnswers } from "../provider-answers.ts";
import type { Provider } from "../providers/provider.ts";
import { ok, type Result } from "../result.ts";
import type { Albums } from "../store/albums.ts";
import type { BotMemory } from "../store/bot-memory.ts";
import type { Deliveries } from "../store/deliveries.ts";
import type { ExpectedSums } from "../store/expected-sums.ts";
import { type Inbox, isOwnUpdate } from "../store/inbox.ts";
import type { ReceiverAnswers } from "../store/receiver-answers.ts";
import type { Retries } from "../store/retries.ts";
import type { SavedAccounts } from "../store/saved-accounts.ts";
import { isLanguage, type Language } from "../texts/texts.ts";
import type { TopUp } from "../top-up/top-up.ts";
import { createAssessor } from "../verify/assessor.ts";
import type { Verify } from "../verify.ts";
import { createAccountSaving } from "./account-saving.ts";
import { createAlbumTelling } from "./album-telling.ts";
import { createAnswers } from "./answers.ts";
import { createArrived } from "./arrived.ts";
import { createBoundary, guessLanguage } from "./boundary.ts";
import { type Chat, createChat } from "./chat.ts";
import { createCommands } from "./commands.ts";
import { connect, type WebhookAddress } from "./connection.ts";
import { createDetails } from "./details.ts";
import { createGoneChats } from "./gone-chats.ts";
import { createArrival, incomingOf, messageOf } from "./incoming.ts";
import { createJudge } from "./judge.ts";
import { createJudgingAccount, createSavedAt, type JudgingAccountOf } from "./judging-account.ts";
import { createLeakedKeys } from "./leaked-keys.ts";
import { createLookUps } from "./look-ups.ts";
import { createMessages } from "./messages.ts";
import { createMovedGroups } from "./moved-groups.ts";
import { createOwnAccounts } from "./own-accounts.ts";
import { createOwnershipNews } from "./ownership-news.ts";
import { type Pace, usualPace } from "./pace.ts";
import { createPictures, type Download } from "./pictures.ts";
import { createPolling, type Ending } from "./polling.ts";
import { createPresses } from "./presses.ts";
import { createQuestions } from "./questions.ts";
import { createReceipts } from "./receipts.ts";
import { createReceiverDecision } from "./receiver-decision.ts";
import { createRecords } from "./records.ts";
import { createRetrying } from "./retrying.ts";
import { createSaying, type Saying } from "./saying.ts";
import type { TalkContext } from "./talk.ts";
import { createTelegramCalls, type TelegramPost, toGrammyFetch } from "./telegram-calls.ts";
import { createTelegramPolicy } from "./telegram-policy.ts";
import { createTelling } from "./telling.ts";
import { createUndoButtons } from "./undo.ts";
import { createWording } from "./wording.ts";
import { createWorker } from "./worker.ts";

type Dependencies = {
  readonly token: string;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  /** Bot API server, without a trailing slash. */
  readonly apiRoot: string;
  /** Known beforehand, it spares the first call. */
  readonly botInfo?: UserFromGetMe;
  readonly verify: Verify;
  readonly providers: readonly Provider[];
  /** Seconds until asking a provider can help again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
  /** How a provider has answered of late. */
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
  readonly detect: (text: string) => Detection;
  readonly memory: BotMemory;
  readonly inbox: Inbox;
  readonly deliveries: Deliveries;
  readonly savedAccounts: SavedAccounts;
  readonly receiverAnswers: ReceiverAnswers;
  readonly expectedSums: ExpectedSums;
  readonly retries: Retries;
  readonly albums: Albums;
  /** Whether the database says by this error that it is away. */
  readonly isAway: (error: unknown) => boolean;
  readonly accounts: Accounts;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: TopUp | null;
  /** Where people find the operator: a link or a Telegram name. Null or unset: it is not told. */
  readonly operatorContact?: string | null;
  /** What a picture points to. */
  readonly look: (bytes: Uint8Array, caller: PictureCaller) => Promise<Result<Sighting, LookFailure>>;
  readonly download: Download;
  readonly post: TelegramPost;
  readonly now: () => Date;
  readonly log: Log;
  readonly pace?: Partial<Pace>;
  /** Unset: the bot polls. */
  readonly webhook?: WebhookAddress | null;
};

export type TelegramBot = {
  /**
   * Resolves when the bot listens; waits as long as Telegram cannot be reached. Rejects with a start problem
   * when Telegram refuses the token (401) or another poller is there (409).
   */
  readonly start: () => Promise<void>;
  /** Writes updates down, to be worked off soon. Durable when it resolves; each is taken once. */
  readonly take: (updates: readonly Update[]) => Promise<Result<void, Failure>>;
  /**
   * Takes nothing up any more, lets the handlers finish (at most 18 s), resolves then. What is left stays in the
   * inbox. No message is lost.
   */
  readonly stop: () => Promise<void>;
  /** Settles after `start` when polling is over: stopped, or refused by Telegram with the reason. */
  readonly ended: Promise<Ending>;
};

/** The Telegram face of the product (design 10): Telegram → inbox → worker → handlers → what is said. */
export const createBot = (deps: Dependencies): TelegramBot => {
  const { token, apiRoot, botInfo, post, inbox, isAway, log } = deps;
  const pace = { ...usualPace, ...deps.pace };
  const client = { apiRoot, fetch: toGrammyFetch(post, pace) };
  const bot = new Bot<TalkContext>(token, { client, ...(botInfo && { botInfo }) });
  const stopping = new AbortController();
  const { signal } = stopping;
  const calls = createTelegramCalls({ methodRoot: `${apiRoot}/bot${token}/`, post, pace, signal });
  bot.api.config.use(calls, createTelegramPolicy(pace));
  const chat = createChat({ api: bot.api, log, pace });
  const judgingAccountOf = createJudgingAccount(deps);
  const { messages, sayingOf, sayings } = mountHandlers(bot, { ...deps, judgingAccountOf, chat, pace });
  const goneChats = createGoneChats(deps);
  bot.on("my_chat_member", (ctx) => goneChats.notice(ctx.myChatMember));
  const boundary = createBoundary({ bot, chat, goneChats, isAway, log });
  const sweep = async () => {
    for (const { sweep } of [deps.deliveries, deps.albums, deps.expectedSums]) {
      const swept = await sweep();
      if (!swept.ok) return swept;
    }
    return inbox.sweep();
  };
  const worker = createWorker({
    inbox: { take: inbox.take, turn: inbox.turn, sweep },
    log,
    pace,
    work: (written, turn) => {
      const update = arrived.take(turn.updateId) ?? written;
      if (update === written) notice(update);
      // About a message that was changed something was said before, and about what we tell of ourselves, too.
      const isFirst = turn.isFirst && update.edited_message === undefined && !isOwnUpdate(turn.updateId);
      const saying = sayingOf({ ...turn, isFirst });
      sayings.set(update, saying);
      return boundary.workOff(update, saying);
    },
    giveUp: (update, turn) => boundary.giveUp(update, sayingOf(turn)),
  });

  const retrying = createRetrying({ ...deps, judgingAccountOf, nudge: worker.nudge, pace });

  const arrived = createArrived();
  /** 👀 as soon as an update arrives, while those before it may still be worked on. */
  const notice = (update: Update): void => {
    const message = messageOf(update);
    if (message === undefined || !bot.isInited()) return;
    try {
      messages.notice(message, bot.botInfo);
    } catch (error) {
      // The same trouble is met, and told, when the update is worked off.
      log.warn({ updateId: update.update_id, err: error }, "an update could not be noticed");
    }
  };
  const take: TelegramBot["take"] = async (updates) => {
    const taken = await worker.take(updates.map(incomingOf));
    if (!taken.ok) return taken;
    if (taken.value.length === 0) return ok(undefined);
    const waits = new Set(taken.value);
    for (const update of updates.filter(({ update_id }) => waits.has(update_id))) {
      notice(update);
      arrived.add(update);
    }
    worker.nudge();
    return ok(undefined);
  };
  const arrive = createArrival(take, log);
  const polling = createPolling({ api: bot.api, arrive, log, pace, stopping });

  let settle: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    settle = resolve;
  });
  return {
    start: async () => {
      const topUp = (deps.topUp ?? null) !== null;
      await connect({ bot, log, pace, webhook: deps.webhook ?? null, topUp, signal });
      Promise.all([worker.run(), retrying.run()]).catch((bug: unknown) => {
        log.error({ err: bug }, "the inbox is not worked off any more");
        settle({ kind: "refused", reason: "working off the inbox broke: see the log" });
      });
      if (deps.webhook) return;
      // A bug in the poller must end the process, not leave a bot that hears nothing.
      polling.run().then(settle, (bug: unknown) => {
        log.error({ err: bug }, "polling broke");
        settle({ kind: "refused", reason: "polling broke: see the log" });
      });
    },
    stop: async () => {
      await polling.stop();
      await Promise.all([worker.stop(), retrying.stop()]);
    },
    take,
    ended,
  };
};

type Fitted = Dependencies & {
  readonly judgingAccountOf: JudgingAccountOf;
  readonly chat: Chat;
  readonly pace: Pace;
};

/** Which handler sees an update: reads from top to bottom, the last one takes what is left. */
const mountHandlers = (bot: Bot<TalkContext>, deps: Fitted) => {
  const { memory, now, log, chat } = deps;
  const { providers, detect, judgingAccountOf } = deps;
  // Telegram's own servers open links over TLS alone; an emulated one is reached without.
  const opensPlainLinks = deps.apiRoot.startsWith("http:");
  const questions = createQuestions({ memory, providers, detect, opensPlainLinks, log });
  const banks = providers.map(({ label, settings }) => ({ label, name: settings.bank }));
  const ownAccounts = createOwnAccounts({ ...deps, banks });
  const assess = createAssessor({ ...deps, banks });
  const judge = createJudge({ judgingAccountOf, assess });
  const undoButtons = createUndoButtons({ memory });
  const word = createWording({ ...deps, questions, judge, undoButtons });
  const lookUp = createLookUps({ ...deps, word, judgingAccountOf });
  const savedAt = createSavedAt({ ...deps, judgingAccountOf });
  const receipts = createReceipts({ ...deps, lookUp, savedAt, questions });
  const fileRoot = `${deps.apiRoot}/file/bot${deps.token}`;
  const { answerPicture, answerWaiting } = createPictures({
    ...deps,
    api: bot.api,
    fileRoot,
    receipts,
    nameOf: questions.nameOf,
  });
  const answerQuestion = createAnswers({ memory, receipts, chat, now });
  const tellAlbums = createAlbumTelling(deps);
  const messages = createMessages({
    ...deps,
    receipts,
    nameOf: questions.nameOf,
    answerQuestion,
    answerPicture,
    hearAlbum: tellAlbums.hear,
  });
  const details = createDetails({ ...deps, word });
  const presses = createPresses({ memory, receipts, savedAt, details, chat, now });
  const sayings = new WeakMap<Update, Saying>();

  const languageOf = async (ctx: TalkContext): Promise<Language> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    return stored !== null && isLanguage(stored) ? stored : guessLanguage(ctx.from);
  };

  bot.use(async (ctx, next) => {
    const saying = sayings.get(ctx.update);
    if (saying === undefined) throw new Error("an update did not come through the inbox");
    ctx.saying = saying;
    await next();
    // What cannot be kept now is kept with their next message.
    if (ctx.from?.is_bot === false) await deps.accounts.meet(ctx.from.id, ctx.from.first_name);
  });
  const records = createRecords({ ...deps, word });
  const saving = createAccountSaving({ ...deps, ownAccounts, undoButtons, records, languageOf });
  const deciding = { ownAccounts, undoButtons, judgingAccountOf, banks, records, saving, languageOf };
  bot.use(records.telling, createReceiverDecision({ ...deps, ...deciding }));
  bot.use(createOwnershipNews({ ...deps, languageOf }));
  bot.use(createTelling({ ...deps, word, questions, answerWaiting, tellAlbum: tellAlbums.tell }));
  bot.use(createMovedGroups(deps));
  bot.use(createLeakedKeys({ ...deps, languageOf }));
  bot.use(saving.composer);
  bot.use(createCommands({ ...deps, ownAccounts, saving, languageOf }));
  bot.on("callback_query:data", async (ctx) => presses(ctx.callbackQuery, await languageOf(ctx), ctx.saying));
  bot.on(["message", "edited_message"], async (ctx) => {
    const hearing = {
      language: await languageOf(ctx),
      saying: ctx.saying,
      isEdited: ctx.editedMessage !== undefined,
    };
    await messages.handle(ctx.msg, ctx.me, hearing);
  });
  const sayingOf = createSaying({ ...deps, attachMessage: memory.attachMessage });
  return { messages, sayings, sayingOf };
};
