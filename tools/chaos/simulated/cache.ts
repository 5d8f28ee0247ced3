import type { CacheStore } from "../../../src/verify/cache-store.ts";

export type CacheMood = "well" | "away" | "silent";

/** The cache that all processes share. */
export type SimulatedCache = Pick<CacheStore, "get" | "set"> & { readonly clear: () => void };

export const createSimulatedCache = (mood: () => CacheMood): SimulatedCache => {
  const cached = new Map<string, string>();
  const answer = async <T>(act: () => T): Promise<T> => {
    if (mood() === "away") throw new Error("the cache is away");
    if (mood() === "silent") return new Promise<never>(() => {});
    return act();
  };
  return {
    get: (key) => answer(() => cached.get(key)),
    set: (key, value) => answer(() => cached.set(key, value)),
    clear: () => cached.clear(),
  };
};
