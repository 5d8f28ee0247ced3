import { createLruCache } from "../../../core/lru-cache.ts";
import { createSlidingWindow, type SlidingWindow } from "../../../core/sliding-window.ts";

type Limits = {
  /** Different events that are admitted within `windowMs`. */
  readonly max: number;
  readonly windowMs: number;
  /** Whoever asked longest ago is forgotten beyond so many. */
  readonly keysMax: number;
};

/** What somebody or a chat may have of late. */
type RecentBudget<Key> = {
  /** Takes a unit for an event; false: none is left. The same event within the window takes no second one. */
  readonly take: (key: Key, eventId: number | string) => boolean;
};

/** Counts in the memory of this process. */
export const createRecentBudget = <Key extends string | number>(
  { max, windowMs, keysMax }: Limits,
  now: () => Date,
): RecentBudget<Key> => {
  const windows = createLruCache<Key, SlidingWindow<number | string>>(keysMax);
  return {
    take: (key, eventId) => {
      const recent =
        windows.get(key) ?? createSlidingWindow<number | string>(windowMs, () => now().getTime());
      windows.set(key, recent);
      const taken = recent.events();
      if (taken.includes(eventId)) return true;
      if (taken.length >= max) return false;
      recent.add(eventId);
      return true;
    },
  };
};
