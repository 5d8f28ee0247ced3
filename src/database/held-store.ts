import { AsyncLocalStorage } from "node:async_hooks";
import type { TransactionOptions } from "./database.ts";
import type { Transaction } from "./schema.ts";
import type { Store } from "./store.ts";

/** `assertHeld` and `look` reject when what is being worked off is not this process's any more. */
export type Hold = {
  /** When what is being worked off has arrived. */
  readonly arrivedAt: Date;
  /** Inside a transaction, which ends so. What is worked off stays this process's as long as the transaction lasts. */
  readonly assertHeld: (trx: Transaction) => Promise<void>;
  /** Before what no transaction can undo, such as a message. */
  readonly look: () => Promise<void>;
};

const holds = new AsyncLocalStorage<Hold>();

/** Runs a handler. Every transaction that it begins on a held store, and all that it says, keeps to its hold. */
export const withHold = <T>(hold: Hold, handle: () => Promise<T>): Promise<T> => holds.run(hold, handle);

/**
 * Rejects when the handler that calls it works on what another process has taken over. Outside of `withHold` it does
 * nothing.
 */
export const stillHeld = async (): Promise<void> => holds.getStore()?.look();

/** When what the calling handler works off has arrived; outside of `withHold` this moment. */
export const arrivedAt = (now: () => Date): Date => holds.getStore()?.arrivedAt ?? now();

/**
 * The store for handlers of a person's message. Its transactions fail once another process has taken that message over.
 * Outside of `withHold` it is the plain store.
 */
export const heldStore = <S extends Pick<Store, "transaction">>(store: S): S => ({
  ...store,
  transaction: <T>(change: (trx: Transaction) => Promise<T>, options?: TransactionOptions) => {
    // Read now, because a transaction may be run by whoever commits it together with others.
    const hold = holds.getStore();
    if (hold === undefined) return store.transaction(change, options);
    return store.transaction(async (trx) => {
      await hold.assertHeld(trx);
      return change(trx);
    }, options);
  },
});
