/** Events of the last `windowMs` milliseconds, the oldest first. */
export type SlidingWindow<Event> = {
  readonly add: (event: Event) => void;
  /** Takes back one that was added; one that is not there changes nothing. */
  readonly remove: (event: Event) => void;
  readonly events: () => readonly Event[];
  /** When the oldest event of the last `count` was added, by the window's clock; null: there are fewer. */
  readonly atOfLast: (count: number) => number | null;
  readonly clear: () => void;
};

/** @param nowMs a clock in milliseconds, of any origin */
export const createSlidingWindow = <Event>(windowMs: number, nowMs: () => number): SlidingWindow<Event> => {
  let entries: { readonly event: Event; readonly at: number }[] = [];

  const recent = () => {
    const oldest = nowMs() - windowMs;
    const past = entries.findIndex(({ at }) => at > oldest);
    if (past !== 0) entries = past === -1 ? [] : entries.slice(past);
    return entries;
  };

  return {
    add: (event) => {
      recent().push({ event, at: nowMs() });
    },
    remove: (event) => {
      entries = entries.filter((one) => one.event !== event);
    },
    events: () => recent().map(({ event }) => event),
    atOfLast: (count) => recent().at(-count)?.at ?? null,
    clear: () => {
      entries = [];
    },
  };
};
