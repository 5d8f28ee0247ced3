import { LRUCache } from "lru-cache";

/**
 * At most `entriesMax` entries; the one that was least recently used is dropped first. Counted by their size, because
 * the library reserves room for all of them at once when it is given their number.
 */
export const createLruCache = <Key extends {}, Value extends {}>(entriesMax: number): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1 });
