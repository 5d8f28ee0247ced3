import { type Bot, BotError, GrammyError } from "grammy";
import type { Update, User } from "grammy/types";
import type { Log } from "../log.ts";
import { failureSentence, type Language, languageOfTag } from "../texts/texts.ts";
import { type Chat, plain } from "./chat.ts";
import { isUncertain } from "./telegram-policy.ts";

type Dependencies = { readonly bot: Bot; readonly chat: Chat; readonly log: Log };

/**
 * The last boundary: works one update off and never rejects. What goes wrong is told to the person in a short
 * apology and to the log by the update's number; the message itself is never logged.
 */
export const createBoundary = ({ bot, chat, log }: Dependencies) => {
  const apologise = async ({ message: sent, callback_query: query }: Update): Promise<void> => {
    const language = guessLanguage(sent?.from ?? query?.from);
    const { message, hint } = failureSentence({ code: "internal_error" }, language);
    if (query !== undefined) await chat.notify(query.id, message);
    // In a group the message may not have been meant for the bot at all.
    if (sent?.chat.type !== "private") return;
    const place = { chatId: sent.chat.id, messageId: sent.message_id };
    await chat.quote(place, plain(hint === undefined ? `⏳ ${message}` : `⏳ ${message}\n${hint}`));
  };

  return async (update: Update): Promise<void> => {
    const updateId = update.update_id;
    try {
      await bot.handleUpdate(update);
    } catch (failed) {
      const error = failed instanceof BotError ? failed.error : failed;
      if (isGone(error)) return log.info({ updateId }, "the chat is gone or has blocked the bot");
      log.error({ updateId, err: error }, "an update could not be worked off");
      // The answer may have arrived after all; an apology would contradict it.
      if (isUncertain(error)) return;
      await apologise(update).catch((err: unknown) =>
        log.error({ updateId, err }, "an apology was not sent"),
      );
    }
  };
};

/** What a person's app speaks, until the chat has chosen a language. */
export const guessLanguage = (person: User | undefined): Language =>
  languageOfTag(person?.language_code) ?? "en";

/** Blocked, kicked or deactivated: nothing can be said there any more. */
const isGone = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 403;
