import type { Calendar } from "../../texts/dates.ts";
import type { TalkContext } from "./sending.ts";

/** The calendar that the chat of an update has chosen; null: none, so that both days are written as they always were. */
export type CalendarHere = (ctx: TalkContext) => Promise<Calendar | null>;
