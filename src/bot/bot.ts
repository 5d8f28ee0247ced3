import { setImmediate as nextTurn } from "node:timers/promises";
import { Bot } from "grammy";
import type { Message, Update, UserFromGetMe } from "grammy/types";
import type { Failure } from "../core/failure.ts";
import { type Observe, unobserved } from "../core/measurements.ts";
import { ok, type Result } from "../core/result.ts";
import { type Tracing, untraced } from "../core/tracing.ts";
import { createRetrying } from "./conversation/background/background-retries.ts";
import { createMerchantOf } from "./conversation/caller.ts";
import { mountConversation } from "./conversation/conversation.ts";
import type { ConversationDependencies, LeaveUpdate } from "./conversation/dependencies.ts";
import { createTakeEarlyNotice } from "./conversation/limits/early-notice.ts";
import type { Download } from "./conversation/pictures/pictures.ts";
import { createSending, type Sending, type TalkContext } from "./conversation/sending.ts";
import { isOwnUpdate } from "./data/inbox.ts";
import type { PollingLease } from "./data/polling-lease.ts";
import { createArrival, createArrived, incomingOf, messageOf, whileWaiting } from "./telegram/arrival.ts";
import { createBoundary } from "./telegram/boundary.ts";
import { createChat, heldChat, plain, tracedChat } from "./telegram/chat.ts";
import {
  clientOptions,
  createLongPoll,
  createTelegramPolicy,
  type TelegramFetch,
} from "./telegram/client.ts";
import { connect, type WebhookAddress } from "./telegram/connection.ts";
import { createGoneChats } from "./telegram/gone-chats.ts";
import { createPolling, type Ending } from "./telegram/polling.ts";
import { orLater } from "./telegram/postponement.ts";
import { type BotTimings, usualTimings } from "./telegram/timings.ts";
import { createWorker } from "./telegram/worker.ts";

/** How this bot reaches Telegram. */
type Telegram = {
  readonly token: string;
  /** Bot API server, without a trailing slash. */
  readonly apiRoot: string;
  readonly fetch: TelegramFetch;
  readonly download: Download;
  /** Saves the first call when it is known beforehand. */
  readonly botInfo?: UserFromGetMe;
  /** Unset: the bot polls. */
  readonly webhook?: WebhookAddress | null;
};

type Dependencies = Omit<
  ConversationDependencies,
  "chat" | "merchantOf" | "leaveUpdate" | "timings" | "files"
> & {
  readonly telegram: Telegram;
  /** Which of the processes of this bot polls. */
  readonly pollingLease: PollingLease;
  readonly timings?: Partial<BotTimings>;
  readonly observe?: Observe;
  readonly tracing?: Tracing;
};

type TelegramBot = {
  /**
   * Resolves when the bot listens; waits as long as Telegram cannot be reached. Rejects with a start problem
   * when Telegram refuses the token (401).
   */
  readonly start: () => Promise<void>;
  /** Writes updates down, to be worked off soon. Durable when it resolves; each is taken once. */
  readonly take: (updates: readonly Update[]) => Promise<Result<void, Failure>>;
  /**
   * Claims nothing any more, lets the handlers finish (at most 18 s), resolves then. What is left stays in the
   * inbox. No message is lost.
   */
  readonly stop: () => Promise<void>;
  /** Sends a text to a chat at once, without the inbox. Rejects when Telegram does not take it. */
  readonly say: (chatId: number, text: string) => Promise<void>;
  /** What Telegram calls the bot; null until Telegram has said so. */
  readonly username: () => string | null;
  /** Settles after `start` when polling is over: stopped, or refused by Telegram with the reason. */
  readonly ended: Promise<Ending>;
};

/** The Telegram face of the product: Telegram → inbox → worker → handlers → replies. */
export const createBot = (deps: Dependencies): TelegramBot => {
  const {
    telegram,
    data,
    verification,
    merchants,
    now,
    log,
    observe = unobserved,
    tracing = untraced,
  } = deps;
  const { token, botInfo, webhook = null } = telegram;
  const { inbox, isAway } = data;
  const timings = { ...usualTimings, ...deps.timings };
  const client = clientOptions(telegram, timings.callTimeoutMs);
  const bot = new Bot<TalkContext>(token, { client, ...(botInfo && { botInfo }) });
  const stopping = new AbortController();
  const { signal } = stopping;
  bot.api.config.use(createTelegramPolicy(timings));
  const chat = heldChat(tracedChat(tracing, createChat({ api: bot.api, log, timings })));
  const merchantOf = createMerchantOf(merchants);

  const sendingOf = createSending({ ...data, chat, attachMessage: data.memory.attachMessage, timings, now });
  const sendings = new WeakMap<Update, Sending>();
  bot.use(async (ctx, next) => {
    const sending = sendings.get(ctx.update);
    if (sending === undefined) throw new Error("an update did not come through the inbox");
    ctx.sending = sending;
    await next();
    // A failure is ignored: the name is kept with the next message.
    if (ctx.from?.is_bot === false) await merchants.accounts.meet(ctx.from.id, ctx.from.first_name);
  });
  const files = { root: `${telegram.apiRoot}/file/bot${token}`, download: telegram.download };
  // Telegram's own servers open links over TLS alone; an emulated one is reached without.
  const opensPlainLinks = telegram.apiRoot.startsWith("http:");
  const leaveUpdate: LeaveUpdate = async (own) => {
    orLater(await inbox.leave(own));
    // What is left for another queue need not wait for the end of this update.
    worker.nudge();
  };
  const messages = mountConversation(bot, {
    ...deps,
    leaveUpdate,
    chat,
    merchantOf,
    timings,
    files,
    opensPlainLinks,
    isHeldUp: (queue) => worker.isHeldUp(queue),
    nudge: () => worker.nudge(),
  });
  const goneChats = createGoneChats({ retries: data.retries, now });
  bot.on("my_chat_member", (ctx) => goneChats.notice(ctx.myChatMember));
  const boundary = createBoundary({ bot, chat, goneChats, isAway, log });

  const applyRetention = async () => {
    const { outbox, answeredTexts, messagePointers, albums, shownPictures, expectedSums } = data;
    const kept = [outbox, answeredTexts, messagePointers, albums, shownPictures, expectedSums];
    for (const { applyRetention } of kept) {
      const applied = await applyRetention();
      if (!applied.ok) return applied;
    }
    return inbox.applyRetention();
  };
  const worker = createWorker({
    inbox: { ...inbox, applyRetention },
    log,
    observe,
    tracing,
    now,
    timings,
    work: (written, attempt) => {
      const update = arrived.take(attempt.updateId) ?? written;
      if (!noticed.has(update)) notice(update);
      // A changed message, and an update of our own, may have been answered before.
      const isFirst =
        attempt.isFirst && update.edited_message === undefined && !isOwnUpdate(attempt.updateId);
      const sending = sendingOf({ ...attempt, isFirst });
      sendings.set(update, sending);
      return boundary.workOff(update, sending);
    },
    giveUp: (update, attempt) => boundary.giveUp(update, sendingOf(attempt)),
    noteHeldUp: async (update) => {
      for (const own of whileWaiting(update)) await leaveUpdate({ ...own, dueAt: now() });
    },
  });
  const { nudge } = worker;
  const retrying = createRetrying({ ...data, ...verification, merchantOf, nudge, now, log, timings });

  const arrived = createArrived();
  const noticed = new WeakSet<Update>();
  const takeEarlyNotice = createTakeEarlyNotice(now);
  /** Looks at the message of an update that has arrived. */
  const lookAt = (update: Update, look: (message: Message, me: UserFromGetMe) => void): void => {
    const message = messageOf(update);
    if (message === undefined || !bot.isInited()) return;
    try {
      look(message, bot.botInfo);
    } catch (error) {
      // The same error is reported when the update is worked off.
      log.warn({ updateId: update.update_id, err: error }, "an update could not be noticed");
    }
  };
  /** Shows 👀, while the messages before it may still be worked on. */
  const notice = (update: Update): void => {
    noticed.add(update);
    lookAt(update, messages.notice);
  };
  const take: TelegramBot["take"] = async (updates) => {
    const taken = await worker.take(updates.map(incomingOf));
    if (!taken.ok) return taken;
    if (taken.value.length === 0) return ok(undefined);
    const waits = new Set(taken.value);
    const waiting = updates.filter(({ update_id }) => waits.has(update_id));
    for (const update of waiting) {
      arrived.add(update);
      lookAt(update, messages.noteAddressed);
    }
    nudge();
    for (const update of waiting) {
      const message = messageOf(update);
      if (message === undefined || !takeEarlyNotice(update, message)) continue;
      if (!noticed.has(update)) notice(update);
      // Others are served between two texts.
      await nextTurn();
    }
    return ok(undefined);
  };
  const longPoll = createLongPoll(token, telegram, timings);
  const polling = createPolling({
    longPoll,
    lease: deps.pollingLease,
    arrive: createArrival(take, log),
    log,
    timings,
    stopping,
  });

  let settle: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    settle = resolve;
  });
  return {
    start: async () => {
      const topUp = (verification.topUp ?? null) !== null;
      await connect({ bot, log, timings, webhook, topUp, signal });
      Promise.all([worker.run(), retrying.run()]).catch((bug: unknown) => {
        log.error({ err: bug }, "the inbox is not worked off any more");
        settle({ kind: "refused", reason: "working off the inbox broke: see the log" });
      });
      if (webhook) return;
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
    say: async (chatId, text) => {
      await chat.quote({ chatId, messageId: 0 }, { ...plain(text), isUnquoted: true });
    },
    username: () => (bot.isInited() ? bot.botInfo.username : null),
    ended,
  };
};
