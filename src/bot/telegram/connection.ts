import type { Bot } from "grammy";
import type { Log } from "../../core/log.ts";
import { startProblem } from "../../core/start-problem.ts";
import { introduce } from "../conversation/commands/menu.ts";
import type { TalkContext } from "../conversation/sending.ts";
import { allowedUpdates, isInPrivacyMode } from "./arrival.ts";
import { floodSecondsOf } from "./client.ts";
import { refusalOf } from "./polling.ts";
import { type BotTimings, backoffMs, pause } from "./timings.ts";

/** Where Telegram posts updates, and the secret that it sends with them. */
export type WebhookAddress = { readonly url: string; readonly secret: string };

type Dependencies = {
  readonly bot: Bot<TalkContext>;
  readonly log: Log;
  readonly timings: BotTimings;
  /** Null: the bot polls. */
  readonly webhook: WebhookAddress | null;
  /** Whether topping up by receipt is offered. */
  readonly topUp: boolean;
  /** Aborted by a stop, which gives the start up. */
  readonly signal: AbortSignal;
};

/**
 * Registers the webhook, or clears it for long polling. Waits as long as Telegram cannot be reached, and rejects with a
 * start problem when it refuses.
 */
export const connect = async ({ bot, log, timings, webhook, topUp, signal }: Dependencies): Promise<void> => {
  const insist = async (call: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return void (await call());
      } catch (error) {
        const reason = refusalOf(error);
        if (reason !== null) throw startProblem(`The bot cannot start: ${reason}.`);
        log.warn({ err: error }, "Telegram cannot be reached yet; trying again");
        await pause(backoffMs(timings, attempt), signal);
      }
    }
  };

  const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      const seconds = floodSecondsOf(error);
      if (seconds === null || signal.aborted) throw error;
      await pause(seconds * timings.floodSecondMs, signal);
      return patiently(call);
    }
  };

  if (!bot.isInited())
    await insist(async () => {
      bot.botInfo = await bot.api.getMe();
    });
  if (isInPrivacyMode(bot.botInfo))
    log.warn(
      {},
      "the bot is in privacy mode: of a group that has not made it an administrator it hears little; BotFather's /setprivacy ends that",
    );
  if (webhook === null) {
    await insist(() => bot.api.deleteWebhook());
  } else {
    const { url, secret: secret_token } = webhook;
    const allowed_updates = [...allowedUpdates];
    await insist(() => bot.api.setWebhook(url, { secret_token, allowed_updates, max_connections: 40 }));
  }
  // These two dozen calls must not delay any answer.
  introduce(bot.api, { topUp }, patiently, signal).catch((err: unknown) =>
    log.warn({ err }, "the commands and the description could not be registered"),
  );
};
