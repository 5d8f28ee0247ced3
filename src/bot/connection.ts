import type { Bot } from "grammy";
import type { Log } from "../log.ts";
import { startProblem } from "../start-problem.ts";
import { introduce } from "./commands/menu.ts";
import { allowedUpdates } from "./incoming.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import { refusalOf } from "./polling.ts";
import type { TalkContext } from "./talk.ts";

/** Where Telegram posts updates, and the secret that it shows there. */
export type WebhookAddress = { readonly url: string; readonly secret: string };

type Dependencies = {
  readonly bot: Bot<TalkContext>;
  readonly log: Log;
  readonly pace: Pace;
  /** Null: the bot polls. */
  readonly webhook: WebhookAddress | null;
  /** Whether topping up by receipt is offered. */
  readonly topUp: boolean;
  /** Raised by a stop: the start is given up. */
  readonly signal: AbortSignal;
};

/**
 * Makes Telegram serve this bot, by webhook or by long polling. Waits as long as Telegram cannot be reached; rejects with a
 * start problem when it refuses.
 */
export const connect = async ({ bot, log, pace, webhook, topUp, signal }: Dependencies): Promise<void> => {
  const insist = async (call: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return void (await call());
      } catch (error) {
        const reason = refusalOf(error);
        if (reason !== null) throw startProblem(`The bot cannot start: ${reason}.`);
        log.warn({ err: error }, "Telegram cannot be reached yet; trying again");
        await pause(backoffMs(pace, attempt), signal);
      }
    }
  };

  if (!bot.isInited())
    await insist(async () => {
      bot.botInfo = await bot.api.getMe();
    });
  if (webhook === null) {
    await insist(() => bot.api.deleteWebhook());
    // Asks without taking: a second poller shows itself here, before anything is fetched.
    await insist(() => bot.api.getUpdates({ limit: 1, timeout: 0 }));
  } else {
    const { url, secret: secret_token } = webhook;
    const allowed_updates = [...allowedUpdates];
    await insist(() => bot.api.setWebhook(url, { secret_token, allowed_updates, max_connections: 40 }));
  }
  // Two dozen calls, which nobody who waits for an answer shall wait for.
  introduce(bot.api, { topUp }, signal).catch((err: unknown) =>
    log.warn({ err }, "the commands and the description could not be registered"),
  );
};
