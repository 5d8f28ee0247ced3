import { AsyncLocalStorage } from "node:async_hooks";
import type { Work } from "./schema.ts";
import type { Store } from "./store.ts";

/** Rejects, and so ends a transaction, when what is being worked off is not this process's any more. */
export type Hold = (work: Work) => Promise<void>;

const holds = new AsyncLocalStorage<Hold>();

/** Runs a handler. Every transaction that it begins on a held store keeps to its hold. */
export const withHold = <T>(hold: Hold, handle: () => Promise<T>): Promise<T> => holds.run(hold, handle);

/**
 * The store for handlers of a person's message. Its transactions fail once another process has taken that message over.
 * Outside of `withHold` it is the plain store.
 */
export const heldStore = <S extends Pick<Store, "transaction">>(store: S): S => ({
  ...store,
  transaction: (change: Parameters<Store["transaction"]>[0]) => {
    // Read now, because a transaction may be run by whoever commits it together with others.
    const hold = holds.getStore();
    if (hold === undefined) return store.transaction(change);
    return store.transaction(async (work) => {
      await hold(work);
      return change(work);
    });
  },
});
