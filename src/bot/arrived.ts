import type { Update } from "grammy/types";

/** Updates that are kept, at most; beyond that they are read from the inbox. */
const arrivedMax = 1_000;

/** What has arrived here and been noticed, until it is worked off, so that it needs not be read a second time. */
export const createArrived = () => {
  const updates = new Map<number, Update>();
  return {
    add: (update: Update): void => {
      const [oldest] = updates.size < arrivedMax ? [] : updates.keys();
      if (oldest !== undefined) updates.delete(oldest);
      updates.set(update.update_id, update);
    },
    take: (updateId: number): Update | null => {
      const update = updates.get(updateId) ?? null;
      updates.delete(updateId);
      return update;
    },
  };
};
