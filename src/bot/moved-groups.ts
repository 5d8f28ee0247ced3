import { Composer, GrammyError } from "grammy";
import type { Accounts } from "../accounts/accounts.ts";
import type { BotMemory } from "../store/bot-memory.ts";
import { orLater } from "./postponement.ts";
import type { TalkContext } from "./talk.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "languageOf" | "rememberLanguage">;
  readonly accounts: Pick<Accounts, "moveGroup">;
};

/** A group that becomes a supergroup is another chat from then on, with the language and the account it has chosen. */
export const createMovedGroups = ({ memory, accounts }: Dependencies) => {
  const moved = new Composer<TalkContext>();
  const goOn = async (from: number, to: number): Promise<void> => {
    const language = await memory.languageOf(from);
    if (language !== null) await memory.rememberLanguage(to, language);
    orLater(await accounts.moveGroup(from, to));
  };
  moved.on("message:migrate_to_chat_id", ({ message, chatId }) => goOn(chatId, message.migrate_to_chat_id));
  // Both chats tell of it: only what the new one says comes before all else that is said there.
  moved.on("message:migrate_from_chat_id", ({ message, chatId }) =>
    goOn(message.migrate_from_chat_id, chatId),
  );
  return moved;
};

/** The chat that a group has become, by the error that told of it; null: it is another error. */
export const movedTo = (error: unknown): number | null =>
  error instanceof GrammyError ? (error.parameters.migrate_to_chat_id ?? null) : null;
