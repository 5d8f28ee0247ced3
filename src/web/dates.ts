import { useContext } from "preact/hooks";
import { formatBothDays, formatDayAndTime, formatDayIn, formatShortDay } from "../texts/dates.ts";
import { FrameVisitor } from "./frame.tsx";

/** How days are written for somebody. */
type Dates = {
  readonly day: (at: Date) => string;
  readonly dayAndTime: (at: Date) => string;
  /** In both calendars, the chosen one first. */
  readonly bothDays: (at: Date) => string;
  /** Day and month in figures. */
  readonly shortDay: (at: Date) => string;
};

/** Days in the language and the calendar of whoever looks at the page. */
export const useDates = (): Dates => {
  const visitor = useContext(FrameVisitor);
  if (visitor === null) throw new Error("days were written for nobody");
  const { language, calendar } = visitor;
  return {
    day: (at) => formatDayIn(at, language, calendar),
    dayAndTime: (at) => formatDayAndTime(at, language, calendar),
    bothDays: (at) => formatBothDays(at, language, calendar),
    shortDay: (at) => formatShortDay(at, calendar),
  };
};
