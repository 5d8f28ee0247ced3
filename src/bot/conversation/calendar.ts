import { type Calendar, isCalendar } from "../../texts/dates.ts";
import type { BotMemory } from "../data/memory.ts";
import type { TalkContext } from "./sending.ts";

/** The calendar that a chat has chosen; null: none, so that both days are written as they always were. */
export const createCalendarOf =
  (memory: Pick<BotMemory, "calendarOf">) =>
  async (chatId: number): Promise<Calendar | null> => {
    const stored = await memory.calendarOf(chatId);
    return stored !== null && isCalendar(stored) ? stored : null;
  };

/** The same for the chat of an update. */
export type CalendarHere = (ctx: TalkContext) => Promise<Calendar | null>;
