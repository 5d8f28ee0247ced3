/** Events of the last `windowMs` milliseconds, some of them marked. Exact, and as large as the window's traffic. */
export type EventWindow = {
  readonly add: (isMarked: boolean) => void;
  readonly counts: () => { readonly total: number; readonly marked: number };
  readonly clear: () => void;
};

/** `monotonicMs` never goes back. */
export const createEventWindow = (windowMs: number, monotonicMs: () => number): EventWindow => {
  const events: { readonly at: number; readonly isMarked: boolean }[] = [];
  let marked = 0;

  const dropOld = (): void => {
    const oldest = monotonicMs() - windowMs;
    const kept = events.findIndex((event) => event.at > oldest);
    const dropped = events.splice(0, kept === -1 ? events.length : kept);
    marked -= dropped.filter((event) => event.isMarked).length;
  };

  return {
    add: (isMarked) => {
      dropOld();
      events.push({ at: monotonicMs(), isMarked });
      if (isMarked) marked += 1;
    },
    counts: () => {
      dropOld();
      return { total: events.length, marked };
    },
    clear: () => {
      events.length = 0;
      marked = 0;
    },
  };
};
