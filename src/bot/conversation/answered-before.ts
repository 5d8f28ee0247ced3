import type { Message } from "grammy/types";
import { createLruCache } from "../../core/lru-cache.ts";
import { minuteMs } from "../../core/time.ts";
import type { Detection } from "../../verify/detect/detect.ts";

/** Receipts of a chat that are remembered as answered, and for how long. */
const receiptsMax = 20_000;
const rememberedMs = 10 * minuteMs;

/** The receipts that were answered in a group just before. Naming nothing else counts for the budget. */
export const createAnsweredBefore = (now: () => Date) => {
  const answered = createLruCache<string, number>(receiptsMax);
  const keysOf = ({ chat }: Message, { candidates }: Detection): readonly string[] =>
    candidates.map(({ provider, request }) => JSON.stringify([chat.id, provider, request]));
  return {
    has: (message: Message, detection: Detection): boolean => {
      const earliest = now().getTime() - rememberedMs;
      const keys = keysOf(message, detection);
      return keys.length > 0 && keys.every((key) => (answered.get(key) ?? 0) > earliest);
    },
    note: (message: Message, detection: Detection): void => {
      if (message.chat.type === "private") return;
      for (const key of keysOf(message, detection)) answered.set(key, now().getTime());
    },
  };
};
