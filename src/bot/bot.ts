import { Bot, type Context } from "grammy";
import type { Update, UserFromGetMe } from "grammy/types";
import type { Accounts } from "../accounts/accounts.ts";
import type { Detection } from "../detect.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import type { BotMemory } from "../store/bot-memory.ts";
import { isLanguage, type Language } from "../texts/texts.ts";
import type { Verify } from "../verify.ts";
import { createAnswering } from "./answering.ts";
import { createBoundary, guessLanguage } from "./boundary.ts";
import { type Chat, createChat } from "./chat.ts";
import { createCommands } from "./commands.ts";
import { connect } from "./connection.ts";
import { createMessages } from "./messages.ts";
import { type Pace, usualPace } from "./pace.ts";
import { createPolling, type Ending } from "./polling.ts";
import { createPresses } from "./presses.ts";
import { createQuestions } from "./questions.ts";
import { createReceipts } from "./receipts.ts";
import { createTelegramPolicy } from "./telegram-policy.ts";

type Dependencies = {
  readonly token: string;
  /** Bot API server, without a trailing slash. */
  readonly apiRoot: string;
  /** Known beforehand, it spares the first call. */
  readonly botInfo?: UserFromGetMe;
  readonly verify: Verify;
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
  readonly memory: BotMemory;
  readonly accounts: Pick<Accounts, "allowanceOf">;
  readonly now: () => Date;
  readonly log: Log;
  readonly pace?: Partial<Pace>;
};

export type TelegramBot = {
  /**
   * Resolves when the bot listens; waits as long as Telegram cannot be reached. Rejects with a start problem
   * when Telegram refuses the token (401) or another poller is there (409).
   */
  readonly start: () => Promise<void>;
  /** Ends the long poll, lets the handlers finish (at most 18 s), resolves then. No message is lost. */
  readonly stop: () => Promise<void>;
  /** Settles after `start` when polling is over: stopped, or refused by Telegram with the reason. */
  readonly ended: Promise<Ending>;
};

/** The Telegram face of the product (design 10). */
export const createBot = (deps: Dependencies): TelegramBot => {
  const { token, apiRoot, botInfo, log } = deps;
  const pace = { ...usualPace, ...deps.pace };
  const client = { apiRoot, timeoutSeconds: pace.pollSeconds + 15 };
  const bot = new Bot(token, { client, ...(botInfo && { botInfo }) });
  bot.api.config.use(createTelegramPolicy(pace));
  const chat = createChat({ api: bot.api, log, pace });
  const messages = mountHandlers(bot, { ...deps, chat, pace });
  const notice = ({ message }: Update) => message && messages.notice(message, bot.botInfo);
  const work = createBoundary({ bot, log, chat });
  const polling = createPolling({ api: bot.api, notice, work, log, pace });

  let settle: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    settle = resolve;
  });
  return {
    start: async () => {
      await connect({ bot, log, pace, signal: polling.signal });
      // A bug in the poller must end the process, not leave a bot that hears nothing.
      polling.run().then(settle, (bug: unknown) => {
        log.error({ err: bug }, "polling broke");
        settle({ kind: "refused", reason: "polling broke: see the log" });
      });
    },
    stop: polling.stop,
    ended,
  };
};

/** Which handler sees an update: reads from top to bottom, the last one takes what is left. */
const mountHandlers = (bot: Bot, deps: Dependencies & { readonly chat: Chat; readonly pace: Pace }) => {
  const { memory, now, log, chat, pace } = deps;
  const answer = createAnswering({ chat, attachMessage: memory.attachMessage, pace, now });
  const questions = createQuestions({ memory, providers: deps.providers, log });
  const receipts = createReceipts({ ...deps, questions, answer });
  const messages = createMessages({ ...deps, receipts });
  const presses = createPresses({ memory, receipts, chat, now });

  const languageOf = async (ctx: Context): Promise<Language> => {
    const stored = ctx.chatId === undefined ? null : await memory.languageOf(ctx.chatId);
    return stored !== null && isLanguage(stored) ? stored : guessLanguage(ctx.from);
  };

  bot.use(async (ctx, next) => {
    if (await memory.takeUpdate(ctx.update.update_id)) await next();
  });
  bot.use(createCommands({ ...deps, languageOf }));
  bot.on("callback_query:data", async (ctx) => presses(ctx.callbackQuery, await languageOf(ctx)));
  bot.on("message", async (ctx) => messages.handle(ctx.message, ctx.me, await languageOf(ctx)));
  return messages;
};
