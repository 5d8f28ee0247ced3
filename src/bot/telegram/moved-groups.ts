import { Composer } from "grammy";
import type { Accounts } from "../../accounts/accounts.ts";
import type { TalkContext } from "../conversation/sending.ts";
import type { ExpectedSums } from "../data/expected-sums.ts";
import type { BotMemory } from "../data/memory.ts";
import { orLater } from "./postponement.ts";

type Dependencies = {
  readonly memory: Pick<BotMemory, "languageOf" | "rememberLanguage" | "calendarOf" | "rememberCalendar">;
  readonly accounts: Pick<Accounts, "moveGroup">;
  readonly expectedSums: Pick<ExpectedSums, "move">;
};

/**
 * Carries the language, the calendar, the account and the expected sums of a group over to the supergroup that it becomes,
 * which is another chat.
 */
export const createMovedGroups = ({ memory, accounts, expectedSums }: Dependencies) => {
  const moved = new Composer<TalkContext>();
  const goOn = async (from: number, to: number): Promise<void> => {
    // Both chats report the move, and what was chosen there since the first report stays.
    const language = await memory.languageOf(from);
    if (language !== null && (await memory.languageOf(to)) === null)
      await memory.rememberLanguage(to, language);
    const calendar = await memory.calendarOf(from);
    if (calendar !== null && (await memory.calendarOf(to)) === null)
      await memory.rememberCalendar(to, calendar);
    orLater(await accounts.moveGroup(from, to));
    orLater(await expectedSums.move(from, to));
  };
  moved.on("message:migrate_to_chat_id", ({ message, chatId }) => goOn(chatId, message.migrate_to_chat_id));
  // Only the report in the new chat comes before its other messages.
  moved.on("message:migrate_from_chat_id", ({ message, chatId }) =>
    goOn(message.migrate_from_chat_id, chatId),
  );
  return moved;
};
