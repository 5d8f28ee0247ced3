import { setTimeout as delay } from "node:timers/promises";

/** How long entries are gathered, and how many are written at most in one statement. */
const gatherMs = 20;
const gatheredMax = 500;

type Entries = {
  readonly get: (key: string) => Promise<unknown>;
  readonly setMany: (entries: Entry[]) => Promise<unknown>;
};

type Entry = { readonly key: string; readonly value: string; readonly ttl: number };

/**
 * Entries that come within a moment are written in one statement, since each by itself wakes a thread twice. Until then
 * they are read from here.
 */
export const createGathering = (entries: Entries) => {
  const unwritten = new Map<string, Entry>();
  let writing: Promise<unknown> | null = null;

  const write = async (): Promise<void> => {
    await delay(gatherMs);
    while (unwritten.size > 0) {
      const written = [...unwritten.values()].slice(0, gatheredMax);
      try {
        await entries.setMany(written);
      } finally {
        for (const entry of written) if (unwritten.get(entry.key) === entry) unwritten.delete(entry.key);
      }
    }
  };

  return {
    get: async (key: string): Promise<unknown> => unwritten.get(key)?.value ?? entries.get(key),
    set: (key: string, value: string, ttl: number): Promise<unknown> => {
      unwritten.set(key, { key, value, ttl });
      writing ??= write().finally(() => {
        writing = null;
      });
      return writing;
    },
    settled: async () => {
      await writing?.catch(() => undefined); // whoever wrote has heard of it
    },
  };
};
