import { createLruCache } from "../../core/lru-cache.ts";
import { createSlidingWindow, type SlidingWindow } from "../../core/sliding-window.ts";

type Limits = {
  /** Different events that are admitted within `windowMs`. */
  readonly max: number;
  readonly windowMs: number;
  /** Whoever asked longest ago is forgotten beyond so many. */
  readonly keysMax: number;
};

/** Whether an event of somebody or of a chat is admitted. The same event within the window is no second one. */
export type RecentBudget<Key> = (key: Key, eventId: number | string) => boolean;

/** Counts in the memory of this process. */
export const createRecentBudget = <Key extends string | number>(
  { max, windowMs, keysMax }: Limits,
  now: () => Date,
): RecentBudget<Key> => {
  const windows = createLruCache<Key, SlidingWindow<number | string>>(keysMax);
  return (key, eventId) => {
    const recent = windows.get(key) ?? createSlidingWindow<number | string>(windowMs, () => now().getTime());
    windows.set(key, recent);
    const admitted = recent.events();
    if (admitted.includes(eventId)) return true;
    if (admitted.length >= max) return false;
    recent.add(eventId);
    return true;
  };
};
