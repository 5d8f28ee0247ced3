import { type Bot, BotError, GrammyError } from "grammy";
import type { Update, User } from "grammy/types";
import type { Log } from "../../core/log.ts";
import { failureSentence, type Language, languageOfTag } from "../../texts/texts.ts";
import type { Sending, TalkContext } from "../conversation/sending.ts";
import { withHold } from "../data/inbox.ts";
import { type Chat, placeOf, plain } from "./chat.ts";
import { floodSecondsOf, isDeletedAtOnce } from "./client.ts";
import { type GoneChats, goneChatOf } from "./gone-chats.ts";
import { isPostponed, isTakenOver } from "./postponement.ts";
import type { WorkedOff } from "./worker.ts";

type Dependencies = {
  readonly bot: Bot<TalkContext>;
  readonly chat: Chat;
  readonly goneChats: Pick<GoneChats, "leave" | "isLeftBehind">;
  /** Whether the database says by this error that it is away. */
  readonly isAway: (error: unknown) => boolean;
  readonly log: Log;
};

/**
 * The last boundary: works one update off, or gives it up, and never rejects. While the database or Telegram is away
 * the update waits. For any other error the person gets a short apology and the log the update's number, never its text.
 */
export const createBoundary = ({ bot, chat, goneChats, isAway, log }: Dependencies) => {
  const apologise = async ({ message: sent, callback_query: query }: Update, sending: Sending) => {
    const language = guessLanguage(sent?.from ?? query?.from);
    const { message, hint } = failureSentence({ code: "internal_error" }, language);
    if (query !== undefined) await chat.notify(query.id, message);
    // In a group the message may not have been meant for the bot at all.
    if (sent?.chat.type !== "private") return;
    const place = placeOf(sent);
    const apology = hint === undefined ? `⏳ ${message}` : `⏳ ${message}\n${hint}`;
    await sending.send(place, "apology", plain(apology));
  };

  const takeLeave = async (error: unknown): Promise<WorkedOff> => {
    const chatId = goneChatOf(error);
    if (chatId === null) return "done";
    // Attempts that stay because the database is away meet the same refusal later.
    await goneChats
      .leave(chatId)
      .catch((err: unknown) => log.warn({ err }, "a chat's attempts are not ended"));
    return "done";
  };

  const workOff = async (update: Update, sending: Sending): Promise<WorkedOff> => {
    const updateId = update.update_id;
    try {
      if (goneChats.isLeftBehind(update)) return "done";
      await withHold(sending.hold, () => bot.handleUpdate(update));
    } catch (failed) {
      const error = failed instanceof BotError ? failed.error : failed;
      if (isGone(error)) {
        log.info({ updateId }, "the chat is gone or has blocked the bot");
        return takeLeave(error);
      }
      if (isDeletedAtOnce(error)) {
        log.info({ updateId }, "the chat has deleted what was sent");
        return "done";
      }
      if (isTakenOver(error)) {
        log.info({ updateId }, "another process works on the update");
        return "taken over";
      }
      if (isPostponed(error, isAway)) {
        log.warn({ updateId, err: error }, "an update is worked off later");
        return laterBecauseOf(error);
      }
      log.error({ updateId, err: error }, "an update could not be worked off");
      return giveUp(update, sending);
    }
    return "done";
  };

  /** Sends the apology, later where Telegram or the database is away. */
  const giveUp = async (update: Update, sending: Sending): Promise<WorkedOff> => {
    try {
      await withHold(sending.hold, () => apologise(update, sending));
    } catch (error) {
      if (isTakenOver(error)) return "taken over";
      if (isPostponed(error, isAway)) return laterBecauseOf(error);
      log.error({ updateId: update.update_id, err: error }, "an apology was not sent");
    }
    return "done";
  };

  return { workOff, giveUp };
};

/** A flood wait says when the update can be worked off; what else is away may be back in a moment. */
const laterBecauseOf = (error: unknown): WorkedOff => {
  const floodSeconds = floodSecondsOf(error);
  return floodSeconds === null ? "again" : { floodSeconds };
};

/** The language of a person's app, until the chat has chosen one. */
export const guessLanguage = (person: User | undefined): Language =>
  languageOfTag(person?.language_code) ?? "en";

/** The bot is blocked or kicked, or the user deactivated: nothing can be sent there any more. */
const isGone = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 403;
